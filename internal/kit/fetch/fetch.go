// Package fetch reads addresses that people paste, without ever reaching inside our own network.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"code.dny.dev/ssrf"
)

// Limits of one fetch.
const (
	Timeout      = 8 * time.Second
	maxRedirects = 5
)

var (
	// ErrTooLarge is returned for a body over the limit.
	ErrTooLarge = errors.New("the page is too large")
	// ErrNotAnAddress is returned for what is no http or https address.
	ErrNotAnAddress = errors.New("not an http or https address")
)

// Client fetches pages and images.
type Client struct{ http *http.Client }

// New makes a client. The guard looks at each address at the moment of connecting, after DNS and on
// every redirect; allowPrivate takes it off, for tests and development only.
func New(allowPrivate bool) *Client {
	dialer := &net.Dialer{Timeout: Timeout}
	if !allowPrivate {
		dialer.Control = ssrf.New(ssrf.WithPorts(80, 443)).Safe
	}
	return &Client{http: &http.Client{
		Timeout: Timeout,
		Transport: &http.Transport{
			Proxy: nil, DialContext: dialer.DialContext, ForceAttemptHTTP2: true, DisableKeepAlives: true,
			TLSHandshakeTimeout: Timeout, ResponseHeaderTimeout: Timeout, MaxResponseHeaderBytes: 64 << 10,
		},
		CheckRedirect: func(next *http.Request, via []*http.Request) error {
			if len(via) > maxRedirects {
				return errors.New("too many redirects")
			}
			return checkAddress(next.URL)
		},
	}}
}

// Page is what was found at an address.
type Page struct {
	URL    *url.URL // after redirects
	Header http.Header
	Body   []byte
}

// Get fetches an address, at most limit bytes of it.
func (c *Client) Get(ctx context.Context, address string, limit int64) (*Page, error) {
	target, err := url.Parse(address)
	if err != nil {
		return nil, ErrNotAnAddress
	}
	if err := checkAddress(target); err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, ErrNotAnAddress
	}
	request.Header.Set("User-Agent", "Mozilla/5.0 (compatible; Waymark)")
	response, err := c.http.Do(request)
	if err != nil {
		return nil, fmt.Errorf("fetch %s: %w", target.Host, err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode >= http.StatusBadRequest {
		return nil, fmt.Errorf("fetch %s: answered %d", target.Host, response.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", target.Host, err)
	}
	if int64(len(body)) > limit {
		return nil, ErrTooLarge
	}
	return &Page{URL: response.Request.URL, Header: response.Header, Body: body}, nil
}

func checkAddress(u *url.URL) error {
	if (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil {
		return ErrNotAnAddress
	}
	return nil
}
