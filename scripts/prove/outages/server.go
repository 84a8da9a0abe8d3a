package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"mime/multipart"
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
	log     *logCounter
}

func serve(ctx context.Context, flags ...string) (*server, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := listener.Addr().String()
	_ = listener.Close()
	jar, _ := cookiejar.New(nil) // Does not fail without options.
	s := &server{
		url: "http://" + address, client: &http.Client{Jar: jar, Timeout: 30 * time.Second},
		log: &logCounter{seconds: map[int64]int{}},
	}
	s.process = exec.CommandContext(ctx, "bin/waymark", append([]string{"serve", "--addr=" + address}, flags...)...)
	s.process.Env = append(os.Environ(), "WAYMARK_ADMIN_EMAIL="+email, "WAYMARK_ADMIN_PASSWORD="+password)
	s.process.Stdout, s.process.Stderr = io.Discard, s.log
	if err := s.process.Start(); err != nil {
		return nil, fmt.Errorf("start bin/waymark (make build): %w", err)
	}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		status, _ := s.post("/api/auth/login", `{"email":"`+email+`","password":"`+password+`"}`)
		if status == http.StatusOK {
			return s, nil
		}
		if time.Now().After(deadline) {
			s.kill()
			return nil, fmt.Errorf("the server did not start: %s", s.log.tail())
		}
	}
}

func (s *server) kill() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
}

func (s *server) get(path string) (int, string) { return s.do(http.MethodGet, path, "", nil) }
func (s *server) post(path, body string) (int, string) {
	return s.do(http.MethodPost, path, "application/json", strings.NewReader(body))
}

func (s *server) do(method, path, contentType string, body io.Reader) (int, string) {
	request, err := http.NewRequestWithContext(context.Background(), method, s.url+path, body)
	if err != nil {
		return 0, err.Error()
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if !strings.HasPrefix(path, "/api/") {
		request.Header.Set("Accept", "text/html")
	}
	response, err := s.client.Do(request)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = response.Body.Close() }()
	text, _ := io.ReadAll(response.Body)
	if response.StatusCode == http.StatusServiceUnavailable && response.Header.Get("Retry-After") == "" {
		return -1, "503 without Retry-After"
	}
	return response.StatusCode, string(text)
}

func (s *server) upload() (int, string) {
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	part, _ := writer.CreateFormFile("file", "a.png") // Writing to a buffer does not fail.
	_ = png.Encode(part, image.NewGray(image.Rect(0, 0, 30, 20)))
	_ = writer.Close()
	return s.do(http.MethodPost, "/api/admin/uploads", writer.FormDataContentType(), &form)
}

// listPublishers returns the names of all publishers.
func (s *server) listPublishers() (map[string]bool, error) {
	found := map[string]bool{}
	for page := 1; ; page++ {
		status, text := s.get(fmt.Sprintf("/api/admin/publishers?per_page=100&page=%d", page))
		var list struct {
			Items []struct {
				Name string `json:"name"`
			} `json:"items"`
		}
		if err := json.Unmarshal([]byte(text), &list); err != nil || status != http.StatusOK {
			return nil, fmt.Errorf("list publishers: %d %.200s", status, text)
		}
		if len(list.Items) == 0 {
			return found, nil
		}
		for _, item := range list.Items {
			found[item.Name] = true
		}
	}
}

// logCounter counts errors and warnings per second, and keeps the newest lines.
type logCounter struct {
	mu      sync.Mutex
	seconds map[int64]int
	last    []string
}

func (l *logCounter) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
		if strings.Contains(line, "level=ERROR") || strings.Contains(line, "level=WARN") {
			l.seconds[time.Now().Unix()]++
			l.last = append(l.last, line)
			l.last = l.last[max(0, len(l.last)-20):]
		}
	}
	return len(text), nil
}

func (l *logCounter) maxPerSecond() (lines int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, n := range l.seconds {
		lines = max(lines, n)
	}
	return lines
}

func (l *logCounter) tail() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.last, "\n")
}
