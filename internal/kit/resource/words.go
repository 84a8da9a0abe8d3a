package resource

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/fold"
)

// Word is one choice of a lookup that is not kept in the database: a word of the product, a font.
type Word struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind string `json:"kind,omitempty" doc:"What kind of word it is."`
}

// Words are the answer of such a lookup.
type Words struct {
	Items []Word `json:"items" nullable:"false"`
	Meta  Meta   `json:"meta"`
}

// MountWords offers words in a lookup, in the given order.
func MountWords(kit Kit, lookup, summary string, words []Word) {
	MountWordsOf(kit, lookup, summary, func(*api.Call) ([]Word, error) { return words, nil })
}

// MountWordsOf offers words that depend on the address, in their order.
func MountWordsOf(kit Kit, lookup, summary string, wordsOf func(*api.Call) ([]Word, error)) {
	perPage := perLookup(lookup)
	op := api.Op{Method: "GET", Path: "/api/admin/" + lookup, Summary: summary, Tag: "Lookups"}
	op.Query = lookupParams(perPage, "Only these, to name what is chosen already, with commas between.")
	api.Handle(kit.API, op, func(_ context.Context, call *api.Call) (*Words, error) {
		words, err := wordsOf(call)
		if err != nil {
			return nil, err
		}
		values := call.Query()
		page, size, err := ParsePage(values, int64(perPage))
		if err != nil {
			return nil, err
		}
		search := first(values, "query", "search")
		if len(search) > maxSearch {
			return nil, apierr.Field("query", "Must have at most %d characters.", maxSearch)
		}
		terms := fold.Terms(search)
		ids := strings.Split(values.Get("ids"), ",")
		found := []Word{}
		for _, word := range words {
			if (!values.Has("ids") || slices.Contains(ids, word.ID)) && holds(word.Name, terms) {
				found = append(found, word)
			}
		}
		from := min((page-1)*size, int64(len(found)))
		to := min(from+size, int64(len(found)))
		return &Words{Items: found[from:to], Meta: NewMeta(page, size, Count{Total: int64(len(found))})}, nil
	})
}

// CopyName is the name of a copy, as short as names are.
func CopyName(name string, most int) string {
	const mark = " (copy)"
	for utf8.RuneCountInString(name)+len(mark) > most {
		_, size := utf8.DecodeLastRuneInString(name)
		name = strings.TrimRight(name[:len(name)-size], " ")
	}
	return name + mark
}

func holds(name string, terms []string) bool {
	if len(terms) == 0 {
		return true
	}
	text := fold.SearchText(name)
	return !slices.ContainsFunc(terms, func(term string) bool { return !strings.Contains(text, term) })
}
