package auth_test

import (
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
)

func TestPassword(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	hash, err := auth.HashPassword(ctx, "correct horse")
	if err != nil || strings.Contains(hash, "horse") {
		t.Fatalf("hashed as %q (%v)", hash, err)
	}
	for _, try := range []struct {
		password, hash string
		want           bool
	}{
		{"correct horse", hash, true},
		{"Correct horse", hash, false},
		{"", hash, false},
		{"correct horse", "", false},
		{"nobody has this password", "", false},
	} {
		if got, err := auth.CheckPassword(ctx, try.password, try.hash); err != nil || got != try.want {
			t.Errorf("%q with %q: got %t (%v)", try.password, try.hash, got, err)
		}
	}
	if _, err := auth.CheckPassword(ctx, "x", "not a hash"); err == nil {
		t.Error("accepted a hash that is none")
	}
}

func TestNewPassword(t *testing.T) {
	t.Parallel()
	for _, try := range []struct {
		password, confirmation, field string
	}{
		{"eight ch", "eight ch", ""},
		{strings.Repeat("é", 200), strings.Repeat("é", 200), ""},
		{"", "", "password"},
		{"seven c", "seven c", "password"},
		{strings.Repeat("é", 201), strings.Repeat("é", 201), "password"},
		{"eight ch", "", "password_confirmation"},
		{"eight ch", "eight CH", "password_confirmation"},
	} {
		hash, err := auth.NewPassword{Password: try.password, PasswordConfirmation: try.confirmation}.Hash(t.Context())
		if try.field == "" {
			if err != nil || hash == "" {
				t.Errorf("%q is refused: %v", try.password, err)
			}
			continue
		}
		if refusal, ok := apierr.As(err); !ok || len(refusal.Errors[try.field]) != 1 || len(refusal.Errors) != 1 {
			t.Errorf("%q, %q: got %v", try.password, try.confirmation, err)
		}
	}
}

func TestRoles(t *testing.T) {
	t.Parallel()
	as := func(role auth.Role) bool {
		ctx := auth.WithUser(t.Context(), &auth.User{Role: role})
		if auth.Current(ctx).Role != role {
			t.Errorf("%s is not signed in", role)
		}
		return auth.RequireAdmin(ctx) == nil
	}
	if !as(auth.Admin) || as(auth.Editor) || auth.RequireAdmin(t.Context()) != nil || auth.Current(t.Context()) != nil {
		t.Error("only admins, the command line and jobs are allowed")
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	got := []string{
		auth.FullName("Ada", ""), auth.FullName("Ada", "Byron"), auth.Initials("ada", " byron", "x@example.com"),
		auth.Initials("", "", "émile@example.com"), auth.Initials("", "", ""), auth.NormaliseEmail(" Ada@Example.COM "),
	}
	if want := []string{"Ada", "Ada Byron", "AB", "É", "", "ada@example.com"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
