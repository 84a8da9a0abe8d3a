package resource

import (
	"strings"
	"unicode/utf8"
)

// CopyName returns the name of a copy, shortened to the maximum length of names.
func CopyName(name string, maxLength int) string {
	const suffix = " (copy)"
	for utf8.RuneCountInString(name)+len(suffix) > maxLength {
		_, size := utf8.DecodeLastRuneInString(name)
		name = strings.TrimRight(name[:len(name)-size], " ")
	}
	return name + suffix
}
