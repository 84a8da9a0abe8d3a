package imports

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/importer"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/slots"
)

const (
	sampleRows   = 200 // rows that the analysis looks at
	maxSamples   = 3   // shown for each column
	sampleLength = 80
	longestDate  = 40 // bytes of a cell that may be a date
)

const (
	analysisTime = 8 * time.Second
	analysisWait = 3 * time.Second // part of analysisTime
)

// analyses makes sure that analyses take one processor at most, and the memory of one file.
var analyses = slots.New(1, analysisWait)

// analyse reads the headings and the first rows of a file, detects the format of dates, and proposes fields.
func (r *row) analyse(ctx context.Context, file sheet.File, record *importer.Records) error {
	limited, cancel := context.WithTimeout(ctx, analysisTime)
	defer cancel()
	release, err := analyses.Acquire(limited, "")
	if err != nil {
		return err
	}
	defer release()
	err = r.read(limited, file)
	if limited.Err() != nil && ctx.Err() == nil {
		return apierr.Field("file", "Reading this file takes too long. Please split it, or save it as CSV.")
	}
	if err != nil {
		return fileProblem(err)
	}
	r.propose(record)
	return nil
}

// read reads the headings and the first rows.
func (r *row) read(ctx context.Context, file sheet.File) error {
	rows, err := sheet.Open(ctx, file, r.Bytes, r.format())
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	headings, err := rows.Next()
	if errors.Is(err, io.EOF) {
		return apierr.Field("file", "The file is empty.")
	}
	if err != nil {
		return err
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
			return err
		}
		r.addSamples(next.Cells)
		for _, cell := range next.Cells {
			if len(cell) <= longestDate {
				cells = append(cells, cell)
			}
		}
	}
	r.DateFormat = sheet.DetectDates(cells)
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
