package users

import (
	"cmp"
	"math"
	"strings"

	"waymark/internal/kit/clock"
)

// profileTasks returns the tasks that make a profile complete, and whether each is done.
func profileTasks(u *User) map[string]bool {
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

// completion returns the percentage of tasks that are done.
func completion(tasks map[string]bool) int64 {
	done := 0
	for _, taskDone := range tasks {
		if taskDone {
			done++
		}
	}
	return int64(math.Round(float64(done) / float64(len(tasks)) * 100))
}

// The states of a user. States that prevent signing in take precedence.
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

// parseInsider returns the UID of a search text: either the UID itself, or a URL or parameter that contains insider=….
func parseInsider(text string) string {
	_, id, found := strings.Cut(text, "insider=")
	if !found {
		return text
	}
	return id
}

// codeProblem describes what is wrong with a membership number of IATA or CLIA, or returns "".
func codeProblem(code string) string {
	for _, r := range code {
		if (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '-' && r != ' ' {
			return "Must be letters and digits."
		}
	}
	return ""
}
