// Package clienterrors writes errors of the web app to the server's log.
package clienterrors

import (
	"context"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
)

// ClientError is an error that stopped a page of the console.
type ClientError struct {
	Code    string `json:"code" maxLength:"40" doc:"What the page shows, so that people can name it to support."`
	Route   string `json:"route" maxLength:"100" doc:"The template of the page's address, such as /users/$id/details."`
	Message string `json:"message" maxLength:"300" doc:"Name and message of the error. Quoted texts are not logged."`
	Source  string `json:"source,omitempty" maxLength:"200" doc:"File and line that failed."`
}

// The size of a report, and how many of them a person can send. One page reports an error once.
const (
	maxBody    = 4 << 10
	maxReports = 10
	window     = time.Minute
)

// Mount registers the endpoint.
func Mount(a *api.API) {
	r := &reports{sent: map[int64][]time.Time{}}
	api.Handle(a, api.Op{
		Method: http.MethodPost, Path: "/api/admin/client-errors", ID: "reportClientError", Tag: "Status",
		Summary: "Report an error of the console", ReadOnly: true, MaxBody: maxBody, Body: a.SchemaOf(ClientError{}),
		Description: "Writes one line to the server's log, with the browser's User-Agent. The console reports errors that " +
			"stop a page. A person can send ten reports a minute; more get a 429 response.",
	}, func(ctx context.Context, call *api.Call) (api.None, error) {
		in, err := api.Decode[ClientError](call)
		if err == nil {
			err = in.check()
		}
		if err != nil {
			return api.None{}, err
		}
		if wait := r.add(auth.Current(ctx).ID); wait > 0 {
			return api.None{}, apierr.TooMany("Too many errors have been reported.", wait)
		}
		request, _ := call.Request()
		slog.ErrorContext(ctx, "a page of the console failed", "code", in.Code, "route", in.Route,
			"error", withoutContents(in.Message), "source", in.Source, "browser", shorten(request.UserAgent(), 200))
		return api.None{}, nil
	})
}

func (e *ClientError) check() error {
	var problems apierr.Fields
	for _, field := range []struct {
		name, value string
		limit       int
		required    bool
	}{
		{"code", e.Code, 40, true},
		{"route", e.Route, 100, true},
		{"message", e.Message, 300, true},
		{"source", e.Source, 200, false},
	} {
		switch {
		case field.required && strings.TrimSpace(field.value) == "":
			problems.Add(field.name, "Is required.")
		case len([]rune(field.value)) > field.limit:
			problems.Add(field.name, "Must have at most %d characters.", field.limit)
		}
	}
	return problems.Err()
}

var (
	quoted     = regexp.MustCompile(`"[^"]*"|'[^']*'|“[^”]*”|‘[^’]*’`)
	identifier = regexp.MustCompile(`^\pP[\w$.]{1,40}\pP$`)
	address    = regexp.MustCompile(`\S+@\S+|[?#]\S+`)
)

// withoutContents removes from a message what may be the contents of a record: quoted texts that are no identifiers of
// the program, e-mail addresses and parameters of URLs.
func withoutContents(message string) string {
	message = quoted.ReplaceAllStringFunc(message, func(text string) string {
		if identifier.MatchString(text) {
			return text
		}
		return "“…”"
	})
	return address.ReplaceAllString(message, "…")
}

func shorten(text string, length int) string {
	if runes := []rune(text); len(runes) > length {
		return string(runes[:length])
	}
	return text
}

// reports counts the reports of the last minute, by person.
type reports struct {
	lock sync.Mutex
	sent map[int64][]time.Time
}

// add counts a report. If the person has sent too many, it returns how long they must wait.
func (r *reports) add(person int64) time.Duration {
	r.lock.Lock()
	defer r.lock.Unlock()
	now := clock.Now()
	for id, times := range r.sent {
		for len(times) > 0 && now.Sub(times[0]) >= window {
			times = times[1:]
		}
		if r.sent[id] = times; len(times) == 0 {
			delete(r.sent, id)
		}
	}
	if times := r.sent[person]; len(times) >= maxReports {
		return window - now.Sub(times[0])
	}
	r.sent[person] = append(r.sent[person], now)
	return 0
}
