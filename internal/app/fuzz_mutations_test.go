package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"

	"waymark/internal/kit/auth"
)

// raw is JSON that is written as it is, valid or not.
type raw string

// encode writes JSON with raw parts, which encoding/json would refuse.
func encode(value any) []byte {
	out := bytes.Buffer{}
	encodeInto(&out, value)
	return out.Bytes()
}

func encodeInto(out *bytes.Buffer, value any) {
	switch v := value.(type) {
	case raw:
		out.WriteString(string(v))
	case object:
		out.WriteByte('{')
		for i, key := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				out.WriteByte(',')
			}
			encodeInto(out, strings.TrimRight(key, duplicate))
			out.WriteByte(':')
			encodeInto(out, v[key])
		}
		out.WriteByte('}')
	case []any:
		out.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				out.WriteByte(',')
			}
			encodeInto(out, item)
		}
		out.WriteByte(']')
	default:
		text, err := json.Marshal(v)
		if err != nil {
			text = []byte("null")
		}
		out.Write(text)
	}
}

// duplicate is removed from the end of keys when they are written, so that an object can have the same key twice.
const duplicate = "\x01"

var hostileStrings = []string{
	"", " ", "\t\r\n", "a\x00b", "\x00", "\x1b[31m", "\x7f", "\u200b", "\u202eltr", "\ufeff", "\ufffd", "👩‍👩‍👧‍👦", "İßẞŉ",
	"ＡＢＣ", "e\u0301\u0301\u0301",
	strings.Repeat("a", 300), strings.Repeat("é", 70_000), strings.Repeat("e\u0301", 2_000), strings.Repeat("%", 500),
	strings.Repeat(" a", 5_000),
	"'", "\"", "\\", "%", "_", "*", "'; DROP TABLE users; --", "\" OR 1=1 --", "a* NEAR(b c) AND NOT -d^2 : {x}",
	"\"unclosed", "(", ")", "[a-z", "(a+)+$", "%s%n%d", "${7*7}", "{{7*7}}", "<script>alert(1)</script>",
	"../../../../etc/passwd", "..\\..\\x", "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "http://",
	"http://[::1", "http://127.0.0.1:1/", "http://user:pw@127.0.0.1:1\\@x/", "http://127.0.0.1:99999/", "//x", "/", "?",
	"#", "https://127.0.0.1:1/%zz",
	"@", "a@", "@b", "a@b", "\"a b\"@c.example", "a@b.example\r\nBcc: c@d.example", "xn--", "xn--a.example", ".example",
	"a..b", strings.Repeat("a.", 200) + "example", "-", "--", "+", "+0", "٣",
	"0", "-1", "1.5", "1e309", "9223372036854775808", "NaN", "true", "null", "[]", "{}", "undefined",
	"2024-02-30", "2024-02-30T25:61:61Z", "0000-00-00T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:60Z",
	"-0001-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "2024-01-01T00:00:00+99:99", "1583-01-01",
	"9999-12-31T23:59:59.999999999Z", "294277-01-01T00:00:00Z",
	"#gggggg", "#1", "rgb(1,2,3)", "inherit", "admin", "personal", "id", "-id", "created_at", "-", ",", ";", "\u2028",
}

// hostileJSON are values that aren't strings, some of which aren't JSON.
var hostileJSON = []raw{
	"null", "true", "false", "[]", "{}", "[null]", "[[]]", "[{}]", `{"id":null}`, `{"id":1}`, `{"id":-1}`, `{"id":"1"}`,
	`{"id":9223372036854775808}`, `{"url":""}`, `{"url":5}`, `{"id":1,"url":"http://127.0.0.1:1/"}`, `{"":""}`,
	"0", "-0", "1", "-1", "1.5", "1e3", "1e400", "-1e400", "1e-400", "2147483647", "2147483648", "9007199254740993",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
	"123456789012345678901234567890",
	`[1,1]`, `[0]`, `[-1]`, `[1.5]`, `["1"]`, `[9223372036854775808]`, `["",null,1,{},[]]`, `"\ud800"`, `"\u0000"`,
	"\"\xff\xfe\"", "\"\xc3\"", `"\x"`, "\"\n\"", "NaN", "Infinity", "01", "+1", ".5", "0x10", "'a'", "", "[1,]",
	`{"a":1,}`, `{"a":1,"a":2}`, "tru",
}

func deep(open, inner, end string, n int) raw {
	return raw(strings.Repeat(open, n) + inner + strings.Repeat(end, n))
}

func hostileValue(random *rand.Rand) any {
	switch n := random.IntN(20); {
	case n < 9:
		return pickOne(random, hostileStrings)
	case n < 17:
		return pickOne(random, hostileJSON)
	case n == 17:
		return deep("[", "", "]", pickOne(random, []int{50, 5_000, 20_000}))
	case n == 18:
		return deep(`{"a":`, "1", "}", pickOne(random, []int{50, 5_000, 20_000}))
	}
	list := make([]any, pickOne(random, []int{101, 1_001, 20_000}))
	for i := range list {
		list[i] = i + 1
	}
	return list
}

// hostileIDs are escaped path segments that are not the id of a record.
var hostileIDs = []string{
	"0", "01", "+1", "-1", "1.0", "1e3", "0x1", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
	"%00", "1%00", "%ff", "%2e%2e", "%2F", "1%2F2", "%20", "1%20", "a", "null", "%F0%9F%92%A9", "%D9%A3",
	"%E2%80%AE", "%25", "%27", "1;x=1", "1,2", "*", strings.Repeat("9", 400), strings.Repeat("a", 4_000), "%zz", "..", ".",
	"",
}

var hostileQuery = []string{
	"", "0", "-1", "1", "01", "+1", "%2B1", "1e9", "1.5", "9223372036854775807", "9223372036854775808",
	"99999999999999999999", ";DROP", "%00", "%ff", "%", "%zz", "a%20b", "%22", "%27", "*", "(", "a*%20AND", "NEAR(", "-",
	"--id", "-name", "id,name", "null", "true", "1,2,3", ",,,",
	"[]", "2024-02-30", "2024-01-01", "0000-00-00", "9999-12-31", "10000-01-01", "%E2%80%AE", "%F0%9F%92%A9", "%D8%A7",
	strings.Repeat("a", 5_000), strings.Repeat("a%20", 1_000), strings.Repeat("1,", 3_000), "all", "none", "..%2F..",
}

var hostileMethods = []string{
	"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "get", "X",
}

var hostileContentTypes = []string{
	"", "text/plain", "application/xml", "application/json; charset=utf-16", "application/json;",
	"application/json, text/plain", "APPLICATION/JSON", "application/x-www-form-urlencoded", "multipart/form-data",
	"multipart/form-data; boundary=", "multipart/form-data; boundary=x",
	"application/cbor", "application/problem+json", "*/*", ";", "/", "application/json; boundary=\"",
	strings.Repeat("a", 3_000), "application/vnd.api+json",
}

// hostileHeaders don't accept text/html, because errors would then be sent as pages.
var hostileHeaders = [][2]string{
	{"Accept", "application/xml"},
	{"Accept", "application/cbor;q=0.9, */*;q=abc"},
	{"Accept", ""},
	{"Accept-Encoding", "gzip;q=abc, *;q=-1, \x80"},
	{"Accept-Encoding", "gzip, gzip, gzip"},
	{"Accept-Encoding", "br;q=1, identity;q=0"},
	{"Accept-Language", strings.Repeat("en,", 2_000)},
	{"If-None-Match", "*"},
	{"If-None-Match", "\"x\", W/\"y"},
	{"If-Match", "\"x\""},
	{"If-Modified-Since", "yesterday"},
	{"If-Unmodified-Since", "Mon, 01 Jan 1900 00:00:00 GMT"},
	{"Range", "bytes=0-0"},
	{"Range", "bytes=-9223372036854775809,5-1"},
	{"X-Forwarded-For", "127.0.0.1, \"x, ::1%25eth0"},
	{"X-Forwarded-Host", "evil.example"},
	{"X-Forwarded-Proto", "javascript"},
	{"Forwarded", "for=\"[::1]\";host=evil.example"},
	{"X-Real-Ip", "x"},
	{"X-Http-Method-Override", "DELETE"},
	{"X-Requested-With", "x"},
	{"Origin", "https://evil.example"},
	{"Origin", "null"},
	{"Origin", "%"},
	{"Referer", "%zz"},
	{"Sec-Fetch-Site", "cross-site"},
	{"Sec-Fetch-Site", "same-origin"},
	{"Content-Encoding", "gzip"},
	{"Content-Encoding", "x"},
	{"X-Long", strings.Repeat("x", 100_000)},
	{"X-Request-Id", "a\tb"},
	{"User-Agent", strings.Repeat("\xff", 2_000)},
	{"User-Agent", ""},
	{"Cookie", auth.Cookie + "=\"; a=b;;; =;" + auth.Cookie + "=x"},
	{"Cookie", strings.Repeat("a=b; ", 3_000)},
	{"Authorization", "Basic"},
	{"Authorization", "Basic !!!!"},
	{"Authorization", "Basic AAAA"},
	{"Authorization", "Bearer "},
	{"Authorization", "Basic Oi86Og=="},
	{"Authorization", "Digest username=x"},
	{"X-Api-Key", "\xff\x80"},
	{"X-Api-Key", strings.Repeat("k", 9_000)},
	{"Access-Control-Request-Method", "DELETE"},
	{"Traceparent", "00-0-0-0"},
	{"Upgrade", "h2c"},
	{"Trailer", "X"},
	{"Te", "trailers"},
}

var hostileHosts = []string{
	"evil.example", "console.example:99999", "console.example.", "CONSOLE.EXAMPLE", "127.0.0.1",
	"[::1]", "[", "a b", "x@console.example", strings.Repeat("a", 500),
}

func pickOne[T any](random *rand.Rand, list []T) T { return list[random.IntN(len(list))] }

// mutation changes a request. It reports false if it doesn't apply to it.
type mutation struct {
	name   string
	weight int
	apply  func(f *fuzzer, random *rand.Rand, op *operation, r *request) bool
}

var mutations = []mutation{
	{"body value", 12, mutateField},
	{"body shape", 5, mutateShape},
	{"body text", 3, mutateText},
	{"query", 8, mutateQuery},
	{"path", 6, mutatePath},
	{"method", 2, func(_ *fuzzer, random *rand.Rand, _ *operation, r *request) bool {
		r.method = pickOne(random, hostileMethods)
		return true
	}},
	{"content type", 2, func(_ *fuzzer, random *rand.Rand, op *operation, r *request) bool {
		r.header.Del("Content-Type")
		if kind := pickOne(random, hostileContentTypes); kind != "" {
			r.header.Set("Content-Type", kind)
		}
		return op.takesBody()
	}},
	{"header", 5, func(_ *fuzzer, random *rand.Rand, _ *operation, r *request) bool {
		for range 1 + random.IntN(3) {
			header := pickOne(random, hostileHeaders)
			r.header[header[0]] = []string{header[1]}
		}
		return true
	}},
	{"host", 1, func(_ *fuzzer, random *rand.Rand, _ *operation, r *request) bool {
		r.host = pickOne(random, hostileHosts)
		return true
	}},
	{"caller", 4, mutateCaller},
	{"truncated body", 2, func(_ *fuzzer, _ *rand.Rand, op *operation, r *request) bool {
		r.ending = truncated
		return op.takesBody()
	}},
	{"broken chunk", 2, func(_ *fuzzer, _ *rand.Rand, op *operation, r *request) bool {
		r.ending = badChunks
		return op.takesBody()
	}},
	{"oversize body", 1, func(_ *fuzzer, random *rand.Rand, op *operation, r *request) bool {
		r.json(raw(`{"a":"` + strings.Repeat("x", 1<<20) + `"}`))
		return op.takesBody() && random.IntN(4) == 0
	}},
}

// variant returns a hostile variant of a request. The first two rounds end the body early, so that each
// operation gets such requests.
func (f *fuzzer) variant(random *rand.Rand, op *operation, base *request, round int) *request {
	if op.takesBody() && round < 2 {
		r := base.clone()
		r.ending, r.mutation = truncated+round, "body ends early"
		return r
	}
	total := 0
	for _, m := range mutations {
		total += m.weight
	}
	for {
		n := random.IntN(total)
		i := slices.IndexFunc(mutations, func(m mutation) bool { n -= m.weight; return n < 0 })
		r := base.clone()
		if !mutations[i].apply(f, random, op, r) {
			continue
		}
		r.mutation = mutations[i].name
		if random.IntN(3) == 0 { // Hostile input from less privileged callers reaches other checks.
			mutateCaller(f, random, op, r)
			r.mutation += ", caller"
		}
		return r
	}
}

// decode decodes a body that is to be changed. Numbers keep their notation.
func decode(body []byte) any {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return nil
	}
	return value
}

// mutateField replaces the value of a field in the body or in the schema, or a value nested in one.
func mutateField(_ *fuzzer, random *rand.Rand, op *operation, r *request) bool {
	if op.form {
		return mutateForm(random, r)
	}
	in, ok := decode(r.body).(object)
	if !ok || op.body == nil {
		return false
	}
	names := slices.Sorted(maps.Keys(in))
	for range 1 + random.IntN(2) {
		if len(names) == 0 || random.IntN(2) == 0 {
			names = slices.Sorted(maps.Keys(op.body.Properties))
		}
		if len(names) == 0 {
			return false
		}
		name := pickOne(random, names)
		if inner := in[name]; random.IntN(3) == 0 && mutateInside(random, inner) {
			continue
		}
		in[name] = hostileValue(random)
	}
	r.json(in)
	return true
}

// mutateInside changes an entry of an object or of a list in place.
func mutateInside(random *rand.Rand, value any) bool {
	switch v := value.(type) {
	case object:
		if len(v) == 0 {
			v["id"] = hostileValue(random)
			return true
		}
		name := pickOne(random, slices.Sorted(maps.Keys(v)))
		if !mutateInside(random, v[name]) {
			v[name] = hostileValue(random)
		}
		return true
	case []any:
		if len(v) == 0 {
			return false
		}
		i := random.IntN(len(v))
		if random.IntN(2) == 0 || !mutateInside(random, v[i]) {
			v[i] = hostileValue(random)
		}
		return true
	}
	return false
}

// mutateShape removes, adds or repeats keys, or sends an array.
func mutateShape(_ *fuzzer, random *rand.Rand, op *operation, r *request) bool {
	in, ok := decode(r.body).(object)
	if !ok || op.body == nil {
		return false
	}
	names := slices.Sorted(maps.Keys(in))
	switch n := random.IntN(6); {
	case n == 0 && len(names) > 0:
		delete(in, pickOne(random, names))
	case n == 1 && len(names) > 0:
		name := pickOne(random, names)
		in[name+duplicate] = in[name]
	case n == 2:
		in[pickOne(random, hostileStrings)] = hostileValue(random)
	case n == 3:
		in[pickOne(random, []string{
			"id", "created_at", "deleted_at", "internal", "staff_role", "__proto__", "filter", "ids",
			"version", "password_hash",
		})] = hostileValue(random)
	case n == 4:
		r.json([]any{in})
		return true
	default:
		for _, name := range names {
			in[name] = raw("null")
		}
	}
	r.json(in)
	return true
}

// mutateText breaks the JSON itself, or sends a body where none is expected.
func mutateText(_ *fuzzer, random *rand.Rand, _ *operation, r *request) bool {
	if len(r.body) == 0 || random.IntN(2) == 0 {
		r.json(hostileValue(random))
		return true
	}
	switch random.IntN(6) {
	case 0:
		r.body = r.body[:random.IntN(len(r.body))]
	case 1:
		r.body = append(r.body, r.body...)
	case 2:
		r.body = append([]byte("\xef\xbb\xbf"), r.body...)
	case 3:
		r.body[random.IntN(len(r.body))] = byte(random.IntN(256))
	case 4:
		r.body = append(r.body, 0)
	default:
		r.body = nil
	}
	return true
}

// mutateForm breaks a multipart form: its boundary, its headers or the file in it.
func mutateForm(random *rand.Rand, r *request) bool {
	switch random.IntN(5) {
	case 0:
		r.body = bytes.Replace(r.body, []byte("picture.png"),
			[]byte(pickOne(random, []string{"", "../../x", "a\x00b", "\xff", strings.Repeat("n", 5_000), "x.svg"})), 1)
	case 1:
		r.body = bytes.Replace(r.body, []byte(`name="file"`),
			[]byte(pickOne(random, []string{`name="other"`, `name=""`, "name", `name="file`})), 1)
	case 2:
		r.body = r.body[:random.IntN(len(r.body))]
	case 3:
		start := bytes.Index(r.body, []byte("\r\n\r\n")) + 4
		for range 1 + random.IntN(10) {
			r.body[start+random.IntN(len(r.body)-start)] = byte(random.IntN(256))
		}
	default:
		start := bytes.Index(r.body, []byte("\r\n\r\n")) + 4
		file := pickOne(random, []string{
			"", "GIF89a", "\xff\xd8\xff", "<svg xmlns='http://www.w3.org/2000/svg'/>",
			"RIFF\xff\xff\xff\xffWEBPVP8X", "BM", strings.Repeat("\x00", 5_000),
		})
		end := bytes.LastIndex(r.body, []byte("\r\n--"))
		r.body = slices.Concat(r.body[:start], []byte(file), r.body[max(end, start):])
	}
	return true
}

// mutateQuery sends parameters with invalid values, repeated parameters and unknown ones.
func mutateQuery(_ *fuzzer, random *rand.Rand, op *operation, r *request) bool {
	parts := []string{}
	if r.query != "" {
		parts = append(parts, r.query)
	}
	for range 1 + random.IntN(3) {
		name := pickOne(random, []string{"page", "x", "%00", "%ff", "id", ""})
		if len(op.query) > 0 && random.IntN(8) > 0 {
			name = pickOne(random, op.query)
		}
		value := pickOne(random, hostileQuery)
		if random.IntN(4) == 0 {
			value = url.QueryEscape(pickOne(random, hostileStrings))
		}
		if len(value) > 20_000 {
			value = value[:20_000]
		}
		parts = append(parts, name+"="+value)
		if random.IntN(6) == 0 {
			parts = append(parts, name+"="+value)
		}
	}
	r.query = strings.Join(parts, pickOne(random, []string{"&", "&", "&", "&&", ";"}))
	return true
}

// mutatePath replaces ids in the path with invalid ones or those of other records, or changes the path itself.
func mutatePath(f *fuzzer, random *rand.Rand, op *operation, r *request) bool {
	segments, template := strings.Split(r.path, "/"), strings.Split(op.path, "/")
	places := []int{}
	for i, name := range template {
		if strings.HasPrefix(name, "{") {
			places = append(places, i)
		}
	}
	if len(places) == 0 || random.IntN(12) == 0 {
		r.path = pickOne(random, []string{
			r.path + "/", r.path + "/1", r.path + "//", strings.Replace(r.path, "/api/", "/api//", 1),
			strings.ToUpper(r.path), r.path + "/../x", r.path + "%00", r.path + ";x",
		})
		return true
	}
	i := pickOne(random, places)
	segments[i] = pickOne(random, hostileIDs)
	if random.IntN(3) == 0 {
		id := fmt.Sprint(1 + random.IntN(60))
		f.sessions.Lock()
		if !f.protected[id] {
			segments[i] = id
		}
		f.sessions.Unlock()
	}
	r.path = strings.Join(segments, "/")
	return true
}

// mutateCaller replaces the credentials.
func mutateCaller(f *fuzzer, random *rand.Rand, op *operation, r *request) bool {
	for _, name := range []string{"Cookie", "Authorization", "X-Api-Key", "Origin"} {
		r.header.Del(name)
	}
	if op.public() {
		switch random.IntN(5) {
		case 0:
			r.header.Set("Authorization", "Basic eDp5")
		case 1:
			r.header.Set("X-Api-Key", f.client.key)
			r.header.Set("Origin", pickOne(random, []string{
				"https://evil.example", "null", "https://fuzz.example.evil.example",
				"http://fuzz.example:99999",
			}))
		case 2:
			r.header.Set("Authorization", "Bearer "+pickOne(random, []string{"", "x", f.client.secret}))
		default:
			f.authorise(r, pickOne(random, []string{"keyAndSecret", "keyOfSite", "appKey", "session", ""}))
		}
		return true
	}
	switch random.IntN(4) {
	case 0, 1:
		f.sessions.Lock()
		r.header.Set("Cookie", f.cookie(f.editor))
		f.sessions.Unlock()
	case 2:
		r.header.Set("Cookie", f.cookie(pickOne(random, []string{
			"", "x", strings.Repeat("A", 43), strings.Repeat("A", 8_000),
			"%00", "\x80", "\"", "' OR 1=1",
		})))
	}
	return true
}
