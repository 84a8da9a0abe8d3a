package imports_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"waymark/internal/kit/kittest"
)

func TestImports_Encodings(t *testing.T) {
	t.Parallel()
	f := newFixture(t, kittest.SQLite(t))
	text := "Name;Notes\nCafé Ålesund;–\n"
	utf16 := func(order unicode.Endianness, mark unicode.BOMPolicy) []byte {
		encoded, _ := unicode.UTF16(order, mark).NewEncoder().String(text)
		return []byte(encoded)
	}
	windows, _ := charmap.Windows1252.NewEncoder().String(text)
	for i, c := range []struct {
		file           []byte
		encoding, name string
	}{
		{[]byte(text), "utf-8", ""},
		{[]byte("\ufeff" + text), "utf-8", ""},
		{utf16(unicode.LittleEndian, unicode.UseBOM), "utf-16le", ""},
		{utf16(unicode.BigEndian, unicode.UseBOM), "utf-16be", ""},
		{utf16(unicode.LittleEndian, unicode.IgnoreBOM), "utf-16le", ""},
		{[]byte(windows), "windows-1252", ""},
	} {
		response := f.upload(f.admin, "publishers", "a.csv", c.file).Want(201)
		if got := response.String("item.encoding"); got != c.encoding {
			t.Errorf("file %d: got %s, want %s", i, got, c.encoding)
		}
		if got := response.String("item.columns.0.samples.0"); got != "Café Ålesund" {
			t.Errorf("file %d: got the sample %q", i, got)
		}
	}
	t.Run("can be changed", func(t *testing.T) {
		path := address(f.upload(f.admin, "publishers", "a.csv", []byte(windows)).Want(201))
		f.admin.Put(path, map[string]any{"encoding": "utf-7"}).Refused("encoding")
		f.admin.Put(path, map[string]any{"separator": "x", "date_format": "ymd"}).Refused("separator", "date_format")
		f.admin.Put(path, map[string]any{"columns": []string{"name"}}).Refused("columns")
		f.admin.Put(path, map[string]any{"columns": []string{"name", "name"}}).Refused("columns.1")
		f.admin.Put(path, map[string]any{"columns": []string{"nam", ""}}).Refused("columns.0")
		f.admin.Put(path, map[string]any{"key": "content_count"}).Refused("key")
		changed := f.admin.Put(path, map[string]any{"separator": ","}).Want(200)
		if got := changed.String("item.columns.0.heading"); got != "Name;Notes" {
			t.Errorf("got the heading %q", got)
		}
		f.admin.Post(path+"/check", nil).Refused("columns")
		f.admin.Put(path, map[string]any{"encoding": "utf-8", "separator": ";"}).Want(200)
		f.expect(f.check(path), "checked 0 0 0 1", "2 name: Contains characters that can't be read.")
	})
}

func TestImports_XLSX(t *testing.T) {
	t.Parallel()
	f := newFixture(t, kittest.SQLite(t))
	rows := `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Weight</t></is></c>` +
		`<c r="D1" t="str"><v>Day</v></c></row><row r="2"><c r="XFD2" s="1"/></row>` +
		`<row r="4"><c r="A4" t="s"><v>1</v></c><c r="C4"><v>19.989999999999998</v></c>` +
		`<c r="D4" s="2"><v>46053</v></c></row>` +
		`<row><c t="inlineStr"><is><t>Second</t></is></c><c/><c t="b"><v>1</v></c><c s="1"><v>46053.75</v></c></row>`
	uploaded := f.upload(f.admin, "publishers", "a.xlsx", workbook(rows)).Want(201)
	if got := fmt.Sprint(uploaded.Value("item.columns")); got !=
		"[map[field:name heading:Name samples:[Café & Co Second]] "+
			"map[field: heading:Column 2 samples:[]] map[field: heading:Weight samples:[19.99 yes]] "+
			"map[field: heading:Day samples:[2026-01-31 2026-01-31 18:00:00]]]" {
		t.Errorf("got the columns %s", got)
	}
	path := address(uploaded)
	f.check(path)
	f.expect(f.start(path, "all"), "done 2 0 0 0")
	path = address(f.upload(f.admin, "publishers", "a.xlsx",
		workbook(rows+`<row r="9"><c r="A9" t="inlineStr"><is><t>`+strings.Repeat("n", 161)+`</t></is></c></row>`)).Want(201))
	f.expect(f.check(path), "checked 0 0 2 1", "9 name: Must have at most 160 characters.")
}

func TestImports_DamagedFiles(t *testing.T) {
	t.Parallel()
	f := newFixture(t, kittest.SQLite(t))
	var noWorkbook, bomb bytes.Buffer
	archive := zip.NewWriter(&noWorkbook)
	part, _ := archive.Create("readme.txt")
	_, _ = part.Write([]byte("hello"))
	_ = archive.Close()
	archive = zip.NewWriter(&bomb)
	part, _ = archive.Create("xl/sharedStrings.xml")
	_, _ = part.Write([]byte("<sst><si><t>" + strings.Repeat(strings.Repeat("a", 1<<20), 200)))
	_ = archive.Close()
	wide := `<row r="1"><c r="A1" t="str"><v>Name</v></c><c r="XFD1" t="str"><v>Last</v></c></row>`
	many := strings.Repeat(`<si><t>`+strings.Repeat("a", 200_000)+`</t></si>`, 400)
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"an empty file":       {[]byte{}, "empty"},
		"blank rows":          {[]byte("\n \n,,\n"), "empty"},
		"a picture":           {[]byte("\x89PNG\r\n\x1a\n"), "neither"},
		"equal headings":      {[]byte("Name,name \nx,y\n"), "Two columns"},
		"an open quote":       {[]byte("Name\n\"never closed\nx\n"), "never closed"},
		"a huge cell":         {[]byte("Name\n" + strings.Repeat("n", 300<<10)), "too long"},
		"many columns":        {[]byte(strings.Repeat("x,", 600)), "more than 500 columns"},
		"a zip":               {noWorkbook.Bytes(), "not a workbook"},
		"half a zip":          {noWorkbook.Bytes()[:40], "not a workbook"},
		"a zip bomb":          {workbook("", "xl/sharedStrings.xml", "<sst><si><t>"+strings.Repeat("a", 9<<20)), "too long"},
		"too much text":       {workbook("", "xl/sharedStrings.xml", "<sst>"+many+"</sst>"), "too much text"},
		"16,384 columns":      {workbook(wide), "more than 500 columns"},
		"broken XML":          {workbook(`<row r="1"><c r="A1`), "not a workbook"},
		"a document type":     {workbook(`<!DOCTYPE x [<!ENTITY a "b">]>`), "not a workbook"},
		"a truncated archive": {bomb.Bytes()[:bomb.Len()-30], "not a workbook"},
	} {
		response := f.upload(f.admin, "publishers", "a.csv", c.file).Refused("file")
		if got := response.String("errors.file.0"); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q", name, got)
		}
	}
	f.upload(f.admin, "publishers", "a.exe", []byte("Name\nx\n")).Refused("file")
	f.upload(f.admin, "publishers", "a.xls", []byte("Name\nx\n")).Refused("file")
	f.admin.With("Content-Type", "application/json").Do("POST", "imports?path=publishers", "{}").Want(415)
	if len(f.files()) != 0 || f.Count("SELECT count(*) FROM imports") != 0 {
		t.Errorf("the files %v are left", f.files())
	}
	t.Run("rejects single rows", func(t *testing.T) {
		file := "Name,Notes\nNUL\x00,\nragged\n\"a \"\"quote\"\"\",x\nmore,cells,than,headings\n=1+1,\n'=1+2,\nca\"fe,\n"
		f.expect(f.imported("publishers", file), "done 5 0 0 2", "2 name: Contains characters that can't be read.",
			"5 : Has more cells than there are columns.")
		n := f.Count(`SELECT count(*) FROM publishers WHERE name IN ('ragged', 'a "quote"', '=1+1', '=1+2', 'ca"fe')`)
		if n != 5 {
			t.Errorf("got %d publishers", n)
		}
	})
	t.Run("finds a defect further down", func(t *testing.T) {
		file := "Name\n" + strings.Repeat("Publisher\n", 300) + "\"open\n"
		path := f.uploaded("publishers", file)
		result := f.check(path)
		if result.String("item.state") != "failed" || !strings.Contains(result.String("item.problem"), "Row 302 ") {
			t.Errorf("got %s", result.Text)
		}
		f.admin.Post(path+"/start", map[string]any{"rows": "valid"}).Want(409)
	})
}

func TestImports_Samples(t *testing.T) {
	t.Parallel()
	f := newFixture(t, kittest.SQLite(t))
	for _, path := range []string{"publishers", "content", "users", "countries", "destinations", "account-types"} {
		sample := f.admin.Get("imports/sample?path=" + path).Want(200)
		rows := parseCSV(t, sample.Text)
		if len(rows) != 2 || rows[0][0] != "ID" {
			t.Errorf("%s: got %q", path, rows)
		}
		uploaded := f.upload(f.admin, path, "sample.csv", []byte(sample.Text)).Want(201)
		for i := range rows[0] {
			if uploaded.String(fmt.Sprintf("item.columns.%d.field", i)) == "" {
				t.Errorf("%s: the column %s is not assigned", path, rows[0][i])
			}
		}
	}
	f.admin.Get("imports/sample?path=nothing").Refused("path")
}
