package resource

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/db"
)

// TextMap is a set of texts by name. The names are like those of query parameters. The rules apply to each text, and
// Max limits all of them together. Empty texts are left out.
func TextMap(field *map[string]string, list ...Rule) Field {
	h := newHandle(field)
	return Field{
		kind: "text map", target: h, rules: collect(list),
		schema: &huma.Schema{Type: huma.TypeObject, AdditionalProperties: &huma.Schema{Type: huma.TypeString}},
		dest:   func(r row) any { return db.Into(h.in(r)) },
		value:  func(r row) any { return db.JSON(notNilMap(*h.in(r))) },
		clear:  func(r row) { *h.in(r) = map[string]string{} },
		fill:   func(r row) { *h.in(r) = notNilMap(*h.in(r)) },
		parse: func(_ context.Context, in *input) func(row) {
			texts, ok := in.cleanMap()
			if !ok {
				return nil
			}
			return func(r row) { *h.in(r) = texts }
		},
	}
}

const maxNames = 40

var nameInMap = regexp.MustCompile(`^[a-z][a-z0-9_]{0,59}$`)

func (in *input) cleanMap() (map[string]string, bool) {
	var texts map[string]string
	if !in.decode(&texts, "an object with texts") {
		return nil, false
	}
	if len(texts) > maxNames {
		in.refuse("Must have at most %d entries.", maxNames)
		return nil, false
	}
	clean, fine, length := map[string]string{}, true, 0
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if !nameInMap.MatchString(name) {
			in.refuse("Names must be lower-case letters, digits and underscores, 60 at most.")
			return nil, false
		}
		each := *in
		each.name = fmt.Sprintf("%s.%s", in.name, name)
		text, ok := each.clean(texts[name])
		fine, length = fine && ok, length+len(name)+utf8.RuneCountInString(text)
		if text != "" {
			clean[name] = text
		}
	}
	if fine && length > in.rules.maxLength {
		in.refuse("Must have at most %d characters in total.", in.rules.maxLength)
		return nil, false
	}
	return clean, fine
}

func notNilMap(texts map[string]string) map[string]string {
	if texts == nil {
		return map[string]string{}
	}
	return texts
}
