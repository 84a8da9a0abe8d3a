package db

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

// pooled runs statements on connections of PostgreSQL without database/sql, for the same reasons as readers. Values
// arrive in PostgreSQL's binary format, and the most frequent types are stored without conversion.
type pooled struct{ *pgxpool.Pool }

func (p pooled) runQuery(ctx context.Context, query string, args []any) (cursor, error) {
	var found *pooledRows
	err := retryRead(ctx, func() error {
		rows, err := p.Query(ctx, query, args...)
		if err != nil {
			return err
		}
		// Next returns the connection to the pool if there is no row. What belongs to the connection is read before,
		// because another client may use it afterwards.
		read := &pooledRows{rows: rows, fields: slices.Clone(rows.FieldDescriptions()), types: rows.TypeMap()}
		// The first row is read now, because it comes with the error of a query that fails.
		read.first = rows.Next()
		if err := rows.Err(); err != nil {
			return err
		}
		found = read
		return nil
	})
	if err != nil {
		return nil, err // without a nil *pooledRows in the interface
	}
	return found, nil
}

func (p pooled) runExec(ctx context.Context, query string, args []any) (affected int64, err error) {
	err = retryRead(ctx, func() error {
		tag, err := p.Exec(ctx, query, args...)
		affected = tag.RowsAffected()
		return err
	})
	return affected, err
}

// pooledRows are the rows of a query. Closing them returns the connection to the pool.
type pooledRows struct {
	rows   pgx.Rows
	fields []pgconn.FieldDescription
	types  *pgtype.Map
	first  bool // the first row has been read, but not been asked for
}

func (r *pooledRows) Columns() ([]string, error) { return columnNames(r.fields), nil }

func columnNames(fields []pgconn.FieldDescription) []string {
	names := make([]string, len(fields))
	for i := range fields {
		names[i] = fields[i].Name
	}
	return names
}

func (r *pooledRows) Next() bool {
	if r.first {
		r.first = false
		return true
	}
	return r.rows.Next()
}

func (r *pooledRows) Err() error { return r.rows.Err() }

func (r *pooledRows) Close() error {
	r.rows.Close()
	return nil
}

func (r *pooledRows) Scan(dest ...any) error {
	return scanRow(dest, r.rows.RawValues(), r.fields, r.types)
}

// scanRow stores the values of a row.
func scanRow(dest []any, raw [][]byte, fields []pgconn.FieldDescription, types *pgtype.Map) error {
	if len(dest) != len(raw) {
		return fmt.Errorf("%d destinations for %d columns", len(dest), len(raw))
	}
	for i := range dest {
		field := &fields[i]
		if assignBinary(dest[i], field, raw[i]) {
			continue
		}
		value, err := decode(types, field, raw[i])
		if err == nil {
			err = assign(dest[i], value)
		}
		if err != nil {
			return fmt.Errorf("column %d (%s): %w", i, field.Name, err)
		}
	}
	return nil
}

// decode returns the value that database/sql would get.
func decode(types *pgtype.Map, field *pgconn.FieldDescription, raw []byte) (driver.Value, error) {
	if raw == nil {
		return nil, nil //nolint:nilnil // NULL
	}
	known, ok := types.TypeForOID(field.DataTypeOID)
	if !ok {
		return string(raw), nil // PostgreSQL sends a type that pgx doesn't know as text
	}
	return known.Codec.DecodeDatabaseSQLValue(types, field.DataTypeOID, field.Format, raw)
}

// assignBinary stores a value of one of the most frequent types. It returns false for others, and for NULL where the
// destination can't be empty.
func assignBinary(dest any, field *pgconn.FieldDescription, raw []byte) bool {
	switch to := dest.(type) {
	case *string:
		if raw == nil || (field.DataTypeOID != pgtype.TextOID && field.DataTypeOID != pgtype.VarcharOID) {
			return false
		}
		*to = string(raw)
		return true
	case *int64:
		n, ok := binaryInt(field, raw)
		*to = n
		return ok
	case **int64:
		if raw == nil {
			*to = nil
			return true
		}
		n, ok := binaryInt(field, raw)
		*to = &n
		return ok
	case *bool:
		if len(raw) != 1 || field.DataTypeOID != pgtype.BoolOID || field.Format != pgx.BinaryFormatCode {
			return false
		}
		*to = raw[0] == 1
		return true
	case timeScanner:
		at, ok := binaryTime(field, raw)
		*to.to = at
		return ok
	case nullTimeScanner:
		if raw == nil {
			*to.to = nil
			return true
		}
		at, ok := binaryTime(field, raw)
		*to.to = &at
		return ok
	}
	return false
}

func binaryInt(field *pgconn.FieldDescription, raw []byte) (int64, bool) {
	if field.Format != pgx.BinaryFormatCode {
		return 0, false
	}
	switch {
	case field.DataTypeOID == pgtype.Int8OID && len(raw) == 8:
		return int64(binary.BigEndian.Uint64(raw)), true
	case field.DataTypeOID == pgtype.Int4OID && len(raw) == 4:
		return int64(int32(binary.BigEndian.Uint32(raw))), true
	}
	return 0, false
}

// postgresEpoch is 2000-01-01, from which PostgreSQL counts microseconds.
const postgresEpoch = 946_684_800_000_000

func binaryTime(field *pgconn.FieldDescription, raw []byte) (time.Time, bool) {
	if field.DataTypeOID != pgtype.TimestamptzOID || field.Format != pgx.BinaryFormatCode || len(raw) != 8 {
		return time.Time{}, false
	}
	micros := int64(binary.BigEndian.Uint64(raw))
	if micros > 1<<62 || micros < -1<<62 { // infinity
		return time.Time{}, false
	}
	return time.UnixMicro(micros + postgresEpoch).UTC(), true
}
