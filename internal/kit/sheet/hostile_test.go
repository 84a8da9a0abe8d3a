package sheet_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"waymark/internal/kit/sheet"
	"waymark/internal/kit/sheettest"
)

// readWorkbook reads a workbook to its end, and returns how many rows it has.
func readWorkbook(ctx context.Context, content []byte) (count int, err error) {
	file := bytes.NewReader(content)
	rows, err := sheet.Open(ctx, file, file.Size(), sheet.Format{Type: sheet.XLSX})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for ; ; count++ {
		if _, err := rows.Next(); errors.Is(err, io.EOF) {
			return count, nil
		} else if err != nil {
			return count, err
		}
	}
}

// longText is a text that cells share.
var longText = `<si><t>` + strings.Repeat("n", 100_000) + `</t></si>`

func TestRead_WorkbookLimits(t *testing.T) {
	t.Parallel()
	const cell, endCell = `<row><c t="inlineStr"><is>`, `</is></c></row>`
	text := func(piece string, times int) []byte {
		part := sheettest.Texts(piece, times)
		part.Head, part.Tail = part.Head+"<si>", "</si>"+part.Tail
		return sheettest.Workbook(part)
	}
	rows := func(begin, piece string, times int, end string) []byte {
		return sheettest.Workbook(sheettest.Sheet(begin, piece, times, end))
	}
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"shared texts":       {sheettest.Workbook(sheettest.Texts(longText, 700)), "too much text"},
		"empty shared texts": {sheettest.Workbook(sheettest.Texts(`<si/>`, 16_000_000)), "too many"},
		"a shared text":      {text(`<r><t>abcdef</t></r>`, 50_000), "a cell that is too long"},
		"a cell":             {rows(cell, `<t>abcdef</t>`, 50_000, endCell), "a cell that is too long"},
		"pieces of a cell":   {rows(cell, `<t/>`, 16_000_000, endCell), "too many"},
		"empty rows":         {rows("", `<row/>`, 16_000_000, ""), "too many"},
		"empty cells of rows with a value": {
			rows("", "<row><c><v>1</v></c>"+strings.Repeat("<c/>", 100_000)+"</row>", 300, ""), "too many",
		},
		"attributes of rows": {rows("", "<row"+strings.Repeat(` a=""`, 99)+"/>", 1_000_000, ""), "too many"},
		"attributes":         {rows("<row"+strings.Repeat(` a=""`, 101)+"/>", "", 0, ""), "not a workbook"},
		"white space": {
			sheettest.Workbook(sheettest.Texts(strings.Repeat(" ", 100_000)+"<x/>", 2700)), "too large when it is unpacked",
		},
	} {
		_, err := readWorkbook(t.Context(), c.file)
		if message, ok := sheet.AsFileError(err); !ok || !strings.Contains(message, c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
}

func TestRead_WorkbookDirectory(t *testing.T) {
	t.Parallel()
	for _, file := range sheettest.Damaged() {
		if !strings.HasPrefix(file.Name, "a directory") {
			continue
		}
		_, err := readWorkbook(t.Context(), file.Content)
		if _, ok := sheet.AsFileError(err); !ok {
			t.Errorf("%s: got %v, want a defect of the file", file.Name, err)
		}
	}
}

func TestRead_NegativeStyle(t *testing.T) {
	t.Parallel()
	_, rows, err := readAll(xlsx(`<row r="-1"><c r="A-1" s="-1"><v>1</v></c></row>`, nil))
	if err != nil || len(rows) != 1 || rows[0] != "1: 1" {
		t.Errorf("got %q (%v)", rows, err)
	}
}

func TestRead_LargeWorkbooks(t *testing.T) {
	t.Parallel()
	cells := strings.Repeat(`<c s="1"/>`, 10)
	for name, c := range map[string]struct {
		file []byte
		want int
	}{
		"shared texts": {sheettest.Workbook(sheettest.Texts(longText, 600)), 2},
		"a cell of pieces": {
			sheettest.Workbook(sheettest.Sheet(`<row><c><is>`, `<t>a</t>`, 250_000, `</is></c></row>`)), 2,
		},
		"formatted empty rows": {sheettest.Workbook(sheettest.Sheet("", `<row>`+cells+`</row>`, 1_000_000, "")), 1},
		"rows that end with empty cells": {sheettest.Workbook(sheettest.Sheet("",
			`<row><c><v>1</v></c>`+strings.Repeat(`<c/>`, 16_383)+`</row>`, 500, "")), 501},
	} {
		if got, err := readWorkbook(t.Context(), c.file); got != c.want || err != nil {
			t.Errorf("%s: got %d rows (%v), want %d", name, got, err, c.want)
		}
	}
}

func TestRead_References(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a &amp; b &lt;&gt;&quot;&apos;": `a & b <>"'`,
		"&&&":                            "&&&",
		"&#65;&#x42;&#x1F600;":           "AB😀",
		"&unknown;x&#0x;":                "x",
		"&amp;amp;":                      "&amp;",
	} {
		_, rows, err := readAll(sheettest.Workbook(sheettest.Texts(`<si><t>`+text+`</t></si>`, 1)))
		if err != nil || len(rows) != 2 || rows[1] != "2: "+want {
			t.Errorf("%s: got %q (%v), want %q", text, rows, err, want)
		}
	}
	// Looking for the end of each reference in the rest of the text would take long.
	hostile := sheettest.Sheet("", `<row><c><is><t>`+strings.Repeat("&", 250_000)+`</t></is></c></row>`, 200, "")
	if got, err := readWorkbook(t.Context(), sheettest.Workbook(hostile)); got != 201 || err != nil {
		t.Errorf("got %d rows (%v)", got, err)
	}
}

// TestRead_Memory is not parallel, because it measures the memory of the process.
func TestRead_Memory(t *testing.T) {
	file := sheettest.Workbook(sheettest.Texts(`<si><t>`+strings.Repeat("n", 200_000)+`</t></si>`, 300))
	reader := bytes.NewReader(file)
	before := heap()
	rows, err := sheet.Open(t.Context(), reader, reader.Size(), sheet.Format{Type: sheet.XLSX})
	if err != nil {
		t.Fatal(err)
	}
	if got := heap() - before; got > 4<<20 {
		t.Errorf("a workbook with 60 MB of texts takes %d MB of memory", got>>20)
	}
	if err := rows.Close(); err != nil {
		t.Error(err)
	}
}

func heap() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

func TestRead_Context(t *testing.T) {
	t.Parallel()
	for name, format := range map[string]sheet.Format{
		"a workbook": {Type: sheet.XLSX}, "a CSV file": {Type: sheet.CSV, Encoding: sheet.UTF8, Separator: ","},
	} {
		content := []byte(strings.Repeat("a,b\n", 1_000_000))
		if format.Type == sheet.XLSX {
			content = sheettest.Workbook(sheettest.Sheet("", `<row><c><v>1</v></c></row>`, 1_000_000, ""))
		}
		ctx, cancel := context.WithCancel(t.Context())
		file := bytes.NewReader(content)
		rows, err := sheet.Open(ctx, file, file.Size(), format)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rows.Next(); err != nil {
			t.Fatal(err)
		}
		cancel()
		for read := 0; err == nil; read++ {
			if _, err = rows.Next(); read > 100_000 {
				t.Fatalf("%s: got %d rows after the context has ended", name, read)
			}
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v, want the error of the context", name, err)
		}
		_ = rows.Close()
	}
}

func TestRead_NoTempFilesLeft(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	for _, texts := range []int{10, 700} { // the latter are too many
		_, _ = readWorkbook(t.Context(), sheettest.Workbook(sheettest.Texts(longText, texts)))
	}
	if left, err := os.ReadDir(folder); len(left) != 0 || err != nil {
		t.Errorf("got the files %v (%v)", left, err)
	}
}
