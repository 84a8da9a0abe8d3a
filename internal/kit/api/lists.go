package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"strings"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
)

// List is a call that returns a page of records.
type List struct {
	Path   string // /api/admin/partners/{partner_id}/sites
	Export Access
	Answer reflect.Type // the struct of the response, with items and meta
	Paged  bool         // has the parameters page and per_page
	items  []int
}

// Item is the type of a record.
func (l List) Item() reflect.Type {
	item := l.Answer.FieldByIndex(l.items).Type.Elem()
	if item.Kind() == reflect.Pointer {
		item = item.Elem()
	}
	return item
}

// Items are the records of a response.
func (l List) Items(answer reflect.Value) reflect.Value { return answer.FieldByIndex(l.items) }

// addList remembers a call whose response has items and meta, and reports whether it is one.
func (a *API) addList(op Op, answer reflect.Type) bool {
	if answer.Kind() == reflect.Pointer {
		answer = answer.Elem()
	}
	if op.Method != http.MethodGet || answer.Kind() != reflect.Struct {
		return false
	}
	items, ok := fieldOf(answer, "items")
	if _, has := fieldOf(answer, "meta"); !ok || !has || items.Type.Kind() != reflect.Slice {
		return false
	}
	export := op.Export // a public list can't be exported without a session either
	if op.Access == Admins {
		export = Admins
	}
	a.lists["GET "+op.Path] = List{
		Path: op.Path, Export: export, Answer: answer, Paged: op.takes("page") && op.takes("per_page"), items: items.Index,
	}
	return true
}

func fieldOf(shape reflect.Type, name string) (reflect.StructField, bool) {
	for _, field := range reflect.VisibleFields(shape) {
		if tag, _, _ := strings.Cut(field.Tag.Get("json"), ","); tag == name {
			return field, true
		}
	}
	return reflect.StructField{}, false
}

// listPath is how the console writes the path of a list.
var listPath = regexp.MustCompile(`^[a-z0-9-]+(/[a-z0-9-]+)*$`)

// ListAt finds the list at a path below /api/admin/. The records in the path need not exist. Lookups are no lists.
func (a *API) ListAt(path string) (List, bool) {
	if !listPath.MatchString(path) || strings.HasPrefix(path, "options/") || strings.HasPrefix(path, "search/") {
		return List{}, false
	}
	_, pattern := a.mux.Handler(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: "/api/admin/" + path}})
	list, ok := a.lists[pattern]
	return list, ok
}

// MayExport returns an error for people who may not export the list.
func (l List) MayExport(ctx context.Context) error {
	if problem := allowed(ctx, l.Export); problem != nil {
		return problem
	}
	return nil
}

// Get makes a GET call in process, with the rights of the user in the context. Errors that the client would get are
// returned as they are. It reads from the primary, so that the pages of a list follow each other.
func (a *API) Get(ctx context.Context, path string, query url.Values) ([]byte, error) {
	ctx = db.FromPrimary(ctx)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "/api/admin/"+path+"?"+query.Encode(), nil)
	if err != nil {
		return nil, fmt.Errorf("get %s: %w", path, err)
	}
	answer := &responseBuffer{statusProbe: statusProbe{header: http.Header{}, status: http.StatusOK}}
	a.ServeHTTP(answer, request)
	if answer.status < http.StatusMultipleChoices {
		return answer.body.Bytes(), nil
	}
	refusal := apierr.New(answer.status, "")
	failed := answer.status >= http.StatusInternalServerError || ctx.Err() != nil
	if err := json.Unmarshal(answer.body.Bytes(), refusal); err != nil || failed {
		return nil, fmt.Errorf("get %s: status %d", path, answer.status)
	}
	return nil, refusal
}

// responseBuffer keeps a response in memory.
type responseBuffer struct {
	statusProbe
	body bytes.Buffer
}

func (r *responseBuffer) Write(b []byte) (int, error) { return r.body.Write(b) }
