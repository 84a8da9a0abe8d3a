// Package auth provides passwords, sessions, roles, and limits on guessing passwords.
package auth

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"waymark/internal/kit/apierr"
)

// Role says what a staff member may do.
type Role string

// The roles of staff.
const (
	Admin  Role = "admin"
	Editor Role = "editor"
)

// User is the signed-in staff member.
type User struct {
	ID        int64  `json:"id"`
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name"`
	Email     string `json:"email"`
	Role      Role   `json:"staff_role" db:"staff_role"`
	Settings
	Session Session `json:"-"`
}

// Session is the session that a request belongs to.
type Session struct {
	TokenHash   string     `json:"-"`
	ConfirmedAt *time.Time `json:"-"` // when the password was last given; see RequireConfirmed
}

// Settings are a staff member's preferences for the console.
type Settings struct {
	ColorScheme  string `json:"color_scheme" enum:"auto,light,dark"`
	SidebarStyle string `json:"sidebar_style" enum:"default,compact"`
	Density      string `json:"density" enum:"comfortable,compact"`
	PageSize     int    `json:"page_size" minimum:"10" maximum:"100"`
	// AttentionEmail says whether the person gets a weekly e-mail about what needs attention.
	AttentionEmail bool `json:"attention_email"`
}

// FullName returns the name that screens show.
func FullName(first, last string) string { return strings.TrimSpace(first + " " + last) }

// Initials returns the letters of an avatar, from the name or, without one, from the e-mail address.
func Initials(first, last, email string) string {
	letters := ""
	for _, word := range []string{first, last} {
		if r, _ := utf8.DecodeRuneInString(strings.TrimSpace(word)); r != utf8.RuneError {
			letters += string(unicode.ToUpper(r))
		}
	}
	if letters == "" && email != "" {
		r, _ := utf8.DecodeRuneInString(email)
		letters = string(unicode.ToUpper(r))
	}
	return letters
}

type userKey struct{}

// WithUser returns a context with the signed-in staff member.
func WithUser(ctx context.Context, user *User) context.Context {
	return context.WithValue(ctx, userKey{}, user)
}

// IsAdmin reports whether an admin is signed in, or nobody: the command line and jobs have no session.
func IsAdmin(ctx context.Context) bool {
	user := Current(ctx)
	return user == nil || user.Role == Admin
}

// RequireAdmin returns an error unless an admin is signed in.
func RequireAdmin(ctx context.Context) error {
	if IsAdmin(ctx) {
		return nil
	}
	return apierr.NotAllowed("Only admins can do this.")
}

// Current returns the signed-in staff member, or nil.
func Current(ctx context.Context) *User {
	user, _ := ctx.Value(userKey{}).(*User)
	return user
}
