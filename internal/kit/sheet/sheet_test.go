package sheet_test

import (
	"encoding/csv"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/sheet"
)

func TestCellsAreWhatTheyAreAndNoFormulas(t *testing.T) {
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
		"text": {"Málaga, \"the\" coast\nand more", "Málaga, \"the\" coast\nand more"}, "nothing": {nil, ""}, "no number": {none, ""}, "a number": {int64(-5), "-5"},
		"a number behind a pointer": {&minus, "-3"}, "a fraction": {-1.5, "-1.5"}, "yes": {true, "yes"}, "no": {false, "no"},
		"a formula": {"=1+1", "'=1+1"}, "plus": {"+44 20", "'+44 20"}, "minus": {"-1+2", "'-1+2"}, "at": {"@SUM(A1)", "'@SUM(A1)"}, "a tab": {"\t=1", "'\t=1"}, "a return": {"\r=1", "'\r=1"},
		"a wide sign": {"＝1", "'＝1"}, "a sign within": {"a=1", "a=1"}, "an accent first": {"Évora", "Évora"},
		"a moment": {time.Date(2026, 3, 1, 9, 30, 0, 5000, time.FixedZone("", 3600)), "2026-03-01T08:30:00Z"}, "never": {time.Time{}, ""},
		"names": {[]string{"a", "", "b"}, "a; b"}, "a formula in a list": {[]string{"=a", "b"}, "'=a; b"},
		"another record": {&other{7, "=Lisbon"}, "'=Lisbon"}, "others": {[]other{{1, "A"}, {2, "B"}}, "A; B"}, "no other": {(*other)(nil), ""},
		"an image": {&image{"/files/x.jpg"}, "https://console.example/files/x.jpg"}, "an image elsewhere": {image{"https://cdn.example/x.jpg"}, "https://cdn.example/x.jpg"},
		"pairs": {map[string]bool{"b": true, "a": false}, "a: no; b: yes"}, "a record as JSON has it": {map[string]any{"id": 4.0, "name": "Faro"}, "Faro"},
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
		// A reader takes a line break as it likes; the file has it.
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

func TestColumnsAreThoseThatPeopleKnow(t *testing.T) {
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
	heads := []string{}
	for _, column := range columns {
		heads = append(heads, column.Label)
	}
	want := []string{"ID", "Name", "Type", "Host agency", "Partner ID", "Libraries", "Tags", "Hash ID", "Content URL", "Published", "Created"}
	if !slices.Equal(heads, want) {
		t.Errorf("got %q\nwant %q", heads, want)
	}
}
