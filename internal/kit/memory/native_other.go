//go:build !cgo || !linux

package memory

func trimNative() {}
