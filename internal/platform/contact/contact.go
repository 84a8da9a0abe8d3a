// Package contact validates contact details.
package contact

import "strings"

const invalidPhone = "Must be a phone number with its country code, such as +44 20 7946 0958."

// PhoneProblem describes what is wrong with a phone number, or returns "" if it is valid. Any of the usual separators
// may be used between the digits.
func PhoneProblem(phone string) string {
	digits := 0
	for _, r := range phone {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case !strings.ContainsRune("+ ()-./x", r):
			return invalidPhone
		}
	}
	if digits < 3 {
		return invalidPhone
	}
	return ""
}
