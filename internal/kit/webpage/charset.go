package webpage

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// decode converts a page to UTF-8. Pages and servers often declare a wrong encoding, so an encoding that is evident
// from the bytes takes precedence.
func decode(body []byte, contentType string) string {
	from, name, certain := charset.DetermineEncoding(body, contentType)
	hasByteOrderMark := bytes.HasPrefix(body, []byte{0xfe, 0xff}) || bytes.HasPrefix(body, []byte{0xff, 0xfe})
	if strings.HasPrefix(name, "utf-16") && !hasByteOrderMark && bytes.IndexByte(body, 0) < 0 {
		from, name, certain = charset.DetermineEncoding(body, "")
	}
	switch {
	case utf8.Valid(body) && hasNonASCII(body):
		return strings.TrimPrefix(string(body), "\ufeff")
	case name == "windows-1252" && !certain && !mostlyInvalid(body):
		return string(body) // the encoding was guessed from the first bytes only
	case name == "utf-8" && mostlyInvalid(body):
		if from, name, _ = charset.DetermineEncoding(body, ""); name == "utf-8" {
			from = charmap.Windows1252
		}
	}
	return strings.TrimPrefix(convert(from, body), "\ufeff")
}

func convert(from encoding.Encoding, body []byte) string {
	text, err := from.NewDecoder().Bytes(body)
	if err != nil {
		return string(body) // invalid bytes are removed later by Clean
	}
	return string(text)
}

func hasNonASCII(body []byte) bool {
	return bytes.ContainsFunc(body, func(r rune) bool { return r >= utf8.RuneSelf })
}

// mostlyInvalid distinguishes text in another encoding from UTF-8 with a few errors.
func mostlyInvalid(body []byte) bool {
	valid, invalid := 0, 0
	for len(body) > 0 {
		r, size := utf8.DecodeRune(body)
		switch {
		case r == utf8.RuneError && size == 1:
			invalid++
		case size > 1:
			valid++
		}
		body = body[size:]
	}
	return invalid > valid
}
