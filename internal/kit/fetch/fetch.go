// Package fetch fetches URLs that people paste. It never connects to addresses in the server's own network.
package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"waymark/internal/kit/slots"
	"waymark/internal/kit/tracing"
	"waymark/internal/kit/write"
)

// Limits of one fetch.
const (
	Timeout      = 8 * time.Second
	maxRedirects = 5
	maxHeaders   = 64 << 10
)

// Reasons why a page was not fetched. Any other error comes from the network or the server.
var (
	// ErrTooLarge is returned for a body over the limit.
	ErrTooLarge = errors.New("the page is too large")
	// ErrNotAnAddress is returned for a text that is not an http or https URL.
	ErrNotAnAddress = errors.New("not an http or https address")
	// ErrRefused is returned for an address that the guard does not allow.
	ErrRefused = errors.New("the address may not be reached")
	// ErrTooSlow is returned when the time limit is exceeded.
	ErrTooSlow = errors.New("the page took too long")
	// ErrTooManyRedirects is returned after five redirects.
	ErrTooManyRedirects = errors.New("too many redirects")
)

// StatusError is a response with a status other than 2xx.
type StatusError struct{ Status int }

func (e *StatusError) Error() string { return fmt.Sprintf("answered %d", e.Status) }

// Limits on concurrent fetches. Without them a few people could open any number of connections to slow servers.
const (
	maxFetches          = 8
	maxFetchesPerCaller = 3
	slotWait            = 3 * time.Second
)

// Client fetches pages and images: at most eight at a time, and three for the same caller.
type Client struct {
	http     *http.Client
	guard    *guard
	resolver *net.Resolver
	timeout  time.Duration
	slots    *slots.Slots
}

// New returns a client. Its guard checks every address when a connection is opened, after DNS and for every redirect.
// allowPrivate removes the guard, for tests and development only.
func New(allowPrivate bool) *Client {
	if allowPrivate {
		return build(nil, nil, Timeout)
	}
	return build(newGuard(nil, nil), nil, Timeout)
}

func build(g *guard, resolver *net.Resolver, timeout time.Duration) *Client {
	dialer := &net.Dialer{Timeout: timeout, Resolver: resolver}
	if g != nil {
		dialer.Control = g.control
	}
	c := &Client{
		guard: g, resolver: resolver, timeout: timeout,
		slots: slots.New(maxFetches, slotWait).PerCaller(maxFetchesPerCaller),
	}
	c.http = &http.Client{
		Timeout: timeout,
		Transport: &http.Transport{
			Proxy: nil, DialContext: dialer.DialContext, ForceAttemptHTTP2: true, DisableKeepAlives: true,
			TLSHandshakeTimeout: timeout, ResponseHeaderTimeout: timeout, MaxResponseHeaderBytes: maxHeaders,
		},
		CheckRedirect: func(next *http.Request, via []*http.Request) error {
			if len(via) > maxRedirects {
				return ErrTooManyRedirects
			}
			return c.Check(next.URL)
		},
	}
	return c
}

type visitKey struct{}

// Visit starts a sequence of fetches that share one slot and the time limit of one fetch. done must be called at the
// end. The error is an apierr.Error if too many fetches are running.
func (c *Client) Visit(ctx context.Context) (visit context.Context, done func(), err error) {
	release, err := c.slots.Acquire(ctx, callerOf(ctx))
	if err != nil {
		return nil, nil, err
	}
	visit, cancel := context.WithTimeout(context.WithValue(ctx, visitKey{}, c), c.timeout)
	return visit, func() {
		cancel()
		release()
	}, nil
}

// acquire takes a slot for a single fetch, unless the fetch is part of a visit, which has a slot already.
func (c *Client) acquire(ctx context.Context) (release func(), err error) {
	if ctx.Value(visitKey{}) == c {
		return func() {}, nil
	}
	return c.slots.Acquire(ctx, callerOf(ctx))
}

// callerOf returns the caller for the limit on fetches: a user, or an API client by its IP address. The system has
// none.
func callerOf(ctx context.Context) string {
	actor := write.ActorOf(ctx)
	switch {
	case actor.UserID != 0:
		return strconv.FormatInt(actor.UserID, 10)
	case actor.IP != "":
		return actor.Name + " " + actor.IP
	}
	return ""
}

type userAgentKey struct{}

// WithUserAgent returns a context whose fetches say that they are from another program, for servers that choose a
// format by it.
func WithUserAgent(ctx context.Context, agent string) context.Context {
	return context.WithValue(ctx, userAgentKey{}, agent)
}

func userAgentOf(ctx context.Context) string {
	if agent, ok := ctx.Value(userAgentKey{}).(string); ok {
		return agent
	}
	return "Mozilla/5.0 (compatible; Waymark)"
}

// Check checks a URL without any network request. A URL that passes may still be refused when its host is resolved.
func (c *Client) Check(u *url.URL) error {
	if (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil {
		return ErrNotAnAddress
	}
	if c.guard == nil {
		return nil
	}
	return c.guard.check(u)
}

// Page is a response.
type Page struct {
	URL    *url.URL // the final one after redirects
	Header http.Header
	Body   []byte
}

// Get fetches a URL. It returns ErrTooLarge for a body of more than limit bytes.
func (c *Client) Get(ctx context.Context, address string, limit int64) (*Page, error) {
	page, err := c.GetIf(ctx, address, limit, func(*Page) error { return nil })
	if err != nil {
		return nil, err
	}
	return page, nil
}

// GetIf is Get for callers that decide by the headers whether they need the body: an error of check is returned before
// the body is read. With ErrTooLarge it returns the first limit bytes of the page.
func (c *Client) GetIf(ctx context.Context, address string, limit int64, check func(*Page) error) (*Page, error) {
	var body bytes.Buffer
	page, err := c.fetch(ctx, address, limit, check, &body)
	if page != nil {
		page.Body = body.Bytes()
	}
	return page, err
}

// Download writes the body of a response to a writer. It returns ErrTooLarge after limit bytes if there are more.
func (c *Client) Download(ctx context.Context, address string, limit int64, to io.Writer) error {
	_, err := c.fetch(ctx, address, limit, func(*Page) error { return nil }, to)
	return err
}

func (c *Client) fetch(
	ctx context.Context, address string, limit int64, check func(*Page) error, to io.Writer,
) (*Page, error) {
	target, err := url.Parse(address)
	if err != nil {
		return nil, ErrNotAnAddress
	}
	if err := c.Check(target); err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, ErrNotAnAddress
	}
	request.Header.Set("User-Agent", userAgentOf(ctx))
	release, err := c.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	_, span := tracing.StartCall(ctx, "fetch")
	page, err := c.read(request, limit, check, to)
	span.End(err)
	if err != nil {
		return page, fmt.Errorf("fetch %s: %w", target.Host, simplify(err))
	}
	return page, nil
}

func (c *Client) read(request *http.Request, limit int64, check func(*Page) error, to io.Writer) (*Page, error) {
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, &StatusError{Status: response.StatusCode}
	}
	page := &Page{URL: response.Request.URL, Header: response.Header}
	if err := check(page); err != nil {
		return nil, err
	}
	size, err := io.Copy(to, io.LimitReader(response.Body, limit))
	if err != nil {
		return nil, err
	}
	if size == limit { // the body may also end exactly here
		if n, _ := io.ReadFull(response.Body, make([]byte, 1)); n > 0 {
			return page, ErrTooLarge
		}
	}
	return page, nil
}

// simplify returns ErrTooSlow for all kinds of timeouts, and removes the URL, which may contain a secret.
func simplify(err error) error {
	var withURL *url.Error
	if errors.As(err, &withURL) {
		err = withURL.Err
	}
	var network net.Error
	if errors.Is(err, context.DeadlineExceeded) || (errors.As(err, &network) && network.Timeout()) {
		return fmt.Errorf("%w: %w", ErrTooSlow, err)
	}
	return err
}
