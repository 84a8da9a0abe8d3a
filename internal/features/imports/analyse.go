package imports

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/importer"
	"waymark/internal/kit/sheet"
)

const (
	sampleRows   = 200 // rows that the analysis looks at
	maxSamples   = 3   // shown for each column
	sampleLength = 80
)

// analyse reads the headings and the first rows of a file, detects the format of dates, and proposes fields.
func (r *row) analyse(file sheet.File, record *importer.Records) error {
	rows, err := sheet.Open(file, r.Bytes, r.format())
	if err != nil {
		return fileProblem(err)
	}
	headings, err := rows.Next()
	if errors.Is(err, io.EOF) {
		return apierr.Field("file", "The file is empty.")
	}
	if err != nil {
		return fileProblem(err)
	}
	if err := r.readHeadings(headings.Cells); err != nil {
		return err
	}
	cells := []string{}
	for range sampleRows {
		next, err := rows.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fileProblem(err)
		}
		r.addSamples(next.Cells)
		cells = append(cells, next.Cells...)
	}
	r.DateFormat = sheet.DetectDates(cells)
	r.propose(record)
	return nil
}

func (r *row) readHeadings(cells []string) error {
	r.Columns = []ImportColumn{}
	seen := map[string]bool{}
	for i, cell := range cells {
		heading := shown(sheet.Unquote(cell))
		if key := fold.Key(heading); key != "" {
			if seen[key] {
				return apierr.Field("file", "Two columns have the heading %q. Please rename one of them.", heading)
			}
			seen[key] = true
		} else {
			heading = "Column " + strconv.Itoa(i+1)
		}
		r.Columns = append(r.Columns, ImportColumn{Heading: heading, Samples: []string{}})
	}
	return nil
}

func (r *row) addSamples(cells []string) {
	for i := range r.Columns {
		if i >= len(cells) {
			return
		}
		sample := shown(cells[i])
		if column := &r.Columns[i]; sample != "" && len(column.Samples) < maxSamples &&
			!slices.Contains(column.Samples, sample) {
			column.Samples = append(column.Samples, sample)
		}
	}
}

// shown makes a cell fit to be stored and shown as a sample.
func shown(cell string) string {
	cell = strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(cell, "\ufffd"), "\x00", "\ufffd"))
	if runes := []rune(cell); len(runes) > sampleLength {
		return string(runes[:sampleLength]) + "…"
	}
	return cell
}

// propose assigns each column to the field that its heading names, and chooses a key.
func (r *row) propose(record *importer.Records) {
	fields, taken := record.Fields, map[string]bool{}
	for i := range r.Columns {
		for _, field := range fields {
			if !taken[field.Name] && field.MatchesHeading(r.Columns[i].Heading) {
				r.Columns[i].Field, taken[field.Name] = field.Name, true
				break
			}
		}
	}
	r.Key = ""
	for _, field := range fields {
		if field.Key && taken[field.Name] {
			r.Key = field.Name
			return
		}
	}
}
