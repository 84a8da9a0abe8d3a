package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Response is what a server answers to a single request, whatever its status.
type Response struct {
	Status int
	Header http.Header
	Body   []byte // its beginning
}

// Prober makes single requests for a program that checks pages: it follows no redirect, and an error status is an
// answer like any other. Its guard is that of the client.
type Prober struct {
	client *Client
	http   *http.Client
}

// Prober returns a prober with a time limit of its own. It does not take the slots of people who wait for a page.
func (c *Client) Prober(timeout time.Duration) *Prober {
	p := build(c.guard, c.resolver, timeout)
	p.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Prober{client: p, http: p.http}
}

// Get requests a URL and returns the response with at most limit bytes of its body. A body that ends too early, or too
// late, counts as far as it was read.
func (p *Prober) Get(ctx context.Context, target *url.URL, limit int64, jar http.CookieJar) (*Response, error) {
	if err := p.client.Check(target); err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, ErrNotAnAddress
	}
	request.Header.Set("User-Agent", userAgentOf(ctx))
	request.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	request.Header.Set("Accept-Language", "en,*;q=0.5")
	client := *p.http
	client.Jar = jar
	response, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("fetch %s: %w", target.Host, simplify(err))
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, limit))
	if err != nil && len(body) == 0 && errors.Is(simplify(err), ErrTooSlow) {
		return nil, fmt.Errorf("fetch %s: %w", target.Host, simplify(err))
	}
	return &Response{Status: response.StatusCode, Header: response.Header, Body: body}, nil
}
