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
	"waymark/internal/kit/exporter"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/media"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
)

// WriteExport is the job that writes a table to a file.
type WriteExport struct {
	Export int64 `json:"export"`
}

// Kind returns the name of the job.
func (WriteExport) Kind() string { return "write-export" }

const (
	perPage          = 100                    // Rows per page of lists that are read page by page.
	progressInterval = 500 * time.Millisecond // How often the progress is stored.
	problemFailed    = "The file could not be written. Please try again."
)

// run always writes the file from the beginning, even if the job was interrupted before: a file is stored completely or
// not at all.
func (s *Service) run(ctx context.Context, job jobs.Job[WriteExport]) error {
	found, err := loadExports(ctx, s.Kit.Store.DB.Read(), "id = ? AND finished_at IS NULL", job.Args.Export)
	if err != nil || len(found) == 0 {
		return err
	}
	export := found[0]
	done, size, err := s.write(ctx, export)
	if err == nil {
		return s.finish(ctx, export.ID, "", done, size)
	}
	if refused, ok := apierr.As(err); ok { // Another attempt would fail, too.
		return s.finish(ctx, export.ID, refused.Message, 0, 0)
	}
	if job.LastAttempt() {
		if err := s.finish(context.WithoutCancel(ctx), export.ID, problemFailed, 0, 0); err != nil {
			return err
		}
	}
	return err
}

func (s *Service) finish(ctx context.Context, id int64, problem string, done, size int64) error {
	return s.Kit.Store.Do(ctx, func(tx *write.Tx) error {
		_, err := tx.Exec(ctx,
			`UPDATE exports
			SET finished_at = ?, problem = ?, done = ?, bytes = ?, total = CASE WHEN ? = '' THEN ? ELSE total END
			WHERE id = ? AND finished_at IS NULL`,
			tx.Now, problem, done, size, problem, done, id)
		if err != nil {
			return fmt.Errorf("finish export %d: %w", id, err)
		}
		return nil
	})
}

// write writes the file with the permissions its owner has now.
func (s *Service) write(ctx context.Context, export row) (done, size int64, err error) {
	if export.UserID == nil {
		return 0, 0, apierr.NotAllowed("The user who requested this no longer exists.")
	}
	user, err := people.FindStaff(ctx, s.Kit.Store.DB.Read(), *export.UserID)
	if err != nil {
		return 0, 0, err
	}
	if user == nil {
		return 0, 0, apierr.NotAllowed("The user who requested this no longer has access to it.")
	}
	ctx, cancel := context.WithCancel(people.ActAs(ctx, user, export.RequestID, export.IP))
	defer cancel()
	list, total, err := s.open(ctx, export.Path, export.query())
	if err != nil {
		return 0, 0, err
	}
	next, total, err := s.reader(ctx, list, export, total)
	if err != nil {
		return 0, 0, err
	}
	if err := s.saveProgress(ctx, export.ID, 0, total); err != nil {
		return 0, 0, err
	}
	// The pipe streams the rows to the storage, so that the file is never held in memory.
	from, to := io.Pipe()
	written := make(chan error, 1)
	go func() {
		err := s.writeRows(ctx, to, list, export.ID, next, &done)
		_ = to.CloseWithError(err)
		written <- err
	}()
	size, err = s.Kit.Media.Storage.PutFrom(ctx, export.File, "text/csv; charset=utf-8", from)
	if err != nil {
		cancel() // Stops the writer.
	}
	_ = from.CloseWithError(err) // Always returns nil.
	//nolint:errorlint // Compares the identity of the errors.
	if failed := <-written; failed != nil && failed != err {
		if _, refused := apierr.As(failed); refused || err == nil {
			err = failed
		}
	}
	return done, size, err
}

// writeRows writes all rows of a list.
func (s *Service) writeRows(
	ctx context.Context, to io.Writer, list api.List, id int64, next nextFunc, done *int64,
) error {
	chunks, err := newChunkWriter(ctx)
	if err != nil {
		return err
	}
	defer chunks.close()
	out, err := sheet.New(chunks, s.Site)
	if err != nil {
		return err
	}
	columns := sheet.ColumnsOf(list.Item())
	labels := make([]string, len(columns))
	for i, column := range columns {
		labels[i] = column.Label
	}
	if err := out.Header(labels...); err != nil {
		return err
	}
	saved := time.Now()
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
			return chunks.flush(to)
		}
		if err := chunks.next(to); err != nil {
			return err
		}
		if time.Since(saved) > progressInterval {
			saved = time.Now()
			if err := s.saveProgress(ctx, id, *done, nil); err != nil {
				return err
			}
		}
	}
}

func (s *Service) saveProgress(ctx context.Context, id, done int64, total *int64) error {
	_, err := s.Kit.Store.DB.Writer().Exec(ctx,
		"UPDATE exports SET done = ?, total = coalesce(?, total) WHERE id = ?", done, total, id)
	if err != nil {
		return fmt.Errorf("save progress of export %d: %w", id, err)
	}
	return nil
}

// nextFunc returns the next records of a list as a slice, and whether there may be more.
type nextFunc func(context.Context) (records reflect.Value, more bool, err error)

// reader returns a function that reads a list: a declared list by the ids of its rows, any other page by page.
func (s *Service) reader(
	ctx context.Context, list api.List, export row, total *int64,
) (nextFunc, *int64, error) {
	table := s.Kit.Exports.At(list.Path)
	if table == nil {
		return s.byPage(list, export), total, nil
	}
	ids, err := table.IDs(ctx, export.Path, export.query())
	count := int64(len(ids))
	return byIDs(table, export.Path, ids), &count, err
}

func byIDs(table exporter.List, listPath string, ids []int64) nextFunc {
	return func(ctx context.Context) (reflect.Value, bool, error) {
		chunk := ids[:min(perChunk, len(ids))]
		ids = ids[len(chunk):]
		records, err := table.Rows(ctx, listPath, chunk)
		return reflect.ValueOf(records), len(ids) > 0, err
	}
}

// byPage requests one page after the other, like the console.
func (s *Service) byPage(list api.List, export row) nextFunc {
	query, number := export.query(), 0
	return func(ctx context.Context) (records reflect.Value, more bool, err error) {
		number++
		if list.Paged {
			query.Set("per_page", strconv.Itoa(perPage))
			query.Set("page", strconv.Itoa(number))
		}
		body, err := s.Kit.API.Get(ctx, export.Path, query)
		if err != nil {
			return records, false, err
		}
		into := reflect.New(list.Answer)
		if err := json.Unmarshal(body, into.Interface()); err != nil {
			return records, false, fmt.Errorf("read page %d of %s: %w", number, export.Path, err)
		}
		records = list.Items(into.Elem())
		return records, list.Paged && records.Len() == perPage, nil
	}
}

// Sweep is the job that deletes old exports and their files.
type Sweep struct{}

// Kind returns the name of the job.
func (Sweep) Kind() string { return "sweep-exports" }

const (
	keepFile = 24 * time.Hour
	keepRow  = 30 * 24 * time.Hour
	perSweep = 1000
)

// The path of a file is exports/<24 characters>/table.csv.
const (
	folder   = "exports"
	fileName = "table.csv"
)

func (s *Service) sweep(ctx context.Context, _ jobs.Job[Sweep]) error {
	c, now := s.Kit.Store.DB.Writer(), clock.Now()
	// No job runs for a day, so an unfinished export of that age belongs to a job that was lost with its process.
	_, err := c.Exec(ctx, "UPDATE exports SET finished_at = ?, problem = ? WHERE finished_at IS NULL AND created_at < ?",
		now, problemFailed, now.Add(-keepFile))
	if err != nil {
		return fmt.Errorf("fail lost exports: %w", err)
	}
	old, err := loadExports(ctx, s.Kit.Store.DB.Read(), "finished_at < ? AND file <> '' ORDER BY finished_at LIMIT ?",
		now.Add(-keepFile), perSweep)
	if err != nil {
		return err
	}
	for _, export := range old {
		if err := s.Kit.Media.Storage.Delete(ctx, path.Dir(export.File)); err != nil {
			return err
		}
		if _, err := c.Exec(ctx, "UPDATE exports SET file = '' WHERE id = ?", export.ID); err != nil {
			return fmt.Errorf("clear file of export %d: %w", export.ID, err)
		}
	}
	if _, err := c.Exec(ctx, "DELETE FROM exports WHERE finished_at < ? AND file = ''", now.Add(-keepRow)); err != nil {
		return fmt.Errorf("delete old exports: %w", err)
	}
	return media.SweepOrphans(ctx, s.Kit.Media.Storage, folder, s.references)
}

// references returns which of the folders belong to an export, finished or not.
func (s *Service) references(ctx context.Context, names []string) (map[string]bool, error) {
	known := map[string]bool{}
	for chunk := range slices.Chunk(names, perChunk) {
		files := []string{}
		for _, name := range chunk {
			files = append(files, folder+"/"+name+"/"+fileName)
		}
		found, err := loadExports(ctx, s.Kit.Store.DB.Read(), "file IN (?)", files)
		if err != nil {
			return nil, err
		}
		for _, export := range found {
			known[path.Base(path.Dir(export.File))] = true
		}
	}
	return known, nil
}
