package demo

import (
	"context"
	"math/rand/v2"
	"slices"
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
	if s.of, err = db.Value[int](ctx, f.store.DB.Read(), "SELECT n FROM live_counts WHERE list = 'content' AND facet = '' AND value = ''"); err != nil {
		return nil, err
	}
	s.items, err = db.All[stocked](ctx, f.store.DB.Read(), "SELECT id, created_at FROM content WHERE deleted_at IS NULL AND id % ? = 0 ORDER BY id", 1+s.of/mostStock)
	return s, err
}

const collectionSeed = 5

var collectionTables = []string{"collections", "collection_content", "collection_tags"}

func (f *filler) collections(ctx context.Context, n int) error {
	s, err := f.stock(ctx)
	if err != nil {
		return err
	}
	c, err := f.curators(ctx, n)
	if err != nil {
		return err
	}
	return f.into(ctx, collectionTables, n, func(l *load) error { return f.collect(ctx, l, c, s) })
}

// curators are whose the collections to come are, and when they make them.
type curators struct {
	partners, people, staff []int64
	line                    timeline
}

func (f *filler) curators(ctx context.Context, n int) (*curators, error) {
	c := &curators{}
	var err error
	if c.partners, err = f.ids(ctx, "SELECT id FROM partners WHERE id > 1 AND deleted_at IS NULL ORDER BY id"); err != nil {
		return nil, err
	}
	if c.people, err = f.ids(ctx, "SELECT id FROM users WHERE NOT internal AND deleted_at IS NULL ORDER BY id LIMIT 5000"); err != nil {
		return nil, err
	}
	if c.staff, err = f.staff(ctx); err != nil {
		return nil, err
	}
	c.line, err = f.after(ctx, "collections", n)
	return c, err
}

func (f *filler) collect(ctx context.Context, l *load, c *curators, s *stock) error {
	f.dice = rand.New(rand.NewPCG(collectionSeed, 2016)) // the same ones, along with content or after it
	n := c.line.n
	columns := `alt_id, name, name_key, type, partner_id, user_id, language_id, inspires_publish_at, inspires_feature_at, expires_at, created_by_id,
		search_text, created_at, updated_at`
	made := []collected{}
	return f.insert(ctx, l, "collections", columns, n, func(i int) []any {
		name, at := f.place(pick(f, collectionNames)), c.line.at(i, f.dice.Float64())
		kind, partner, user, by := "partner", any(pick(f, c.partners)), (*int64)(nil), f.maybe(c.staff, 1)
		if len(c.people) > 0 && f.dice.IntN(4) == 0 {
			kind, partner, user = "personal", nil, &c.people[f.dice.IntN(len(c.people))]
			by = user
		}
		made = append(made, collected{at, user})
		public, featured, expires := f.inspires(at)
		return []any{secret.AltID(), name, fold.Key(name), kind, partner, user, 1, public, featured, expires, by, fold.SearchText(name), at, at}
	}, func(to target, ids []int64) error {
		err := f.fillCollections(ctx, to, ids, made, s, n)
		made = made[:0]
		return err
	})
}

// collected is what the content of a collection depends on.
type collected struct {
	at   time.Time
	user *int64 // whose it is, if it is somebody's own
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
func (f *filler) fillCollections(ctx context.Context, to target, ids []int64, made []collected, s *stock, n int) error {
	var words [][]any
	for part := range slices.Chunk(ids, perStatement/4) {
		var inside [][]any
		for _, id := range part {
			c := made[0]
			made = made[1:]
			inside = append(inside, f.inside(id, c, s, n)...)
			for range f.dice.IntN(4) {
				tag := pick(f, tags)
				words = append(words, []any{id, fold.Key(tag), tag})
			}
		}
		for some := range slices.Chunk(inside, 2000) { // a statement has so many places
			if err := to.link(ctx, "collection_content", "collection_id, content_id, added_at, added_by_id, by_user", some); err != nil {
				return err
			}
		}
	}
	return to.link(ctx, "collection_tags", "collection_id, tag_key, tag", words)
}

// inside is the content of one collection, from all the years, in the order in which it was added: soon after both were there.
func (f *filler) inside(id int64, c collected, s *stock, n int) [][]any {
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
	for _, p := range picks {
		rows = append(rows, []any{id, p.item, p.added, c.user, c.user != nil})
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
