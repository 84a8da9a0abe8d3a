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
)

// List is a call that answers with a page of records.
type List struct {
	Path   string // /api/admin/partners/{partner_id}/sites
	Export Access
	Answer reflect.Type // the struct of the answer, with its items and meta
	Paged  bool         // takes page and per_page
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

// Items are the records of an answer.
func (l List) Items(answer reflect.Value) reflect.Value { return answer.FieldByIndex(l.items) }

// noteList remembers a call whose answer has items and meta, and reports whether it has.
func (a *API) noteList(op Op, answer reflect.Type) bool {
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
	export := op.Export // whoever reads a list without a session takes nothing away without one
	if op.Access == Admins {
		export = Admins
	}
	a.lists["GET "+op.Path] = List{Path: op.Path, Export: export, Answer: answer, Paged: op.takes("page") && op.takes("per_page"), items: items.Index}
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

// plain is how the console writes the address of a list.
var plain = regexp.MustCompile(`^[a-z0-9-]+(/[a-z0-9-]+)*$`)

// ListAt is the list at an address below /api/admin/, whether or not there is anything at it. Lookups are none.
func (a *API) ListAt(path string) (List, bool) {
	if !plain.MatchString(path) || strings.HasPrefix(path, "options/") || strings.HasPrefix(path, "search/") {
		return List{}, false
	}
	_, pattern := a.mux.Handler(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: "/api/admin/" + path}})
	list, ok := a.lists[pattern]
	return list, ok
}

// MayExport refuses people who may not take the whole of a list away.
func (l List) MayExport(ctx context.Context) error {
	if problem := allowed(ctx, l.Export); problem != nil {
		return problem
	}
	return nil
}

// Ask makes a call in process, with the rights of whoever the context says is there. A refusal comes back as one.
func (a *API) Ask(ctx context.Context, path string, query url.Values) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "/api/admin/"+path+"?"+query.Encode(), nil)
	if err != nil {
		return nil, fmt.Errorf("ask for %s: %w", path, err)
	}
	answer := &kept{statusProbe: statusProbe{header: http.Header{}, status: http.StatusOK}}
	a.ServeHTTP(answer, request)
	if answer.status < http.StatusMultipleChoices {
		return answer.body.Bytes(), nil
	}
	refusal := apierr.New(answer.status, "")
	if err := json.Unmarshal(answer.body.Bytes(), refusal); err != nil || answer.status >= http.StatusInternalServerError || ctx.Err() != nil {
		return nil, fmt.Errorf("ask for %s: status %d", path, answer.status)
	}
	return nil, refusal
}

// kept is an answer that stays in the house.
type kept struct {
	statusProbe
	body bytes.Buffer
}

func (k *kept) Write(b []byte) (int, error) { return k.body.Write(b) }
