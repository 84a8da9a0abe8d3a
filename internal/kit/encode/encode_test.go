package encode_test

import (
	"bytes"
	"encoding/json"
	"math/big"
	"testing"
	"testing/quick"
	"time"

	"waymark/internal/kit/encode"
)

type kind string

type base struct {
	ID      int64     `json:"id"`
	Created time.Time `json:"created_at"`
	secret  string    //nolint:unused // must not be written
}

type named struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type tree struct {
	Name     string  `json:"name"`
	Children []*tree `json:"children"`
}

type record struct {
	base
	Title    string             `json:"title"`
	Kind     kind               `json:"kind,omitempty"`
	Count    int                `json:"count,omitempty"`
	Small    int32              `json:"small"`
	Byte     uint8              `json:"byte"`
	Share    float64            `json:"share"`
	On       bool               `json:"on"`
	At       *time.Time         `json:"at"`
	Owner    *named             `json:"owner"`
	Others   []named            `json:"others"`
	Pointers []*named           `json:"pointers"`
	IDs      []int64            `json:"ids,omitempty"`
	Matrix   [][]string         `json:"matrix"`
	Bytes    []byte             `json:"bytes"`
	Numbers  map[string]int     `json:"numbers,omitzero"`
	Anything any                `json:"anything"`
	Raw      json.RawMessage    `json:"raw,omitempty"`
	Deep     *tree              `json:"deep"`
	Fixed    [2]string          `json:"fixed"`
	Nested   struct{ A, B int } `json:"nested"`
	Hidden   string             `json:"-"`
	Untagged string
}

// renamed has two fields of the same name, of which encoding/json takes the outer one.
type renamed struct {
	named
	Name string `json:"name"`
}

type quoted struct {
	N int64 `json:"n,string"`
}

// want returns what encoding/json writes.
func want(t *testing.T, value any) string {
	t.Helper()
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		t.Fatal(err)
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte{'\n'}))
}

func check(t *testing.T, value any) {
	t.Helper()
	got, err := encode.JSON([]byte("before "), value)
	if expected := "before " + want(t, value); err != nil || string(got) != expected {
		t.Errorf("got  %s\nwant %s (%v)", got, expected, err)
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 12, 30, 0, 120_000_000, time.FixedZone("", 3600))
	texts := "plain \"quoted\" back\\slash <b>&amp; \x00\x1f\x7f\b\f\n\r\t é 日本 \u2028\u2029 \xff\xc3 🚆"
	full := &record{
		base: base{ID: 7, Created: at}, Title: texts, Kind: kind(texts), At: &at, Owner: &named{1, texts},
		Others: []named{{1, "a"}, {2, "b"}}, Pointers: []*named{nil, {3, "c"}}, IDs: []int64{-1, 1 << 62},
		Matrix: [][]string{nil, {}, {"x", texts}}, Bytes: []byte(texts), Numbers: map[string]int{"b": 1, "a": 2},
		Anything: map[string]any{"big": big.NewInt(1 << 40), "list": []any{1.5, nil, "<x>"}}, Share: 1e21,
		Raw: json.RawMessage(`{"a": [1, 2]}`), Untagged: "here", Hidden: "never",
		Deep: &tree{Name: "top", Children: []*tree{{Name: "below"}, {Name: "empty", Children: []*tree{}}}},
	}
	for _, value := range []any{
		full, &record{}, &[]*record{full, nil}, &renamed{named{1, "inner"}, "outer"}, &quoted{5},
		&struct{ *named }{&named{1, "x"}}, &struct{ time.Time }{at}, &texts, &at, &[]string{}, new([]string),
		nil, 5, texts, (*record)(nil),
		record{Title: "not a pointer"},
		&map[string]*named{"a": {1, "x"}},
	} {
		check(t, value)
	}
}

func TestJSON_Random(t *testing.T) {
	t.Parallel()
	for _, f := range []any{
		func(v []named) bool { check(t, &v); return true },
		func(v string) bool { check(t, &v); return true },
		func(v []byte) bool { text := string(v); check(t, &text); return true },
		func(v map[string]*named, w []*int64, x [][]bool) bool {
			check(t, &struct {
				V map[string]*named
				W []*int64
				X [][]bool
			}{v, w, x})
			return true
		},
	} {
		if err := quick.Check(f, nil); err != nil {
			t.Error(err)
		}
	}
}

// TestJSON_Error checks that a value without JSON is an error, not a part of a response.
func TestJSON_Error(t *testing.T) {
	t.Parallel()
	late := time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, value := range []any{&late, &struct{ F func() }{}, &[]any{make(chan int)}} {
		if got, err := encode.JSON(nil, value); err == nil {
			t.Errorf("%T became %s", value, got)
		}
	}
}
