package auth

import (
	"net/mail"
	"strings"
)

// NormaliseEmail is the form in which e-mail addresses are stored and compared.
func NormaliseEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

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
