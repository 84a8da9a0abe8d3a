package demo

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

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
	return f.into(ctx, append(tables, collectionTables...), n, func(l *load) error { // which nobody else can read meanwhile
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

// item is a content item or an image before it is written.
type item struct {
	block, url, canonical, title, synopsis, author, leadIn string
	text                                                   text
	kind, owner                                            int64
	depth, picture, creator, admin                         *int64
	runtime                                                *int
	created, updated                                       time.Time
	published, expires, asked                              *time.Time
	credit                                                 credit
	original                                               bool
	links                                                  [6][]int64
}

// credit is whose an image is.
type credit struct{ source, sourceURL, license, licenseURL, attribution, modifications string }

func (it *item) row() []any {
	c := &it.credit
	return []any{
		it.block, it.url, it.canonical, it.title, it.text.key, it.synopsis, it.kind, it.depth, it.picture, it.author, it.runtime, it.leadIn, it.owner, it.creator, it.admin,
		it.published, it.expires, c.source, c.sourceURL, c.license, c.licenseURL, c.attribution, c.modifications, it.original, it.asked,
		it.text.search, it.created, it.updated,
	}
}

func (f *filler) item(s *shelf, number int, created time.Time) item {
	place := f.dice.IntN(len(data().Places))
	it := item{created: created, updated: created, owner: 1, creator: f.maybe(s.staff, 1)}
	if f.dice.IntN(4) == 0 {
		it.updated = f.within(created, f.now)
	}
	if number%perImage == 0 {
		f.image(&it, s, place)
	} else {
		f.story(&it, s, place, number)
	}
	it.leadIn = data().LeadIns[it.kind]
	it.synopsis = f.synopsis(data().Places[place])
	it.published, it.expires = f.dates(created)
	if f.dice.IntN(5) == 0 {
		it.owner = pick(f, s.owners)
	}
	if it.published != nil && f.dice.IntN(3) > 0 {
		it.admin = f.maybe(s.staff, 1)
	}
	if f.dice.IntN(3) == 0 {
		asked := f.within(latest(created, f.now.Add(-60*day)), f.now)
		it.asked = &asked
	}
	it.links[0] = f.languagesOf(s)
	it.links[1] = f.some(s.libraries, 1+f.dice.IntN(5)/4)
	if f.dice.IntN(25) > 0 {
		it.links[3] = f.placesOf(s, s.places[place])
	}
	if f.dice.IntN(30) > 0 {
		it.links[4] = f.some(s.subjects, 1+f.dice.IntN(4))
	}
	return it
}

func (f *filler) image(it *item, s *shelf, place int) {
	it.block, it.kind, it.picture = "image", photo, f.picture(s)
	it.title = strings.ReplaceAll(pick(f, data().ImageTitles), "%s", data().Places[place])
	it.text = s.text(it.title)
	by, at := pick(f, data().FirstNames)+" "+pick(f, data().LastNames), pick(f, data().ImageSources)
	number := fmt.Sprint(100_000 + f.dice.IntN(900_000))
	it.credit = credit{source: at.Name, sourceURL: strings.ReplaceAll(at.URL, "%s", number), license: at.License, licenseURL: at.LicenseURL, attribution: strings.ReplaceAll(at.Attribution, "%s", by)}
	if f.dice.IntN(4) == 0 {
		it.credit.modifications = pick(f, data().Modifications)
	}
	it.original = at.Own
}

func (f *filler) picture(s *shelf) *int64 {
	if len(s.pictures) == 0 {
		return nil
	}
	return &s.pictures[f.dice.IntN(len(s.pictures))]
}

func (f *filler) story(it *item, s *shelf, place, number int) {
	from := pick(f, s.sites)
	it.block, it.kind = "content", from.kind
	it.title = strings.ReplaceAll(pick(f, data().Openings), "%s", data().Places[place]) + pick(f, data().Endings)
	it.text = s.text(it.title)
	it.canonical = fmt.Sprintf("%s/%s-%d", from.host, it.text.slug, number)
	it.url = "https://" + it.canonical
	if number%perIssue == 1 {
		it.title += fmt.Sprintf(", no. %d", number)
		it.text = textOf(it.title)
	}
	if f.dice.IntN(40) == 0 {
		it.title = f.long(it.title)
		it.text = textOf(it.title)
	}
	it.depth = f.maybe([]int64{2, 1, 3}, 1)
	it.original = f.dice.IntN(15) == 0
	switch it.kind {
	case book, article:
		it.author = pick(f, data().FirstNames) + " " + pick(f, data().LastNames)
	case video, audio:
		minutes := 2 + f.dice.IntN(70)
		it.runtime = &minutes
		if f.dice.IntN(3) == 0 {
			it.links[5] = f.some(s.languages, 1+f.dice.IntN(3))
		}
	}
	switch {
	case f.dice.IntN(20) == 0: // nobody knows who published it
	case from.publisher != 0 && f.dice.IntN(4) > 0:
		it.links[2] = []int64{from.publisher}
	default:
		it.links[2] = f.some(s.publishers, 1)
	}
}

// long is a title as some books have it.
func (f *filler) long(title string) string {
	return fmt.Sprintf("%s, being an account of a journey by way of %s and %s, with notes on where to sleep, what to eat and which trains no longer run", title, pick(f, data().Places), pick(f, data().Places))
}

// synopsis is a sentence or two, and for some items a long text with some Markdown.
func (f *filler) synopsis(place string) string {
	switch f.dice.IntN(16) {
	case 0:
		return ""
	case 1, 2:
		parts := []string{}
		for range 4 + f.dice.IntN(3) {
			parts = append(parts, strings.ReplaceAll(pick(f, data().Remarks), "%s", place))
		}
		return "**" + parts[0] + "**\n\n" + strings.Join(parts[1:], " ") + "\n\n- *Go* in " + pick(f, data().Months) + "\n- *Stay* " + pick(f, data().Stays) + "\n- [Read on](https://stories.example/seasons)"
	}
	text := strings.ReplaceAll(pick(f, data().Remarks), "%s", place)
	for range f.dice.IntN(3) {
		text += " " + strings.ReplaceAll(pick(f, data().Remarks), "%s", place)
	}
	return text
}

func (s *shelf) text(title string) text {
	t, known := s.texts[title]
	if !known {
		t = textOf(title)
		s.texts[title] = t
	}
	return t
}

func textOf(title string) text {
	return text{key: fold.Key(title), search: fold.SearchText(title), slug: strings.ReplaceAll(fold.Key(strings.Map(plainRune, title)), " ", "-")}
}

func plainRune(r rune) rune {
	if r == ' ' || r > 127 || ('a' <= r && r <= 'z') || ('A' <= r && r <= 'Z') {
		return r
	}
	return -1
}

// dates makes most items published, and some drafts, scheduled, expired or about to expire.
func (f *filler) dates(created time.Time) (published, expires *time.Time) {
	from := f.within(created, earliest(created.Add(2*day), f.now))
	switch f.dice.IntN(20) {
	case 0, 1:
		return nil, nil
	case 2:
		ahead := f.now.Add(time.Duration(1+f.dice.IntN(60)) * day)
		return &ahead, nil
	case 3:
		over := f.within(latest(from, f.now.Add(-90*day)), f.now)
		return &from, &over
	case 4:
		soon := f.now.Add(time.Duration(1+f.dice.IntN(30*24)) * time.Hour)
		return &from, &soon
	}
	return &from, nil
}

// some picks up to n different ones of a list, the first ones more often.
func (f *filler) some(list []int64, n int) []int64 {
	picked := make([]int64, 0, n+1)
	for range min(n, len(list)) {
		x := f.dice.Float64()
		if one := list[int(x*x*float64(len(list)))]; !slices.Contains(picked, one) {
			picked = append(picked, one)
		}
	}
	return picked
}

// languagesOf is English for most items, and another language, alone or besides, for some.
func (f *filler) languagesOf(s *shelf) []int64 {
	if len(s.languages) > 0 {
		switch f.dice.IntN(12) {
		case 0:
			return f.some(s.languages, 1)
		case 1:
			return append(f.some(s.languages, 1), 1)
		}
	}
	return []int64{1}
}

// placesOf is where the title says, and for some items one or two places more.
func (f *filler) placesOf(s *shelf, own int64) []int64 {
	if own == 0 {
		return f.some(s.destinations, 1) // the house has places of its own
	}
	all := []int64{own}
	for more := f.dice.IntN(3); more > 0; more-- {
		if one := pick(f, s.destinations); !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all
}
