package api

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
)

// verbs are the path segments, or their first words, that say what a call does: POST failed-jobs/{id}/retry.
var verbs = map[string]bool{
	"accept": true, "change": true, "clear": true, "confirm": true, "copy": true, "duplicate": true, "feature": true,
	"impersonate": true, "merge": true, "move": true, "parse": true, "publish": true, "refresh": true, "remove": true,
	"reorder": true, "reset": true, "restore": true, "retry": true, "scan": true, "unpublish": true,
}

// noun is a segment of a path that names records.
type noun struct {
	segment string
	one     bool // followed by the id of a record
}

// irregular are the names of records that don't follow from their path segment.
type irregular struct{ singular, plural string }

// NameRecords says what the records at a path segment are called in operation ids, for segments that use another word
// than the rest of the product or have an irregular plural. It applies to calls that are registered afterwards.
func (a *API) NameRecords(segment, singular, plural string) {
	a.irregular[segment] = irregular{singular, plural}
}

// operationID names a call by its method and path: listPublishers, getPublisher, createSiteRedirect, retryFailedJob.
// A record is named with its direct parent. Op.ID replaces the result.
func (a *API) operationID(op Op, isList bool) string {
	if op.ID != "" {
		return op.ID
	}
	nouns, lookup := nounsOf(op.Path)
	if len(nouns) == 0 {
		return strings.ToLower(op.Method) + pascalCase(op.Path)
	}
	last := nouns[len(nouns)-1]
	verb, rest, _ := strings.Cut(last.segment, "-")
	switch {
	case lookup == "options":
		return "list" + a.nameOf(nouns, true) + "Options"
	case lookup == "search":
		return "search" + a.nameOf(nouns, false)
	case verbs[verb] && !last.one && op.Method == http.MethodGet && isList: // GET facades/reorder
		return "list" + a.nameOf(nouns[:len(nouns)-1], false) + "InOrder"
	case verbs[verb] && !last.one:
		return verb + a.nameOf(nouns[:len(nouns)-1], false) + pascalCase(rest)
	case op.Method == http.MethodPost && op.Status < http.StatusCreated && len(nouns) > 1 && nouns[len(nouns)-2].one:
		return "add" + a.nameOf(nouns[len(nouns)-1:], false) + "To" + a.nameOf(nouns[:len(nouns)-1], true)
	case op.Method == http.MethodPost:
		return "create" + a.nameOf(nouns, true)
	case isList:
		return "list" + a.nameOf(nouns, false)
	}
	verb = map[string]string{http.MethodGet: "get", http.MethodPut: "update", http.MethodDelete: "delete"}[op.Method]
	return verb + a.nameOf(nouns, last.one)
}

// nounsOf are the named segments of a path. Lookups are below options/ and search/, or end with -options.
func nounsOf(path string) (nouns []noun, lookup string) {
	for _, base := range []string{"/api/admin/", "/api/auth/", "/api/v1/", "/api/"} {
		if rest, ok := strings.CutPrefix(path, base); ok {
			path = rest
			break
		}
	}
	for i, segment := range strings.Split(path, "/") {
		switch {
		case i == 0 && (segment == "options" || segment == "search"):
			lookup = segment
		case !strings.HasPrefix(segment, "{"):
			nouns = append(nouns, noun{segment: segment})
		case len(nouns) > 0:
			nouns[len(nouns)-1].one = true
		}
	}
	if len(nouns) > 0 {
		last := &nouns[len(nouns)-1]
		if segment, ok := strings.CutSuffix(last.segment, "-options"); ok {
			last.segment, lookup = segment, "options"
		}
	}
	return nouns, lookup
}

// nameOf is the last noun behind the one above it: SiteRedirects for partners/{id}/sites/{id}/redirects.
func (a *API) nameOf(nouns []noun, singular bool) string {
	if len(nouns) == 0 {
		return ""
	}
	last := nouns[len(nouns)-1]
	name := a.wordsOf(last.segment, singular || last.one)
	if len(nouns) > 1 {
		above := a.wordsOf(nouns[len(nouns)-2].segment, true)
		if !strings.HasPrefix(name, above) { // countries/{id}/country-regions
			name = above + name
		}
	}
	return name
}

func (a *API) wordsOf(segment string, singular bool) string {
	if names, ok := a.irregular[segment]; ok && singular {
		return pascalCase(names.singular)
	} else if ok {
		return pascalCase(names.plural)
	}
	if singular {
		segment = singularOf(segment)
	}
	return pascalCase(segment)
}

// singularOf is the singular of a regular English plural. Words that are no plural stay as they are.
func singularOf(word string) string {
	for _, ending := range []struct{ plural, singular string }{
		{"ies", "y"},
		{"sses", "ss"},
		{"uses", "us"},
		{"xes", "x"},
		{"ches", "ch"},
		{"shes", "sh"},
		{"ia", "ium"},
		{"ss", "ss"},
		{"us", "us"},
		{"s", ""},
	} {
		if stem, ok := strings.CutSuffix(word, ending.plural); ok {
			return stem + ending.singular
		}
	}
	return word
}

// claimID stops the program when two calls have the same operation id.
func (a *API) claimID(op Op, id string) {
	if other, taken := a.ops[id]; taken {
		panic(fmt.Sprintf("api: %s %s and %s %s have the same operation id %q; set Op.ID of one of them",
			other.Method, other.Path, op.Method, op.Path, id))
	}
	a.ops[id] = op
}

// Op returns the call with an operation id.
func (a *API) Op(id string) (Op, bool) {
	op, ok := a.ops[id]
	return op, ok
}

// Find returns the call with a method and a path.
func (a *API) Find(method, path string) (Op, bool) {
	for _, op := range a.ops {
		if op.Method == method && op.Path == path {
			return op, true
		}
	}
	return Op{}, false
}

// Ops returns all calls by their operation ids.
func (a *API) Ops() map[string]Op { return maps.Clone(a.ops) }
