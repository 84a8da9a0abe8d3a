package searchhistory

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
)

// kind is what a filter names by an id: the word staff use, and where the name is.
type kind struct{ label, table, column string }

var kinds = map[string]kind{
	"type_id":        {"Media type", "content_types", "name"},
	"depth_id":       {"Content depth", "content_depths", "name"},
	"language_id":    {"Language", "languages", "name"},
	"tag_id":         {"Subject area", "tags", "tag"},
	"destination_id": {"Destination", "destinations", "label"},
	"library_id":     {"Library", "libraries", "name"},
	"publisher_id":   {"Publisher", "publishers", "name"},
	"partner_id":     {"Partner", "partners", "name"},
	"country_id":     {"Country", "countries", "name"},
}

func kindOf(filter string) (kind, bool) {
	one := strings.TrimSuffix(filter, "s") // language_ids
	k, ok := kinds[one]
	return k, ok
}

// nameFilters writes the filters of searches in words, with the names of what they name by ids. One query for each kind of
// record is enough for a page. What is gone by now keeps its number.
func nameFilters(ctx context.Context, c db.Conn, rows []*Search) error {
	wanted := map[kind][]int64{}
	for _, row := range rows {
		if row.Filters == nil {
			row.Filters = map[string]any{}
		}
		for filter, value := range row.Filters {
			if k, ok := kindOf(filter); ok {
				wanted[k] = append(wanted[k], idsIn(value)...)
			}
		}
	}
	names := map[kind]map[int64]string{}
	for k, ids := range wanted {
		found, err := db.All[resource.Named](ctx, c, "SELECT id, "+k.column+" AS name FROM "+k.table+" WHERE id IN (?)",
			slices.Compact(slices.Sorted(slices.Values(ids))))
		if err != nil {
			return fmt.Errorf("name the filters of searches: %w", err)
		}
		names[k] = map[int64]string{}
		for _, f := range found {
			names[k][f.ID] = f.Name
		}
	}
	for _, row := range rows {
		row.FilteredBy = []string{}
		for _, filter := range slices.Sorted(maps.Keys(row.Filters)) {
			value, label := row.Filters[filter], titled(filter)
			words := written(value)
			if k, ok := kindOf(filter); ok {
				label, words = k.label, namesOf(names[k], value)
			}
			if words != "" {
				row.FilteredBy = append(row.FilteredBy, label+": "+words)
			}
		}
	}
	return nil
}

func namesOf(names map[int64]string, value any) string {
	ids := idsIn(value)
	if len(ids) == 0 {
		return written(value)
	}
	words := []string{}
	for _, id := range ids {
		name, ok := names[id]
		if !ok {
			name = "#" + strconv.FormatInt(id, 10)
		}
		words = append(words, name)
	}
	return strings.Join(words, ", ")
}

// idsIn reads ids however they were sent: as numbers, as texts, several of them.
func idsIn(value any) []int64 {
	switch v := value.(type) {
	case float64:
		return []int64{int64(v)}
	case string:
		ids := []int64{}
		for part := range strings.SplitSeq(v, ",") {
			if id, err := strconv.ParseInt(strings.TrimSpace(part), 10, 64); err == nil {
				ids = append(ids, id)
			}
		}
		return ids
	case []any:
		ids := []int64{}
		for _, one := range v {
			ids = append(ids, idsIn(one)...)
		}
		return ids
	}
	return nil
}

func written(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool:
		if v {
			return "Yes"
		}
		return "No"
	case []any:
		words := []string{}
		for _, one := range v {
			words = append(words, written(one))
		}
		return strings.Join(words, ", ")
	}
	text, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return string(text)
}

// titled makes words of a name that machines use: block_type.
func titled(name string) string {
	words := strings.NewReplacer("_", " ", "-", " ").Replace(name)
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:]
}
