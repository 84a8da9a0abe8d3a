package exports

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/write"
)

const (
	shown      = 20 // of a person's exports
	maxWorking = 5  // of one person at a time
)

// Export is a table somebody asked for as a file, and how far that is.
type Export struct {
	ID         int64             `json:"id"`
	Name       string            `json:"name"`
	Path       string            `json:"path" doc:"The list's path below /api/admin/."`
	Query      map[string]string `json:"query" nullable:"false" doc:"The list's parameters."`
	State      string            `json:"state" enum:"working,done,failed"`
	Total      *int64            `json:"total" doc:"The number of rows; null at first, and where the list does not count them."`
	Done       int64             `json:"done"`
	Bytes      int64             `json:"bytes"`
	Problem    string            `json:"problem"`
	URL        string            `json:"url" doc:"A download link that works for 15 minutes. Empty until the export is done, and after its file is deleted a day later."`
	CreatedAt  time.Time         `json:"created_at"`
	FinishedAt *time.Time        `json:"finished_at"`
}

// ExportList are somebody's exports.
type ExportList struct {
	Items []*Export `json:"items" nullable:"false"`
}

// ExportInput is the table to export.
type ExportInput struct {
	Path  string        `json:"path" doc:"The list's path below /api/admin/: content, partners/5/sites."`
	Query api.RawObject `json:"query,omitempty" doc:"The list's parameters. Page numbers are ignored."`
}

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

func rows(ctx context.Context, c db.Conn, where string, args ...any) ([]row, error) {
	found, err := db.All[row](ctx, c,
		"SELECT id, name, path, query, total, done, bytes, file, problem, user_id, request_id, ip_address, created_at, finished_at FROM exports WHERE "+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read exports: %w", err)
	}
	return found, nil
}

func (r row) query() url.Values {
	values, err := url.ParseQuery(r.Query)
	if err != nil {
		return url.Values{} // written by Encode
	}
	return values
}

// described is an export as its owner reads it, with an address that is good from now on.
func (s *Service) described(r row) *Export {
	e := &Export{
		ID: r.ID, Name: r.Name, Path: r.Path, Query: map[string]string{}, State: "working", Total: r.Total, Done: r.Done,
		Bytes: r.Bytes, Problem: r.Problem,
		CreatedAt: r.CreatedAt, FinishedAt: r.FinishedAt,
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
	begin := api.Op{
		Method: "POST", Path: "/api/admin/exports", Tag: tag, Status: http.StatusAccepted, Summary: "Export a table",
		Description: "Any list of the console, with its own parameters for search, filters and sort order. A job writes the file; read the export to follow its progress.",
		Body:        s.Kit.API.SchemaOf(ExportInput{}),
	}
	api.Handle(s.Kit.API, begin, func(ctx context.Context, call *api.Call) (*api.Item[*Export], error) {
		sent, err := api.Decode[ExportInput](call)
		if err != nil {
			return nil, err
		}
		query, err := parameters(sent.Query.RawMessage)
		if err != nil {
			return nil, err
		}
		if _, _, err := s.open(ctx, sent.Path, query); err != nil {
			return nil, underQuery(err)
		}
		begun, err := s.begin(ctx, sent.Path, query.Encode())
		if err != nil {
			return nil, err
		}
		return &api.Item[*Export]{Item: s.described(begun)}, nil
	})
	list := api.Op{
		Method: "GET", Path: "/api/admin/exports", ID: "listExports", Tag: tag,
		Summary: "List your latest exports, newest first",
	}
	api.Handle(s.Kit.API, list, func(ctx context.Context, _ *api.Call) (*ExportList, error) {
		found, err := rows(ctx, s.Kit.Store.DB.Read(), "user_id = ? ORDER BY id DESC LIMIT ?", auth.Current(ctx).ID, shown)
		answer := &ExportList{Items: []*Export{}}
		for _, r := range found {
			answer.Items = append(answer.Items, s.described(r))
		}
		return answer, err
	})
	one := api.Op{
		Method: "GET", Path: "/api/admin/exports/{id}", Tag: tag,
		Summary: "Get one of your exports and its progress",
	}
	api.Handle(s.Kit.API, one, func(ctx context.Context, call *api.Call) (*api.Item[*Export], error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		found, err := rows(ctx, s.Kit.Store.DB.Read(), "id = ? AND user_id = ?", id, auth.Current(ctx).ID)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, apierr.NotFound()
		}
		return &api.Item[*Export]{Item: s.described(found[0])}, nil
	})
}

// parameters are those of a list as a request names them: texts, numbers, or nothing. Which page somebody looks at does not matter.
func parameters(raw json.RawMessage) (url.Values, error) {
	values := url.Values{}
	if len(raw) == 0 {
		return values, nil
	}
	var sent map[string]any
	reader := json.NewDecoder(bytes.NewReader(raw))
	reader.UseNumber()
	if reader.Decode(&sent) != nil {
		return nil, apierr.Field("query", "Must be the parameters of a list.")
	}
	var problems apierr.Fields
	for name, value := range sent {
		text := fmt.Sprint(value)
		switch value.(type) {
		case nil:
			continue
		case string, json.Number, bool:
		default:
			problems.Add("query."+name, "Must be text.")
			continue
		}
		if !api.Storable(name + text) {
			problems.Add("query", "Has characters that can't be read.")
			continue
		}
		if text != "" && name != "page" && name != "per_page" && name != "counts" {
			values.Set(name, text)
		}
	}
	if len(values.Encode()) > maxQuery {
		problems.Add("query", "Is too long.")
	}
	return values, problems.Err()
}

const maxQuery = 4000

// underQuery tells what is wrong with a list's parameter where the request has it.
func underQuery(err error) error {
	refused, ok := apierr.As(err)
	if !ok || refused.GetStatus() != http.StatusUnprocessableEntity {
		return err
	}
	var problems apierr.Fields
	for name, messages := range refused.Errors {
		if name != "path" {
			name = "query." + name
		}
		problems.Add(name, "%s", messages[0])
	}
	return problems.Err()
}

// page is what is read of a list's answer besides its records.
type page struct {
	Meta struct {
		Total         int64 `json:"total"`
		TotalIsCapped bool  `json:"total_is_capped"`
	} `json:"meta"`
}

// open finds a list and asks it for a row, as whoever the context says: who may not read it, a parent that is not there and a
// parameter it does not have are refused by the list itself. The total is nil where the list does not count that far.
func (s *Service) open(ctx context.Context, at string, query url.Values) (api.List, *int64, error) {
	list, ok := s.Kit.API.ListAt(at)
	if !ok || len(at) > maxQuery {
		return list, nil, apierr.Field("path", "There is no such table.")
	}
	if err := list.MayExport(ctx); err != nil {
		return list, nil, err
	}
	first := url.Values{}
	for name, values := range query {
		first[name] = values
	}
	if list.Paged {
		first.Set("per_page", "1")
	}
	answer, err := s.Kit.API.Get(ctx, at, first)
	if err != nil {
		return list, nil, err
	}
	var told page
	if err := json.Unmarshal(answer, &told); err != nil {
		return list, nil, fmt.Errorf("read the answer of %s: %w", at, err)
	}
	if told.Meta.TotalIsCapped {
		return list, nil, nil
	}
	return list, &told.Meta.Total, nil
}

// begin writes down what somebody wants and queues the job, unless the same is being written for them already.
func (s *Service) begin(ctx context.Context, at, query string) (begun row, err error) {
	err = s.Kit.Store.Do(ctx, func(tx *write.Tx) error {
		actor := write.ActorOf(ctx)
		// Two requests of one person take turns.
		if _, err := db.All[int64](ctx, tx.Conn, "SELECT id FROM users WHERE id = ?"+tx.ForUpdate(),
			actor.UserID); err != nil {
			return fmt.Errorf("find who asks: %w", err)
		}
		working, err := rows(ctx, tx.Conn, "user_id = ? AND finished_at IS NULL ORDER BY id", actor.UserID)
		if err != nil {
			return err
		}
		for _, r := range working {
			if r.Path == at && r.Query == query {
				begun = r
				return nil
			}
		}
		if len(working) >= maxWorking {
			return apierr.TooMany(fmt.Sprintf("%d of your exports are still being written. Please wait until one of them is done.", len(working)), 30*time.Second)
		}
		file := folder + "/" + secret.RandomString(24, "0123456789abcdefghijklmnopqrstuvwxyz") + "/" + fileName
		begun = row{Name: titleOf(at), Path: at, Query: query, File: file, UserID: &actor.UserID, CreatedAt: tx.Now}
		begun.ID, err = tx.Insert(ctx,
			"INSERT INTO exports (name, path, query, file, user_id, request_id, ip_address, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
			begun.Name, at, query, file, actor.UserID, actor.RequestID, actor.IP, tx.Now)
		if err != nil {
			return fmt.Errorf("write the export down: %w", err)
		}
		return tx.Enqueue(ctx, WriteExport{Export: begun.ID})
	})
	return begun, err
}

// titleOf is what an export is called: partners/5/sites is "Partners 5 · Sites".
func titleOf(at string) string {
	title := ""
	for part := range strings.SplitSeq(at, "/") {
		if _, err := strconv.ParseInt(part, 10, 64); err == nil {
			title += " " + part
			continue
		}
		if title != "" {
			title += " · "
		}
		title += sheet.Label(part)
	}
	return title
}

// serveStored gives the file of an export out, to whoever asked for it and still may.
func (s *Service) serveStored(w http.ResponseWriter, r *http.Request, user *auth.User, id int64) {
	ctx := r.Context()
	found, err := rows(ctx, s.Kit.Store.DB.Read(),
		"id = ? AND user_id = ? AND finished_at IS NOT NULL AND problem = '' AND file <> ''", id, user.ID)
	if err == nil && len(found) == 0 {
		err = apierr.NotFound()
	}
	if err == nil {
		if list, ok := s.Kit.API.ListAt(found[0].Path); ok {
			err = list.MayExport(ctx)
		}
	}
	var file io.ReadSeekCloser
	if err == nil {
		if file, err = s.Kit.Media.Storage.Open(ctx, found[0].File); errors.Is(err, media.ErrNoFile) {
			err = apierr.NotFound()
		}
	}
	if err != nil {
		api.WriteError(w, r, err)
		return
	}
	defer func() { _ = file.Close() }()
	export := found[0]
	told := write.Change{ID: id, Name: export.Name, After: map[string]any{
		"path": export.Path, "query": export.Query,
		"rows": export.Done,
	}}
	w.Header().Set("Content-Length", strconv.FormatInt(export.Bytes, 10)) // what ends before is not taken for the whole
	s.give(w, r, told, strings.ReplaceAll(export.Path, "/", "-"), func(out http.ResponseWriter) error {
		control := http.NewResponseController(out)
		for {
			if err := extend(control); err != nil {
				return err
			}
			if _, err := io.CopyN(out, file, perPiece); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return fmt.Errorf("send %s: %w", path.Base(export.File), err)
			}
		}
	})
}

const perPiece = 1 << 20
