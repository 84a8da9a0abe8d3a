// Package imports creates and updates records from the rows of CSV and XLSX files that staff upload.
package imports

import (
	"context"
	"net/http"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/importer"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/sheet"
)

// Service implements the endpoints and jobs.
type Service struct {
	Kit resource.Kit
	// JobTime is how long a job works on an import before another continues; half of the limit of jobs if 0.
	JobTime time.Duration
}

const (
	tag  = "Import"
	base = "/api/admin/imports"
)

// The states of an import.
const (
	ready     = "ready" // uploaded; the columns can be assigned
	checking  = "checking"
	checked   = "checked"
	importing = "importing"
	done      = "done"
	failed    = "failed"
)

// Import is a file and how it is imported.
type Import struct {
	ID         int64             `json:"id"`
	Name       string            `json:"name"`
	Path       string            `json:"path" doc:"Path of the list of the records, below /api/admin/."`
	FileName   string            `json:"file_name"`
	Bytes      int64             `json:"bytes"`
	State      string            `json:"state" enum:"ready,checking,checked,importing,done,failed"`
	Type       string            `json:"type" enum:"csv,xlsx"`
	Encoding   string            `json:"encoding" enum:"utf-8,utf-16le,utf-16be,windows-1252," doc:"Empty for XLSX files."`
	Separator  string            `json:"separator" doc:"Comma, semicolon, tab or vertical bar; empty for XLSX files."`
	DateFormat sheet.DateFormat  `json:"date_format" enum:"iso,dmy,mdy,dotted"`
	Columns    []ImportColumn    `json:"columns" nullable:"false"`
	Fields     []ImportField     `json:"fields" nullable:"false" doc:"Fields that columns can be assigned to."`
	Key        string            `json:"key" doc:"Field by which rows are matched with existing records; empty if all rows are new."`
	ClearEmpty bool              `json:"clear_empty" doc:"Whether empty cells clear fields of existing records."`
	Total      *int64            `json:"total" doc:"Number of rows; null until they have been counted."`
	Done       int64             `json:"done"`
	Created    int64             `json:"created"`
	Changed    int64             `json:"changed"`
	Unchanged  int64             `json:"unchanged"`
	Rejected   int64             `json:"rejected"`
	Rejections []ImportRejection `json:"rejections" nullable:"false" doc:"The first 1,000 problems. All are in the file of rejected rows."`
	Problem    string            `json:"problem" doc:"Why the import failed."`
	ChangeID   *int64            `json:"change_id" doc:"Change set of the import, which can be undone."`
	Undone     bool              `json:"undone" doc:"Whether the import has been undone."`
	UserID     int64             `json:"user_id"`
	CreatedAt  time.Time         `json:"created_at"`
	FinishedAt *time.Time        `json:"finished_at"`
}

// ImportField is a field that columns can be assigned to.
type ImportField struct{ importer.Field }

// ImportColumn is a column of the file.
type ImportColumn struct {
	Heading string   `json:"heading"`
	Samples []string `json:"samples" nullable:"false" doc:"The first values of the column."`
	Field   string   `json:"field" doc:"Field that the column is assigned to; empty if it is not imported."`
}

// ImportRejection is a reason why a row is rejected.
type ImportRejection struct {
	Row int64 `json:"row" doc:"Number of the row in the file, from 1."`
	importer.Problem
}

// ImportList lists imports.
type ImportList struct {
	Items []*Import `json:"items" nullable:"false"`
}

// ImportSettings says how a file is read. What is left out stays as it is.
type ImportSettings struct {
	Encoding   *string           `json:"encoding,omitempty" enum:"utf-8,utf-16le,utf-16be,windows-1252"`
	Separator  *string           `json:"separator,omitempty" doc:"Comma, semicolon, tab or vertical bar."`
	DateFormat *sheet.DateFormat `json:"date_format,omitempty" enum:"iso,dmy,mdy,dotted"`
	Columns    *[]string         `json:"columns,omitempty" doc:"Field of each column; empty for columns that are not imported."`
	Key        *string           `json:"key,omitempty" doc:"Field by which rows are matched with existing records; empty if all rows are new."`
	ClearEmpty *bool             `json:"clear_empty,omitempty" doc:"Whether empty cells clear fields of existing records."`
}

// ImportStart says which rows are imported.
type ImportStart struct {
	Rows string `json:"rows" enum:"all,valid" doc:"all refuses to start if the check rejected rows."`
}

// Mount registers the endpoints.
func (s *Service) Mount() {
	s.mountUpload()
	s.mountRead()
	s.mountSteps()
	s.Kit.API.Mount("GET "+base+"/sample", http.HandlerFunc(s.serveSample))
	s.Kit.API.MountSlow("GET "+base+"/{id}/rejected", http.HandlerFunc(s.serveRejected))
}

// Jobs registers the background jobs.
func (s *Service) Jobs(set *jobs.Set) {
	jobs.Add(set, jobs.Slow, s.run)
	jobs.Add(set, jobs.Default, s.discard)
	jobs.Add(set, jobs.Default, s.sweep)
	set.Every(time.Hour, Sweep{})
}

// recordAt finds the record whose list is at a path, if the current user may write it.
func (s *Service) recordAt(ctx context.Context, path string) (*importer.Records, []int64, error) {
	list, ok := s.Kit.API.ListAt(path)
	record := s.Kit.Imports.At(list.Path)
	if !ok || record == nil || len(path) > maxPath {
		return nil, nil, apierr.Field("path", "This table can't be imported.")
	}
	if err := record.MayWrite(ctx); err != nil {
		return nil, nil, err
	}
	parents, err := record.Parents(ctx, path)
	return record, parents, err
}

const maxPath = 200

func (s *Service) mountRead() {
	list := api.Op{
		Method: "GET", Path: base, ID: "listImports", Tag: tag, Summary: "ImportList your latest imports, newest first",
		Description: "Admins get those of all staff.", Progress: true,
	}
	api.Handle(s.Kit.API, list, func(ctx context.Context, _ *api.Call) (*ImportList, error) {
		where, args := "user_id = ?", []any{auth.Current(ctx).ID}
		if auth.IsAdmin(ctx) {
			where, args = "id > ?", []any{0}
		}
		found, err := loadImports(ctx, s.Kit.Store.DB.Read(), where+" ORDER BY id DESC LIMIT ?", append(args, listLimit)...)
		response := &ImportList{Items: []*Import{}}
		for _, r := range found {
			response.Items = append(response.Items, s.toImport(r))
		}
		return response, err
	})
	get := api.Op{
		Method: "GET", Path: base + "/{id}", Tag: tag, Summary: "Get an import and its progress", Progress: true,
	}
	api.Handle(s.Kit.API, get, func(ctx context.Context, call *api.Call) (*api.Item[*Import], error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		return s.respondWith(ctx, id)
	})
}

const listLimit = 20

// respondWith returns an import with the first of its rejections.
func (s *Service) respondWith(ctx context.Context, id int64) (*api.Item[*Import], error) {
	r, err := s.findID(ctx, id)
	if err != nil {
		return nil, err
	}
	item := s.toImport(r)
	if r.State != checking && r.State != importing {
		rejections, err := s.rejections(ctx, r, 0, maxShown)
		if err != nil {
			return nil, err
		}
		for _, rejection := range rejections {
			for _, problem := range rejection.Problems {
				item.Rejections = append(item.Rejections, ImportRejection{rejection.Row, problem})
			}
		}
		item.Rejections = item.Rejections[:min(maxShown, len(item.Rejections))]
	}
	return &api.Item[*Import]{Item: item}, nil
}

// maxShown is how many problems are part of a response.
const maxShown = 1000

// find returns the import in the path of a request. People see their own, admins all.
func (s *Service) find(ctx context.Context, call *api.Call) (row, error) {
	id, err := call.ID("id")
	if err != nil {
		return row{}, err
	}
	return s.findID(ctx, id)
}

func (s *Service) findID(ctx context.Context, id int64) (row, error) {
	found, err := loadImports(ctx, s.Kit.Store.DB.Read(), "id = ?", id)
	if err != nil {
		return row{}, err
	}
	user := auth.Current(ctx)
	if len(found) == 0 || user == nil || found[0].UserID != user.ID && user.Role != auth.Admin {
		return row{}, apierr.NotFound()
	}
	return found[0], nil
}
