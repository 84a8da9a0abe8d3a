package importer

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/table"
)

// Sample returns the cells of a row that shows what each field takes.
func (r *Records) Sample(ctx context.Context, c db.Conn) ([]string, error) {
	cells := make([]string, len(r.Fields))
	for i, field := range r.Fields {
		switch field.Type {
		case TypeID:
		case TypeChoice:
			cells[i] = field.Choices[0]
		case TypeNumber:
			cells[i] = strconv.Itoa(int(max(1, field.Min)))
		case TypeBoolean:
			cells[i] = "yes"
		case TypeDate:
			cells[i] = sheet.ISODates.Example()
		case TypeList:
			cells[i] = "First; Second"
		case TypeTexts:
			cells[i] = "name: Value"
		case TypeReference, TypeReferences:
			name, err := firstName(ctx, c, field.RefersTo)
			if err != nil {
				return nil, err
			}
			cells[i] = name
		default:
			cells[i] = "Sample " + strings.ToLower(field.Label)
		}
	}
	return cells, nil
}

// firstName returns the name of the first record of a table.
func firstName(ctx context.Context, c db.Conn, of table.Table) (string, error) {
	column := of.TitleColumn()
	if of.Key != "" {
		column = of.Key
	}
	names, err := db.All[string](ctx, c,
		"SELECT "+table.Quote(column)+" FROM "+of.Name+" WHERE id > 0"+of.AndLive()+" ORDER BY id LIMIT 1")
	if err != nil {
		return "", fmt.Errorf("find a name in %s: %w", of.Name, err)
	}
	if len(names) == 0 {
		return "", nil
	}
	return names[0], nil
}
