package sheet

import (
	"bufio"
	"io"
)

// csvRows reads comma-separated values. Unlike encoding/csv it has a limit for the size of a row, so that a quotation
// mark that is never closed does not load the rest of the file, and it accepts quotation marks inside of cells.
type csvRows struct {
	in        *bufio.Reader
	separator byte
	number    int
	size      int // of the current row
}

func newCSV(in io.Reader, separator byte) *csvRows {
	return &csvRows{in: bufio.NewReaderSize(in, 64<<10), separator: separator}
}

// Close does nothing: the file belongs to the caller.
func (c *csvRows) Close() error { return nil }

// Next skips empty rows, but counts them.
func (c *csvRows) Next() (Row, error) {
	for {
		c.number++
		cells, err := c.read()
		if err != nil {
			return Row{}, err
		}
		if hasValue(cells) {
			return Row{Number: c.number, Cells: cells}, nil
		}
	}
}

// read reads one row. The end of the file ends a row that has begun.
func (c *csvRows) read() ([]string, error) {
	cells := []string{}
	c.size = 0
	for {
		cell, end, err := c.cell()
		if err == io.EOF && (len(cells) > 0 || cell != "") { //nolint:errorlint // returned by bufio as it is
			return append(cells, cell), nil
		}
		if err != nil {
			return nil, err
		}
		if cells = append(cells, cell); len(cells) > MaxColumns {
			return nil, defect("Row %d has more than %d columns.", c.number, MaxColumns)
		}
		if end {
			return cells, nil
		}
	}
}

// cell reads one cell, and reports whether it is the last one of its row.
func (c *csvRows) cell() (text string, end bool, err error) {
	cell := []byte{}
	first, err := c.in.ReadByte()
	if err != nil {
		return "", false, err
	}
	if first == '"' {
		if cell, err = c.quoted(cell); err != nil {
			return "", false, err
		}
	} else if err := c.in.UnreadByte(); err != nil {
		return "", false, err
	}
	for {
		b, err := c.in.ReadByte()
		switch {
		case err != nil:
			return string(cell), false, err
		case b == c.separator:
			return string(cell), false, nil
		case b == '\n':
			return string(cell), true, nil
		case b == '\r':
			return string(cell), true, c.skip('\n')
		}
		if cell, err = c.add(cell, b); err != nil {
			return "", false, err
		}
	}
}

// quoted reads a cell up to the quotation mark that closes it. Two of them are one in the text.
func (c *csvRows) quoted(cell []byte) ([]byte, error) {
	for {
		b, err := c.in.ReadByte()
		if err == io.EOF { //nolint:errorlint // returned by bufio as it is
			return nil, defect("Row %d has a quotation mark that is never closed.", c.number)
		}
		if err != nil {
			return nil, err
		}
		if b == '"' {
			next, err := c.in.ReadByte()
			if err == io.EOF {
				return cell, nil
			}
			if err != nil {
				return nil, err
			}
			if next != '"' {
				return cell, c.in.UnreadByte()
			}
		}
		if cell, err = c.add(cell, b); err != nil {
			return nil, err
		}
	}
}

func (c *csvRows) add(cell []byte, b byte) ([]byte, error) {
	if c.size++; len(cell) >= maxCell || c.size > maxRow {
		return nil, defect("Row %d is too long. Is there a quotation mark that is never closed?", c.number)
	}
	return append(cell, b), nil
}

// skip reads a byte if it is the next one.
func (c *csvRows) skip(expected byte) error {
	b, err := c.in.ReadByte()
	if err == io.EOF {
		return nil
	}
	if err != nil || b == expected {
		return err
	}
	return c.in.UnreadByte()
}
