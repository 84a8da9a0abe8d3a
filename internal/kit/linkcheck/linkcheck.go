// Package linkcheck checks whether links still work.
//
// A check makes one request after the other, along redirects, and asks for the turn of each host before it sends one,
// so that a host never gets more requests than its turns allow.
package linkcheck

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strconv"
	"strings"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/fetch"
	"waymark/internal/kit/webpage"
)

// Status is the result of a check.
type Status string

// The statuses.
const (
	// Excluded means that the site does not want to be checked, so nothing is known.
	Excluded Status = ""
	OK       Status = "ok"
	// Moved means that the page has another address for good.
	Moved Status = "moved"
	// Broken means that the page is gone.
	Broken Status = "broken"
	// Unsure means that the server refused to answer this program, or could not answer at all this time.
	Unsure Status = "unsure"
)

// Result is what a check found.
type Result struct {
	Status  Status
	Code    int    // the status code of the last response, or 0
	URL     string // where the link leads
	Problem string // a sentence, or ""
	// RetryAfter is how long the server wants to be left alone, or 0.
	RetryAfter time.Duration
}

// Limits of a check.
const (
	Timeout      = 10 * time.Second // of one request
	maxBody      = 64 << 10
	maxRedirects = 10
	maxRetry     = 24 * time.Hour
)

// ErrBusy is returned by a Turn that would take too long. The check is made another time.
var ErrBusy = errors.New("the host has no turn")

// Checker checks links.
type Checker struct {
	Prober *fetch.Prober
	// Agent is the User-Agent of requests, with a URL at which people can read who sends them.
	Agent string
	// Turn waits until a request may be sent to a host.
	Turn func(ctx context.Context, host string) error
	// Rules returns the rules that a site has for programs. It is asked before the first request to the site.
	Rules func(ctx context.Context, site *url.URL) (Rules, error)
}

// Check checks a link. An error means that nothing was found out, because a turn or the rules of a site were missing.
func (c *Checker) Check(ctx context.Context, link string) (Result, error) {
	start, ok := webpage.Address(link)
	if !ok {
		return Result{Status: Broken, URL: link, Problem: "This is not the address of a web page."}, nil
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return Result{}, fmt.Errorf("check a link: %w", err)
	}
	v := &visit{Checker: c, start: start, at: start, lasting: start, jar: jar, isLasting: true}
	ctx = fetch.WithUserAgent(ctx, c.Agent)
	for range maxRedirects + 1 {
		result, err := v.step(ctx)
		if err != nil {
			return Result{}, err
		}
		if result != nil {
			return *result, nil
		}
	}
	return *v.result(Broken, 0, "It redirects in a circle."), nil
}

// visit is the way from a link to a page.
type visit struct {
	*Checker
	start     *url.URL
	at        *url.URL // the present address
	lasting   *url.URL // the last one that permanent redirects alone have led to
	isLasting bool     // all redirects so far are permanent
	jar       http.CookieJar
}

func (v *visit) result(status Status, code int, problem string) *Result {
	return &Result{Status: status, Code: code, URL: v.at.String(), Problem: problem}
}

// step makes one request. It returns nil if the next one follows a redirect.
func (v *visit) step(ctx context.Context) (*Result, error) {
	rules, err := v.Rules(ctx, v.at)
	if err != nil {
		return nil, err
	}
	switch {
	case rules.Unreadable:
		return v.result(Unsure, 0, "The site's rules for programs (robots.txt) can't be read."), nil
	case !rules.Allow(v.at):
		return v.result(Excluded, 0, "The site does not want programs to visit this page (robots.txt)."), nil
	}
	if err := v.Turn(ctx, v.at.Hostname()); err != nil {
		return nil, err
	}
	request, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	response, err := v.Prober.Get(request, v.at, maxBody, v.jar)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("check a link: %w", ctx.Err())
	}
	if err != nil {
		status, problem := failure(err)
		return v.result(status, 0, problem), nil
	}
	if next, permanent := redirect(v.at, response); next != nil {
		v.follow(next, permanent)
		return nil, nil //nolint:nilnil // the visit goes on
	}
	return v.judge(response), nil
}

func (v *visit) follow(next *url.URL, permanent bool) {
	v.at = next
	v.isLasting = v.isLasting && permanent
	if v.isLasting {
		v.lasting = next
	}
}

// redirect returns where a response leads, or nil.
func redirect(from *url.URL, r *fetch.Response) (next *url.URL, permanent bool) {
	switch r.Status {
	case http.StatusMovedPermanently, http.StatusPermanentRedirect:
		permanent = true
	case http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect:
	default:
		return nil, false
	}
	next, err := from.Parse(r.Header.Get("Location"))
	if err != nil || r.Header.Get("Location") == "" {
		return nil, false
	}
	next.Fragment, next.RawFragment = "", ""
	return next, permanent
}

// judge returns the result of the last response.
func (v *visit) judge(r *fetch.Response) *Result {
	switch {
	case r.Status == http.StatusNotFound || r.Status == http.StatusGone:
		return v.result(Broken, r.Status, "The page does not exist.")
	case r.Status < 200 || r.Status > 299:
		result := v.result(Unsure, r.Status, fmt.Sprintf("The server answered with status %d.", r.Status))
		result.RetryAfter = retryAfter(r.Header.Get("Retry-After"))
		return result
	case v.at != v.start && isHome(v.at) && !isHome(v.start):
		return v.result(Broken, r.Status, "It redirects to the home page.")
	case saysNotFound(r):
		return v.result(Broken, r.Status, "The page says that it was not found.")
	}
	if before, after := canonical(v.start), canonical(v.lasting); before != after {
		result := v.result(Moved, r.Status, "The page has a new address.")
		result.URL = v.lasting.String()
		return result
	}
	return v.result(OK, r.Status, "")
}

func canonical(u *url.URL) string {
	text, ok := webpage.Canonical(u.String())
	if !ok {
		return u.String()
	}
	return text
}

// retryAfter parses the header, which has seconds or a date.
func retryAfter(value string) time.Duration {
	wait := time.Duration(0)
	if seconds, err := strconv.ParseInt(strings.TrimSpace(value), 10, 32); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(value); err == nil {
		wait = at.Sub(clock.Now())
	}
	return min(max(wait, 0), maxRetry)
}
