package server

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Writer saves a publisher again and again.
type Writer struct {
	running   sync.WaitGroup
	end       chan struct{}
	latencies []time.Duration
	problem   string
}

// StartWriter starts to save the publisher at a path.
func (s *Server) StartWriter(path string) *Writer {
	w := &Writer{end: make(chan struct{})}
	w.running.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-w.end:
				return
			case <-time.After(20 * time.Millisecond):
			}
			begun := time.Now()
			status, text := s.Do(http.MethodPut, path, "application/json",
				strings.NewReader(fmt.Sprintf(`{"name":"Saved %d times"}`, n)))
			if status != http.StatusOK {
				w.problem = fmt.Sprintf("%d %.300s", status, text)
				return
			}
			w.latencies = append(w.latencies, time.Since(begun))
		}
	})
	return w
}

// Stop returns how long the requests took.
func (w *Writer) Stop() ([]time.Duration, error) {
	close(w.end)
	w.running.Wait()
	if w.problem != "" {
		return nil, errors.New("another writer: " + w.problem)
	}
	return w.latencies, nil
}

// Describe returns a sentence about the times that requests took.
func Describe(latencies []time.Duration) string {
	if len(latencies) == 0 {
		return "none"
	}
	slices.Sort(latencies)
	at := func(share float64) time.Duration {
		return latencies[int(share*float64(len(latencies)-1))].Round(time.Millisecond)
	}
	return fmt.Sprintf("%d, median %s, 99 %% within %s, slowest %s", len(latencies), at(0.5), at(0.99), at(1))
}
