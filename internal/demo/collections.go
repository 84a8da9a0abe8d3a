package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/secret"
)

// stock is content that collections take from: some of all there is, the oldest first.
type stock struct {
	of    int // how many there are
	items []stocked
}

type stocked struct {
	ID        int64     `db:"id"`
	CreatedAt time.Time `db:"created_at"`
}

// mostStock is how many items are held in memory.
const mostStock = 250_000

func (f *filler) stock(ctx context.Context) (*stock, error) {
	s := &stock{}
	var err error
	if s.of, err = db.Value[int](ctx, f.store.DB.Read(),
		"SELECT n FROM live_counts WHERE list = 'content' AND facet = '' AND value = ''"); err != nil {
		return nil, err
	}
	s.items, err = db.All[stocked](ctx, f.store.DB.Read(),
		"SELECT id, created_at FROM content WHERE deleted_at IS NULL AND id % ? = 0 ORDER BY id", 1+s.of/mostStock)
	return s, err
}

const collectionSeed = 5

var collectionTables = []string{
	"collections", "collection_content", "collection_tags", "folders", "shared_collections",
	"personalisations",
}

func (f *filler) collections(ctx context.Context, n int) error {
	s, err := f.stock(ctx)
	if err != nil {
		return err
	}
	c, err := f.curators(ctx, n)
	if err != nil {
		return err
	}
	tables := collectionTables
	if 10*n >= s.of { // most items get counted anew, which is faster without their indexes
		tables = slices.Concat(tables, []string{"content"})
	}
	return f.into(ctx, tables, n, func(l *load) error { return f.collect(ctx, l, c, s) })
}

// curators are whose the collections to come are, who accepts them, and when. All of it is read before a bulk begins.
type curators struct {
	partners, people, staff, languages []int64
	cabinets                           map[owner]*cabinet
	accepting                          []accepting
	line, shares                       timeline
}

func (f *filler) curators(ctx context.Context, n int) (*curators, error) {
	c := &curators{}
	var err error
	if c.partners, err = f.ids(ctx,
		"SELECT id FROM partners WHERE id > 1 AND deleted_at IS NULL ORDER BY id"); err != nil {
		return nil, err
	}
	if c.people, err = f.ids(ctx,
		"SELECT id FROM users WHERE NOT internal AND deleted_at IS NULL ORDER BY id LIMIT 5000"); err != nil {
		return nil, err
	}
	if c.staff, err = f.staff(ctx); err != nil {
		return nil, err
	}
	languages, err := known(ctx, f.store.DB.Read(), "SELECT id, alpha2 AS word FROM languages")
	if err != nil {
		return nil, err
	}
	c.languages = languages.of(data().UserLanguages)
	if c.cabinets, err = f.cabinets(ctx); err != nil {
		return nil, err
	}
	if c.accepting, err = f.accepting(ctx); err != nil {
		return nil, err
	}
	if c.line, err = f.after(ctx, "collections", n); err != nil {
		return nil, err
	}
	c.shares, err = f.after(ctx, "shared_collections", n)
	return c, err
}

// owners are whose each collection will be: a partner's or, one in four, somebody's own.
func (f *filler) owners(c *curators) []owner {
	owners := make([]owner, c.line.n)
	for i := range owners {
		owners[i].Partner = pick(f, c.partners)
		if len(c.people) > 0 && f.dice.IntN(4) == 0 {
			owners[i] = owner{User: pick(f, c.people)}
		}
	}
	return owners
}

func (f *filler) collect(ctx context.Context, l *load, c *curators, s *stock) error {
	f.dice = rand.New(rand.NewPCG(collectionSeed, 2016)) // the same ones, along with content or after it
	n, owners := c.line.n, f.owners(c)
	if err := f.folders(ctx, l, c, owners); err != nil {
		return err
	}
	inside := map[owner][]int64{}
	for o, cabinet := range c.cabinets {
		inside[o] = cabinet.ids()
	}
	columns := `alt_id, name, name_key, type, partner_id, user_id, folder_id, language_id, code, inspires_publish_at, inspires_feature_at, expires_at, created_by_id,
		search_text, created_at, updated_at`
	batch, made, every := []collected{}, []collected{}, 1+n/mostStock
	err := f.insert(ctx, l, "collections", columns, n, func(i int) []any {
		one := collected{owner: owners[i], at: c.line.at(i, f.dice.Float64())}
		place := pick(f, data().Places)
		name, codes := strings.ReplaceAll(pick(f, data().CollectionNames), "%s", place), f.codes(place, one.at)
		if rest, ok := strings.CutPrefix(name, "the "); ok {
			name = "The " + rest
		}
		one.text = fold.SearchText(name, strings.Join(codes, " "))
		batch = append(batch, one)
		partner, user := one.ids()
		kind, by := "partner", f.maybe(c.staff, 1)
		if user != nil {
			kind, by = "personal", user
		}
		language := int64(1)
		if other := f.maybe(c.languages, 0.06); other != nil {
			language = *other
		}
		public, featured, expires := f.inspires(one.at)
		return []any{
			secret.AltID(), name, fold.Key(name), kind, partner, user, f.maybe(inside[one.owner], 0.75), language, list(codes),
			public, featured, expires, by,
			one.text, one.at, one.at,
		}
	}, func(to target, ids []int64) error {
		for i, id := range ids {
			batch[i].id = id
			if id%int64(every) == 0 {
				made = append(made, batch[i])
			}
		}
		err := f.fillCollections(ctx, to, batch, s, n)
		batch = batch[:0]
		return err
	})
	if err != nil {
		return err
	}
	return f.share(ctx, l, c, made)
}

// collected is what the content and the sharing of a collection depend on.
type collected struct {
	owner

	id   int64
	at   time.Time
	text string // the search text
}

// codes are what some collections are called inside a house: LIS-2026-04.
func (f *filler) codes(place string, at time.Time) []string {
	codes := []string{}
	if f.dice.IntN(6) > 0 {
		return codes
	}
	short := strings.ToUpper(strings.ReplaceAll(strings.Map(plainRune, fold.Key(strings.TrimPrefix(place, "the "))), " ",
		"")[:3])
	for i := range 1 + f.dice.IntN(4)/3 {
		codes = append(codes, fmt.Sprintf("%s-%d-%02d", short, at.Year()+i, 1+f.dice.IntN(12)))
	}
	return codes
}

// list is a column that holds several words.
func list(words []string) string {
	text, _ := json.Marshal(words) // of words nothing can fail
	return string(text)
}

// inspires makes most collections public, some of them featured, and a few scheduled or expired.
func (f *filler) inspires(created time.Time) (public, featured, expires *time.Time) {
	ahead := func(days int) *time.Time {
		at := f.now.Add(time.Duration(1+f.dice.IntN(days)) * day)
		return &at
	}
	switch f.dice.IntN(15) {
	case 0, 1, 2, 3:
		return nil, nil, nil
	case 4:
		return ahead(30), nil, nil
	}
	switch f.dice.IntN(12) {
	case 0:
		over := f.within(latest(created, f.now.Add(-90*day)), f.now)
		return &created, nil, &over
	case 1:
		expires = ahead(30)
	case 2, 3:
		at := f.within(created, f.now)
		featured = &at
	case 4:
		featured = ahead(20)
	}
	return &created, featured, expires
}

// fillCollections puts content into collections: 20 to 200 items where there are enough for that many of them, about ten otherwise.
func (f *filler) fillCollections(ctx context.Context, to target, made []collected, s *stock, n int) error {
	var words [][]any
	for part := range slices.Chunk(made, perStatement/4) {
		var inside [][]any
		for _, one := range part {
			inside = append(inside, f.inside(one, s, n)...)
			words = append(words, f.labelled(one.id)...)
		}
		for some := range slices.Chunk(inside, 2000) { // a statement has so many places
			if err := to.link(ctx, "collection_content", "collection_id, content_id, added_at, added_by_id, by_user",
				some); err != nil {
				return err
			}
		}
	}
	return to.link(ctx, "collection_tags", "collection_id, tag_key, tag, position", words)
}

// labelled is the tags of one collection.
func (f *filler) labelled(id int64) [][]any {
	rows, taken := [][]any{}, map[string]bool{}
	for range f.dice.IntN(4) {
		if tag := pick(f, data().Tags); !taken[tag] {
			rows = append(rows, []any{id, fold.Key(tag), tag, len(taken)})
			taken[tag] = true
		}
	}
	return rows
}

// inside is the content of one collection, from all the years, in the order in which it was added: soon after both were there.
func (f *filler) inside(c collected, s *stock, n int) [][]any {
	if len(s.items) == 0 {
		return nil
	}
	size := 4 + f.dice.IntN(13)
	if s.of/n >= 200 {
		size = 20 + f.dice.IntN(181)
	}
	type pick struct {
		item  int64
		added time.Time
	}
	picks, taken := []pick{}, map[int]bool{}
	for range size {
		i := f.dice.IntN(len(s.items))
		if taken[i] {
			continue
		}
		taken[i] = true
		there := latest(c.at, s.items[i].CreatedAt)
		picks = append(picks, pick{s.items[i].ID, f.within(there, earliest(there.Add(30*day), f.now))})
	}
	slices.SortStableFunc(picks, func(a, b pick) int { return a.added.Compare(b.added) })
	rows := [][]any{}
	_, user := c.ids()
	for _, p := range picks {
		rows = append(rows, []any{c.id, p.item, p.added, user, user != nil})
	}
	return rows
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earliest(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
