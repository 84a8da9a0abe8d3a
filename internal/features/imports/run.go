package imports

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/importer"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/media"
	"waymark/internal/kit/memory"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
)

// Run is the job that checks or imports a file.
type Run struct {
	Import  int64 `json:"import"`
	Attempt int64 `json:"attempt"`
}

// Kind returns the stored name of the job.
func (Run) Kind() string { return "run-import" }

const (
	stepSize  = 200     // rows in one transaction
	stepBytes = 4 << 20 // of their cells, after which no other row is added
	jobTime   = 5 * time.Minute
	// heapGrowth is how much the heap may grow between garbage collections, in percent.
	heapGrowth = 50
)

var (
	// errSuperseded means that the import was discarded, or that another job has continued it.
	errSuperseded = errors.New("the import has changed")
	errRollBack   = errors.New("a check changes nothing")
)

// run works on an import, step by step. A step and its position are one transaction, so an interrupted job loses no
// row and imports none twice.
func (s *Service) run(ctx context.Context, job jobs.Job[Run]) error {
	found, err := loadImports(ctx, s.Kit.Store.DB.Read(), "id = ? AND attempt = ? AND state IN (?, ?)",
		job.Args.Import, job.Args.Attempt, checking, importing)
	if err != nil || len(found) == 0 {
		return err
	}
	defer memory.FreeSoon()
	defer memory.LimitGrowth(heapGrowth)()
	err = s.work(ctx, found[0])
	if err == nil || errors.Is(err, errSuperseded) {
		return nil
	}
	if message, ok := sheet.AsFileError(err); ok {
		return s.fail(ctx, found[0], message)
	}
	if refused, ok := apierr.As(err); ok { // another attempt would fail, too
		return s.fail(ctx, found[0], refused.Message)
	}
	if job.LastAttempt() {
		if err := s.fail(context.WithoutCancel(ctx), found[0], problemFailed); err != nil {
			return err
		}
	}
	return err
}

const problemFailed = "The file could not be processed. Please try again."

// fail ends an import. Rows that were imported before stay, and can be undone.
func (s *Service) fail(ctx context.Context, r row, problem string) error {
	return s.Kit.Store.Do(r.withOrigin(ctx, false), func(tx *write.Tx) error {
		_, err := tx.Exec(ctx,
			"UPDATE imports SET state = ?, problem = ?, finished_at = ? WHERE id = ? AND attempt = ?",
			failed, problem, tx.Now, r.ID, r.Attempt)
		if err != nil {
			return fmt.Errorf("fail import %d: %w", r.ID, err)
		}
		return nil
	})
}

// withOrigin makes the changes of an import part of the change set of the request that started it.
func (r row) withOrigin(ctx context.Context, continues bool) context.Context {
	if r.State != importing || r.ChangeID == nil {
		return ctx
	}
	return write.WithOrigin(ctx, &write.Origin{Change: *r.ChangeID, Continues: continues})
}

// worker works on one import.
type worker struct {
	*Service
	row    row
	record *importer.Records
	plan   *importer.Plan
	keys   keySet
	until  time.Time // another job continues after this
}

// work continues an import with the permissions that its owner has now.
func (s *Service) work(ctx context.Context, r row) error {
	user, err := people.FindStaff(ctx, s.Kit.Store.DB.Read(), r.UserID)
	if err != nil {
		return err
	}
	if user == nil {
		return apierr.NotAllowed("The user who started this no longer has access to it.")
	}
	if r.Confirmed { // the request that started the job was
		now := clock.Now()
		user.Session.ConfirmedAt = &now
	}
	ctx = people.ActAs(ctx, user, r.RequestID, r.IP)
	record, parents, err := s.recordAt(ctx, r.Path)
	if err != nil {
		return err
	}
	file, err := s.open(ctx, r)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	if r.Total == nil {
		if r.Total, err = s.count(ctx, r, file); err != nil {
			return err
		}
	}
	w := &worker{
		Service: s, row: r, record: record, keys: newKeySet(), until: time.Now().Add(s.jobTime()),
		plan: &importer.Plan{
			Parents: parents, Columns: r.fields(), Key: r.Key, ClearEmpty: r.ClearEmpty, Dates: r.DateFormat,
			DryRun: r.State == checking,
		},
	}
	return w.steps(ctx, file)
}

func (s *Service) jobTime() time.Duration {
	if s.JobTime > 0 {
		return s.JobTime
	}
	return jobTime
}

// open copies the file of an import to this machine, where it can be read for as long as the job takes.
func (s *Service) open(ctx context.Context, r row) (*os.File, error) {
	stored, err := s.Kit.Media.Storage.Open(ctx, r.File)
	if errors.Is(err, media.ErrNoFile) {
		return nil, apierr.Conflict("The file of this import no longer exists.")
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = stored.Close() }()
	file, _, err := spool(stored)
	return file, err
}

// count reads the whole file, so that a defect is found before anything else is done.
func (s *Service) count(ctx context.Context, r row, file sheet.File) (*int64, error) {
	rows, err := openRows(ctx, file, r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	total := int64(0)
	for {
		_, err := rows.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		total++
	}
	_, err = s.Kit.Store.DB.Writer().Exec(ctx, "UPDATE imports SET total = ? WHERE id = ? AND attempt = ?", total, r.ID,
		r.Attempt)
	if err != nil {
		return nil, fmt.Errorf("store the number of rows of import %d: %w", r.ID, err)
	}
	return &total, nil
}

// openRows starts reading the rows below the headings.
func openRows(ctx context.Context, file sheet.File, r row) (sheet.Rows, error) {
	rows, err := sheet.Open(ctx, file, r.Bytes, r.format())
	if err != nil {
		return nil, err
	}
	rows = sheet.Limited(rows)
	if _, err := rows.Next(); err != nil {
		return nil, errors.Join(err, rows.Close())
	}
	return rows, nil
}

// steps imports the rows after the stored position. Earlier ones are read for their keys only.
func (w *worker) steps(ctx context.Context, file sheet.File) error {
	rows, err := openRows(ctx, file, w.row)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	step := newStep()
	for {
		next, err := rows.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		imported := w.readRow(ctx, next)
		if int64(next.Number) <= w.row.Position {
			continue
		}
		if step.add(next.Number, imported); len(step.rows) < stepSize && step.bytes < stepBytes {
			continue
		}
		continues := time.Now().Before(w.until)
		if err := w.apply(ctx, step, !continues, false); err != nil || !continues {
			return err
		}
		step = newStep()
	}
	return w.apply(ctx, step, false, true)
}

// readRow finds the key of a row, and refuses one that an earlier row has.
func (w *worker) readRow(ctx context.Context, next sheet.Row) importer.Row {
	key, problem := w.record.KeyOf(ctx, w.plan, next.Cells)
	if key != "" && !w.keys.add(key) {
		problem = "An earlier row of the file has the same value."
	}
	return importer.Row{Cells: next.Cells, Key: key, Problem: problem}
}
