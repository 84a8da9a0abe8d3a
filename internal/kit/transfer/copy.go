package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
)

// Table is a table that has been copied.
type Table struct {
	Name string `json:"name"`
	Rows int64  `json:"rows"`
	// Checksum is the sum of the hashes of all rows.
	Checksum string `json:"checksum"`
	// Skipped says that an earlier run has copied the table.
	Skipped bool `json:"copied_before"`
}

// reportEvery is the number of rows between two reports.
const reportEvery = 1000

// Copy copies all tables. A table that an earlier run has copied is copied again only if the source has changed since.
// report is called while a table is read, and for each table when it is done.
func (t *Target) Copy(ctx context.Context, from *db.Snapshot, report func(table Table, done bool)) ([]Table, error) {
	copied := []Table{}
	for _, name := range t.schema.names(t.skip) {
		table, err := t.copyTable(ctx, from, t.schema.tables[name], report)
		if err != nil {
			return copied, fmt.Errorf("table %s: %w", name, err)
		}
		report(table, true)
		copied = append(copied, table)
	}
	return copied, nil
}

func (t *Target) copyTable(
	ctx context.Context, from *db.Snapshot, info *tableInfo, report func(Table, bool),
) (Table, error) {
	earlier := Table{Name: info.name, Skipped: true}
	err := t.conn.QueryRowContext(ctx, "SELECT n, checksum FROM "+copiedTable+" WHERE name = $1", info.name).
		Scan(&earlier.Rows, &earlier.Checksum)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return earlier, err
	}
	if err == nil {
		reader, err := t.readSource(ctx, from, info)
		if err != nil {
			return earlier, err
		}
		if err := reader.readAll(); err != nil {
			return earlier, err
		}
		if reader.sum.String() == earlier.Checksum && reader.sum.rows == earlier.Rows {
			return earlier, nil
		}
	}
	if err := t.checkRestored(ctx); err != nil {
		return earlier, err
	}
	reader, err := t.readSource(ctx, from, info)
	if err != nil {
		return earlier, err
	}
	reader.report = report
	return t.copyRows(ctx, info, reader)
}

// checkRestored returns an error if indexes and foreign keys are in place again. From then on, no rows are copied.
func (t *Target) checkRestored(ctx context.Context) error {
	var restored bool
	err := t.conn.QueryRowContext(ctx, "SELECT restored FROM "+stateTable).Scan(&restored)
	if err == nil && restored {
		return errors.New("the source has changed since the move was interrupted: begin again with an empty database")
	}
	return err
}

// copyRows copies and verifies a table in one transaction: a table is either complete or empty.
func (t *Target) copyRows(ctx context.Context, info *tableInfo, from *sourceReader) (Table, error) {
	copied := Table{Name: info.name}
	defer func() { _ = from.rows.Close() }()
	err := t.inTx(ctx, func(tx *sql.Tx) error {
		// PostgreSQL need not log rows of a table that is emptied in the same transaction.
		if _, err := tx.ExecContext(ctx, "TRUNCATE "+table.Quote(info.name)); err != nil {
			return err
		}
		return t.conn.Raw(func(driver any) error {
			conn, err := db.PgxConn(driver)
			if err != nil {
				return err
			}
			_, err = conn.CopyFrom(ctx, pgx.Identifier{info.name}, info.columnNames(), from)
			if err := errors.Join(from.Err(), err); err != nil {
				return err
			}
			copied.Rows, copied.Checksum = from.sum.rows, from.sum.String()
			if err := verify(ctx, conn, info, copied); err != nil {
				return err
			}
			_, err = conn.Exec(ctx, "INSERT INTO "+copiedTable+` (name, n, checksum) VALUES ($1, $2, $3)
				ON CONFLICT (name) DO UPDATE SET n = excluded.n, checksum = excluded.checksum`,
				copied.Name, copied.Rows, copied.Checksum)
			return err
		})
	})
	return copied, err
}

// verify reads back a table and compares it with what was copied.
func verify(ctx context.Context, conn *pgx.Conn, info *tableInfo, want Table) error {
	found, err := sumOfTarget(ctx, conn, info)
	switch {
	case err != nil:
		return err
	case found.rows != want.Rows:
		return fmt.Errorf("the target has %d rows, and the source %d", found.rows, want.Rows)
	case found.String() != want.Checksum:
		return errors.New("the rows of the target differ from those of the source")
	}
	return nil
}

func sumOfTarget(ctx context.Context, conn *pgx.Conn, info *tableInfo) (*checksum, error) {
	rows, err := conn.Query(ctx, info.targetQuery(), pgx.QueryExecModeSimpleProtocol) // all values are texts
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	sum := &checksum{}
	for rows.Next() {
		for i, raw := range rows.RawValues() {
			if raw == nil {
				sum.addNull()
				continue
			}
			text := string(raw)
			if normalise := info.columns[i].normalise; normalise != nil {
				if text, err = normalise(text); err != nil {
					return nil, fmt.Errorf("column %s: %w", info.columns[i].name, err)
				}
			}
			sum.add(text)
		}
		sum.endRow()
	}
	return sum, rows.Err()
}

// sourceReader reads the rows of a table as arguments for COPY. It implements pgx.CopyFromSource.
type sourceReader struct {
	info   *tableInfo
	rows   *sql.Rows
	change func(row []any) error // converts a row before its values are; may be nil
	report func(Table, bool)     // may be nil
	sum    checksum
	row    []any
	dest   []any
	err    error
}

func (t *Target) readSource(ctx context.Context, from *db.Snapshot, info *tableInfo) (*sourceReader, error) {
	rows, err := from.Query(ctx, info.sourceQuery()) //nolint:rowserrcheck // Err returns it
	if err != nil {
		return nil, fmt.Errorf("read the source: %w", err)
	}
	r := &sourceReader{info: info, rows: rows, row: make([]any, len(info.columns))}
	for i := range r.row {
		r.dest = append(r.dest, &r.row[i])
	}
	if info.name == keptRows {
		r.change = t.schema.convertKept
	}
	return r, nil
}

// Next reads and converts the next row.
func (r *sourceReader) Next() bool {
	if r.err != nil || !r.rows.Next() {
		return false
	}
	clear(r.row)
	if r.err = r.rows.Scan(r.dest...); r.err != nil {
		return false
	}
	r.err = r.convert()
	if r.report != nil && r.sum.rows%reportEvery == 0 {
		r.report(Table{Name: r.info.name, Rows: r.sum.rows}, false)
	}
	return r.err == nil
}

func (r *sourceReader) convert() error {
	if r.change != nil {
		if err := r.change(r.row); err != nil {
			return fmt.Errorf("the row with the %s %v: %w", r.info.columns[0].name, r.row[0], err)
		}
	}
	first := r.row[0]
	for i, value := range r.row {
		if value == nil {
			r.sum.addNull()
			continue
		}
		text, argument, err := r.info.columns[i].fromSQLite(value)
		if err != nil {
			return fmt.Errorf("%s of the row with the %s %v: %w", r.info.columns[i].name, r.info.columns[0].name, first, err)
		}
		r.sum.add(text)
		r.row[i] = argument
	}
	r.sum.endRow()
	return nil
}

// Values returns the current row.
func (r *sourceReader) Values() ([]any, error) { return slices.Clone(r.row), nil }

// Err returns the error that ended the rows early.
func (r *sourceReader) Err() error { return errors.Join(r.err, r.rows.Err()) }

// readAll reads all rows for their checksum.
func (r *sourceReader) readAll() error {
	for r.Next() {
	}
	return errors.Join(r.Err(), r.rows.Close())
}
