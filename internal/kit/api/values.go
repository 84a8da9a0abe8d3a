package api

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"waymark/internal/kit/apierr"
)

// Storable reports whether both databases can store a text: it must be UTF-8, and PostgreSQL refuses zero bytes.
func Storable(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

// ID reads an id in a path. The error is 404 when it is not a number.
func ID(text string) (int64, error) {
	id, ok := ParseID(text)
	if !ok {
		return 0, apierr.NotFound()
	}
	return id, nil
}

// ParseID reads an id as the server writes it: digits without a sign or leading zeros, so that each record has one URL.
func ParseID(text string) (int64, bool) {
	id, err := strconv.ParseInt(text, 10, 64)
	return id, err == nil && id > 0 && text[0] != '0' && text[0] != '+'
}

// CamelCase writes words as an operation id: revealApiSecret for "reveal api secret".
func CamelCase(words string) string {
	name := pascalCase(words)
	return strings.ToLower(name[:1]) + name[1:]
}

// pascalCase is PartnerId for partner_id, ApiLogs for api-logs.
func pascalCase(text string) string {
	name := ""
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("-_/{} ", r) }) {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	return name
}
