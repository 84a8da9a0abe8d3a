package sheet_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/sheet"
)

func TestRow(t *testing.T) {
	t.Parallel()
	minus, none := int64(-3), (*int64)(nil)
	type other struct {
		ID   int64  `json:"id"`
		Name string `json:"name"`
	}
	type image struct {
		FullURL string `json:"full_url"`
	}
	for name, c := range map[string]struct {
		value any
		want  string
	}{
		"text": {"Málaga, \"the\" coast\nand more", "Málaga, \"the\" coast\nand more"}, "nothing": {nil, ""},
		"no number": {none, ""}, "a number": {int64(-5), "-5"},
		"a number behind a pointer": {&minus, "-3"}, "a fraction": {-1.5, "-1.5"}, "yes": {true, "yes"}, "no": {false, "no"},
		"a formula": {"=1+1", "'=1+1"}, "plus": {"+44 20", "'+44 20"}, "minus": {"-1+2", "'-1+2"},
		"at": {"@SUM(A1)", "'@SUM(A1)"}, "a tab": {"\t=1", "'\t=1"}, "a return": {"\r=1", "'\r=1"},
		"a wide sign": {"＝1", "'＝1"}, "a sign within": {"a=1", "a=1"}, "an accent first": {"Évora", "Évora"},
		"a moment": {time.Date(2026, 3, 1, 9, 30, 0, 5000, time.FixedZone("", 3600)), "2026-03-01T08:30:00Z"},
		"never":    {time.Time{}, ""},
		"names":    {[]string{"a", "", "b"}, "a; b"}, "a formula in a list": {[]string{"=a", "b"}, "'=a; b"},
		"another record": {&other{7, "=Lisbon"}, "'=Lisbon"}, "others": {[]other{{1, "A"}, {2, "B"}}, "A; B"},
		"no other":                {(*other)(nil), ""},
		"an image":                {&image{"/files/x.jpg"}, "https://console.example/files/x.jpg"},
		"an image elsewhere":      {image{"https://cdn.example/x.jpg"}, "https://cdn.example/x.jpg"},
		"pairs":                   {map[string]bool{"b": true, "a": false}, "a: no; b: yes"},
		"a record as JSON has it": {map[string]any{"id": 4.0, "name": "Faro"}, "Faro"},
	} {
		var file strings.Builder
		w, err := sheet.New(&file, "https://console.example/")
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Row("x", c.value); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		text, marked := strings.CutPrefix(file.String(), "\ufeff")
		row, err := csv.NewReader(strings.NewReader(text)).Read()
		// csv.Reader drops carriage returns before line feeds, so they are not compared.
		if err != nil || !marked || strings.ReplaceAll(row[1], "\r", "") != strings.ReplaceAll(c.want, "\r", "") {
			t.Errorf("%s: got %q (%v), want %q", name, row, err, c.want)
		}
	}
}

type base struct {
	ID        int64     `json:"id"`
	Version   int64     `json:"version"`
	CreatedAt time.Time `json:"created_at"`
}

func TestColumnsOf(t *testing.T) {
	t.Parallel()
	columns := sheet.ColumnsOf(reflect.TypeFor[struct {
		base
		Name         string   `json:"name"`
		APIKey       string   `json:"api_key"`
		APISecret    string   `json:"api_secret"`
		TypeID       *int64   `json:"type_id"`
		Type         string   `json:"type"`
		AgencyID     *int64   `json:"host_agency_id"`
		Agency       string   `json:"hostAgency"`
		PartnerID    *int64   `json:"partner_id"`
		LibraryIDs   []int64  `json:"library_ids"`
		Libraries    []string `json:"libraries"`
		TagIDs       []int64  `json:"tag_ids"`
		Tags         []string `json:"tags"`
		HashID       string   `json:"hash_id"`
		Initials     string   `json:"initials"`
		ActiveHuman  string   `json:"active_at_human"`
		Own          string   `json:"own" export:"-"`
		Hidden       string   `json:"-"`
		ContentURL   string   `json:"content_url"`
		PublishedAt  string   `json:"published_at"`
		PasswordHash string   `json:"password_hash"`
	}]())
	labels := []string{}
	for _, column := range columns {
		labels = append(labels, column.Label)
	}
	want := []string{
		"ID", "Name", "Type", "Host agency", "Partner ID", "Libraries", "Tags", "Hash ID", "Content URL", "Published",
		"Created",
	}
	if !slices.Equal(labels, want) {
		t.Errorf("got %q\nwant %q", labels, want)
	}
}

type failingWriter struct{ after int }

func (w *failingWriter) Write(content []byte) (int, error) {
	if w.after--; w.after < 0 {
		return 0, errors.New("disk full")
	}
	return len(content), nil
}

func TestWriter_Record(t *testing.T) {
	t.Parallel()
	type change struct {
		Before any `json:"before"`
		After  any `json:"after"`
	}
	type record struct {
		base
		Name     string            `json:"name"`
		Untitled struct{ X int }   `json:"untitled"`
		Raw      json.RawMessage   `json:"raw"`
		Changes  map[string]change `json:"changes"`
	}
	created := time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC)
	value := &record{
		base: base{ID: 7, Version: 3, CreatedAt: created}, Name: "Harbour, Press", Raw: json.RawMessage(`{"a":1}`),
		Changes: map[string]change{"name": {Before: "Old", After: "New"}},
	}
	value.Untitled.X = 5
	var file strings.Builder
	w, err := sheet.New(&file, "https://console.example")
	if err != nil {
		t.Fatal(err)
	}
	columns := sheet.ColumnsOf(reflect.TypeFor[record]())
	labels := []string{}
	for _, column := range columns {
		labels = append(labels, column.Label)
	}
	if err := errors.Join(w.Header(labels...), w.Record(columns, reflect.ValueOf(value)), w.Flush()); err != nil {
		t.Fatal(err)
	}
	want := "\ufeffID,Name,Untitled,Raw,Changes,Created\n" +
		`7,"Harbour, Press","{""X"":5}","{""a"":1}",name: Old → New,2026-03-01T09:30:00Z` + "\n"
	if file.String() != want {
		t.Errorf("got %q\nwant %q", file.String(), want)
	}
}

func TestWriter_Failure(t *testing.T) {
	t.Parallel()
	if _, err := sheet.New(&failingWriter{}, ""); err == nil {
		t.Error("the file was started although nothing can be written")
	}
	w, err := sheet.New(&failingWriter{after: 1}, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Row("a", "b"); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err == nil {
		t.Error("the row was reported as written although the disk is full")
	}
}

func TestLabel(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"": "", "_": "", "name": "Name", "content_url": "Content URL", "published_at": "Published",
		"hostAgency": "Host agency",
		"alt_id":     "Public ID", "email": "E-mail", "media-types": "Media types", "ip_address": "IP address",
	} {
		if got := sheet.Label(name); got != want {
			t.Errorf("the label of %q is %q, want %q", name, got, want)
		}
	}
}
