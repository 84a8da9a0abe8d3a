package sheet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"
)

// The limits of files that are read. Without them, a small file could need any amount of memory.
const (
	MaxRows    = 1_000_000
	MaxColumns = 500
	maxCell    = 256 << 10 // bytes
	maxRow     = 2 << 20   // bytes
)

// Row is a row of a file that is not empty.
type Row struct {
	Number int // as spreadsheet programs count: the first row of the file is 1
	Cells  []string
}

// Rows reads the rows of a file in order. At the end it returns io.EOF.
type Rows interface {
	Next() (Row, error)
	// Close ends the reading, before or after the end.
	Close() error
}

// FileError is a defect of a file, for the person who uploaded it.
type FileError struct{ Message string }

func (e *FileError) Error() string { return e.Message }

func defect(format string, args ...any) error { return &FileError{fmt.Sprintf(format, args...)} }

// AsFileError returns the message for the person who uploaded the file, if the file is the reason of an error.
func AsFileError(err error) (string, bool) {
	var known *FileError
	if errors.As(err, &known) {
		return known.Message, true
	}
	return "", false
}

// File is a stored file.
type File interface {
	io.ReaderAt
	io.ReadSeeker
}

// Open reads a file from its beginning. Reading stops with the context.
func Open(ctx context.Context, file File, size int64, format Format) (Rows, error) {
	if format.Type == XLSX {
		return openXLSX(ctx, file, size)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("read the file: %w", err)
	}
	decoder, ok := decoders[format.Encoding]
	if !ok {
		return nil, defect("The encoding %q is not supported.", format.Encoding)
	}
	separator, _ := utf8.DecodeRuneInString(format.Separator)
	if !strings.ContainsRune(separators, separator) || format.Separator == "" {
		return nil, defect("The separator %q is not supported.", format.Separator)
	}
	return newCSV(decoder(withContext(ctx, file)), byte(separator)), nil
}

// withContext returns a reader that fails when the context has ended.
func withContext(ctx context.Context, in io.Reader) io.Reader { return &contextReader{ctx, in} }

type contextReader struct {
	ctx context.Context //nolint:containedctx // see withContext
	in  io.Reader
}

func (r *contextReader) Read(buffer []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.in.Read(buffer)
}

// Limited refuses files with too many rows or columns.
func Limited(rows Rows) Rows { return &limited{rows: rows} }

type limited struct {
	rows  Rows
	count int
}

func (l *limited) Close() error { return l.rows.Close() }

func (l *limited) Next() (Row, error) {
	row, err := l.rows.Next()
	if err != nil {
		return row, err
	}
	if l.count++; l.count > MaxRows+1 { // and the headings
		return row, defect("The file has more than 1,000,000 rows. Please split it.")
	}
	return row, nil
}

// Unquote removes the apostrophe with which Writer keeps a text from being a formula.
func Unquote(cell string) string {
	rest, quoted := strings.CutPrefix(cell, "'")
	if first, _ := utf8.DecodeRuneInString(rest); quoted && rest != "" && strings.ContainsRune(formulaStarts, first) {
		return rest
	}
	return cell
}

// Text returns the text of a column of a record as Writer writes it, but without an apostrophe before formulas.
func (c Column) Text(w *Writer, record reflect.Value) string {
	return w.text(indirect(record).FieldByIndex(c.index))
}
