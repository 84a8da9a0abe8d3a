package sheet_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/sheet"
)

// readAll detects the format of a file and returns its rows as "NUMBER: CELL|CELL".
func readAll(content []byte) (sheet.Format, []string, error) {
	file := bytes.NewReader(content)
	format, err := sheet.Detect(file, file.Size())
	if err != nil {
		return format, nil, err
	}
	rows, err := sheet.Open(context.Background(), file, file.Size(), format)
	if err != nil {
		return format, nil, err
	}
	rows, found := sheet.Limited(rows), []string{}
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return format, found, nil
		}
		if err != nil {
			return format, found, err
		}
		found = append(found, fmt.Sprintf("%d: %s", row.Number, strings.Join(row.Cells, "|")))
	}
}

// utf16 encodes a Latin text, the smaller byte first.
func utf16(text string) string {
	encoded := ""
	for _, r := range text {
		encoded += string([]byte{byte(r), 0})
	}
	return encoded
}

func TestRead_CSV(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file, encoding, separator string
		want                      []string
	}{
		"commas":     {"a,b\n1,2\n", sheet.UTF8, ",", []string{"1: a|b", "2: 1|2"}},
		"semicolons": {"a;b\r\n1,5;2\r\n", sheet.UTF8, ";", []string{"1: a|b", "2: 1,5|2"}},
		"tabs":       {"a\tb\n1\t2", sheet.UTF8, "\t", []string{"1: a|b", "2: 1|2"}},
		"one column": {"a\nb\n", sheet.UTF8, ",", []string{"1: a", "2: b"}},
		"empty rows": {"a,b\n\n , \n1,2\n", sheet.UTF8, ",", []string{"1: a|b", "4: 1|2"}},
		"quotes": {
			"a,b\n\"1, \"\"x\"\"\",\"2\n3\"\n4,5\n", sheet.UTF8, ",", []string{"1: a|b", "2: 1, \"x\"|2\n3", "3: 4|5"},
		},
		"a mark":      {"\ufeffa,b\n1,é\n", sheet.UTF8, ",", []string{"1: a|b", "2: 1|é"}},
		"an old file": {"a,b\n1,\xe9\n", sheet.Windows1252, ",", []string{"1: a|b", "2: 1|é"}},
		"UTF-16":      {"\xff\xfe" + utf16("a,b\n1,é\n"), sheet.UTF16LE, ",", []string{"1: a|b", "2: 1|é"}},
		"no mark":     {utf16("a,b\n1,2\n"), sheet.UTF16LE, ",", []string{"1: a|b", "2: 1|2"}},
		"big end":     {"\x00" + utf16("a,b\n1,2")[:12] + "2", sheet.UTF16BE, ",", []string{"1: a|b", "2: 1|2"}},
	} {
		format, got, err := readAll([]byte(c.file))
		if err != nil || format.Encoding != c.encoding || format.Separator != c.separator || !slices.Equal(got, c.want) {
			t.Errorf("%s: got %+v %q (%v), want %q", name, format, got, err, c.want)
		}
	}
}

func TestRead_Refused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, want string }{
		"a picture":     {"\x89PNG\r\n", "neither"},
		"an open quote": {"a\n\"never closed\n", "never closed"},
		"a long cell":   {"a\n" + strings.Repeat("n", 300<<10), "too long"},
		"many columns":  {strings.Repeat("x,", 600), "more than 500 columns"},
		"half a zip":    {"PK\x03\x04 and no more", "not a workbook"},
	} {
		_, _, err := readAll([]byte(c.file))
		if message, ok := sheet.AsFileError(err); !ok || !strings.Contains(message, c.want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	file := strings.NewReader("a,b")
	for _, format := range []sheet.Format{
		{Type: sheet.CSV, Encoding: "latin", Separator: ","},
		{Type: sheet.CSV, Encoding: sheet.UTF8, Separator: "x"},
		{Type: sheet.CSV, Encoding: sheet.UTF8},
	} {
		_, err := sheet.Open(context.Background(), file, file.Size(), format)
		if message, ok := sheet.AsFileError(err); !ok || !strings.Contains(message, "not supported") {
			t.Errorf("%+v: got %v", format, err)
		}
	}
	if _, ok := sheet.AsFileError(io.EOF); ok {
		t.Error("took another error for a defect of a file")
	}
}

// xlsx makes a workbook with the given rows. Parts are names with contents, instead of the usual ones.
func xlsx(rows string, parts map[string]string) []byte {
	contents := map[string]string{
		"xl/workbook.xml": `<workbook xmlns:r="r"><workbookPr date1904="0"/><sheets>` +
			`<sheet state="hidden" r:id="rId9"/><sheet r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>` +
			`</Relationships>`,
		"xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\.mm\.yyyy"/>` +
			`<numFmt numFmtId="171" formatCode="0&quot; days&quot;;d"/></numFmts>` +
			`<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
		"xl/sharedStrings.xml": `<sst><si><t>Name</t></si><si><r><t>Caf</t></r><r><t>&#233; &amp; Co</t></r>` +
			`<rPh><t>ignored</t></rPh></si></sst>`,
		"xl/worksheets/sheet1.xml": `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`,
	}
	for name, text := range parts {
		contents[name] = text
	}
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for name, text := range contents {
		part, _ := archive.Create(name)
		_, _ = part.Write([]byte(text))
	}
	_ = archive.Close()
	return out.Bytes()
}

func TestRead_XLSX(t *testing.T) {
	t.Parallel()
	format, got, err := readAll(xlsx(`<row r="1"><c r="A1" t="s"><v>0</v></c>`+
		`<c r="C1" t="inlineStr"><is><t>Day</t></is></c></row>`+
		`<row r="2"><c r="XFD2" s="1"/></row>`+
		`<row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4"><v>19.989999999999998</v></c><c s="2"><v>46053</v></c></row>`+
		`<row><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c s="1"><v>46053.75</v></c><c s="3"><v>7</v></c></row>`+
		`<row><c t="s"><v>9</v></c><c t="e"><v>#N/A</v></c><c s="1"><v>59</v></c><c s="1"><v>-1</v></c></row>`, nil))
	want := []string{
		"1: Name||Day", "4: Café & Co|19.99|2026-01-31", "5: yes|no|2026-01-31 18:00:00|7", "6: |#N/A|1900-02-28|-1",
	}
	if err != nil || format.Type != sheet.XLSX || !slices.Equal(got, want) {
		t.Errorf("got %q (%v), want %q", got, err, want)
	}
	_, got, err = readAll(xlsx(`<row><c s="1"><v>1</v></c></row>`, map[string]string{
		"xl/workbook.xml": `<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet r:id="rId1"/></sheets>` +
			`</workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="/xl/worksheets/sheet1.xml"/>` +
			`</Relationships>`,
	}))
	if err != nil || !slices.Equal(got, []string{"1: 1904-01-02"}) {
		t.Errorf("counting from 1904: got %q (%v)", got, err)
	}
}

func TestRead_DamagedXLSX(t *testing.T) {
	t.Parallel()
	part := func(name, text string) []byte { return xlsx("", map[string]string{"xl/" + name + ".xml": text}) }
	many := strings.Repeat("<si><t>"+strings.Repeat("a", 200_000)+"</t></si>", 400)
	long := strings.Repeat(strings.Repeat("n", 100<<10)+"<b/>", 3)
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"no sheet":     {part("workbook", "<workbook/>"), "not a workbook"},
		"broken XML":   {xlsx(`<row r="1"><c r="A1`, nil), "not a workbook"},
		"an open row":  {part("worksheets/sheet1", "<sheetData><row><c>"), "not a workbook"},
		"no rows":      {part("worksheets/sheet1", "<worksheet/>"), "not a workbook"},
		"entities":     {xlsx(`<!DOCTYPE x [<!ENTITY a "b">]>`, nil), "not a workbook"},
		"a long text":  {part("sharedStrings", "<sst><si><t>"+strings.Repeat("a", 9<<20)), "too long"},
		"many texts":   {part("sharedStrings", "<sst>"+many+"</sst>"), "too much text"},
		"a wide row":   {xlsx(`<row r="1"><c r="XFD1" t="str"><v>x</v></c></row>`, nil), "more than 500 columns"},
		"a long cell":  {xlsx(`<row><c t="str"><v>`+long+`</v></c></row>`, nil), "too long"},
		"many styles":  {part("styles", "<cellXfs>"+strings.Repeat("<xf/>", 66_000)), "not a workbook"},
		"no directory": {append(xlsx("", nil)[:200], "PK\x05\x06"+strings.Repeat("\x00", 18)...), "not a workbook"},
	} {
		_, _, err := readAll(c.file)
		if message, ok := sheet.AsFileError(err); !ok || !strings.Contains(message, c.want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestDates(t *testing.T) {
	t.Parallel()
	office := time.FixedZone("", 3600)
	for _, c := range []struct {
		format sheet.DateFormat
		cell   string
		want   string
	}{
		{sheet.ISODates, "2026-01-31", "2026-01-31"},
		{sheet.DayFirst, "2026-01-31T10:00:00Z", "2026-01-31T10:00:00Z"},
		{sheet.DayFirst, "2026-01-31 10:30", "2026-01-31T09:30:00Z"},
		{sheet.DayFirst, "3/4/2026", "2026-04-03"},
		{sheet.MonthFirst, "3/4/2026", "2026-03-04"},
		{sheet.MonthFirst, "3/4/2026 9:05:06", "2026-03-04T08:05:06Z"},
		{sheet.DottedDates, "3. 4.2026", "2026-04-03"},
		{sheet.ISODates, "3/4/2026", ""},
		{sheet.DayFirst, "31/02/2026", ""},
		{sheet.DayFirst, "1/2/2026 25:00", ""},
		{sheet.DottedDates, "soon", ""},
	} {
		got, ok := c.format.Parse(c.cell, office)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s %s: got %q %v, want %q", c.format, c.cell, got, ok, c.want)
		}
	}
	for _, format := range sheet.DateFormats {
		if got, ok := format.Parse(format.Example(), office); !ok || got != "2026-01-31" {
			t.Errorf("the example of %s is %q", format, got)
		}
		if got := sheet.DetectDates([]string{"x", " " + format.Example()}); got != format {
			t.Errorf("got the format %s for %s", got, format.Example())
		}
	}
	if got := sheet.DetectDates([]string{"03/04/2026"}); got != sheet.DayFirst {
		t.Errorf("got the format %s for an ambiguous date", got)
	}
}
