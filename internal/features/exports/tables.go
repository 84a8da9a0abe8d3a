package exports

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
)

const (
	listLimit  = 20 // Latest exports listed per user.
	maxWorking = 5  // Unfinished exports per user.
)

// Export is the export of a table to a file, and its progress.
type Export struct {
	ID         int64             `json:"id"`
	Name       string            `json:"name"`
	Path       string            `json:"path" doc:"Path of the list below /api/admin/."`
	Query      map[string]string `json:"query" nullable:"false" doc:"Parameters of the list."`
	State      string            `json:"state" enum:"working,done,failed"`
	Total      *int64            `json:"total" doc:"Number of rows; null if not known."`
	Done       int64             `json:"done"`
	Bytes      int64             `json:"bytes"`
	Problem    string            `json:"problem"`
	URL        string            `json:"url" doc:"Download link, valid for 15 minutes. Empty if there is no file."`
	CreatedAt  time.Time         `json:"created_at"`
	FinishedAt *time.Time        `json:"finished_at"`
}

// ExportList lists the exports of a user.
type ExportList struct {
	Items []*Export `json:"items" nullable:"false"`
}

// ExportInput is a request to export a table.
type ExportInput struct {
	Path  string        `json:"path" doc:"Path of the list below /api/admin/, such as content or partners/5/sites."`
	Query api.RawObject `json:"query,omitempty" doc:"Parameters of the list. Page numbers are ignored."`
}

// row is a stored export.
type row struct {
	ID         int64      `db:"id"`
	Name       string     `db:"name"`
	Path       string     `db:"path"`
	Query      string     `db:"query"`
	Total      *int64     `db:"total"`
	Done       int64      `db:"done"`
	Bytes      int64      `db:"bytes"`
	File       string     `db:"file"`
	Problem    string     `db:"problem"`
	UserID     *int64     `db:"user_id"`
	RequestID  string     `db:"request_id"`
	IP         string     `db:"ip_address"`
	CreatedAt  time.Time  `db:"created_at"`
	FinishedAt *time.Time `db:"finished_at"`
}

// loadExports loads the exports that match an SQL condition.
func loadExports(ctx context.Context, c db.Conn, where string, args ...any) ([]row, error) {
	found, err := db.All[row](ctx, c,
		`SELECT id, name, path, query, total, done, bytes, file, problem, user_id, request_id, ip_address, created_at,
			finished_at
		FROM exports
		WHERE `+where, args...)
	if err != nil {
		return nil, fmt.Errorf("load exports: %w", err)
	}
	return found, nil
}

func (r row) query() url.Values {
	values, err := url.ParseQuery(r.Query)
	if err != nil {
		return url.Values{} // Cannot happen: the value was written by Encode.
	}
	return values
}

// toExport converts a stored export for its owner, with a new download link.
func (s *Service) toExport(r row) *Export {
	e := &Export{
		ID: r.ID, Name: r.Name, Path: r.Path, Query: map[string]string{}, State: "working", Total: r.Total, Done: r.Done,
		Bytes: r.Bytes, Problem: r.Problem, CreatedAt: r.CreatedAt, FinishedAt: r.FinishedAt,
	}
	for name, values := range r.query() {
		e.Query[name] = values[0]
	}
	switch {
	case r.Problem != "":
		e.State = "failed"
	case r.FinishedAt != nil:
		e.State = "done"
		if r.File != "" {
			e.URL = s.sign(strconv.FormatInt(r.ID, 10), *r.UserID)
		}
	}
	return e
}

func (s *Service) mountTables() {
	create := api.Op{
		Method: "POST", Path: "/api/admin/exports", Tag: tag, Status: http.StatusAccepted, Summary: "Export a table",
		Description: "Any list of the console, with its own parameters for search, filters and sort order. A job writes " +
			"the file; read the export to follow its progress.",
		Body: s.Kit.API.SchemaOf(ExportInput{}),
	}
	api.Handle(s.Kit.API, create, func(ctx context.Context, call *api.Call) (*api.Item[*Export], error) {
		sent, err := api.Decode[ExportInput](call)
		if err != nil {
			return nil, err
		}
		query, err := parameters(sent.Query.RawMessage)
		if err != nil {
			return nil, err
		}
		if _, _, err := s.open(ctx, sent.Path, query); err != nil {
			return nil, prefixQuery(err)
		}
		started, err := s.start(ctx, sent.Path, query.Encode())
		if err != nil {
			return nil, err
		}
		return &api.Item[*Export]{Item: s.toExport(started)}, nil
	})
	list := api.Op{
		Method: "GET", Path: "/api/admin/exports", ID: "listExports", Tag: tag,
		Summary: "List your latest exports, newest first", Progress: true,
	}
	api.Handle(s.Kit.API, list, func(ctx context.Context, _ *api.Call) (*ExportList, error) {
		found, err := loadExports(ctx, s.Kit.Store.DB.Read(),
			"user_id = ? ORDER BY id DESC LIMIT ?", auth.Current(ctx).ID, listLimit)
		response := &ExportList{Items: []*Export{}}
		for _, r := range found {
			response.Items = append(response.Items, s.toExport(r))
		}
		return response, err
	})
	get := api.Op{
		Method: "GET", Path: "/api/admin/exports/{id}", Tag: tag,
		Summary: "Get one of your exports and its progress", Progress: true,
	}
	api.Handle(s.Kit.API, get, func(ctx context.Context, call *api.Call) (*api.Item[*Export], error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		found, err := loadExports(ctx, s.Kit.Store.DB.Read(), "id = ? AND user_id = ?", id, auth.Current(ctx).ID)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, apierr.NotFound()
		}
		return &api.Item[*Export]{Item: s.toExport(found[0])}, nil
	})
}
