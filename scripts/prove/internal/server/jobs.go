package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Progress is what the server says about a job.
type Progress struct {
	State                string
	Total, Done, Skipped int
}

// IsDone reports whether a job has ended.
func (p Progress) IsDone() bool { return p.State != "working" }

// Begin posts a request that a job does, and returns the job.
func (s *Server) Begin(path, body string) (int64, error) {
	status, text := s.Post(path, body)
	var begun struct{ Job int64 }
	if err := json.Unmarshal([]byte(text), &begun); err != nil || status != http.StatusAccepted {
		return 0, fmt.Errorf("POST %s: %d %.300s", path, status, text)
	}
	return begun.Job, nil
}

// AwaitJob waits until a job has reached something.
func (s *Server) AwaitJob(job int64, reached func(Progress) bool) (Progress, error) {
	var response struct{ Item Progress }
	for range 12_000 {
		status, text := s.Get(fmt.Sprintf("/api/admin/jobs/%d", job))
		if err := json.Unmarshal([]byte(text), &response); err != nil || status != http.StatusOK {
			return Progress{}, fmt.Errorf("job %d: %d %.300s", job, status, text)
		}
		if response.Item.State == "failed" {
			return Progress{}, fmt.Errorf("job %d failed: %s", job, text)
		}
		if response.Item.Total > 0 && reached(response.Item) {
			return response.Item, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return Progress{}, fmt.Errorf("job %d is at %+v after ten minutes", job, response.Item)
}

// NewestChange returns the id of the last change, or of the last one that a filter of the activity matches.
func (s *Server) NewestChange(filter string) (int64, error) {
	_, text := s.Get("/api/admin/activity?per_page=1&" + filter)
	var list struct{ Items []struct{ ID int64 } }
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list.Items) == 0 {
		return 0, fmt.Errorf("list activity: %.300s", text)
	}
	return list.Items[0].ID, nil
}
