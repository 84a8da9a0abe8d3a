package kittest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/secret"
)

// Client sends requests as one person or program.
type Client struct {
	server *Server
	token  string
	header http.Header
	UserID int64
}

// Admin creates an admin and returns their client.
func (s *Server) Admin() *Client { return s.signIn(auth.Admin) }

// Editor creates an editor and returns their client.
func (s *Server) Editor() *Client { return s.signIn(auth.Editor) }

// Anyone returns a client that is not signed in.
func (s *Server) Anyone() *Client { return &Client{server: s, header: http.Header{}} }

// App returns a client with the credential of the user-facing app.
func (s *Server) App() *Client { return s.Anyone().With("Authorization", "Bearer "+AppKey) }

// signIn creates a staff member with a session, without the cost of hashing a password.
func (s *Server) signIn(role auth.Role) *Client {
	s.t.Helper()
	ctx, now := context.Background(), clock.Now()
	id, err := s.DB.Writer().Insert(ctx,
		`INSERT INTO users (first_name, first_name_key, last_name, last_name_key, email, alt_id, internal, staff_role,
			partner_id, search_text, created_at, updated_at)
		VALUES ('Test', 'test', ?, ?, ?, ?, TRUE, ?, 1, '', ?, ?)`, string(role), string(role),
		secret.AltID()+"@test.example", secret.AltID(), string(role), now, now)
	if err != nil {
		s.t.Fatal(err)
	}
	cookie, err := s.Sessions.Start(ctx, id, 0, "", "")
	if err != nil {
		s.t.Fatal(err)
	}
	return &Client{server: s, token: cookie.Value, header: http.Header{}, UserID: id}
}

// Unconfirmed returns a client of the same person in a session that is no longer confirmed by the password.
func (c *Client) Unconfirmed() *Client {
	s := c.server
	s.t.Helper()
	epoch := s.Count("SELECT session_epoch FROM users WHERE id = ?", c.UserID)
	cookie, err := s.Sessions.Start(context.Background(), c.UserID, epoch, "", "")
	if err != nil {
		s.t.Fatal(err)
	}
	s.Exec("UPDATE sessions SET confirmed_at = ? WHERE token_hash = ?", clock.Now().Add(-auth.ConfirmedFor),
		secret.Hash(cookie.Value))
	changed := *c
	changed.token = cookie.Value
	return &changed
}

// With returns a client that also sends a header.
func (c *Client) With(name, value string) *Client {
	changed := *c
	changed.header = c.header.Clone()
	changed.header.Set(name, value)
	return &changed
}

// Get sends a GET request.
func (c *Client) Get(path string) *Response { return c.Do("GET", path, nil) }

// Post sends a POST request with a JSON body.
func (c *Client) Post(path string, body any) *Response { return c.Do("POST", path, body) }

// Put sends a PUT request with a JSON body.
func (c *Client) Put(path string, body any) *Response { return c.Do("PUT", path, body) }

// Delete sends a DELETE request.
func (c *Client) Delete(path string) *Response { return c.Do("DELETE", path, nil) }

// Do sends a request. A path without a leading slash is below /api/admin/. A string or bytes are sent unchanged.
func (c *Client) Do(method, path string, body any) *Response {
	t := c.server.t
	t.Helper()
	if !strings.HasPrefix(path, "/") {
		path = "/api/admin/" + path
	}
	var content io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		content = strings.NewReader(b)
	case []byte:
		content = bytes.NewReader(b)
	default:
		encoded, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		content = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(context.Background(), method, c.server.URL+path, content)
	if err != nil {
		t.Fatal(err)
	}
	request.Header = c.header.Clone()
	if content != nil && request.Header.Get("Content-Type") == "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		request.AddCookie(&http.Cookie{Name: c.server.Sessions.CookieName(), Value: c.token}) //nolint:gosec // sent, not set
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode == http.StatusInternalServerError {
		t.Errorf("%s %s: the server failed: %s", method, path, text)
	}
	result := &Response{
		Status: response.StatusCode, Header: response.Header, Text: string(text), t: t,
		call: method + " " + path,
	}
	if strings.HasPrefix(response.Header.Get("Content-Type"), "application/json") && len(text) > 0 {
		if err := json.Unmarshal(text, &result.JSON); err != nil {
			t.Fatalf("%s: not JSON: %s", result.call, text)
		}
	}
	return result
}
