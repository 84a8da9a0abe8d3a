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

// kind is a kind of record that a filter refers to by id: its label, and where to find its name.
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
	k, ok := kinds[strings.TrimSuffix(filter, "s")] // language_ids
	return k, ok
}

// describeFilters describes the filters of searches in words, replacing ids by names. It runs one query per kind of
// record for all rows. The id of a deleted record is shown as a number.
func describeFilters(ctx context.Context, c db.Conn, rows []*Search) error {
	idsByKind := map[kind][]int64{}
	for _, row := range rows {
		if row.Filters == nil {
			row.Filters = map[string]any{}
		}
		for filter, value := range row.Filters {
			if k, ok := kindOf(filter); ok {
				idsByKind[k] = append(idsByKind[k], parseIDs(value)...)
			}
		}
	}
	names := map[kind]map[int64]string{}
	for k, ids := range idsByKind {
		query := "SELECT id, " + k.column + " AS name FROM " + k.table + " WHERE id IN (?)"
		found, err := db.All[resource.Named](ctx, c, query, slices.Compact(slices.Sorted(slices.Values(ids))))
		if err != nil {
			return fmt.Errorf("find names of search filters: %w", err)
		}
		names[k] = map[int64]string{}
		for _, f := range found {
			names[k][f.ID] = f.Name
		}
	}
	for _, row := range rows {
		row.FilteredBy = []string{}
		for _, filter := range slices.Sorted(maps.Keys(row.Filters)) {
			value, label := row.Filters[filter], formatLabel(filter)
			words := formatValue(value)
			if k, ok := kindOf(filter); ok {
				label, words = k.label, formatNames(names[k], value)
			}
			if words != "" {
				row.FilteredBy = append(row.FilteredBy, label+": "+words)
			}
		}
	}
	return nil
}

func formatNames(names map[int64]string, value any) string {
	ids := parseIDs(value)
	if len(ids) == 0 {
		return formatValue(value)
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

// parseIDs returns the ids of a filter value: a number, a comma-separated text, or a list of these.
func parseIDs(value any) []int64 {
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
		for _, entry := range v {
			ids = append(ids, parseIDs(entry)...)
		}
		return ids
	}
	return nil
}

func formatValue(value any) string {
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
		for _, entry := range v {
			words = append(words, formatValue(entry))
		}
		return strings.Join(words, ", ")
	}
	text, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return string(text)
}

// formatLabel converts the name of a parameter, such as block_type, to words.
func formatLabel(name string) string {
	words := strings.NewReplacer("_", " ", "-", " ").Replace(name)
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:]
}
