// Package contact checks how people can be reached.
package contact

import "strings"

const noPhone = "Must be a phone number: the country code and the number, like +44 20 7946 0958."

// PhoneProblem is what is wrong with a phone number. What people write around the digits is theirs.
func PhoneProblem(phone string) string {
	digits := 0
	for _, r := range phone {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case !strings.ContainsRune("+ ()-./x", r):
			return noPhone
		}
	}
	if digits < 3 {
		return noPhone
	}
	return ""
}
