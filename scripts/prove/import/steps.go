package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"strings"
	"time"
)

// importStatus is the response of the calls about an import.
type importStatus struct {
	Item struct {
		ID         int64  `json:"id"`
		State      string `json:"state"`
		Problem    string `json:"problem"`
		Done       int    `json:"done"`
		Created    int    `json:"created"`
		Rejected   int    `json:"rejected"`
		ChangeID   int64  `json:"change_id"`
		Rejections []struct {
			Row     int    `json:"row"`
			Field   string `json:"field"`
			Message string `json:"message"`
		} `json:"rejections"`
	} `json:"item"`
}

const (
	importsPath = "/api/admin/imports"
	timeLimit   = 20 * time.Minute
	maxShown    = 1000
)

// isInvalid reports whether the row with a number, from 2, has a name that is too long.
func isInvalid(number int) bool { return (number-1)%invalidEach == 0 }

func (p *proof) upload() (int64, error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "publishers.csv")
	if err != nil {
		return 0, err
	}
	_, _ = fmt.Fprintln(part, "Name")
	for i := range p.rows {
		name := fmt.Sprintf("Publisher %06d", i)
		if isInvalid(i + 2) {
			name += strings.Repeat("x", 160)
		}
		_, _ = fmt.Fprintln(part, name)
	}
	if err := form.Close(); err != nil {
		return 0, err
	}
	var status importStatus
	err = decode(&status)(p.server.Do(http.MethodPost, importsPath+"?path=publishers", form.FormDataContentType(), &body))
	return status.Item.ID, err
}

// decode returns a function that reads a response.
func decode(into any) func(status int, text string) error {
	return func(status int, text string) error {
		if status < 200 || status > 299 {
			return fmt.Errorf("status %d: %s", status, text)
		}
		return json.Unmarshal([]byte(text), into)
	}
}

func (p *proof) check(id int64) (*importStatus, error) {
	if status, text := p.server.Post(fmt.Sprintf("%s/%d/check", importsPath, id), ""); status != http.StatusAccepted {
		return nil, fmt.Errorf("check: status %d: %s", status, text)
	}
	return p.await(id, func(s *importStatus) bool { return s.Item.State != "checking" })
}

// start imports the file, and kills the server after a third of it.
func (p *proof) start(ctx context.Context, id int64) (*importStatus, error) {
	path := fmt.Sprintf("%s/%d/start", importsPath, id)
	if status, text := p.server.Post(path, `{"rows":"valid"}`); status != http.StatusAccepted {
		return nil, fmt.Errorf("start: status %d: %s", status, text)
	}
	finished := func(s *importStatus) bool { return s.Item.State != "importing" }
	if p.kill {
		status, err := p.await(id, func(s *importStatus) bool { return finished(s) || s.Item.Done > p.rows/3 })
		if err != nil {
			return nil, err
		}
		if finished(status) {
			return nil, fmt.Errorf("the import was finished before the server could be killed")
		}
		if err := p.measure(); err != nil {
			return nil, err
		}
		p.server.Kill()
		fmt.Printf("%s: killed after %d rows\n", p.name, status.Item.Done)
		if err := p.startServer(ctx); err != nil {
			return nil, err
		}
	}
	return p.await(id, finished)
}

// await polls an import until a condition is true.
func (p *proof) await(id int64, reached func(*importStatus) bool) (*importStatus, error) {
	for deadline := time.Now().Add(timeLimit); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		status := &importStatus{}
		if err := decode(status)(p.server.Get(fmt.Sprintf("%s/%d", importsPath, id))); err != nil {
			return nil, err
		}
		if reached(status) {
			return status, nil
		}
	}
	return nil, fmt.Errorf("the import takes longer than %s", timeLimit)
}

// verify compares the numbers and the rejected rows with the file.
func (p *proof) verify(status *importStatus, state string) error {
	item, invalid := status.Item, p.rows/invalidEach
	if item.State != state || item.Created != p.rows-invalid || item.Rejected != invalid {
		return fmt.Errorf("got %s, %d created and %d rejected (%s), want %s, %d and %d", item.State, item.Created,
			item.Rejected, item.Problem, state, p.rows-invalid, invalid)
	}
	if want := min(invalid, maxShown); len(item.Rejections) != want {
		return fmt.Errorf("%d rejected rows are reported, want %d", len(item.Rejections), want)
	}
	for _, rejection := range item.Rejections {
		if !isInvalid(rejection.Row) || rejection.Field != "name" {
			return fmt.Errorf("row %d was rejected for %s: %s", rejection.Row, rejection.Field, rejection.Message)
		}
	}
	return nil
}

// verifyTotal counts the publishers.
func (p *proof) verifyTotal(want int) error {
	var list struct {
		Meta struct {
			Total int `json:"total"`
		} `json:"meta"`
	}
	if err := decode(&list)(p.server.Get("/api/admin/publishers?per_page=1")); err != nil {
		return err
	}
	if list.Meta.Total != want {
		return fmt.Errorf("there are %d publishers, want %d", list.Meta.Total, want)
	}
	return nil
}

// undo undoes the import, in the request or by a job.
func (p *proof) undo(change int64) error {
	status, text := p.server.Post(fmt.Sprintf("/api/admin/activity/%d/undo", change), "")
	if status == http.StatusOK {
		return nil
	}
	var answer struct {
		Job  int64 `json:"job"`
		Item struct {
			State   string `json:"state"`
			Problem string `json:"problem"`
		} `json:"item"`
	}
	if err := decode(&answer)(status, text); err != nil {
		return fmt.Errorf("undo: %w", err)
	}
	for deadline := time.Now().Add(timeLimit); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if err := decode(&answer)(p.server.Get(fmt.Sprintf("/api/admin/jobs/%d", answer.Job))); err != nil {
			return err
		}
		switch answer.Item.State {
		case "done":
			return nil
		case "failed":
			return fmt.Errorf("undo: %s", answer.Item.Problem)
		}
	}
	return fmt.Errorf("the undo takes longer than %s", timeLimit)
}
