package exports

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"reflect"
	"slices"
	"strconv"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
)

// WriteExport is the job that writes a table into a file.
type WriteExport struct {
	Export int64 `json:"export"`
}

// Kind names the job.
func (WriteExport) Kind() string { return "write-export" }

const (
	perPage   = 100                    // of lists that are asked page by page
	tellEvery = 500 * time.Millisecond // how far it is
	gaveUp    = "The file could not be written. Please try again."
)

// run writes the file from the beginning, however often the job was interrupted: it is stored whole or not at all.
func (s *Service) run(ctx context.Context, job jobs.Job[WriteExport]) error {
	found, err := rows(ctx, s.Kit.Store.DB.Read(), "id = ? AND finished_at IS NULL", job.Args.Export)
	if err != nil || len(found) == 0 {
		return err
	}
	export := found[0]
	done, size, err := s.write(ctx, export)
	if err == nil {
		return s.finish(ctx, export.ID, "", done, size)
	}
	if refused, ok := apierr.As(err); ok { // asking again would change nothing
		return s.finish(ctx, export.ID, refused.Message, 0, 0)
	}
	if job.LastAttempt() {
		if err := s.finish(context.WithoutCancel(ctx), export.ID, gaveUp, 0, 0); err != nil {
			return err
		}
	}
	return err
}

func (s *Service) finish(ctx context.Context, id int64, problem string, done, size int64) error {
	return s.Kit.Store.Do(ctx, func(tx *write.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE exports SET finished_at = ?, problem = ?, done = ?, bytes = ?, total = CASE WHEN ? = '' THEN ? ELSE total END WHERE id = ? AND finished_at IS NULL",
			tx.Now, problem, done, size, problem, done, id)
		if err != nil {
			return fmt.Errorf("finish export %d: %w", id, err)
		}
		return nil
	})
}

// write makes the file with the rights its owner has now.
func (s *Service) write(ctx context.Context, export row) (done, size int64, err error) {
	if export.UserID == nil {
		return 0, 0, apierr.NotAllowed("Whoever asked for this is gone.")
	}
	user, err := people.FindStaff(ctx, s.Kit.Store.DB.Read(), *export.UserID)
	if err != nil {
		return 0, 0, err
	}
	if user == nil {
		return 0, 0, apierr.NotAllowed("Whoever asked for this may not have it any more.")
	}
	ctx, cancel := context.WithCancel(as(ctx, user, export.RequestID, export.IP))
	defer cancel()
	list, total, err := s.open(ctx, export.Path, export.query())
	if err != nil {
		return 0, 0, err
	}
	next, total, err := s.reader(ctx, list, export, total)
	if err != nil {
		return 0, 0, err
	}
	if err := s.tell(ctx, export.ID, 0, total); err != nil {
		return 0, 0, err
	}
	// One side makes the rows, the other takes them away as they come: nothing of the file is kept here.
	from, to := io.Pipe()
	made := make(chan error, 1)
	go func() {
		err := s.rows(ctx, to, list, export.ID, next, &done)
		_ = to.CloseWithError(err)
		made <- err
	}()
	size, err = s.Kit.Media.Storage.PutFrom(ctx, export.File, "text/csv; charset=utf-8", from)
	if err != nil {
		cancel() // no need to read on
	}
	_ = from.CloseWithError(err)                          // never fails
	if failed := <-made; failed != nil && failed != err { //nolint:errorlint // the very same
		if _, refused := apierr.As(failed); refused || err == nil {
			err = failed
		}
	}
	return done, size, err
}

// rows writes all that a list has.
func (s *Service) rows(ctx context.Context, to io.Writer, list api.List, id int64, next next, done *int64) error {
	turns, err := begin(ctx)
	if err != nil {
		return err
	}
	defer turns.end()
	out, err := sheet.New(turns, s.Site)
	if err != nil {
		return err
	}
	columns := sheet.ColumnsOf(list.Item())
	heads := make([]string, len(columns))
	for i, column := range columns {
		heads[i] = column.Label
	}
	if err := out.Header(heads...); err != nil {
		return err
	}
	told := time.Now()
	for {
		records, more, err := next(ctx)
		if err != nil {
			return err
		}
		for i := range records.Len() {
			if err := out.Record(columns, records.Index(i)); err != nil {
				return err
			}
		}
		*done += int64(records.Len())
		if err := out.Flush(); err != nil {
			return err
		}
		if !more {
			return turns.send(to)
		}
		if err := turns.next(to); err != nil {
			return err
		}
		if time.Since(told) > tellEvery {
			told = time.Now()
			if err := s.tell(ctx, id, *done, nil); err != nil {
				return err
			}
		}
	}
}

// tell notes how far it is.
func (s *Service) tell(ctx context.Context, id, done int64, total *int64) error {
	if _, err := s.Kit.Store.DB.Writer().Exec(ctx, "UPDATE exports SET done = ?, total = coalesce(?, total) WHERE id = ?",
		done, total, id); err != nil {
		return fmt.Errorf("note how far export %d is: %w", id, err)
	}
	return nil
}

// next reads the next records of a list, a slice of them, and tells whether there may be more.
type next func(context.Context) (records reflect.Value, more bool, err error)

// reader goes through a list: through the ids of a declared one, or page by page.
func (s *Service) reader(ctx context.Context, list api.List, export row, total *int64) (next, *int64, error) {
	table := s.Kit.Exports.At(list.Path)
	if table == nil {
		return s.byPage(list, export), total, nil
	}
	ids, err := table.IDs(ctx, export.Path, export.query())
	count := int64(len(ids))
	return byIDs(table, export.Path, ids), &count, err
}

func byIDs(table resource.Exportable, at string, ids []int64) next {
	return func(ctx context.Context) (reflect.Value, bool, error) {
		chunk := ids[:min(perChunk, len(ids))]
		ids = ids[len(chunk):]
		records, err := table.Rows(ctx, at, chunk)
		return reflect.ValueOf(records), len(ids) > 0, err
	}
}

// byPage asks for one page after the other, as its owner would in the console.
func (s *Service) byPage(list api.List, export row) next {
	query, number := export.query(), 0
	return func(ctx context.Context) (records reflect.Value, more bool, err error) {
		number++
		if list.Paged {
			query.Set("per_page", strconv.Itoa(perPage))
			query.Set("page", strconv.Itoa(number))
		}
		answer, err := s.Kit.API.Get(ctx, export.Path, query)
		if err != nil {
			return records, false, err
		}
		into := reflect.New(list.Answer)
		if err := json.Unmarshal(answer, into.Interface()); err != nil {
			return records, false, fmt.Errorf("read page %d of %s: %w", number, export.Path, err)
		}
		records = list.Items(into.Elem())
		return records, list.Paged && records.Len() == perPage, nil
	}
}

// Sweep is the job that deletes files of exports, and forgets exports.
type Sweep struct{}

// Kind names the job.
func (Sweep) Kind() string { return "sweep-exports" }

const (
	fileKept = 24 * time.Hour
	rowKept  = 30 * 24 * time.Hour
	perSweep = 1000
)

// Where the files are: exports/<24 characters>/table.csv.
const (
	folder   = "exports"
	fileName = "table.csv"
)

func (s *Service) sweep(ctx context.Context, _ jobs.Job[Sweep]) error {
	c, now := s.Kit.Store.DB.Writer(), clock.Now()
	// No job runs that long. One that was lost with its process has left this behind.
	if _, err := c.Exec(ctx, "UPDATE exports SET finished_at = ?, problem = ? WHERE finished_at IS NULL AND created_at < ?", now, gaveUp, now.Add(-fileKept)); err != nil {
		return fmt.Errorf("give lost exports up: %w", err)
	}
	old, err := rows(ctx, s.Kit.Store.DB.Read(), "finished_at < ? AND file <> '' ORDER BY finished_at LIMIT ?",
		now.Add(-fileKept), perSweep)
	if err != nil {
		return err
	}
	for _, export := range old {
		if err := s.Kit.Media.Storage.Delete(ctx, path.Dir(export.File)); err != nil {
			return err
		}
		if _, err := c.Exec(ctx, "UPDATE exports SET file = '' WHERE id = ?", export.ID); err != nil {
			return fmt.Errorf("forget the file of export %d: %w", export.ID, err)
		}
	}
	if _, err := c.Exec(ctx, "DELETE FROM exports WHERE finished_at < ? AND file = ''", now.Add(-rowKept)); err != nil {
		return fmt.Errorf("forget old exports: %w", err)
	}
	return media.SweepOrphans(ctx, s.Kit.Media.Storage, folder, s.references)
}

// references returns which folders are those of exports, finished or not.
func (s *Service) references(ctx context.Context, names []string) (map[string]bool, error) {
	known := map[string]bool{}
	for chunk := range slices.Chunk(names, perChunk) {
		files := []string{}
		for _, name := range chunk {
			files = append(files, folder+"/"+name+"/"+fileName)
		}
		found, err := rows(ctx, s.Kit.Store.DB.Read(), "file IN (?)", files)
		if err != nil {
			return nil, err
		}
		for _, export := range found {
			known[path.Base(path.Dir(export.File))] = true
		}
	}
	return known, nil
}
