package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

const (
	email    = "prove@waymark.example"
	password = "a password for one run"
)

// server is the running binary.
type server struct {
	process *exec.Cmd
	url     string
	client  *http.Client
	log     bytes.Buffer
}

func serve(ctx context.Context, flags ...string) (*server, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := listener.Addr().String()
	_ = listener.Close()
	jar, _ := cookiejar.New(nil) // does not fail without options
	transport := &http.Transport{MaxIdleConnsPerHost: clients}
	s := &server{
		url: "http://" + address, client: &http.Client{Jar: jar, Timeout: 30 * time.Second, Transport: transport},
	}
	s.process = exec.CommandContext(ctx, "bin/waymark", append([]string{"serve", "--addr=" + address}, flags...)...)
	s.process.Env = append(os.Environ(), "WAYMARK_ADMIN_EMAIL="+email, "WAYMARK_ADMIN_PASSWORD="+password)
	s.process.Stderr = &s.log
	if err := s.process.Start(); err != nil {
		return nil, fmt.Errorf("start bin/waymark (make build): %w", err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		status, _ := s.post("/api/auth/login", `{"email":"`+email+`","password":"`+password+`"}`)
		if status == http.StatusOK {
			return s, nil
		}
		if time.Now().After(deadline) {
			s.kill()
			return nil, fmt.Errorf("the server did not start: %s", s.log.String())
		}
	}
}

// kill ends the process without giving it a chance to do anything else. It may be called twice.
func (s *server) kill() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
}

// post returns the status of the response, or 0 if there was none.
func (s *server) post(path, body string) (int, string) {
	request, err := http.NewRequestWithContext(context.Background(), http.MethodPost, s.url+path, strings.NewReader(body))
	if err != nil {
		return 0, err.Error()
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := s.client.Do(request)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = response.Body.Close() }()
	text, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(text)
}

// results are the titles of items that the server acknowledged or refused. It may have stored any others.
type results struct {
	mu                    sync.Mutex
	acknowledged, refused []string
	unexpected            string
}

// write creates items from many clients until the server no longer responds. Every fifth has a tag that does not exist.
// The returned function waits for the clients.
func (r *results) write(s *server, prefix string) (wait func()) {
	var writing sync.WaitGroup
	for client := range clients {
		writing.Go(func() {
			for n := 0; ; n++ {
				title, tag := fmt.Sprintf("%s of %d by %d", prefix, n, client), 1+n%tags
				if n%5 == 4 {
					tag = 1_000_000
				}
				status, text := s.post("/api/admin/content", fmt.Sprintf(
					`{"title":%q,"content_url":"https://kills.example/","type_id":1,"tag_ids":[%d],"publisher_ids":[]}`, title, tag))
				if !r.add(status, title, text) {
					return
				}
			}
		})
	}
	return writing.Wait
}

// awaitFirst waits until a write is acknowledged.
func (r *results) awaitFirst() error {
	for range 600 {
		r.mu.Lock()
		n := len(r.acknowledged)
		r.mu.Unlock()
		if n > 0 {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("no write was acknowledged within 30 seconds: %s", r.unexpected)
}

// add reports whether the server responded.
func (r *results) add(status int, title, text string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch status {
	case http.StatusCreated, http.StatusOK:
		r.acknowledged = append(r.acknowledged, title)
	case http.StatusUnprocessableEntity:
		r.refused = append(r.refused, title)
	case 0, http.StatusServiceUnavailable:
		return false
	default:
		r.unexpected = fmt.Sprintf("%d %.300s", status, text)
		return false
	}
	return true
}
