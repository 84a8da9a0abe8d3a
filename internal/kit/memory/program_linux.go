package memory

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// unmapProgram removes the pages of the program file from the memory of the process. Starting up touches most of them,
// and the kernel maps up to 2 MB at a time. They stay in the page cache, from where the kernel maps a page again when
// it is used.
func unmapProgram() {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	file, err := os.Open("/proc/self/smaps")
	if err != nil {
		return
	}
	defer func() { _ = file.Close() }()
	mappings, err := unchangedMappings(file, program)
	if err != nil {
		return
	}
	for _, m := range mappings {
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, m.start, m.end-m.start, syscall.MADV_DONTNEED)
	}
}

type mapping struct{ start, end uintptr }

// unchangedMappings returns the read-only mappings of a file that are the same as the file. Others must not be
// unmapped: the linker has written to some of them before they became read-only, and a debugger may have.
func unchangedMappings(smaps io.Reader, program string) ([]mapping, error) {
	var found []mapping
	var current *mapping
	for lines := bufio.NewScanner(smaps); ; {
		if !lines.Scan() {
			return found, lines.Err()
		}
		fields := strings.Fields(lines.Text())
		switch {
		case len(fields) >= 5 && strings.Contains(fields[0], "-"):
			current = nil
			if len(fields) < 6 || fields[1][0] != 'r' || fields[1][1] != '-' || !strings.HasSuffix(lines.Text(), " "+program) {
				continue
			}
			m, err := parseMapping(fields[0])
			if err != nil {
				return nil, err
			}
			current = &m
		case current != nil && len(fields) == 3 && fields[0] == "Anonymous:" && fields[1] == "0":
			found = append(found, *current)
		}
	}
}

// parseMapping parses the addresses of a mapping, such as 00403000-01834000.
func parseMapping(addresses string) (m mapping, err error) {
	start, end, _ := strings.Cut(addresses, "-")
	first, errFirst := strconv.ParseUint(start, 16, 64)
	last, errLast := strconv.ParseUint(end, 16, 64)
	return mapping{uintptr(first), uintptr(last)}, errors.Join(errFirst, errLast)
}
