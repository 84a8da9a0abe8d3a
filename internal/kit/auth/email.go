package auth

import (
	"fmt"
	"net/mail"
	"strings"
	"unicode/utf8"
)

// NormaliseEmail is the form in which e-mail addresses are stored and compared.
func NormaliseEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// TextProblem is what is wrong with a line of text, or nothing.
func TextProblem(text string, longest int) string {
	if utf8.RuneCountInString(text) > longest {
		return fmt.Sprintf("Must have at most %d characters.", longest)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return "Has characters that can't be stored."
	}
	return ""
}

// EmailProblem is what is wrong with a normalised e-mail address, or nothing.
func EmailProblem(email string) string {
	if email == "" {
		return "This field is required."
	}
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || len(email) > 200 {
		return "Must be an e-mail address."
	}
	return ""
}
