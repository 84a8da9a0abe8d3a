package imports

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/importer"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/write"
)

const noUndo = "Nothing has been imported yet."

func (s *Service) mountSteps() {
	update := api.Op{
		Method: "PUT", Path: base + "/{id}", Tag: tag, Summary: "Change how a file is read", NoUndo: noUndo,
		Description: "Changing the encoding or the separator assigns the columns again, unless they are sent, too.",
		Body:        s.Kit.API.SchemaOf(ImportSettings{}),
	}
	api.Handle(s.Kit.API, update, s.update)
	check := api.Op{
		Method: "POST", Path: base + "/{id}/check", ID: "checkImport", Tag: tag, Status: http.StatusAccepted,
		Summary: "Check a file without importing it", NoUndo: noUndo,
		Description: "A job finds out how many rows would be created, changed, left as they are and rejected.",
	}
	api.Handle(s.Kit.API, check, s.check)
	start := api.Op{
		Method: "POST", Path: base + "/{id}/start", ID: "startImport", Tag: tag, Status: http.StatusAccepted,
		Summary: "Import a file that has been checked",
		Description: "A job imports the rows. Rows that have become invalid since the check are rejected. The whole " +
			"import is one change set, which can be undone.",
		Body: s.Kit.API.SchemaOf(ImportStart{}),
	}
	api.Handle(s.Kit.API, start, s.start)
	remove := api.Op{
		Method: "DELETE", Path: base + "/{id}", Tag: tag, Summary: "Discard an import and its file",
		Description: "Records that were imported stay.", NoUndo: "The file is deleted permanently.",
	}
	api.Handle(s.Kit.API, remove, s.remove)
}

// target returns the import in the path of a request, and the records that it changes, if the current user may write
// them.
func (s *Service) target(ctx context.Context, call *api.Call) (row, *importer.Records, error) {
	r, err := s.find(ctx, call)
	if err != nil {
		return row{}, nil, err
	}
	record, _, err := s.recordAt(ctx, r.Path)
	return r, record, err
}

// lock returns an import that the transaction is about to change.
func (s *Service) lock(ctx context.Context, tx *write.Tx, id int64) (row, error) {
	found, err := loadImports(ctx, tx.Conn, "id = ?"+tx.ForUpdate(), id)
	if err != nil {
		return row{}, err
	}
	if len(found) == 0 {
		return row{}, apierr.NotFound()
	}
	return found[0], nil
}

// requireIdle refuses to change an import while a job works on it, and after it.
func (r row) requireIdle() error {
	switch r.State {
	case checking, importing:
		return apierr.Conflict("This import is still being worked on.")
	case done:
		return apierr.Conflict("This file has been imported already. Upload it again to import it once more.")
	}
	return nil
}

func (s *Service) update(ctx context.Context, call *api.Call) (*api.Item[*Import], error) {
	r, record, err := s.target(ctx, call)
	if err != nil {
		return nil, err
	}
	settings, err := api.Decode[ImportSettings](call)
	if err != nil {
		return nil, err
	}
	if err := s.apply(ctx, &r, record, settings); err != nil {
		return nil, err
	}
	err = s.Kit.Store.Do(ctx, func(tx *write.Tx) error {
		current, err := s.lock(ctx, tx, r.ID)
		if err != nil {
			return err
		}
		if err := current.requireIdle(); err != nil {
			return err
		}
		_, err = tx.Exec(ctx,
			`UPDATE imports
			SET encoding = ?, separator = ?, date_format = ?, columns = ?, match_key = ?, clear_empty = ?, state = ?,
				problem = '', total = NULL, attempt = attempt + 1, position = 0, done = 0, created = 0, changed = 0,
				unchanged = 0, rejected = 0
			WHERE id = ?`,
			r.Encoding, r.Separator, r.DateFormat, db.JSON(r.Columns), r.Key, r.ClearEmpty, ready, r.ID)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.respondWith(ctx, r.ID)
}

// apply changes the settings of an import, and reads the file again if its cells depend on them.
func (s *Service) apply(ctx context.Context, r *row, record *importer.Records, settings ImportSettings) error {
	if err := r.requireIdle(); err != nil {
		return err
	}
	before := r.format()
	if err := r.applyFormat(settings); err != nil {
		return err
	}
	if r.Encoding != before.Encoding || r.Separator != before.Separator {
		file, err := s.open(ctx, *r)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		if err := r.analyse(ctx, file, record); err != nil {
			return err
		}
	}
	if settings.DateFormat != nil {
		r.DateFormat = *settings.DateFormat
	}
	if settings.ClearEmpty != nil {
		r.ClearEmpty = *settings.ClearEmpty
	}
	return r.assign(record.Fields, settings)
}

func (r *row) applyFormat(settings ImportSettings) error {
	var problems apierr.Fields
	if sent := settings.DateFormat; sent != nil && !slices.Contains(sheet.DateFormats, *sent) {
		problems.Add("date_format", "Must be one of: iso, dmy, mdy, dotted.")
	}
	if sent := settings.Encoding; sent != nil && *sent != r.Encoding {
		if r.Type != sheet.CSV || !slices.Contains(sheet.Encodings, *sent) {
			problems.Add("encoding", "This encoding is not supported.")
		}
		r.Encoding = *sent
	}
	if sent := settings.Separator; sent != nil && *sent != r.Separator {
		if r.Type != sheet.CSV || !slices.Contains(sheet.Separators, *sent) {
			problems.Add("separator", "Must be a comma, semicolon, tab or vertical bar.")
		}
		r.Separator = *sent
	}
	return problems.Err()
}

// assign assigns the columns to fields, and chooses the key.
func (r *row) assign(fields []importer.Field, settings ImportSettings) error {
	var problems apierr.Fields
	known, used := map[string]importer.Field{}, map[string]bool{}
	for _, field := range fields {
		known[field.Name] = field
	}
	if settings.Columns != nil {
		if len(*settings.Columns) != len(r.Columns) {
			return apierr.Field("columns", "Must have %d entries, one for each column.", len(r.Columns))
		}
		for i, name := range *settings.Columns {
			r.Columns[i].Field = name
		}
	}
	for i, column := range r.Columns {
		switch _, ok := known[column.Field]; {
		case column.Field == "":
		case !ok:
			problems.Add(fmt.Sprintf("columns.%d", i), "This field can't be imported.")
		case used[column.Field]:
			problems.Add(fmt.Sprintf("columns.%d", i), "Two columns can't be assigned to the same field.")
		}
		used[column.Field] = true
	}
	if settings.Key != nil {
		r.Key = *settings.Key
	}
	if r.Key != "" && (!known[r.Key].Key || !used[r.Key]) {
		if settings.Key != nil {
			problems.Add("key", "Must be a field that identifies a record and has a column.")
		}
		r.Key = ""
	}
	return problems.Err()
}

// check queues the job that checks the file.
func (s *Service) check(ctx context.Context, call *api.Call) (*api.Item[*Import], error) {
	r, _, err := s.target(ctx, call)
	if err != nil {
		return nil, err
	}
	return s.begin(ctx, r.ID, func(_ *write.Tx, r row) (string, error) {
		if err := r.requireIdle(); err != nil {
			return "", err
		}
		if !slices.ContainsFunc(r.Columns, func(c ImportColumn) bool { return c.Field != "" && c.Field != "id" }) {
			return "", apierr.Field("columns", "Assign at least one column to a field.")
		}
		return checking, nil
	})
}

// start queues the job that imports the file.
func (s *Service) start(ctx context.Context, call *api.Call) (*api.Item[*Import], error) {
	r, record, err := s.target(ctx, call)
	if err != nil {
		return nil, err
	}
	sent, err := api.Decode[ImportStart](call)
	if err != nil {
		return nil, err
	}
	if sent.Rows != "all" && sent.Rows != "valid" {
		return nil, apierr.Field("rows", "Must be one of: all, valid.")
	}
	if origin := write.OriginOf(ctx); origin != nil {
		origin.Continues = true // the job does the rest
	}
	return s.begin(ctx, r.ID, func(tx *write.Tx, r row) (string, error) {
		switch {
		case r.State != checked:
			return "", apierr.Conflict("Check the file before you import it.")
		case sent.Rows == "all" && r.Rejected > 0:
			return "", apierr.Conflict(fmt.Sprintf("%d rows were rejected. Correct them, or import only the valid rows.",
				r.Rejected))
		}
		return importing, tx.Record(ctx, write.Change{
			Action: "imported", Kind: record.Kind, Name: r.FileName, After: map[string]any{"rows": r.Total, "path": r.Path},
		})
	})
}

// begin queues the job of an import for which next returns the new state.
func (s *Service) begin(ctx context.Context, id int64, next func(*write.Tx, row) (string, error)) (
	*api.Item[*Import], error,
) {
	confirmed := auth.RequireConfirmed(ctx) == nil
	actor := write.ActorOf(ctx)
	var r row
	err := s.Kit.Store.Do(ctx, func(tx *write.Tx) (err error) {
		if r, err = s.lock(ctx, tx, id); err != nil {
			return err
		}
		if r.State, err = next(tx, r); err != nil {
			return err
		}
		r.Attempt++
		var change *int64
		if r.State == importing {
			id, err := tx.ChangeID(ctx)
			if err != nil {
				return err
			}
			if id != 0 {
				change = &id
			}
		}
		_, err = tx.Exec(ctx,
			`UPDATE imports
			SET state = ?, attempt = ?, problem = '', position = 0, done = 0, created = 0, changed = 0, unchanged = 0,
				rejected = 0, change_id = ?, confirmed = ?, user_id = ?, request_id = ?, ip_address = ?, finished_at = NULL
			WHERE id = ?`, r.State, r.Attempt, change, confirmed, actor.UserID, actor.RequestID, actor.IP, r.ID)
		if err != nil {
			return fmt.Errorf("begin import %d: %w", r.ID, err)
		}
		return tx.Enqueue(ctx, Run{Import: r.ID, Attempt: r.Attempt})
	})
	if err != nil {
		return nil, err
	}
	return s.respondWith(ctx, r.ID)
}

// remove deletes an import. A job deletes its file.
func (s *Service) remove(ctx context.Context, call *api.Call) (api.None, error) {
	r, err := s.find(ctx, call)
	if err != nil {
		return api.None{}, err
	}
	return api.None{}, s.Kit.Store.Do(ctx, func(tx *write.Tx) error {
		current, err := s.lock(ctx, tx, r.ID)
		if err != nil {
			return err
		}
		if current.State == importing {
			return apierr.Conflict("This import is still being worked on.")
		}
		return deleteImport(ctx, tx, current)
	})
}

// checkOpen limits how many imports a person has.
func (s *Service) checkOpen(ctx context.Context, tx *write.Tx, user int64) error {
	// The lock serialises requests of the same person.
	if _, err := db.All[int64](ctx, tx.Conn, "SELECT id FROM users WHERE id = ?"+tx.ForUpdate(), user); err != nil {
		return fmt.Errorf("lock user %d: %w", user, err)
	}
	open, err := db.Value[int64](ctx, tx.Conn, "SELECT count(*) FROM imports WHERE user_id = ?", user)
	if err != nil {
		return fmt.Errorf("count imports of user %d: %w", user, err)
	}
	if open >= maxOpen {
		return apierr.TooMany(fmt.Sprintf("You have %d imports. Please discard some of them first.", open), time.Hour)
	}
	return nil
}
