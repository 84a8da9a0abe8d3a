package activity

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/media"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
)

// complete adds to the changes of change sets and entries what is not stored with them: the names of records that older
// entries don't have, images that are no longer kept, and the fields that can be restored.
func (u *undoing) complete(ctx context.Context, items []*Activity, entries []Entry) error {
	for _, item := range items {
		item.Restorable = u.restorable(item)
		entries = append(entries, Entry{Kind: item.Kind, Changes: item.Changes})
	}
	if err := u.addNames(ctx, entries); err != nil {
		return err
	}
	return u.findMissingImages(ctx, entries)
}

// addNames adds today's names of records to changes that were stored without them. A record that is gone has its number
// instead.
func (u *undoing) addNames(ctx context.Context, entries []Entry) error {
	wanted := []table.Rows{}
	u.eachUnnamed(entries, func(to table.Table, id int64, _ write.Names) {
		i := slices.IndexFunc(wanted, func(r table.Rows) bool { return r.Table == to })
		if i < 0 {
			i, wanted = len(wanted), append(wanted, table.Rows{Table: to})
		}
		wanted[i].IDs = append(wanted[i].IDs, id)
	})
	found, err := table.Names(ctx, u.kit.Store.DB.Read(), wanted)
	if err != nil {
		return fmt.Errorf("add names to changes: %w", err)
	}
	u.eachUnnamed(entries, func(to table.Table, id int64, names write.Names) {
		i := slices.IndexFunc(wanted, func(r table.Rows) bool { return r.Table == to })
		name, ok := found[i][id]
		if !ok {
			name = fmt.Sprintf("#%d", id)
		}
		names[id] = name
	})
	return nil
}

// eachUnnamed calls do for each id in the changes that has no name yet.
func (u *undoing) eachUnnamed(entries []Entry, do func(to table.Table, id int64, names write.Names)) {
	for _, entry := range entries {
		for field, to := range u.undoer.Kinds.References(entry.Kind) {
			d, ok := entry.Changes[field]
			if !ok {
				continue
			}
			if d.Names == nil {
				d.Names = write.Names{}
				entry.Changes[field] = d
			}
			for _, value := range []any{d.Before, d.After} {
				for _, id := range idsIn(field, value) {
					if _, named := d.Names[id]; !named {
						do(to, id, d.Names)
					}
				}
			}
		}
	}
}

// maxUnnamed limits the ids of a value whose names are looked up.
const maxUnnamed = 100

// idsIn returns the first ids in a value that was decoded from JSON. A number in a field of several ids says how many
// there are.
func idsIn(field string, value any) []int64 {
	list, several := value.([]any)
	if !several && !strings.HasSuffix(field, "_ids") {
		list = []any{value}
	}
	ids := []int64{}
	for _, one := range list[:min(len(list), maxUnnamed)] {
		if number, ok := one.(float64); ok && number > 0 {
			ids = append(ids, int64(number))
		}
	}
	return ids
}

// findMissingImages lists the images in the changes that have been deleted since.
func (u *undoing) findMissingImages(ctx context.Context, entries []Entry) error {
	ids := []int64{}
	for _, entry := range entries {
		for _, d := range entry.Changes {
			ids = append(ids, imagesIn(d)...)
		}
	}
	images, err := media.Images(ctx, u.kit.Store.DB.Read(), ids)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		for field, d := range entry.Changes {
			d.MissingImages = slices.DeleteFunc(imagesIn(d), func(id int64) bool { return images[id] != nil })
			entry.Changes[field] = d
		}
	}
	return nil
}

// imagesIn returns the ids of the images among the values of a difference.
func imagesIn(d write.Difference) []int64 {
	ids := []int64{}
	for _, value := range []any{d.Before, d.After} {
		image, ok := value.(map[string]any)
		if _, shown := image["thumb_url"]; !ok || !shown {
			continue
		}
		if id, ok := image["id"].(float64); ok {
			ids = append(ids, int64(id))
		}
	}
	return ids
}
