package auth

import (
	"regexp"
	"strings"
)

// NormaliseEmail returns the form in which e-mail addresses are stored and compared.
func NormaliseEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

const emailWord = "[\\p{L}\\p{N}\\p{M}!#$%&'*+/=?^_`{|}~-]+"

// ordinaryEmail matches common addresses only. The standard also allows quoted names, comments and IP addresses in
// brackets, with which mail could be sent to hosts inside the network.
var ordinaryEmail = regexp.MustCompile("^" + emailWord + "(\\." + emailWord + ")*" +
	"@([\\p{L}\\p{N}]([\\p{L}\\p{N}\\p{M}-]*[\\p{L}\\p{N}\\p{M}])?\\.)+(xn--[a-z0-9-]*[a-z0-9]|[\\p{L}][\\p{L}\\p{M}]+)$")

// EmailProblem returns what is wrong with a normalised e-mail address, or nothing.
func EmailProblem(email string) string {
	if email == "" {
		return "This field is required."
	}
	name, _, _ := strings.Cut(email, "@")
	if len(email) > 200 || len(name) > 64 || !ordinaryEmail.MatchString(email) {
		return "Must be an e-mail address."
	}
	return ""
}
