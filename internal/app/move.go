package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/media"
	"waymark/internal/kit/transfer"
	"waymark/internal/platform/schema"
	"waymark/migrations"
)

// MoveOptions say where to move an installation.
type MoveOptions struct {
	To        string // address of an empty PostgreSQL database
	StorageTo string // where to copy the files; "" leaves them where they are
	// Report is called as the move proceeds, often.
	Report func(MoveStep)
}

// MoveStep is a report about a move.
type MoveStep struct {
	Text string // what is done, such as the name of a table
	Rows int64  // rows of the table so far
	Done bool   // the step is complete
	// Skipped says that an earlier run has done it.
	Skipped bool
}

// MoveReport describes a move that is complete.
type MoveReport struct {
	Tables  []transfer.Table `json:"tables"`
	Rows    int64            `json:"rows"`
	Files   int64            `json:"files"`
	Bytes   int64            `json:"file_bytes"`
	Skipped int64            `json:"files_copied_before"`
	// Corrected is the number of totals that were wrong in the source. Those of the target are counted from its rows.
	Corrected int     `json:"totals_corrected"`
	Seconds   float64 `json:"seconds"`
}

// notMoved are the tables that are not copied, with the reason.
var notMoved = map[string]string{
	"counter_deltas":     "counted again",
	"derived_objects":    "statements of the other database",
	"goose_db_version":   "written by the migrations",
	"nodes":              "the servers of the other database",
	"live_count_deltas":  "counted again",
	"live_counts":        "counted again",
	"river_client":       "a server that is running",
	"river_client_queue": "a server that is running",
	"river_leader":       "a server that is running",
	"river_migration":    "written by the migrations",
}

// Move copies a SQLite database, and the files if they are to be moved too, into an empty PostgreSQL database. It
// changes nothing in the source. If it is interrupted, the next Move continues.
func Move(ctx context.Context, config Config, o MoveOptions) (report MoveReport, err error) {
	began := clock.Now()
	path, err := config.checkMoveSettings(o)
	if err != nil {
		return report, err
	}
	ctx = db.WithStatementLimit(ctx, 0)
	alone, release, err := config.lockForMove(path)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, release()) }()
	source, err := db.OpenSnapshot(ctx, path, alone)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	origin, err := config.inspectSource(ctx, source)
	if err != nil {
		return report, err
	}
	target, err := db.Open(ctx, o.To)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	m := &mover{config: config, options: o, source: source, target: target, report: &report}
	if err := m.run(ctx, origin); err != nil {
		return report, err
	}
	report.Seconds = time.Since(began).Seconds()
	return report, nil
}

// checkMoveSettings returns the path of the source.
func (c Config) checkMoveSettings(o MoveOptions) (string, error) {
	path, ok := strings.CutPrefix(c.Database, "sqlite:")
	if !ok || path == "" {
		return "", errors.New("only a SQLite database can be moved: set --database to sqlite:PATH. " +
			"There is no move back from PostgreSQL: the SQLite database is unchanged, so start the server on it again")
	}
	if !strings.HasPrefix(o.To, "postgres://") && !strings.HasPrefix(o.To, "postgresql://") {
		return "", errors.New("a database can be moved to PostgreSQL only: set --to to postgres://…")
	}
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("there is no database at %s: check --database", path)
	}
	if o.StorageTo == "" {
		return path, nil
	}
	if o.StorageTo == c.storage() {
		return "", errors.New("--storage-to is where the files are already")
	}
	return path, checkStorage("--storage-to", o.StorageTo)
}

// inspectSource checks that the source has the schema of this version and that its secret key is known.
func (c Config) inspectSource(ctx context.Context, source *db.Snapshot) (transfer.Origin, error) {
	origin := transfer.Origin{}
	latest, err := latestSchema()
	if err != nil {
		return origin, err
	}
	version, err := snapshotValue[int64](ctx, source, schemaVersionQuery)
	switch {
	case err != nil:
		return origin, errors.New("the source is not a database of Waymark")
	case version > latest:
		return origin, fmt.Errorf("the source was used by a later version of Waymark (schema %d, this is %d): "+
			"move it with that version", version, latest)
	case version < latest:
		return origin, fmt.Errorf("the source has schema %d, and this version has schema %d: "+
			"run `waymark migrate` on it first", version, latest)
	}
	fingerprint, err := snapshotValue[string](ctx, source,
		"SELECT value FROM installation WHERE key = 'secret_key_fingerprint'")
	if err != nil {
		return origin, errors.New("the source has never been used by a server: there is nothing to move")
	}
	key, err := c.loadKey()
	if err != nil {
		return origin, err
	}
	if !key.Has(fingerprint) {
		return origin, errors.New("the secret key does not belong to the source")
	}
	if key.IsReplacing() {
		return origin, errors.New("the secret key of the source is being replaced: finish that with `waymark rotate-key`")
	}
	return transfer.Origin{Name: fingerprint, Schema: latest}, nil
}

func snapshotValue[T any](ctx context.Context, source *db.Snapshot, query string) (value T, err error) {
	rows, err := source.Query(ctx, query)
	if err != nil {
		return value, err
	}
	defer func() { _ = rows.Close() }()
	if !rows.Next() {
		return value, errors.Join(rows.Err(), errors.New("no row"))
	}
	return value, rows.Scan(&value)
}

// mover is a move that is running.
type mover struct {
	config  Config
	options MoveOptions
	source  *db.Snapshot
	target  *db.DB
	report  *MoveReport
}

func (m *mover) step(format string, args ...any) {
	m.options.Report(MoveStep{Text: fmt.Sprintf(format, args...), Done: true})
}

func (m *mover) run(ctx context.Context, origin transfer.Origin) (err error) {
	target, err := transfer.Begin(ctx, m.target, transfer.Options{
		Origin: origin, Skip: notMoved,
		Migrate: func() error { return createTables(ctx, m.target) },
		Waiting: func() { m.step("waiting for another move into the same database to end") },
	})
	if errors.Is(err, transfer.ErrNotEmpty) {
		return fmt.Errorf("%w: create a new one for the move", err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	m.report.Tables, err = target.Copy(ctx, m.source, func(table transfer.Table, done bool) {
		m.options.Report(MoveStep{Text: table.Name, Rows: table.Rows, Done: done, Skipped: table.Skipped})
	})
	if err != nil {
		return err
	}
	for _, table := range m.report.Tables {
		m.report.Rows += table.Rows
	}
	if err := m.derive(ctx, target); err != nil {
		return err
	}
	if err := m.copyFiles(ctx); err != nil {
		return err
	}
	changed, err := m.source.Changed(ctx)
	if err != nil {
		return err
	}
	if changed {
		return errors.New("the source was changed during the move: begin again with an empty database")
	}
	m.step("vacuum")
	return target.Finish(ctx)
}

// createTables creates the tables of an empty database, without derived objects.
func createTables(ctx context.Context, d *db.DB) error {
	if err := d.Migrate(ctx, migrations.Files(d.Engine), migrations.Steps); err != nil {
		return err
	}
	return jobs.Migrate(ctx, d)
}

// derive creates what is worked out from the rows, and compares it with a recount.
func (m *mover) derive(ctx context.Context, target *transfer.Target) error {
	if err := target.Restore(ctx, func(done, total int) {
		m.options.Report(MoveStep{Text: fmt.Sprintf("indexes and foreign keys (%d)", total), Rows: int64(done)})
	}); err != nil {
		return err
	}
	if err := target.SetSequences(ctx, m.source); err != nil {
		return err
	}
	m.step("search, counters and totals")
	if err := derived.Apply(ctx, m.target, schema.Revision, schema.Derived()...); err != nil {
		return err
	}
	// Apply reports all existing rows as changed, but the feeds, which were copied, have them already.
	pending, err := snapshotValue[int64](ctx, m.source, "SELECT coalesce(max(id), 0) FROM pending_changes")
	if err != nil {
		return fmt.Errorf("read the pending changes of the source: %w", err)
	}
	if _, err := m.target.Writer().Exec(ctx, "DELETE FROM pending_changes WHERE id > ?", pending); err != nil {
		return fmt.Errorf("delete reports of unchanged rows: %w", err)
	}
	if err := VerifyDerived(ctx, m.target); err != nil {
		return err
	}
	// The source has no server that runs jobs, so those that were interrupted need not wait until they are rescued.
	if _, err := m.target.Writer().Exec(ctx,
		"UPDATE river_job SET state = 'available' WHERE state = 'running'"); err != nil {
		return fmt.Errorf("release interrupted jobs: %w", err)
	}
	return m.compareTotals(ctx)
}

type total struct{ list, facet, value string }

// compareTotals counts the totals that differ. Those of the target have just been compared with its rows, which are
// equal to the rows of the source, so it is the source that is wrong.
func (m *mover) compareTotals(ctx context.Context) error {
	const query = "SELECT list, facet, value, n FROM current_counts WHERE n <> 0"
	rows, err := m.source.Query(ctx, query)
	if err != nil {
		return fmt.Errorf("read the totals of the source: %w", err)
	}
	defer func() { _ = rows.Close() }()
	totals := map[total]int64{}
	for rows.Next() {
		var t total
		var n int64
		if err := rows.Scan(&t.list, &t.facet, &t.value, &n); err != nil {
			return err
		}
		totals[t] = n
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	found, err := db.All[struct {
		List  string `db:"list"`
		Facet string `db:"facet"`
		Value string `db:"value"`
		N     int64  `db:"n"`
	}](ctx, m.target.Read(), query)
	if err != nil {
		return fmt.Errorf("read the totals of the target: %w", err)
	}
	for _, f := range found {
		t := total{f.List, f.Facet, f.Value}
		if n, ok := totals[t]; !ok || n != f.N {
			m.report.Corrected++
		}
		delete(totals, t)
	}
	for t := range totals {
		m.step("the total of %s %s %s was wrong in the source", t.list, t.facet, t.value)
		m.report.Corrected++
	}
	return nil
}

func (m *mover) copyFiles(ctx context.Context) error {
	if m.options.StorageTo == "" {
		return nil
	}
	from, err := media.OpenStorage(m.config.storage())
	if err != nil {
		return err
	}
	to, err := media.OpenStorage(m.options.StorageTo)
	if err != nil {
		return err
	}
	if err := to.Check(ctx); err != nil {
		return fmt.Errorf("--storage-to: %w", err)
	}
	err = media.CopyAll(ctx, from, to, func(file media.CopiedFile) {
		m.report.Files++
		m.report.Bytes += file.Bytes
		if file.Skipped {
			m.report.Skipped++
		}
		m.options.Report(MoveStep{Text: "files", Rows: m.report.Files})
	})
	if err != nil {
		return fmt.Errorf("copy the files: %w", err)
	}
	m.options.Report(MoveStep{Text: "files", Rows: m.report.Files, Done: true})
	return nil
}
