package demo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"waymark/internal/kit/fold"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

const years = 3 * 365 * 24 * time.Hour

// partners makes the partners the other rows belong to, and what kinds of them there are, once.
func (f *filler) partners(ctx context.Context, _ int) error {
	there, err := f.ids(ctx, "SELECT id FROM partners WHERE id > 1 LIMIT 1")
	if err != nil || len(there) > 0 {
		return err
	}
	types, err := f.accountTypes(ctx)
	if err != nil {
		return err
	}
	return f.insert(ctx, "partners", "account_type_id, name, name_key, slug, email, url, alt_id, search_text, created_at, updated_at", len(partners), func(i int) []any {
		name := partners[i].name
		slug := strings.ReplaceAll(fold.Key(strings.ReplaceAll(name, "&", "and")), " ", "-")
		at := f.ago(years)
		return []any{types[partners[i].kind], name, fold.Key(name), slug, "hello@" + slug + ".example", "https://" + slug + ".example", secret.AltID(), fold.SearchText(name, slug), at, at}
	}, nil)
}

// accountTypes makes kinds of partners with their user templates, and returns the ids of the kinds.
func (f *filler) accountTypes(ctx context.Context) (words, error) {
	names := []string{}
	for _, kind := range accountTypes[1:] { // the first is there
		names = append(names, kind.name)
	}
	if err := f.named(ctx, "account_types", names); err != nil {
		return nil, err
	}
	types, err := known(ctx, f.store.DB.Read(), "SELECT id, name AS word FROM account_types")
	if err != nil {
		return nil, err
	}
	rows := [][]any{}
	for _, kind := range accountTypes {
		for _, name := range kind.templates {
			at := f.ago(years)
			rows = append(rows, []any{types[kind.name], name, fold.Key(name), fold.SearchText(name), at, at})
		}
	}
	return types, f.store.Do(ctx, func(tx *write.Tx) error {
		return link(ctx, tx, "user_templates", "account_type_id, name, name_key, search_text, created_at, updated_at", rows)
	})
}

// shelf is what content items are tied to.
type shelf struct {
	publishers, destinations, subjects, libraries, languages, staff []int64
	// places are the destinations of titles, in the order of their names.
	places []int64
}

func (f *filler) shelf(ctx context.Context) (*shelf, error) {
	s := &shelf{}
	for into, query := range map[*[]int64]string{
		&s.publishers:   "SELECT id FROM publishers ORDER BY id LIMIT 5000",
		&s.destinations: "SELECT id FROM destinations ORDER BY id LIMIT 5000",
		&s.subjects:     "SELECT id FROM tags ORDER BY id LIMIT 5000",
		&s.libraries:    "SELECT id FROM libraries ORDER BY id",
		&s.staff:        "SELECT id FROM users WHERE internal AND deleted_at IS NULL ORDER BY id LIMIT 20",
	} {
		ids, err := f.ids(ctx, query)
		if err != nil {
			return nil, err
		}
		*into = ids
	}
	languages, err := known(ctx, f.store.DB.Read(), "SELECT id, alpha2 AS word FROM languages")
	if err != nil {
		return nil, err
	}
	s.languages = languages.of(spoken)
	found, err := known(ctx, f.store.DB.Read(), "SELECT id, name AS word FROM destinations ORDER BY id")
	for _, place := range places {
		s.places = append(s.places, found[strings.TrimPrefix(place, "the ")])
	}
	return s, err
}

func (f *filler) content(ctx context.Context, n int) error {
	from, err := f.next(ctx, "content")
	if err != nil {
		return err
	}
	s, err := f.shelf(ctx)
	if err != nil {
		return err
	}
	owners, err := f.ids(ctx, "SELECT id FROM partners WHERE deleted_at IS NULL ORDER BY id")
	if err != nil {
		return err
	}
	leadIns := map[int]string{1: "Read", 2: "Read", 4: "Watch", 5: "Explore", 6: "Visit", 8: "Listen"}
	types := []int{1, 2, 2, 2, 2, 4, 4, 5, 6, 8}
	columns := `block_type, content_url, canonical_url, title, title_key, synopsis, type_id, depth_id, author, runtime, lead_in, partner_id, admin_id,
		published_at, expires_at, search_text, created_at, updated_at`
	about := make([]int64, 0, perStatement) // the places of the items of a statement
	return f.insert(ctx, "content", columns, n, func(i int) []any {
		place := f.dice.IntN(len(places))
		about = append(about, s.places[place])
		title := strings.ReplaceAll(pick(f, openings), "%s", places[place]) + pick(f, endings)
		kind, at := pick(f, types), f.ago(years)
		address := fmt.Sprintf("stories.example/%s-%d", strings.ReplaceAll(fold.Key(strings.Map(plainRune, title)), " ", "-"), from+i)
		var author string
		var runtime *int
		switch kind {
		case 1, 2:
			author = pick(f, firstNames) + " " + pick(f, lastNames)
		case 4, 8:
			minutes := 2 + f.dice.IntN(70)
			runtime = &minutes
		}
		published, expires := f.dates(at)
		owner := int64(1)
		if f.dice.IntN(5) == 0 {
			owner = pick(f, owners)
		}
		var admin *int64
		if published != nil && len(s.staff) > 0 && f.dice.IntN(3) > 0 {
			admin = &s.staff[f.dice.IntN(len(s.staff))]
		}
		return []any{
			"content", "https://" + address, address, title, fold.Key(title), "Notes from " + places[place] + ", for readers who like to take their time.", kind,
			1 + f.dice.IntN(3), author, runtime, leadIns[kind], owner, admin, published, expires, fold.SearchText(title), at, at,
		}
	}, func(tx *write.Tx, ids []int64) error {
		err := f.linkContent(ctx, tx, s, ids, about)
		about = about[:0]
		return err
	})
}

func plainRune(r rune) rune {
	if r == ' ' || r > 127 || ('a' <= r && r <= 'z') || ('A' <= r && r <= 'Z') {
		return r
	}
	return -1
}

// dates makes most items published, and some drafts, scheduled or expired.
func (f *filler) dates(created time.Time) (published, expires *time.Time) {
	switch f.dice.IntN(20) {
	case 0, 1:
		return nil, nil
	case 2:
		ahead := f.now.Add(time.Duration(1+f.dice.IntN(60)) * 24 * time.Hour)
		return &ahead, nil
	case 3:
		over := f.now.Add(-time.Duration(1+f.dice.IntN(90)) * 24 * time.Hour)
		return &created, &over
	}
	return &created, nil
}

// linkContent ties items to where they are about, what they are about, and where they stand.
func (f *filler) linkContent(ctx context.Context, tx *write.Tx, s *shelf, ids, about []int64) error {
	tables := []struct{ table, column string }{
		{"content_languages", "language_id"},
		{"content_libraries", "library_id"},
		{"content_publishers", "publisher_id"},
		{"content_destinations", "destination_id"},
		{"content_tags", "tag_id"},
	}
	pairs := make([][][]any, len(tables))
	for i, id := range ids {
		for t, others := range [][]int64{
			f.languagesOf(s), f.some(s.libraries, 1+f.dice.IntN(5)/4), f.some(s.publishers, 1), f.placesOf(s, about[i]), f.some(s.subjects, 1+f.dice.IntN(4)),
		} {
			for _, other := range others {
				pairs[t] = append(pairs[t], []any{id, other})
			}
		}
	}
	for t, to := range tables {
		if err := link(ctx, tx, to.table, "content_id, "+to.column, pairs[t]); err != nil {
			return err
		}
	}
	return nil
}

// some picks n of a list, the first ones more often. One that is picked twice counts once.
func (f *filler) some(list []int64, n int) []int64 {
	picked := []int64{}
	for range min(n, len(list)) {
		x := f.dice.Float64()
		picked = append(picked, list[int(x*x*float64(len(list)))])
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
		all = append(all, pick(f, s.destinations))
	}
	return all
}

func (f *filler) collections(ctx context.Context, n int) error {
	owners, err := f.ids(ctx, "SELECT id FROM partners WHERE id > 1 AND deleted_at IS NULL ORDER BY id")
	if err != nil {
		return err
	}
	people, err := f.ids(ctx, "SELECT id FROM users WHERE NOT internal AND deleted_at IS NULL ORDER BY id LIMIT 5000")
	if err != nil {
		return err
	}
	items, err := f.ids(ctx, "SELECT id FROM content WHERE deleted_at IS NULL ORDER BY id LIMIT 100000")
	if err != nil {
		return err
	}
	columns := "alt_id, name, name_key, type, partner_id, user_id, language_id, inspires_publish_at, search_text, created_at, updated_at"
	return f.insert(ctx, "collections", columns, n, func(int) []any {
		name, at := f.place(pick(f, collectionNames)), f.ago(years)
		kind, partner, user := "partner", any(pick(f, owners)), any(nil)
		if len(people) > 0 && f.dice.IntN(4) == 0 {
			kind, partner, user = "personal", nil, pick(f, people)
		}
		var public *time.Time
		if f.dice.IntN(3) > 0 {
			public = &at
		}
		return []any{secret.AltID(), name, fold.Key(name), kind, partner, user, 1, public, fold.SearchText(name), at, at}
	}, func(tx *write.Tx, ids []int64) error { return f.fillCollections(ctx, tx, ids, items) })
}

const perCollection = 10

func (f *filler) fillCollections(ctx context.Context, tx *write.Tx, ids, items []int64) error {
	var inside, words [][]any
	for _, id := range ids {
		for range perCollection {
			if len(items) > 0 {
				inside = append(inside, []any{id, pick(f, items), f.ago(years)})
			}
		}
		for range f.dice.IntN(4) {
			tag := pick(f, tags)
			words = append(words, []any{id, fold.Key(tag), tag})
		}
	}
	if err := link(ctx, tx, "collection_content", "collection_id, content_id, added_at", inside); err != nil {
		return err
	}
	return link(ctx, tx, "collection_tags", "collection_id, tag_key, tag", words)
}

func (f *filler) events(ctx context.Context, n int) error {
	from, err := f.next(ctx, "copilot_events")
	if err != nil {
		return err
	}
	owners, err := f.ids(ctx, "SELECT id FROM partners WHERE id > 1 AND deleted_at IS NULL ORDER BY id")
	if err != nil {
		return err
	}
	people, err := f.ids(ctx, "SELECT id FROM users WHERE NOT internal AND deleted_at IS NULL ORDER BY id LIMIT 100000")
	if err != nil {
		return err
	}
	kinds := []string{"view", "view", "view", "view", "view", "click", "click", "lead_intent", "lead"}
	return f.insert(ctx, "copilot_events", "partner_id, event_id, kind, user_id, occurred_at, received_at", n, func(i int) []any {
		at := f.ago(60 * 24 * time.Hour)
		var user any
		if len(people) > 0 {
			user = pick(f, people)
		}
		return []any{pick(f, owners), fmt.Sprintf("demo-%d", from+i), pick(f, kinds), user, at, at}
	}, nil)
}
