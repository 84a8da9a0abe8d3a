package encode

import "unicode/utf8"

const hexDigits = "0123456789abcdef"

// appendText appends a text as a JSON string.
func appendText(b []byte, text string) []byte {
	b = append(b, '"')
	done := 0 // how much has been appended
	for i := 0; i < len(text); {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			b = appendEscaped(append(b, text[done:i]...), c)
			i++
			done = i
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		escaped := ""
		switch {
		case r == utf8.RuneError && size == 1:
			escaped = `\ufffd`
		case r == '\u2028': // ends a line in JavaScript, but not in JSON
			escaped = `\u2028`
		case r == '\u2029':
			escaped = `\u2029`
		}
		if escaped != "" {
			b = append(append(b, text[done:i]...), escaped...)
			done = i + size
		}
		i += size
	}
	return append(append(b, text[done:]...), '"')
}

func appendEscaped(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xf])
}
