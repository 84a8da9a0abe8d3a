package imports

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/importer"
	"waymark/internal/kit/sheet"
)

// serveSample sends a file with the headings of all fields, and a row that shows what they take.
func (s *Service) serveSample(w http.ResponseWriter, r *http.Request) {
	ctx, listPath := r.Context(), r.URL.Query().Get("path")
	err := error(apierr.SignInRequired())
	var record *importer.Records
	if auth.Current(ctx) != nil {
		record, _, err = s.recordAt(ctx, listPath)
	}
	var cells []string
	if err == nil {
		cells, err = record.Sample(ctx, s.Kit.Store.DB.Read())
	}
	if err != nil {
		api.WriteError(w, r, err)
		return
	}
	labels := []any{}
	values := []any{}
	for i, field := range record.Fields {
		labels, values = append(labels, field.Label), append(values, cells[i])
	}
	s.send(w, r, strings.ReplaceAll(listPath, "/", "-")+"-sample.csv", func(out *sheet.Writer) error {
		return errors.Join(out.Row(labels...), out.Row(values...))
	})
}

// send sends a CSV file. If that fails, the connection is aborted, so that the client notices it.
func (s *Service) send(w http.ResponseWriter, r *http.Request, name string, write func(*sheet.Writer) error) {
	header := w.Header()
	header.Set("Content-Type", "text/csv; charset=utf-8")
	header.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	header.Set("Cache-Control", "no-store")
	if r.Method == http.MethodHead {
		return
	}
	out, err := sheet.New(w, "")
	if err == nil {
		err = write(out)
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		if r.Context().Err() == nil {
			slog.ErrorContext(r.Context(), "file aborted", "file", name, "error", err)
		}
		panic(http.ErrAbortHandler)
	}
}

// rejectionsPerQuery is how many rejected rows are read at once.
const rejectionsPerQuery = 500

// serveRejected sends the rejected rows with their row numbers and problems, to be corrected and imported again.
func (s *Service) serveRejected(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	id, err := api.ID(r.PathValue("id"))
	if auth.Current(ctx) == nil {
		err = apierr.SignInRequired()
	}
	var found row
	if err == nil {
		found, err = s.findID(ctx, id)
	}
	if err == nil {
		_, _, err = s.recordAt(ctx, found.Path)
	}
	if err != nil {
		api.WriteError(w, r, err)
		return
	}
	file, err := s.open(ctx, found)
	if err != nil {
		api.WriteError(w, r, err)
		return
	}
	defer func() { _ = file.Close() }()
	name := strings.ReplaceAll(found.Path, "/", "-") + "-rejected.csv"
	s.send(w, r, name, func(out *sheet.Writer) error { return s.writeRejected(r, out, file, found) })
}

// writeRejected goes through the file and the rejected rows in parallel, because both can be large.
func (s *Service) writeRejected(r *http.Request, out *sheet.Writer, file sheet.File, found row) error {
	rows, err := sheet.Open(r.Context(), file, found.Bytes, found.format())
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	headings, err := rows.Next()
	if err != nil {
		return err
	}
	width := len(headings.Cells)
	if err := out.Row(append(cellsOf(headings.Cells, width), "Row", "Problem")...); err != nil {
		return err
	}
	labels := map[string]string{}
	for _, field := range s.toImport(found).Fields {
		labels[field.Name] = field.Label
	}
	for after := int64(0); ; {
		rejections, err := s.rejections(r.Context(), found, after, rejectionsPerQuery)
		if err != nil || len(rejections) == 0 {
			return err
		}
		for _, rejection := range rejections {
			after = rejection.Row
			cells, err := rowAt(rows, after)
			if err != nil {
				return err
			}
			err = out.Row(append(cellsOf(cells, width), rejection.Row, describe(rejection.Problems, labels))...)
			if err != nil {
				return err
			}
		}
	}
}

// rowAt reads on until a row.
func rowAt(rows sheet.Rows, number int64) ([]string, error) {
	for {
		next, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("row %d is missing", number)
		}
		if err != nil || int64(next.Number) == number {
			return next.Cells, err
		}
	}
}

// cellsOf returns as many cells as there are headings. Apostrophes that protect formulas are removed, because the
// writer adds them again.
func cellsOf(cells []string, width int) []any {
	values := make([]any, width)
	for i := range values {
		values[i] = ""
		if i < len(cells) {
			values[i] = strings.ToValidUTF8(sheet.Unquote(cells[i]), "\ufffd")
		}
	}
	return values
}

// describe lists problems with the labels of their fields.
func describe(problems []importer.Problem, labels map[string]string) string {
	parts := []string{}
	for _, problem := range problems {
		text := problem.Message
		if label := labels[problem.Field]; label != "" {
			text = label + ": " + text
		}
		parts = append(parts, text)
	}
	slices.Sort(parts)
	return strings.Join(slices.Compact(parts), " ")
}
