package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"time"

	"waymark/scripts/prove/internal/server"
)

// outageServer is the running binary, and counts what it logs.
type outageServer struct {
	*server.Server
	log *logCounter
}

func serve(ctx context.Context, flags ...string) (*outageServer, error) {
	log := &logCounter{seconds: map[int64]int{}}
	s, err := server.StartSignedIn(ctx, log, flags...)
	return &outageServer{s, log}, err
}

func (s *outageServer) upload() (int, string) {
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	part, _ := writer.CreateFormFile("file", "a.png") // Writing to a buffer does not fail.
	_ = png.Encode(part, image.NewGray(image.Rect(0, 0, 30, 20)))
	_ = writer.Close()
	return s.Do(http.MethodPost, "/api/admin/uploads", writer.FormDataContentType(), &form)
}

// listPublishers returns the names of all publishers.
func (s *outageServer) listPublishers() (map[string]bool, error) {
	found := map[string]bool{}
	for page := 1; ; page++ {
		status, text := s.Get(fmt.Sprintf("/api/admin/publishers?per_page=100&page=%d", page))
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
