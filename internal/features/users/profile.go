package users

import (
	"cmp"
	"math"
	"strings"

	"waymark/internal/kit/clock"
)

// tasksOf is what makes a profile complete, and whether it is done.
func tasksOf(u *User) map[string]bool {
	return map[string]bool{
		"verify_email":        u.EmailVerifiedAt != nil,
		"add_name":            u.FullName != "",
		"add_phone":           u.Phone != "",
		"add_company":         u.CompanyName != "",
		"add_photo":           u.PersonalPhoto != nil,
		"add_logo":            u.Logo != nil,
		"set_country":         u.CountryID != nil,
		"set_languages":       len(u.LanguageIDs) > 0,
		"set_agency":          u.HostAgencyID != nil || u.HostAgencyOther != "",
		"add_booking_contact": cmp.Or(u.BookingEmail, u.BookingPhoneNumber) != "",
		"accept_collection":   u.SharedCollectionsCount > 0,
	}
}

// completion is the share of tasks that are done, in percent.
func completion(tasks map[string]bool) int64 {
	done := 0
	for _, is := range tasks {
		if is {
			done++
		}
	}
	return int64(math.Round(float64(done) / float64(len(tasks)) * 100))
}

// The states of a user, as the avatar shows them. What keeps somebody out comes first.
const (
	deactivated = "deactivated"
	unverified  = "unverified"
	active      = "active"
	inactive    = "inactive"
)

func statusOf(u *User) string {
	switch {
	case u.DeactivatedAt != nil:
		return deactivated
	case u.EmailVerifiedAt == nil:
		return unverified
	case u.ActiveAt != nil && !u.ActiveAt.Before(clock.Window().Start()):
		return active
	}
	return inactive
}

// insiderOf is the UID in what somebody has copied from an address: insider=…, or the UID itself.
func insiderOf(text string) string {
	_, id, found := strings.Cut(text, "insider=")
	if !found {
		return text
	}
	return id
}

// codeProblem is what is wrong with the number an association gives its members.
func codeProblem(code string) string {
	for _, r := range code {
		if (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '-' && r != ' ' {
			return "Must be letters and digits."
		}
	}
	return ""
}
