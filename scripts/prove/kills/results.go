package main

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"waymark/scripts/prove/internal/server"
)

// results are the titles of items that the server acknowledged or refused. It may have stored any others.
type results struct {
	mu                    sync.Mutex
	acknowledged, refused []string
	unexpected            string
}

// write creates items from many clients until the server no longer responds. Every fifth has a tag that does not exist.
// The returned function waits for the clients.
func (r *results) write(s *server.Server, prefix string) (wait func()) {
	var writing sync.WaitGroup
	for client := range clients {
		writing.Go(func() {
			for n := 0; ; n++ {
				title, tag := fmt.Sprintf("%s of %d by %d", prefix, n, client), 1+n%tags
				if n%5 == 4 {
					tag = 1_000_000
				}
				status, text := s.Post("/api/admin/content", fmt.Sprintf(
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
