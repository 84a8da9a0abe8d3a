package webpage

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// decode turns a page into UTF-8. Pages and servers are often wrong about their own letters, so what the bytes
// can only be wins over what is said of them.
func decode(body []byte, contentType string) string {
	from, name, certain := charset.DetermineEncoding(body, contentType)
	marked := bytes.HasPrefix(body, []byte{0xfe, 0xff}) || bytes.HasPrefix(body, []byte{0xff, 0xfe})
	if strings.HasPrefix(name, "utf-16") && !marked && bytes.IndexByte(body, 0) < 0 {
		from, name, certain = charset.DetermineEncoding(body, "")
	}
	switch {
	case utf8.Valid(body) && beyondASCII(body):
		return strings.TrimPrefix(string(body), "\ufeff")
	case name == "windows-1252" && !certain && !mostlyBroken(body):
		return string(body) // a guess by the first bytes only; the others tell
	case name == "utf-8" && mostlyBroken(body):
		if from, name, _ = charset.DetermineEncoding(body, ""); name == "utf-8" {
			from = charmap.Windows1252
		}
	}
	return strings.TrimPrefix(run(from, body), "\ufeff")
}

func run(from encoding.Encoding, body []byte) string {
	text, err := from.NewDecoder().Bytes(body)
	if err != nil {
		return string(body) // cleaned of what can't be read later on, text by text
	}
	return string(text)
}

func beyondASCII(body []byte) bool {
	return bytes.ContainsFunc(body, func(r rune) bool { return r >= utf8.RuneSelf })
}

// mostlyBroken tells text that is not UTF-8 from UTF-8 with a fault in it.
func mostlyBroken(body []byte) bool {
	good, bad := 0, 0
	for len(body) > 0 {
		r, size := utf8.DecodeRune(body)
		switch {
		case r == utf8.RuneError && size == 1:
			bad++
		case size > 1:
			good++
		}
		body = body[size:]
	}
	return bad > good
}
