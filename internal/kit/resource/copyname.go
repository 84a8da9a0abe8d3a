package resource

import (
	"strings"
	"unicode/utf8"
)

// CopyName is the name of a copy, as short as names are.
func CopyName(name string, most int) string {
	const mark = " (copy)"
	for utf8.RuneCountInString(name)+len(mark) > most {
		_, size := utf8.DecodeLastRuneInString(name)
		name = strings.TrimRight(name[:len(name)-size], " ")
	}
	return name + mark
}
