// Package fetch reads addresses that people paste, without ever reaching inside our own network.
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
	"waymark/internal/kit/write"
)

// Limits of one fetch.
const (
	Timeout      = 8 * time.Second
	maxRedirects = 5
	maxHeaders   = 64 << 10
)

// Why nothing was fetched. Whatever is none of these, the network or the other side did.
var (
	// ErrTooLarge is returned for a body over the limit.
	ErrTooLarge = errors.New("the page is too large")
	// ErrNotAnAddress is returned for what is no http or https address.
	ErrNotAnAddress = errors.New("not an http or https address")
	// ErrRefused is returned for an address that the guard keeps from being reached.
	ErrRefused = errors.New("the address may not be reached")
	// ErrTooSlow is returned when the time is over.
	ErrTooSlow = errors.New("the page took too long")
	// ErrTooManyRedirects is returned for an address that leads on and on.
	ErrTooManyRedirects = errors.New("too many redirects")
)

// StatusError is an answer that is an error.
type StatusError struct{ Status int }

func (e *StatusError) Error() string { return fmt.Sprintf("answered %d", e.Status) }

// A page may answer slowly and an image be large: without limits, a few people could open any number of connections.
const (
	atOnce    = 8
	perPerson = 3
	slotWait  = 3 * time.Second
)

// Client fetches pages and images: eight at a time, and three for the same person. Beyond that it refuses.
type Client struct {
	http  *http.Client
	guard *guard
	limit time.Duration
	slots *slots.Slots
}

// New makes a client. The guard looks at each address at the moment of connecting, after DNS and on
// every redirect; allowPrivate takes it off, for tests and development only.
func New(allowPrivate bool) *Client {
	if allowPrivate {
		return build(nil, nil, Timeout)
	}
	return build(newGuard(nil, nil), nil, Timeout)
}

func build(g *guard, names *net.Resolver, limit time.Duration) *Client {
	dialer := &net.Dialer{Timeout: limit, Resolver: names}
	if g != nil {
		dialer.Control = g.control
	}
	c := &Client{guard: g, limit: limit, slots: slots.New(atOnce, slotWait).PerCaller(perPerson)}
	c.http = &http.Client{
		Timeout: limit,
		Transport: &http.Transport{
			Proxy: nil, DialContext: dialer.DialContext, ForceAttemptHTTP2: true, DisableKeepAlives: true,
			TLSHandshakeTimeout: limit, ResponseHeaderTimeout: limit, MaxResponseHeaderBytes: maxHeaders,
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

// Visit begins fetches that belong together: they share one slot and the time for one fetch, and are made one after the
// other. Call done at the end. The error is a refusal when too much is being fetched.
func (c *Client) Visit(ctx context.Context) (visit context.Context, done func(), err error) {
	release, err := c.slots.Acquire(ctx, callerOf(ctx))
	if err != nil {
		return nil, nil, err
	}
	visit, cancel := context.WithTimeout(context.WithValue(ctx, visitKey{}, c), c.limit)
	return visit, func() {
		cancel()
		release()
	}, nil
}

// acquire takes a slot for a single fetch, unless it is part of a visit, which has one.
func (c *Client) acquire(ctx context.Context) (release func(), err error) {
	if ctx.Value(visitKey{}) == c {
		return func() {}, nil
	}
	return c.slots.Acquire(ctx, callerOf(ctx))
}

// callerOf is who shares the limit on fetches: a person, or another program. The system itself has no limit of its own.
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

// Check tells what can be told of an address without asking anyone: nil does not mean that it may be reached.
func (c *Client) Check(u *url.URL) error {
	if (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil {
		return ErrNotAnAddress
	}
	if c.guard == nil {
		return nil
	}
	return c.guard.check(u)
}

// Page is what was found at an address.
type Page struct {
	URL    *url.URL // after redirects
	Header http.Header
	Body   []byte
}

// Get fetches an address, at most limit bytes of it.
func (c *Client) Get(ctx context.Context, address string, limit int64) (*Page, error) {
	page, err := c.GetIf(ctx, address, limit, func(*Page) error { return nil })
	if err != nil {
		return nil, err
	}
	return page, nil
}

// GetIf is Get for callers who can tell by the headers that they do not want a body: what want returns is returned
// before any of it is read. With ErrTooLarge comes the beginning of the page.
func (c *Client) GetIf(ctx context.Context, address string, limit int64, want func(*Page) error) (*Page, error) {
	var body bytes.Buffer
	page, err := c.fetch(ctx, address, limit, want, &body)
	if page != nil {
		page.Body = body.Bytes()
	}
	return page, err
}

// Download writes what is at an address to a file or another writer: at most limit bytes of it.
func (c *Client) Download(ctx context.Context, address string, limit int64, to io.Writer) error {
	_, err := c.fetch(ctx, address, limit, func(*Page) error { return nil }, to)
	return err
}

func (c *Client) fetch(ctx context.Context, address string, limit int64, want func(*Page) error, to io.Writer) (*Page, error) {
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
	request.Header.Set("User-Agent", "Mozilla/5.0 (compatible; Waymark)")
	release, err := c.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	page, err := c.read(request, limit, want, to)
	if err != nil {
		return page, fmt.Errorf("fetch %s: %w", target.Host, named(err))
	}
	return page, nil
}

func (c *Client) read(request *http.Request, limit int64, want func(*Page) error, to io.Writer) (*Page, error) {
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, &StatusError{Status: response.StatusCode}
	}
	page := &Page{URL: response.Request.URL, Header: response.Header}
	if err := want(page); err != nil {
		return nil, err
	}
	size, err := io.Copy(to, io.LimitReader(response.Body, limit))
	if err != nil {
		return nil, err
	}
	if size == limit { // perhaps exactly the limit
		if n, _ := io.ReadFull(response.Body, make([]byte, 1)); n > 0 {
			return page, ErrTooLarge
		}
	}
	return page, nil
}

// named gives the many errors of time that is over one name, and leaves out the address, which may hold a secret.
func named(err error) error {
	var whole *url.Error
	if errors.As(err, &whole) {
		err = whole.Err
	}
	var network net.Error
	if errors.Is(err, context.DeadlineExceeded) || (errors.As(err, &network) && network.Timeout()) {
		return fmt.Errorf("%w: %w", ErrTooSlow, err)
	}
	return err
}
