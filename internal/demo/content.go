package demo

import (
	"context"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
)

const years = 3 * 365 * day

// The fixed ids of media types.
const (
	book, article, photo, video, audio = 1, 2, 3, 4, 8
)

// Every twelfth item is an image, and every fiftieth title contains the number of the item.
const (
	imageEvery    = 12
	numberedEvery = 50
)

// illustratedItems is the number of the newest items that have a picture. All images have one.
const illustratedItems = 40

// contentLinks are the link tables of content, with the column of the other record and the counter of the item.
var contentLinks = []struct{ table, column, counter string }{
	{"content_languages", "language_id", ""},
	{"content_libraries", "library_id", "libraries_count"},
	{"content_publishers", "publisher_id", "publishers_count"},
	{"content_destinations", "destination_id", "destinations_count"},
	{"content_tags", "tag_id", "tags_count"},
	{"content_subtitles", "language_id", ""},
}

// catalogue contains the ids of the records that content items are linked to.
type catalogue struct {
	publishers, destinations, subjects, libraries, languages, staff, owners, pictures []int64
	// places are the destinations of the places in titles, in the same order. An id is 0 if there is no such destination.
	places []int64
	sites  []site
	// texts caches the derived texts of titles. There are a few thousand different short titles.
	texts map[string]titleText
	// firstNumber is the number of the first new item, timeline the times of the new items.
	firstNumber int
	timeline    timeline
}

// site is a website that content links to.
type site struct {
	host      string
	kind      int64
	publisher int64 // 0 if there is no publisher of that name
}

type titleText struct{ key, search, slug string }

func (f *filler) listStaff(ctx context.Context) ([]int64, error) {
	return f.listIDs(ctx, "SELECT id FROM users WHERE internal AND deleted_at IS NULL ORDER BY id LIMIT 20")
}

func (f *filler) loadCatalogue(ctx context.Context) (*catalogue, error) {
	s := &catalogue{texts: map[string]titleText{}}
	for into, query := range map[*[]int64]string{
		&s.publishers:   "SELECT id FROM publishers ORDER BY id LIMIT 5000",
		&s.destinations: "SELECT id FROM destinations ORDER BY id LIMIT 5000",
		&s.subjects:     "SELECT id FROM tags ORDER BY id LIMIT 5000",
		&s.libraries:    "SELECT id FROM libraries ORDER BY id",
		&s.owners:       "SELECT id FROM partners WHERE deleted_at IS NULL ORDER BY id",
		// Records may share a picture.
		&s.pictures: "SELECT featured_image_id FROM tags WHERE featured_image_id IS NOT NULL ORDER BY id LIMIT 100",
	} {
		ids, err := f.listIDs(ctx, query)
		if err != nil {
			return nil, err
		}
		*into = ids
	}
	read := f.store.DB.Read()
	var err error
	if s.staff, err = f.listStaff(ctx); err != nil {
		return nil, err
	}
	languages, err := loadIndex(ctx, read, "SELECT id, alpha2 AS word FROM languages")
	if err != nil {
		return nil, err
	}
	s.languages = languages.find(data().UserLanguages)
	found, err := loadIndex(ctx, read, "SELECT id, name AS word FROM destinations ORDER BY id")
	if err != nil {
		return nil, err
	}
	for _, place := range data().Places {
		s.places = append(s.places, found[withoutArticle(place)])
	}
	s.sites, err = contentSites(ctx, read)
	return s, err
}

// contentSites returns the sites of the demo data, each with the media type it publishes.
func contentSites(ctx context.Context, read db.Conn) ([]site, error) {
	types, err := loadIndex(ctx, read, "SELECT id, name AS word FROM content_types")
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, domain := range data().Domains {
		names = append(names, fold.Key(domain.Name))
	}
	publishers, err := loadIndex(ctx, read, "SELECT id, name_key AS word FROM publishers WHERE name_key IN (?)", names)
	all := []site{}
	for i, domain := range data().Domains {
		kind, ok := types[domain.Kind]
		if !ok {
			kind = article // The media type has been renamed.
		}
		all = append(all, site{host(domain.Name), kind, publishers[names[i]]})
	}
	return all, err
}

// insertContent inserts content items and, if it does so in bulk, the collections they are in.
func (f *filler) insertContent(ctx context.Context, n, collections int) error {
	s, err := f.loadCatalogue(ctx)
	if err != nil {
		return err
	}
	if s.firstNumber, err = f.nextID(ctx, "content"); err != nil {
		return err
	}
	if s.timeline, err = f.timelineAfter(ctx, "content", n); err != nil {
		return err
	}
	pool, err := f.loadContentPool(ctx)
	if err != nil {
		return err
	}
	inputs, err := f.loadCollectionInputs(ctx, collections)
	if err != nil {
		return err
	}
	tables := []string{"content"}
	for _, link := range contentLinks {
		tables = append(tables, link.table)
	}
	// The tables are locked until the load ends, so everything it needs has been read above.
	return f.fillTables(ctx, append(tables, collectionTables...), n, func(l *load) error {
		if err := f.insertItems(ctx, l, s, pool); err != nil || l == nil || collections == 0 {
			return err
		}
		f.collectionsLoaded = true
		return f.insertCollections(ctx, l, inputs, pool)
	})
}

// insertItems inserts content items. It adds those of a load to the pool, because other connections can't see them yet.
func (f *filler) insertItems(ctx context.Context, l *load, s *catalogue, pool *contentPool) error {
	n := s.timeline.n
	columns := `block_type, content_url, canonical_url, title, title_key, synopsis, type_id, depth_id, featured_image_id,
		author, runtime, lead_in, partner_id, created_by_id, admin_id, published_at, expires_at,
		image_source, image_source_url, image_license, image_license_url, image_attribution, image_modifications,
		original, last_api_at, search_text, created_at, updated_at`
	for _, link := range contentLinks {
		if link.counter != "" {
			columns += ", " + link.counter
		}
	}
	every := 1 + (pool.total+n)/maxPoolSize
	pool.total += n
	batch := []item{} // the items of the current statement
	return f.insert(ctx, l, "content", columns, n, func(i int) []any {
		it := f.newItem(s, s.firstNumber+i, s.timeline.time(i, f.random.Float64()))
		if it.picture == nil && i >= n-illustratedItems {
			it.picture = f.pickPicture(s)
		}
		batch = append(batch, it)
		row := it.row()
		for t, link := range contentLinks {
			switch {
			case link.counter == "":
			case l == nil:
				row = append(row, 0) // Triggers count the links.
			default:
				row = append(row, len(it.links[t]))
			}
		}
		return row
	}, func(to target, ids []int64) error {
		pairs := make([][][]any, len(contentLinks))
		for i, id := range ids {
			for t, others := range batch[i].links {
				for _, other := range others {
					pairs[t] = append(pairs[t], []any{id, other})
				}
			}
			if l != nil && id%int64(every) == 0 {
				pool.items = append(pool.items, pooledItem{id, batch[i].created})
			}
		}
		batch = batch[:0]
		for t, link := range contentLinks {
			if err := to.link(ctx, link.table, "content_id, "+link.column, pairs[t]); err != nil {
				return err
			}
		}
		return nil
	})
}
