// Package sheettest makes workbooks for tests and proofs.
package sheettest

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"hash/crc32"
	"strings"
)

// Part is a part of a workbook: a text with a piece that is repeated, so often that it can be larger than the memory.
type Part struct {
	Name       string
	Head, Tail string
	Piece      string
	Times      int
}

// blockSize is how much text is compressed at once.
const blockSize = 1 << 20

// compressed returns the part as an archive has it. Equal blocks of pieces are compressed once.
func (p Part) compressed() (*zip.FileHeader, []byte) {
	if p.Head+p.Tail+p.Piece == "" {
		return &zip.FileHeader{Name: p.Name}, nil
	}
	var out bytes.Buffer
	size, sum := 0, uint32(0)
	write := func(text string, times int) {
		block := deflate(text, false)
		for range times {
			out.Write(block)
			size, sum = size+len(text), crc32.Update(sum, crc32.IEEETable, []byte(text))
		}
	}
	write(p.Head, 1)
	perBlock := max(1, min(p.Times, blockSize/max(1, len(p.Piece))))
	write(strings.Repeat(p.Piece, perBlock), p.Times/perBlock)
	write(strings.Repeat(p.Piece, p.Times%perBlock)+p.Tail, 1)
	out.Write(deflate("", true))
	return &zip.FileHeader{
		Name: p.Name, Method: zip.Deflate, CRC32: sum, CompressedSize64: uint64(out.Len()), UncompressedSize64: uint64(size),
	}, out.Bytes()
}

// deflate compresses a text. Blocks can be joined; the last one ends the data.
func deflate(text string, last bool) []byte {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression) // the level is valid
	_, _ = w.Write([]byte(text))
	if last {
		_ = w.Close()
	} else {
		_ = w.Flush()
	}
	return out.Bytes()
}

// The names of the parts of a workbook.
const (
	BookPart   = "xl/workbook.xml"
	RelsPart   = "xl/_rels/workbook.xml.rels"
	StylesPart = "xl/styles.xml"
	TextsPart  = "xl/sharedStrings.xml"
	SheetPart  = "xl/worksheets/sheet1.xml"
)

// usual are the parts of a workbook with one column and one row.
var usual = []Part{
	{Name: BookPart, Head: `<workbook xmlns:r="r"><sheets><sheet name="Rows" r:id="rId1"/></sheets></workbook>`},
	{
		Name: RelsPart,
		Head: `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
	},
	{Name: StylesPart, Head: `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`},
	{Name: TextsPart, Head: `<sst><si><t>Name</t></si><si><t>First</t></si></sst>`},
	{
		Name: SheetPart,
		Head: `<worksheet><sheetData>` + headings + `<row><c t="s"><v>1</v></c></row></sheetData></worksheet>`,
	},
}

const headings = `<row><c t="s"><v>0</v></c></row>`

// Texts returns the part with the texts that cells share: Name, and pieces after it.
func Texts(piece string, times int) Part {
	return Part{Name: TextsPart, Head: `<sst><si><t>Name</t></si>`, Piece: piece, Times: times, Tail: `</sst>`}
}

// Sheet returns the part with the rows: the heading Name, and pieces after it. A piece can be a part of a row, which
// begins and ends with the other texts.
func Sheet(begin, piece string, times int, end string) Part {
	return Part{
		Name: SheetPart, Head: `<worksheet><sheetData>` + headings + begin, Piece: piece, Times: times,
		Tail: end + `</sheetData></worksheet>`,
	}
}

// Workbook returns an XLSX file with parts instead of the usual ones, or besides them.
func Workbook(parts ...Part) []byte {
	all := []Part{}
	for _, part := range usual {
		if !named(parts, part.Name) {
			all = append(all, part)
		}
	}
	return archive(append(all, parts...)...)
}

func named(parts []Part, name string) bool {
	for _, part := range parts {
		if part.Name == name {
			return true
		}
	}
	return false
}

// archive writes parts to memory, which does not fail.
func archive(parts ...Part) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, part := range parts {
		header, content := part.compressed()
		if to, err := w.CreateRaw(header); err == nil {
			_, _ = to.Write(content)
		}
	}
	_ = w.Close()
	return out.Bytes()
}
