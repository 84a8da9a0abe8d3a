package imports

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/importer"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/write"
)

// row is a stored import.
type row struct {
	ID         int64            `db:"id"`
	Name       string           `db:"name"`
	Path       string           `db:"path"`
	FileName   string           `db:"file_name"`
	File       string           `db:"file"`
	Bytes      int64            `db:"bytes"`
	Type       string           `db:"type"`
	Encoding   string           `db:"encoding"`
	Separator  string           `db:"separator"`
	DateFormat sheet.DateFormat `db:"date_format"`
	Columns    []ImportColumn   `db:"columns"`
	Key        string           `db:"match_key"`
	ClearEmpty bool             `db:"clear_empty"`
	State      string           `db:"state"`
	Attempt    int64            `db:"attempt"`
	Total      *int64           `db:"total"`
	Position   int64            `db:"position"`
	Done       int64            `db:"done"`
	Created    int64            `db:"created"`
	Changed    int64            `db:"changed"`
	Unchanged  int64            `db:"unchanged"`
	Rejected   int64            `db:"rejected"`
	Problem    string           `db:"problem"`
	ChangeID   *int64           `db:"change_id"`
	Undone     bool             `db:"undone"`
	Confirmed  bool             `db:"confirmed"`
	UserID     int64            `db:"user_id"`
	RequestID  string           `db:"request_id"`
	IP         string           `db:"ip_address"`
	CreatedAt  time.Time        `db:"created_at"`
	FinishedAt *time.Time       `db:"finished_at"`
}

// loadImports loads the imports that match an SQL condition.
func loadImports(ctx context.Context, c db.Conn, where string, args ...any) ([]row, error) {
	found, err := db.All[row](ctx, c,
		`SELECT id, name, path, file_name, file, bytes, type, encoding, separator, date_format, columns, match_key,
			clear_empty, state, attempt, total, position, done, created, changed, unchanged, rejected, problem, change_id,
			EXISTS (SELECT 1 FROM change_sets WHERE change_sets.id = change_id AND undone_by_id IS NOT NULL) AS undone,
			confirmed, user_id, request_id, ip_address, created_at, finished_at
		FROM imports
		WHERE `+where, args...)
	if err != nil {
		return nil, fmt.Errorf("load imports: %w", err)
	}
	return found, nil
}

// insert stores a new import.
func (r *row) insert(ctx context.Context, tx *write.Tx) (err error) {
	r.CreatedAt = tx.Now
	r.ID, err = tx.Insert(ctx,
		`INSERT INTO imports (name, path, file_name, file, bytes, type, encoding, separator, date_format, columns,
			match_key, state, user_id, request_id, ip_address, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.Name, r.Path, r.FileName, r.File, r.Bytes, r.Type, r.Encoding, r.Separator, r.DateFormat, db.JSON(r.Columns),
		r.Key, r.State, r.UserID, r.RequestID, r.IP, tx.Now)
	if err != nil {
		return fmt.Errorf("insert import: %w", err)
	}
	return nil
}

func (r row) format() sheet.Format {
	return sheet.Format{Type: r.Type, Encoding: r.Encoding, Separator: r.Separator, Dates: r.DateFormat}
}

func (r row) fields() []string {
	names := make([]string, len(r.Columns))
	for i, column := range r.Columns {
		names[i] = column.Field
	}
	return names
}

func (s *Service) toImport(r row) *Import {
	item := &Import{
		ID: r.ID, Name: r.Name, Path: r.Path, FileName: r.FileName, Bytes: r.Bytes, State: r.State, Type: r.Type,
		Encoding: r.Encoding, Separator: r.Separator, DateFormat: r.DateFormat, Columns: r.Columns,
		Fields: []ImportField{}, Key: r.Key, ClearEmpty: r.ClearEmpty, Total: r.Total, Done: r.Done,
		Created: r.Created, Changed: r.Changed, Unchanged: r.Unchanged, Rejected: r.Rejected, Rejections: []ImportRejection{},
		Problem: r.Problem, ChangeID: r.ChangeID, Undone: r.Undone, UserID: r.UserID,
		CreatedAt: r.CreatedAt, FinishedAt: r.FinishedAt,
	}
	if list, ok := s.Kit.API.ListAt(r.Path); ok {
		if record := s.Kit.Imports.At(list.Path); record != nil {
			for _, field := range record.Fields {
				item.Fields = append(item.Fields, ImportField{field})
			}
		}
	}
	return item
}

// rejectedRow is a row that was rejected.
type rejectedRow struct {
	Row      int64              `db:"row_number"`
	Problems []importer.Problem `db:"problems"`
}

// rejections returns the rejected rows of the latest check or import, after a row.
func (s *Service) rejections(ctx context.Context, r row, after int64, limit int) ([]rejectedRow, error) {
	found, err := db.All[rejectedRow](ctx, s.Kit.Store.DB.Read(),
		`SELECT row_number, problems
		FROM import_rejections
		WHERE import_id = ? AND attempt = ? AND row_number > ?
		ORDER BY row_number LIMIT ?`, r.ID, r.Attempt, after, limit)
	if err != nil {
		return nil, fmt.Errorf("load rejected rows of import %d: %w", r.ID, err)
	}
	return found, nil
}
