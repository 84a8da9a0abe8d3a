package demo

import (
	"context"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
)

const years = 3 * 365 * day

// The media types the product relies on, by their fixed ids.
const (
	book, article, photo, video, audio = 1, 2, 3, 4, 8
)

// Every twelfth item is an image, and every fiftieth one of a series that has numbers.
const (
	perImage = 12
	perIssue = 50
)

// illustrated is how many of the newest items have a picture; images all have one.
const illustrated = 40

// linked are the tables that tie content to other records, the column of the other record, and the counter of the item.
var linked = []struct{ table, column, counter string }{
	{"content_languages", "language_id", ""},
	{"content_libraries", "library_id", "libraries_count"},
	{"content_publishers", "publisher_id", "publishers_count"},
	{"content_destinations", "destination_id", "destinations_count"},
	{"content_tags", "tag_id", "tags_count"},
	{"content_subtitles", "language_id", ""},
}

// shelf is what content items are tied to.
type shelf struct {
	publishers, destinations, subjects, libraries, languages, staff, owners, pictures []int64
	// places are the destinations of titles, in the order of their names.
	places []int64
	sites  []site
	// texts are titles in the forms they are kept in: there are some thousands of short ones.
	texts map[string]text
	// from is the number of the next item, and line the moments of those to come.
	from int
	line timeline
}

// site is where content is from.
type site struct {
	host      string
	kind      int64
	publisher int64 // 0 when the house has none of that name
}

type text struct{ key, search, slug string }

func (f *filler) staff(ctx context.Context) ([]int64, error) {
	return f.ids(ctx, "SELECT id FROM users WHERE internal AND deleted_at IS NULL ORDER BY id LIMIT 20")
}

func (f *filler) shelf(ctx context.Context) (*shelf, error) {
	s := &shelf{texts: map[string]text{}}
	for into, query := range map[*[]int64]string{
		&s.publishers:   "SELECT id FROM publishers ORDER BY id LIMIT 5000",
		&s.destinations: "SELECT id FROM destinations ORDER BY id LIMIT 5000",
		&s.subjects:     "SELECT id FROM tags ORDER BY id LIMIT 5000",
		&s.libraries:    "SELECT id FROM libraries ORDER BY id",
		&s.owners:       "SELECT id FROM partners WHERE deleted_at IS NULL ORDER BY id",
		&s.pictures:     "SELECT featured_image_id FROM tags WHERE featured_image_id IS NOT NULL ORDER BY id LIMIT 100", // many may show one
	} {
		ids, err := f.ids(ctx, query)
		if err != nil {
			return nil, err
		}
		*into = ids
	}
	read := f.store.DB.Read()
	var err error
	if s.staff, err = f.staff(ctx); err != nil {
		return nil, err
	}
	languages, err := known(ctx, read, "SELECT id, alpha2 AS word FROM languages")
	if err != nil {
		return nil, err
	}
	s.languages = languages.of(data().UserLanguages)
	found, err := known(ctx, read, "SELECT id, name AS word FROM destinations ORDER BY id")
	if err != nil {
		return nil, err
	}
	for _, place := range data().Places {
		s.places = append(s.places, found[strings.TrimPrefix(place, "the ")])
	}
	s.sites, err = contentSites(ctx, read)
	return s, err
}

// contentSites are the hosts of the demo's domains, each with the media type it publishes.
func contentSites(ctx context.Context, read db.Conn) ([]site, error) {
	types, err := known(ctx, read, "SELECT id, name AS word FROM content_types")
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, domain := range data().Domains {
		names = append(names, fold.Key(domain.Name))
	}
	houses, err := known(ctx, read, "SELECT id, name_key AS word FROM publishers WHERE name_key IN (?)", names)
	all := []site{}
	for i, domain := range data().Domains {
		kind, there := types[domain.Kind]
		if !there {
			kind = article // somebody has renamed the type
		}
		all = append(all, site{host(domain.Name), kind, houses[names[i]]})
	}
	return all, err
}

// content makes content items and, when it does so in bulk, the collections they are in.
func (f *filler) content(ctx context.Context, n, collections int) error {
	s, err := f.shelf(ctx)
	if err != nil {
		return err
	}
	if s.from, err = f.next(ctx, "content"); err != nil {
		return err
	}
	if s.line, err = f.after(ctx, "content", n); err != nil {
		return err
	}
	there, err := f.stock(ctx)
	if err != nil {
		return err
	}
	by, err := f.curators(ctx, collections)
	if err != nil {
		return err
	}
	tables := []string{"content"}
	for _, link := range linked {
		tables = append(tables, link.table)
	}
	return f.into(ctx, append(tables, collectionTables...), n,
		func(l *load) error { // the tables are locked until the load ends
			if err := f.items(ctx, l, s, there); err != nil || l == nil || collections == 0 {
				return err
			}
			f.collected = true
			return f.collect(ctx, l, by, there)
		})
}

// items makes content items. Those of a load are put in stock: nobody else can see them yet.
func (f *filler) items(ctx context.Context, l *load, s *shelf, stock *stock) error {
	n := s.line.n
	columns := `block_type, content_url, canonical_url, title, title_key, synopsis, type_id, depth_id, featured_image_id, author, runtime, lead_in, partner_id, created_by_id, admin_id,
		published_at, expires_at, image_source, image_source_url, image_license, image_license_url, image_attribution, image_modifications, original, last_api_at,
		search_text, created_at, updated_at`
	for _, link := range linked {
		if link.counter != "" {
			columns += ", " + link.counter
		}
	}
	every := 1 + (stock.of+n)/mostStock
	stock.of += n
	batch := []item{} // the items of a statement
	return f.insert(ctx, l, "content", columns, n, func(i int) []any {
		it := f.item(s, s.from+i, s.line.at(i, f.dice.Float64()))
		if it.picture == nil && i >= n-illustrated {
			it.picture = f.picture(s)
		}
		batch = append(batch, it)
		row := it.row()
		for t, link := range linked {
			switch {
			case link.counter == "":
			case l == nil:
				row = append(row, 0) // the triggers count
			default:
				row = append(row, len(it.links[t]))
			}
		}
		return row
	}, func(to target, ids []int64) error {
		pairs := make([][][]any, len(linked))
		for i, id := range ids {
			for t, others := range batch[i].links {
				for _, other := range others {
					pairs[t] = append(pairs[t], []any{id, other})
				}
			}
			if l != nil && id%int64(every) == 0 {
				stock.items = append(stock.items, stocked{id, batch[i].created})
			}
		}
		batch = batch[:0]
		for t, link := range linked {
			if err := to.link(ctx, link.table, "content_id, "+link.column, pairs[t]); err != nil {
				return err
			}
		}
		return nil
	})
}
