package sheet

import (
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// sheetRows reads the rows of a sheet.
type sheetRows struct {
	book   *workbook
	in     *xmlScanner
	number int
	begun  bool
}

// Close deletes what was stored of the workbook.
func (s *sheetRows) Close() error {
	s.in.close()
	return s.book.texts.Close()
}

// Next skips rows without values.
func (s *sheetRows) Next() (Row, error) {
	for {
		err := s.in.next()
		if errors.Is(err, io.EOF) && !s.begun {
			return Row{}, errWorkbook
		}
		if err != nil {
			return Row{}, err
		}
		if s.in.name == "sheetData" {
			s.begun = true
		}
		if s.in.name != "row" || s.in.ends {
			continue
		}
		// Numbers can be left out. They must increase, because the number of a row says where an import stopped.
		s.number = max(s.number+1, number(s.in.attr("r")))
		cells, err := s.cells()
		if err != nil {
			return Row{}, err
		}
		if hasValue(cells) {
			s.in.earn()
			return Row{Number: s.number, Cells: cells}, nil
		}
	}
}

func hasValue(cells []string) bool {
	return slices.ContainsFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}

func number(text string) int {
	if text == "" { // common, and an error takes longer
		return 0
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return 0
	}
	return max(0, int(n))
}

// cells reads the cells up to the end of the row.
func (s *sheetRows) cells() ([]string, error) {
	cells, column := []string{}, -1
	var cell rawCell
	for size := 0; ; {
		if err := s.in.next(); err != nil {
			return nil, unexpectedEnd(err)
		}
		switch {
		case s.in.name == "row" && s.in.ends:
			return cells, nil
		case s.in.name == "c" && !s.in.ends:
			column = columnOf(s.in.attr("r"), column+1)
			cell = rawCell{kind: s.in.attr("t"), style: number(s.in.attr("s")), value: cell.value[:0]}
		case s.in.name == "c":
			text, err := s.book.text(cell)
			if err != nil {
				return nil, err
			}
			if text == "" {
				continue
			}
			if column >= MaxColumns {
				return nil, defect("Row %d has more than %d columns.", s.number, MaxColumns)
			}
			if size += len(text); size > maxRow {
				return nil, defect("Row %d is too long.", s.number)
			}
			for len(cells) <= column {
				cells = append(cells, "")
			}
			cells[column] = text
		default:
			if err := cell.read(s.in); err != nil {
				return nil, err
			}
		}
	}
}

func unexpectedEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return errWorkbook
	}
	return err
}

// rawCell is a cell as it is stored.
type rawCell struct {
	kind             string
	style            int
	value            []byte
	reading, skipped bool
}

func (c *rawCell) read(x *xmlScanner) error {
	switch x.name {
	case "v", "t":
		c.reading = !x.ends
	case "rPh":
		c.skipped = !x.ends
	case "":
		if c.reading && !c.skipped {
			c.value = append(c.value, x.text...)
		}
	}
	if len(c.value) > maxCell {
		return errCell
	}
	return nil
}

// text returns a cell as text: dates in ISO 8601, and numbers as people have entered them.
func (w *workbook) text(c rawCell) (string, error) {
	if len(c.value) == 0 && c.kind != "b" {
		return "", nil
	}
	switch value := string(c.value); c.kind {
	case "s":
		i, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil {
			return "", nil //nolint:nilerr // a reference that is no number refers to nothing
		}
		return w.texts.at(i)
	case "b":
		if value == "1" {
			return "yes", nil
		}
		return "no", nil
	case "", "n":
		return w.numberText(value, c.style), nil
	default:
		return value, nil
	}
}

func (w *workbook) numberText(text string, style int) string {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text
	}
	if style < len(w.dateStyle) && w.dateStyle[style] {
		if date, ok := w.date(value); ok {
			return date
		}
	}
	if whole := !strings.ContainsAny(text, ".eE"); whole {
		return text
	}
	// Spreadsheet programs calculate with 15 digits, but store 19.99 as 19.989999999999998.
	value, _ = strconv.ParseFloat(strconv.FormatFloat(value, 'g', 15, 64), 64)
	return strconv.FormatFloat(value, 'f', -1, 64)
}

// date converts a number of days. Spreadsheet programs believe that 1900 was a leap year, so days before March of that
// year have a number less.
func (w *workbook) date(days float64) (string, bool) {
	if days < 0 || days > 2_958_466 { // the year 10000
		return "", false
	}
	start := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case w.from1904:
		start = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case days < 60:
		start = start.AddDate(0, 0, 1)
	}
	whole, fraction := math.Modf(days)
	at := start.AddDate(0, 0, int(whole)).Add(time.Duration(math.Round(fraction*86_400)) * time.Second)
	if at.Equal(at.Truncate(24 * time.Hour)) {
		return at.Format(time.DateOnly), true
	}
	return at.Format(time.DateTime), true
}

// columnOf reads the column of a reference such as AB12, from 0.
func columnOf(reference string, otherwise int) int {
	column := 0
	for _, r := range reference {
		if r < 'A' || r > 'Z' {
			break
		}
		if column = column*26 + int(r-'A') + 1; column > 1<<20 {
			return column
		}
	}
	if column == 0 {
		return otherwise
	}
	return column - 1
}
