package sheet

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"path"
	"strconv"
	"strings"
)

// workbook is an XLSX file. Only its first visible sheet is read.
type workbook struct {
	ctx       context.Context //nolint:containedctx // of the call that reads the rows
	parts     map[string]*zip.File
	texts     sharedTexts
	dateStyle []bool // by the index of the style
	from1904  bool   // dates count from 1904
}

// openXLSX opens the first visible sheet of a workbook.
func openXLSX(ctx context.Context, file io.ReaderAt, size int64) (Rows, error) {
	if err := checkDirectory(file, size); err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, errWorkbook
	}
	w := &workbook{ctx: ctx, parts: map[string]*zip.File{}}
	for _, part := range archive.File {
		w.parts[strings.TrimPrefix(part.Name, "/")] = part
	}
	rows, err := w.rows()
	if err != nil {
		return nil, errors.Join(err, w.texts.Close())
	}
	return rows, nil
}

func (w *workbook) rows() (*sheetRows, error) {
	sheet, err := w.firstSheet()
	if err != nil {
		return nil, err
	}
	if err := w.readStyles(); err != nil {
		return nil, err
	}
	if err := w.readTexts(); err != nil {
		return nil, err
	}
	in, err := w.open(sheet)
	if err != nil {
		return nil, err
	}
	return &sheetRows{book: w, in: in}, nil
}

// The end of an archive says where its directory is.
const (
	endOfDirectory = "PK\x05\x06"
	endSize        = 22
	maxDirectory   = 1 << 20
	countAt        = 10 // the number of entries
	sizeAt         = 12 // the size of the directory
	offsetAt       = 16 // where it begins
)

// checkDirectory refuses archives with a large directory, which archive/zip would load as a whole. A directory of
// archives of more than 4 GB can be anywhere, and is refused as well.
func checkDirectory(file io.ReaderAt, size int64) error {
	end := make([]byte, min(size, endSize+1<<16))
	if _, err := file.ReadAt(end, size-int64(len(end))); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	at := bytes.LastIndex(end, []byte(endOfDirectory))
	if at < 0 || len(end)-at < endSize {
		return errWorkbook
	}
	end = end[at:]
	count := binary.LittleEndian.Uint16(end[countAt:])
	length, offset := binary.LittleEndian.Uint32(end[sizeAt:]), int64(binary.LittleEndian.Uint32(end[offsetAt:]))
	if count == math.MaxUint16 || length > maxDirectory || offset > size || size-offset > maxDirectory {
		return errWorkbook
	}
	return nil
}

// open starts reading a part of the workbook.
func (w *workbook) open(name string) (*xmlScanner, error) {
	part := w.parts[name]
	if part == nil {
		return nil, errWorkbook
	}
	in, err := part.Open()
	if err != nil {
		return nil, errWorkbook
	}
	return newXMLScanner(struct {
		io.Reader
		io.Closer
	}{withContext(w.ctx, in), in}), nil
}

// each calls fn for every token of a part. A missing part has none.
func (w *workbook) each(name string, fn func(*xmlScanner) error) error {
	if w.parts[name] == nil {
		return nil
	}
	in, err := w.open(name)
	if err != nil {
		return err
	}
	defer in.close()
	in.left = maxPart
	for {
		err := in.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := fn(in); err != nil {
			return err
		}
	}
}

const bookPart = "xl/workbook.xml"

// firstSheet returns the name of the part with the first visible sheet.
func (w *workbook) firstSheet() (string, error) {
	relation, target := "", ""
	err := w.each(bookPart, func(x *xmlScanner) error {
		switch {
		case x.ends:
		case x.name == "workbookPr":
			w.from1904 = x.attr("date1904") == "1" || x.attr("date1904") == "true"
		case x.name == "sheet" && relation == "" && !strings.Contains(strings.ToLower(x.attr("state")), "hidden"):
			relation = x.attr("id")
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	err = w.each("xl/_rels/workbook.xml.rels", func(x *xmlScanner) error {
		if !x.ends && x.name == "Relationship" && relation != "" && x.attr("Id") == relation {
			target = x.attr("Target")
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	if target == "" {
		return "", errWorkbook
	}
	if absolute, ok := strings.CutPrefix(target, "/"); ok {
		return absolute, nil
	}
	return path.Join("xl", target), nil
}

// maxStyles limits the styles and the formats of a workbook; spreadsheet programs have the same limit.
const maxStyles = 65_000

// readStyles finds out which styles show a number as a date.
func (w *workbook) readStyles() error {
	custom, inCells := map[string]bool{}, false
	return w.each("xl/styles.xml", func(x *xmlScanner) error {
		switch {
		case x.name == "cellXfs":
			inCells = !x.ends
		case x.ends:
		case x.name == "numFmt":
			custom[x.attr("numFmtId")] = isDateFormat(x.attr("formatCode"))
		case x.name == "xf" && inCells:
			id := x.attr("numFmtId")
			w.dateStyle = append(w.dateStyle, custom[id] || isBuiltInDate(id))
		}
		if len(w.dateStyle) > maxStyles || len(custom) > maxStyles {
			return errWorkbook
		}
		return nil
	})
}

// isBuiltInDate reports whether a number format without a code is that of a date or time.
func isBuiltInDate(id string) bool {
	n, err := strconv.Atoi(id)
	return err == nil && (n >= 14 && n <= 22 || n >= 27 && n <= 36 || n >= 45 && n <= 47 || n >= 50 && n <= 58)
}

// isDateFormat reports whether the code of a number format has a day, month, year or time in it.
func isDateFormat(code string) bool {
	code, _, _ = strings.Cut(code, ";")
	quoted, bracketed, escaped := false, false, false
	for _, r := range code {
		switch {
		case escaped:
			escaped = false
		case r == '\\' || r == '_' || r == '*':
			escaped = true
		case r == '"':
			quoted = !quoted
		case r == '[' || r == ']':
			bracketed = r == '['
		case !quoted && !bracketed && strings.ContainsRune("dmyhsDMYHS", r):
			return true
		}
	}
	return false
}
