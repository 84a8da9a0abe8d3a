//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package filelock

import "os"

// lock does nothing: other systems have no flock, so two processes can use the same data there.
func lock(*os.File) error { return nil }

func lockShared(*os.File) error { return nil }
