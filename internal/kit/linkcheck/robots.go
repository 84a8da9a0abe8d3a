package linkcheck

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"waymark/internal/kit/fetch"
)

// Product is the name by which a site's rules know this program.
const Product = "waymark"

// Rules are those of a robots.txt for this program (RFC 9309).
type Rules struct {
	// Lines are its rules, each with a sign: +/path or -/path.
	Lines []string
	// Delay is how long the site wants to be left alone between two requests, or 0.
	Delay time.Duration
	// Unreadable says that the server failed to send its rules. Then nothing may be visited.
	Unreadable bool
}

const (
	maxRobots          = 500 << 10
	maxRobotsRedirects = 5
	maxDelay           = time.Minute
)

// FetchRules fetches the rules of a site. It follows redirects to pages of the same host.
func (c *Checker) FetchRules(ctx context.Context, site *url.URL) (Rules, error) {
	ctx = fetch.WithUserAgent(ctx, c.Agent)
	address := &url.URL{Scheme: site.Scheme, Host: site.Host, Path: "/robots.txt"}
	for range maxRobotsRedirects + 1 {
		if err := c.Turn(ctx, site.Hostname()); err != nil {
			return Rules{}, err
		}
		response, err := c.robots(ctx, address)
		if err != nil {
			// The page fails for the same reason, and then that is the result.
			return Rules{}, nil //nolint:nilerr // see above
		}
		next, _ := redirect(address, response)
		switch {
		case next != nil && next.Hostname() == site.Hostname():
			address = next
			continue
		case response.Status >= http.StatusInternalServerError:
			return Rules{Unreadable: true}, nil
		case response.Status < 200 || response.Status > 299:
			return Rules{}, nil
		}
		return ParseRules(response.Body), nil
	}
	return Rules{}, nil
}

func (c *Checker) robots(ctx context.Context, address *url.URL) (*fetch.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	return c.Prober.Get(ctx, address, maxRobots, nil)
}

// ParseRules reads a robots.txt. Of its groups, that for this program counts, or else that for all programs.
func ParseRules(text []byte) Rules {
	own, all := Rules{}, Rules{}
	var agents []string
	hasOwn, inRules := false, true
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		line, _, _ := strings.Cut(strings.TrimPrefix(lines.Text(), "\ufeff"), "#")
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
		if key == "user-agent" {
			if inRules {
				agents, inRules = nil, false
			}
			agent := strings.ToLower(value)
			agents, hasOwn = append(agents, agent), hasOwn || isOwn(agent)
			continue
		}
		inRules = true
		for _, agent := range agents {
			if agent == "*" {
				all.add(key, value)
			} else if isOwn(agent) {
				own.add(key, value)
			}
		}
	}
	if hasOwn {
		return own
	}
	return all
}

func isOwn(agent string) bool {
	name, _, _ := strings.Cut(agent, "/")
	return name == Product
}

func (r *Rules) add(key, value string) {
	switch {
	case value == "":
	case key == "allow":
		r.Lines = append(r.Lines, "+"+value)
	case key == "disallow":
		r.Lines = append(r.Lines, "-"+value)
	case key == "crawl-delay":
		if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds > 0 {
			r.Delay = time.Duration(min(seconds, maxDelay.Seconds()) * float64(time.Second))
		}
	}
}

// Allow reports whether a page may be visited. The longest rule that matches decides, and of two an allowing one.
func (r Rules) Allow(page *url.URL) bool {
	path := page.EscapedPath()
	if path == "" {
		path = "/"
	}
	if page.RawQuery != "" {
		path += "?" + page.RawQuery
	}
	allowed, longest := true, -1
	for _, line := range r.Lines {
		allows, pattern := line[0] == '+', line[1:]
		if len(pattern) < longest || (len(pattern) == longest && !allows) || !matches(pattern, path) {
			continue
		}
		allowed, longest = allows, len(pattern)
	}
	return allowed
}

// matches reports whether a path starts with a pattern. A star matches any text, and a dollar sign at the end of the
// pattern matches the end of the path.
func matches(pattern, path string) bool {
	pattern, toEnd := strings.CutSuffix(pattern, "$")
	parts := strings.Split(pattern, "*")
	if !strings.HasPrefix(path, parts[0]) {
		return false
	}
	rest := path[len(parts[0]):]
	for i, part := range parts[1:] {
		if toEnd && i == len(parts)-2 {
			return strings.HasSuffix(rest, part)
		}
		at := strings.Index(rest, part)
		if at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return !toEnd || rest == ""
}

// String stores the rules as text.
func (r Rules) String() string {
	if r.Unreadable {
		return "unreadable"
	}
	return strings.Join(append([]string{fmt.Sprint(r.Delay.Milliseconds())}, r.Lines...), "\n")
}

// RulesFrom reads what String returned.
func RulesFrom(text string) Rules {
	lines := strings.Split(text, "\n")
	milliseconds, err := strconv.ParseInt(lines[0], 10, 64)
	if err != nil {
		return Rules{Unreadable: text == "unreadable"}
	}
	return Rules{Delay: time.Duration(milliseconds) * time.Millisecond, Lines: lines[1:]}
}
