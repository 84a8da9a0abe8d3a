package app_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// operation is one operation of an OpenAPI document.
type operation struct {
	method, path string
	query        []string // names of its query parameters
	body         *schema  // of its JSON body, if any
	form         bool     // takes a multipart form
	credentials  []string // names of the security schemes; "" is none
	success      map[int]bool
	refused      map[string]bool // optional fields for which the server refused a generated value
}

func (o *operation) name() string    { return o.method + " " + o.path }
func (o *operation) takesBody() bool { return o.body != nil || o.form }
func (o *operation) public() bool    { return strings.HasPrefix(o.path, "/api/v1/") }

// target is an operation with one of the credentials it accepts, and a request that succeeded.
type target struct {
	*operation
	credential string
	singleUse  bool // succeeds once, because it deletes the record or uses up a token
	base       *request
}

// schema is the part of JSON Schema that the documents use.
type schema struct {
	Ref        string             `json:"$ref"`
	Types      types              `json:"type"`
	Format     string             `json:"format"`
	Enum       []any              `json:"enum"`
	Properties map[string]*schema `json:"properties"`
	Required   []string           `json:"required"`
	Items      *schema            `json:"items"`
	MaxLength  int                `json:"maxLength"`
	Minimum    *float64           `json:"minimum"`
}

// types is a type or a list of them: "string" or ["string", "null"].
type types []string

func (t *types) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*t = types{one}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(t))
}

type document struct {
	Paths map[string]map[string]struct {
		Parameters  []documentedParameter `json:"parameters"`
		RequestBody *struct {
			Content map[string]struct {
				Schema *schema `json:"schema"`
			} `json:"content"`
		} `json:"requestBody"`
		Responses map[string]json.RawMessage `json:"responses"`
		Security  []map[string][]string      `json:"security"`
	} `json:"paths"`
	Components struct {
		Schemas    map[string]*schema             `json:"schemas"`
		Parameters map[string]documentedParameter `json:"parameters"`
	} `json:"components"`
}

type documentedParameter struct {
	Ref  string `json:"$ref"`
	Name string `json:"name"`
	In   string `json:"in"`
}

// readDocument adds the operations of an OpenAPI document.
func (f *fuzzer) readDocument(text []byte, err error) {
	f.t.Helper()
	d := document{}
	if err == nil {
		err = json.Unmarshal(text, &d)
	}
	if err != nil {
		f.t.Fatal(err)
	}
	f.errorShape = d.Components.Schemas["Error"]
	if f.errorShape == nil || f.errorShape.Properties["message"] == nil {
		f.t.Fatal("the document doesn't describe errors")
	}
	for path, methods := range d.Paths {
		for method, described := range methods {
			op := &operation{method: strings.ToUpper(method), path: path, success: map[int]bool{}, refused: map[string]bool{}}
			for _, p := range described.Parameters {
				if name, ok := strings.CutPrefix(p.Ref, "#/components/parameters/"); ok {
					p = d.Components.Parameters[name]
				}
				if p.In == "query" {
					op.query = append(op.query, p.Name)
				}
			}
			if described.RequestBody != nil {
				op.body = d.resolve(described.RequestBody.Content["application/json"].Schema)
				op.form = described.RequestBody.Content["multipart/form-data"].Schema != nil
			}
			for status := range described.Responses {
				code := 0
				if _, err := fmt.Sscan(status, &code); err == nil && code < 400 {
					op.success[code] = true
				}
			}
			for _, one := range described.Security {
				for name := range one {
					op.credentials = append(op.credentials, name)
				}
			}
			if len(op.credentials) == 0 {
				op.credentials = []string{""}
			}
			f.operations[op.name()] = op
		}
	}
}

// addUndocumented adds paths that are not in the documents: files, downloads and pages.
func (f *fuzzer) addUndocumented() {
	for _, path := range []string{
		"/api/admin/export/files/{key}", "/files/{folder}/{name}", "/api/openapi.json",
		"/api/v1/openapi.json", "/api/docs", "/api/v1/docs", "/embed-preview", "/", "/content/{id}", "/healthz",
	} {
		op := &operation{method: http.MethodGet, path: path, credentials: []string{"session"}}
		f.operations[op.name()] = op
	}
}

// resolve replaces references by the schemas they refer to. Schemas of bodies aren't recursive.
func (d *document) resolve(s *schema) *schema {
	if s == nil {
		return nil
	}
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		return d.resolve(d.Components.Schemas[name])
	}
	for name, property := range s.Properties {
		s.Properties[name] = d.resolve(property)
	}
	s.Items = d.resolve(s.Items)
	return s
}

// reachAll makes a successful request to every operation with every credential it accepts.
func (f *fuzzer) reachAll() {
	f.t.Helper()
	// Records are created first and deleted last, so that the operations in between have some to work on.
	order := map[string]int{http.MethodPost: 0, http.MethodGet: 1, http.MethodPut: 2, http.MethodDelete: 3}
	list := []*operation{}
	for _, op := range f.operations {
		list = append(list, op)
	}
	slices.SortFunc(list, func(a, b *operation) int {
		return cmp.Or(
			cmp.Compare(order[a.method], order[b.method]),
			cmp.Compare(strings.Count(a.path, "{"), strings.Count(b.path, "{")),
			cmp.Compare(a.path, b.path),
		)
	})
	if len(list) < 200 {
		f.t.Fatalf("the documents describe only %d operations", len(list))
	}
	for _, op := range list {
		for _, credential := range op.credentials {
			base, err := f.reach(op, credential)
			if err != nil {
				f.t.Errorf("no successful request to %s %s: %v", op.name(), credential, err)
				continue
			}
			f.targets = append(f.targets, &target{
				operation: op, credential: credential,
				singleUse: op.method == http.MethodDelete || singleUse[op.name()], base: base,
			})
		}
	}
}

// reach makes a request that succeeds. Optional fields whose generated values are refused are
// left out of the next attempt.
func (f *fuzzer) reach(op *operation, credential string) (*request, error) {
	r, _, err := f.reachWith(op, credential, func() {})
	return r, err
}

// reachWith calls prepared before it sends a request, and also returns the answer.
func (f *fuzzer) reachWith(op *operation, credential string, prepared func()) (*request, *answer, error) {
	last := errors.New("not tried")
	for range 6 {
		r, err := f.build(op, credential)
		if err != nil {
			return nil, nil, err
		}
		prepared()
		a := f.send(r)
		if a.err == nil && (a.status/100 == 2 || op.success[a.status]) {
			return r, a, nil
		}
		if last = errors.New(f.report(r, a)); !f.learn(op, a) {
			return nil, nil, last
		}
	}
	return nil, nil, last
}

// build creates a request that should succeed: with a recipe if the schema can't express the rules,
// otherwise from the schema alone.
func (f *fuzzer) build(op *operation, credential string) (*request, error) {
	r := &request{method: op.method, path: op.path, header: http.Header{}}
	f.authorise(r, credential)
	if op.body != nil {
		r.json(f.value("", op.body, op))
	}
	if recipe := f.recipes[op.name()]; recipe != nil {
		if err := recipe(f, r); err != nil {
			return nil, err
		}
	}
	path, err := f.fill(op, "", strings.Split(r.path, "/")[1:])
	r.path = path
	if restored, ok := strings.CutSuffix(op.path, "/restore"); ok && err == nil && f.operations["PUT "+restored] != nil {
		err = f.changeToRestore(f.operations["PUT "+restored], r)
	}
	return r, err
}

// changeToRestore changes the record that a request restores an earlier version of.
func (f *fuzzer) changeToRestore(update *operation, r *request) error {
	last := errors.New("nothing was changed")
	for range 6 {
		change := &request{method: update.method, path: strings.TrimSuffix(r.path, "/restore"), header: r.header.Clone()}
		change.json(f.value("", update.body, update))
		if recipe := f.recipes[update.name()]; recipe != nil {
			if err := recipe(f, change); err != nil {
				return err
			}
			r.path = change.path + "/restore"
		}
		a := f.send(change)
		if id := a.header.Get("Waymark-Change"); id != "" {
			r.json(object{"activity_id": json.Number(id)})
			return nil
		}
		if !f.learn(update, a) {
			last = errors.New(f.report(change, a))
		}
	}
	return last
}

// learn notes which optional fields a server has refused, and reports whether there are any.
func (f *fuzzer) learn(op *operation, a *answer) bool {
	refusal := struct{ Errors map[string][]string }{}
	if a.status < 400 || a.status > 499 || json.Unmarshal(a.body, &refusal) != nil || len(refusal.Errors) == 0 {
		return false
	}
	for field := range refusal.Errors {
		field, _, _ = strings.Cut(field, ".")
		op.refused[field] = true
	}
	return true
}

// cookie returns the Cookie header of a session.
func (f *fuzzer) cookie(token string) string { return f.h.Sessions.CookieName() + "=" + token }

// renewed returns a request with the current session of the admin in place of an earlier one.
func (f *fuzzer) renewed(r *request) *request {
	f.sessions.Lock()
	former := f.formerAdmins[r.header.Get("Cookie")]
	f.sessions.Unlock()
	if !former {
		return r
	}
	r = r.clone()
	f.authorise(r, "session")
	return r
}

func (f *fuzzer) authorise(r *request, credential string) {
	f.sessions.Lock()
	defer f.sessions.Unlock()
	basic := http.Request{Header: r.header}
	switch credential {
	case "session":
		r.header.Set("Cookie", f.cookie(f.admin))
	case "keyAndSecret":
		basic.SetBasicAuth(f.client.key, f.client.secret)
	case "keyOfSite":
		r.header.Set("X-Api-Key", f.client.key)
		r.header.Set("Origin", "https://www.fuzz.example")
	case "appKey":
		r.header.Set("Authorization", "Bearer "+f.h.Config.AppKey)
	case "":
	default:
		f.t.Errorf("credential %q is unknown to this test", credential)
	}
}

// listPaths contains the path of the list of records for paths that have no list themselves.
var listPaths = map[string]string{
	"/api/admin/update-content":           "/api/admin/content",
	"/api/admin/copilot-insights/partner": "/api/admin/partners",
	"/api/admin/copilot-insights/user":    "/api/admin/users",
	"/api/admin/google-fonts":             "/api/admin/search/google-fonts",
	"/api/admin/search/partners":          "/api/admin/partners",
}

// fill replaces the parameters of a path with ids of existing records, from left to right. A parent without child
// records is skipped. Operations that change a record get a newly created one, if the API can create such records.
func (f *fuzzer) fill(op *operation, done string, rest []string) (string, error) {
	if len(rest) == 0 {
		return done, nil
	}
	if !strings.HasPrefix(rest[0], "{") {
		return f.fill(op, done+"/"+rest[0], rest[1:])
	}
	template := op.path[:strings.Index(op.path, "/"+rest[0])]
	isLast := !strings.Contains(strings.Join(rest[1:], "/"), "{")
	create := f.operations["POST "+template]
	hasList := f.operations["GET "+template] != nil || listPaths[template] != ""
	if create != nil && isLast && (op.method != http.MethodGet || !hasList) {
		id, err := f.own(create, done, op.method == http.MethodDelete)
		if err != nil {
			return "", err
		}
		return f.fill(op, done+"/"+id, rest[1:])
	}
	ids, err := f.list(cmp.Or(listPaths[template], done))
	if err != nil {
		return "", err
	}
	last := fmt.Errorf("no record at %s", done)
	for _, id := range ids[:min(len(ids), 20)] {
		path, err := f.fill(op, done+"/"+id, rest[1:])
		if err == nil {
			return path, nil
		}
		last = err
	}
	return "", last
}

// own returns the id of a record that was created by this test. If always is set the record is new,
// because it will be deleted.
func (f *fuzzer) own(create *operation, path string, always bool) (string, error) {
	f.cache.Lock()
	id := f.owned[path]
	f.cache.Unlock()
	if id != "" && !always {
		return id, nil
	}
	last := errors.New("not tried")
	for range 4 {
		r, err := f.build(create, create.credentials[0])
		if err != nil {
			return "", err
		}
		r.path = path
		answer, err := f.ok(r)
		if err == nil {
			item, _ := answer["item"].(object)
			id = fmt.Sprint(item["id"])
			f.cache.Lock()
			f.owned[path] = id
			f.cache.Unlock()
			return id, nil
		}
		last = err
	}
	return "", last
}

// list returns the ids of the records at a path.
func (f *fuzzer) list(path string) ([]string, error) {
	f.cache.Lock()
	ids, known := f.lists[path]
	f.cache.Unlock()
	if known {
		return ids, nil
	}
	r := &request{method: http.MethodGet, path: path, header: http.Header{}}
	f.authorise(r, "session")
	answer, err := f.ok(r)
	if err != nil {
		return nil, err
	}
	items, _ := answer["items"].([]any)
	for _, item := range items {
		if id := item.(object)["id"]; id != nil {
			ids = append(ids, fmt.Sprint(id))
		}
	}
	f.cache.Lock()
	defer f.cache.Unlock()
	if len(ids) > 0 {
		f.lists[path] = ids
	}
	return ids, nil
}

// call makes a request to the console's API that must succeed.
func (f *fuzzer) call(method, path string, body any) (object, error) {
	r := &request{method: method, path: path, header: http.Header{}}
	f.authorise(r, "session")
	if body != nil {
		r.json(body)
	}
	return f.ok(r)
}

// ok sends a request that must succeed and decodes the answer.
func (f *fuzzer) ok(r *request) (object, error) {
	a := f.send(r)
	if a.err != nil || a.status >= 300 {
		return nil, errors.New(f.report(r, a))
	}
	if len(a.body) == 0 {
		return nil, nil //nolint:nilnil // 204
	}
	decoder := json.NewDecoder(bytes.NewReader(a.body))
	decoder.UseNumber()
	out := object{}
	if err := decoder.Decode(&out); err != nil {
		return nil, fmt.Errorf("%s: %w", r, err)
	}
	return out, nil
}

// How a request ends.
const (
	complete  = iota
	truncated // the connection is half-closed before the announced end of the body
	badChunks // the body comes in chunks, one of which is broken
)

// request is written to the connection as it is. The client of net/http would check and repair it.
type request struct {
	method, path, query string
	host                string
	header              http.Header
	body                []byte
	ending              int
	mutation            string // what makes it hostile
}

func (r *request) json(body any) {
	r.body = encode(body)
	r.header.Set("Content-Type", "application/json")
}

func (r *request) clone() *request {
	c := *r
	c.header, c.body = r.header.Clone(), bytes.Clone(r.body)
	return &c
}

// String returns the parts of the request that are needed to send it again.
func (r *request) String() string {
	head := ""
	for name, values := range r.header {
		head += fmt.Sprintf("%s: %.200q\n", name, values)
	}
	return fmt.Sprintf("%s %.1000s\n%s%s", r.method, r.target(), head, excerpt(r.body))
}

func (r *request) target() string {
	if r.query == "" {
		return r.path
	}
	return r.path + "?" + r.query
}

func (r *request) wire() []byte {
	out := bytes.Buffer{}
	fmt.Fprintf(&out, "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n", r.method, r.target(), cmp.Or(r.host, ownHost))
	for name, values := range r.header {
		for _, value := range values {
			fmt.Fprintf(&out, "%s: %s\r\n", name, value)
		}
	}
	half := r.body[:len(r.body)/2]
	switch {
	case r.ending == truncated:
		fmt.Fprintf(&out, "Content-Length: %d\r\n\r\n%s", len(r.body)+10, half)
	case r.ending == badChunks:
		fmt.Fprintf(&out, "Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\nno length\r\n", len(half), half)
	case len(r.body) > 0:
		fmt.Fprintf(&out, "Content-Length: %d\r\n\r\n%s", len(r.body), r.body)
	default:
		if r.method != http.MethodGet {
			out.WriteString("Content-Length: 0\r\n")
		}
		out.WriteString("\r\n")
	}
	return out.Bytes()
}

// answer is the response, or the error that prevented it.
type answer struct {
	status int
	header http.Header
	body   []byte
	err    error
}

// report describes a request and its answer, with the error that the server logged.
func (f *fuzzer) report(r *request, a *answer) string {
	text := fmt.Sprintf("%s\nanswer: %d %s", r, a.status, excerpt(a.body))
	if a.err != nil {
		text += "\nconnection: " + a.err.Error()
	}
	if logged := f.log.of(a.header.Get("X-Request-Id")); logged != "" {
		text += fmt.Sprintf("\nlog: %.2000s", logged)
	}
	return text
}

func (f *fuzzer) send(r *request) *answer {
	a := &answer{header: http.Header{}}
	a.err = f.exchange(r, a)
	var timeout net.Error
	if errors.As(a.err, &timeout) && timeout.Timeout() {
		a.err = fmt.Errorf("not within %s: %w", answerLimit, a.err)
	}
	return a
}

func (f *fuzzer) exchange(r *request, a *answer) error {
	conn, err := net.Dial("tcp", strings.TrimPrefix(f.h.URL, "http://"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	if err := conn.SetDeadline(time.Now().Add(answerLimit)); err != nil {
		return err
	}
	_, _ = conn.Write(r.wire()) // Fails if the server refuses the request before it has read all of it.
	if r.ending == truncated {
		if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
			return err
		}
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: r.method})
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	a.status, a.header = response.StatusCode, response.Header
	body, err := io.ReadAll(response.Body)
	a.body = unzip(a.header, body)
	return err
}
