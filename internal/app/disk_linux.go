package app

import "syscall"

// freeSpace returns how many bytes unprivileged programs can write to the disk of a folder.
func freeSpace(folder string) (bytes uint64, ok bool) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return 0, false
	}
	return disk.Bavail * uint64(disk.Bsize), true
}
