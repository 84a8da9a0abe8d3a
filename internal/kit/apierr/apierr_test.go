package apierr_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"waymark/internal/kit/apierr"
)

func encode(t *testing.T, err error) string {
	t.Helper()
	text, encodeErr := json.Marshal(err)
	if encodeErr != nil {
		t.Fatal(encodeErr)
	}
	return string(text)
}

func TestError_StatusAndBody(t *testing.T) {
	t.Parallel()
	uses := []apierr.Use{{Kind: "content", Count: 3, Path: "/content?publisher=7"}, {Kind: "collection", Count: 1}}
	for name, c := range map[string]struct {
		err    *apierr.Error
		status int
		body   string
	}{
		"New":            {apierr.New(http.StatusGone, "Gone."), 410, `{"message":"Gone.","code":"gone"}`},
		"NotFound":       {apierr.NotFound(), 404, `{"message":"Not found.","code":"not_found"}`},
		"SignInRequired": {apierr.SignInRequired(), 401, `{"message":"Please sign in.","code":"unauthenticated"}`},
		"NotAllowed":     {apierr.NotAllowed("Only for admins."), 403, `{"message":"Only for admins.","code":"forbidden"}`},
		"ReauthenticationRequired": {
			apierr.ReauthenticationRequired(), 403,
			`{"message":"Confirm your password to continue.","code":"reauthentication_required"}`,
		},
		"Conflict":   {apierr.Conflict("Already sent."), 409, `{"message":"Already sent.","code":"conflict"}`},
		"TooMany":    {apierr.TooMany("Slow down.", time.Minute), 429, `{"message":"Slow down.","code":"rate_limited"}`},
		"Overloaded": {apierr.Overloaded(), 503, `{"message":"The server is busy. Please try again.","code":"unavailable"}`},
		"Unavailable": {
			apierr.Unavailable(), 503,
			`{"message":"The service is temporarily unavailable. Please try again in a few seconds.","code":"unavailable"}`,
		},
		"UnknownOutcome": {
			apierr.UnknownOutcome(), 503,
			`{"message":"The database did not confirm the change, so it may have been saved. Please check whether it was ` +
				`before you try again.","code":"unknown_outcome"}`,
		},
		"Internal": {
			apierr.Internal("r-17"), 500, `{"message":"Something went wrong.","code":"internal","request_id":"r-17"}`,
		},
		"Stale": {
			apierr.Stale(map[string]int{"version": 4}), 409,
			`{"message":"Someone else saved changes while you were editing.","code":"stale_version","item":{"version":4}}`,
		},
		"InUse": {
			apierr.InUse("Still in use.", uses), 409,
			`{"message":"Still in use.","code":"in_use","uses":[{"kind":"content","count":3,"path":"/content?publisher=7"},` +
				`{"kind":"collection","count":1}]}`,
		},
		"Field": {
			apierr.Field("name", "Must be at most %d characters.", 160), 422,
			`{"message":"Please check the fields.","code":"invalid","errors":{"name":["Must be at most 160 characters."]}}`,
		},
	} {
		if got := c.err.GetStatus(); got != c.status {
			t.Errorf("%s: the status is %d, want %d", name, got, c.status)
		}
		if got := encode(t, c.err); got != c.body {
			t.Errorf("%s: the body is %s, want %s", name, got, c.body)
		}
		if c.err.Error() != c.err.Message {
			t.Errorf("%s: logged as %q, want %q", name, c.err.Error(), c.err.Message)
		}
	}
}

func TestError_RetryAfter(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  *apierr.Error
		want string
	}{
		"whole seconds":            {apierr.TooMany("", 90*time.Second), "90"},
		"a fraction is rounded up": {apierr.TooMany("", 1500*time.Millisecond), "2"},
		"at least one second":      {apierr.TooMany("", time.Nanosecond), "1"},
		"no wait":                  {apierr.TooMany("", 0), ""},
		"overloaded":               {apierr.Overloaded(), "2"},
		"unavailable":              {apierr.Unavailable(), "5"},
		"not found":                {apierr.NotFound(), ""},
	} {
		if got := c.err.GetHeaders().Get("Retry-After"); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestFields(t *testing.T) {
	t.Parallel()
	var fields apierr.Fields
	if err := fields.Err(); err != nil {
		t.Errorf("no field is wrong, but got %v", err)
	}
	fields.Add("name", "This field is required.")
	fields.Add("tags.0", "%q is too long.", "x")
	fields.Add("name", "Must be unique.")
	got, ok := apierr.As(fields.Err())
	want := map[string][]string{"name": {"This field is required.", "Must be unique."}, "tags.0": {`"x" is too long.`}}
	if !ok || got.GetStatus() != http.StatusUnprocessableEntity || !maps.EqualFunc(got.Errors, want, slices.Equal) {
		t.Errorf("got %+v, want %v", got, want)
	}
}

func TestNotAllowedFields(t *testing.T) {
	t.Parallel()
	if err := apierr.NotAllowedFields("Only admins may change these.", nil); err != nil {
		t.Errorf("no field is refused, but got %v", err)
	}
	err := apierr.NotAllowedFields("Only admins may change these.", apierr.Fields{"role": {"Can't be changed."}})
	if got, ok := apierr.As(err); !ok || got.GetStatus() != http.StatusForbidden || len(got.Errors["role"]) != 1 {
		t.Errorf("got %+v", got)
	}
}

func TestJoin(t *testing.T) {
	t.Parallel()
	name, slug, second := apierr.Field("name", "100%% wrong."), apierr.Field("slug", "Taken."),
		apierr.Field("name", "Too long.")
	t.Run("returns nil when no part failed", func(t *testing.T) {
		t.Parallel()
		if err := apierr.Join(nil, nil); err != nil {
			t.Errorf("got %v", err)
		}
	})
	t.Run("merges the field errors of all parts", func(t *testing.T) {
		t.Parallel()
		got, ok := apierr.As(apierr.Join(name, nil, fmt.Errorf("check: %w", slug), second))
		want := map[string][]string{"name": {"100% wrong.", "Too long."}, "slug": {"Taken."}}
		if !ok || got.GetStatus() != http.StatusUnprocessableEntity || !maps.EqualFunc(got.Errors, want, slices.Equal) {
			t.Errorf("got %+v, want %v", got, want)
		}
	})
	t.Run("returns any other error instead", func(t *testing.T) {
		t.Parallel()
		broken, conflict := errors.New("broken"), apierr.Conflict("Already sent.")
		if err := apierr.Join(name, broken, conflict); !errors.Is(err, broken) {
			t.Errorf("got %v, want %v", err, broken)
		}
		if err := apierr.Join(name, conflict, broken); !errors.Is(err, conflict) {
			t.Errorf("got %v, want %v", err, conflict)
		}
	})
}

func TestAs(t *testing.T) {
	t.Parallel()
	if got, ok := apierr.As(fmt.Errorf("save: %w", apierr.NotFound())); !ok || got.GetStatus() != http.StatusNotFound {
		t.Errorf("a wrapped error is not found: %+v", got)
	}
	for _, err := range []error{nil, errors.New("broken")} {
		if got, ok := apierr.As(err); ok || got != nil {
			t.Errorf("%v was found to be %+v", err, got)
		}
	}
}

func TestAlreadyInUse(t *testing.T) {
	for field, want := range map[string]string{
		"name":         "This name is already in use.",
		"path_pattern": "This path pattern is already in use.",
		"email":        "This e-mail address is already in use.",
		"alpha2":       "This code is already in use.",
		"language_id":  "This language has already been added.",
	} {
		if got := apierr.AlreadyInUse(field); got != want {
			t.Errorf("%s: got %q, want %q", field, got, want)
		}
	}
}
