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

// contentPool is the content that is put into collections: a sample of all content, the oldest first.
type contentPool struct {
	total int // number of all content items
	items []pooledItem
}

type pooledItem struct {
	ID        int64     `db:"id"`
	CreatedAt time.Time `db:"created_at"`
}

// maxPoolSize limits the number of items in memory.
const maxPoolSize = 250_000

func (f *filler) loadContentPool(ctx context.Context) (*contentPool, error) {
	s := &contentPool{}
	var err error
	if s.total, err = db.Value[int](ctx, f.store.DB.Read(),
		"SELECT n FROM current_counts WHERE list = 'content' AND facet = '' AND value = ''"); err != nil {
		return nil, err
	}
	s.items, err = db.All[pooledItem](ctx, f.store.DB.Read(),
		"SELECT id, created_at FROM content WHERE deleted_at IS NULL AND id % ? = 0 ORDER BY id", 1+s.total/maxPoolSize)
	return s, err
}

const collectionSeed = 5

var collectionTables = []string{
	"collections", "collection_content", "collection_tags", "folders", "shared_collections", "personalisations",
}

func (f *filler) insertCollectionsOf(ctx context.Context, n int) error {
	s, err := f.loadContentPool(ctx)
	if err != nil {
		return err
	}
	c, err := f.loadCollectionInputs(ctx, n)
	if err != nil {
		return err
	}
	tables := collectionTables
	if 10*n >= s.total { // Most counters of content change, which is faster without indexes.
		tables = slices.Concat(tables, []string{"content"})
	}
	return f.fillTables(ctx, tables, n, func(l *load) error { return f.insertCollections(ctx, l, c, s) })
}

// collectionInputs contains the possible owners of new collections, the users who accept them, and the times. It is
// read before a bulk load starts.
type collectionInputs struct {
	partners, people, staff, languages []int64
	folders                            map[owner]*folderSet
	acceptors                          []acceptor
	timeline, acceptanceTimeline       timeline
}

func (f *filler) loadCollectionInputs(ctx context.Context, n int) (*collectionInputs, error) {
	c := &collectionInputs{}
	var err error
	if c.partners, err = f.listIDs(ctx,
		"SELECT id FROM partners WHERE id > 1 AND deleted_at IS NULL ORDER BY id"); err != nil {
		return nil, err
	}
	if c.people, err = f.listIDs(ctx,
		"SELECT id FROM users WHERE NOT internal AND deleted_at IS NULL ORDER BY id LIMIT 5000"); err != nil {
		return nil, err
	}
	if c.staff, err = f.listStaff(ctx); err != nil {
		return nil, err
	}
	languages, err := loadIndex(ctx, f.store.DB.Read(), "SELECT id, alpha2 AS word FROM languages")
	if err != nil {
		return nil, err
	}
	c.languages = languages.find(data().UserLanguages)
	if c.folders, err = f.loadFolders(ctx); err != nil {
		return nil, err
	}
	if c.acceptors, err = f.loadAcceptors(ctx); err != nil {
		return nil, err
	}
	if c.timeline, err = f.timelineAfter(ctx, "collections", n); err != nil {
		return nil, err
	}
	c.acceptanceTimeline, err = f.timelineAfter(ctx, "shared_collections", n)
	return c, err
}

// collectionOwners returns the owner of each new collection: a partner or, for one in four, a user.
func (f *filler) collectionOwners(c *collectionInputs) []owner {
	owners := make([]owner, c.timeline.n)
	for i := range owners {
		owners[i].Partner = pick(f, c.partners)
		if len(c.people) > 0 && f.random.IntN(4) == 0 {
			owners[i] = owner{User: pick(f, c.people)}
		}
	}
	return owners
}

func (f *filler) insertCollections(ctx context.Context, l *load, c *collectionInputs, s *contentPool) error {
	// The collections are the same whether they are inserted with the content or after it.
	f.random = rand.New(rand.NewPCG(collectionSeed, 2016))
	n, owners := c.timeline.n, f.collectionOwners(c)
	if err := f.insertFolders(ctx, l, c, owners); err != nil {
		return err
	}
	folders := map[owner][]int64{}
	for o, set := range c.folders {
		folders[o] = set.usableIDs()
	}
	columns := `alt_id, name, name_key, type, partner_id, user_id, folder_id, language_id, code,
		inspires_publish_at, inspires_feature_at, expires_at, created_by_id, search_text, created_at, updated_at`
	batch, inserted, every := []collection{}, []collection{}, 1+n/maxPoolSize
	err := f.insert(ctx, l, "collections", columns, n, func(i int) []any {
		one := collection{owner: owners[i], createdAt: c.timeline.time(i, f.random.Float64())}
		place := pick(f, data().Places)
		name, codes := fillPlace(pick(f, data().CollectionNames), place), f.collectionCodes(place, one.createdAt)
		one.searchText = fold.SearchText(name, strings.Join(codes, " "))
		batch = append(batch, one)
		partner, user := one.ids()
		kind, by := "partner", f.sampleOne(c.staff, 1)
		if user != nil {
			kind, by = "personal", user
		}
		language := int64(1)
		if other := f.sampleOne(c.languages, 0.06); other != nil {
			language = *other
		}
		public, featured, expires := f.inspiresDates(one.createdAt)
		return []any{
			secret.AltID(), name, fold.Key(name), kind, partner, user, f.sampleOne(folders[one.owner], 0.75), language,
			jsonList(codes), public, featured, expires, by, one.searchText, one.createdAt, one.createdAt,
		}
	}, func(to target, ids []int64) error {
		for i, id := range ids {
			batch[i].id = id
			if id%int64(every) == 0 {
				inserted = append(inserted, batch[i])
			}
		}
		err := f.linkCollectionContent(ctx, to, batch, s, n)
		batch = batch[:0]
		return err
	})
	if err != nil {
		return err
	}
	return f.insertAcceptances(ctx, l, c, inserted)
}

// collection contains what the content and the acceptances of a collection depend on.
type collection struct {
	owner

	id         int64
	createdAt  time.Time
	searchText string
}

// collectionCodes returns the internal codes that some collections have: LIS-2026-04.
func (f *filler) collectionCodes(place string, at time.Time) []string {
	codes := []string{}
	if f.random.IntN(6) > 0 {
		return codes
	}
	letters := strings.ReplaceAll(strings.Map(asciiLetter, fold.Key(withoutArticle(place))), " ", "")
	prefix := strings.ToUpper(letters[:3])
	for i := range 1 + f.random.IntN(4)/3 {
		codes = append(codes, fmt.Sprintf("%s-%d-%02d", prefix, at.Year()+i, 1+f.random.IntN(12)))
	}
	return codes
}

// jsonList returns a list as it is stored in a column.
func jsonList(words []string) string {
	text, _ := json.Marshal(words) // Marshalling strings does not fail.
	return string(text)
}

// inspiresDates makes most collections public, some of them featured, and a few scheduled or expired.
func (f *filler) inspiresDates(created time.Time) (public, featured, expires *time.Time) {
	ahead := func(days int) *time.Time {
		at := f.now.Add(time.Duration(1+f.random.IntN(days)) * day)
		return &at
	}
	switch f.random.IntN(15) {
	case 0, 1, 2, 3:
		return nil, nil, nil
	case 4:
		return ahead(30), nil, nil
	}
	switch f.random.IntN(12) {
	case 0:
		past := f.timeBetween(latest(created, f.now.Add(-90*day)), f.now)
		return &created, nil, &past
	case 1:
		expires = ahead(30)
	case 2, 3:
		at := f.timeBetween(created, f.now)
		featured = &at
	case 4:
		featured = ahead(20)
	}
	return &created, featured, expires
}

// linkCollectionContent puts content into collections: 20 to 200 items each if there is enough content, about ten
// otherwise. It also adds tags.
func (f *filler) linkCollectionContent(
	ctx context.Context, to target, collections []collection, s *contentPool, n int,
) error {
	var tags [][]any
	for part := range slices.Chunk(collections, rowsPerStatement/4) {
		var content [][]any
		for _, one := range part {
			content = append(content, f.collectionContent(one, s, n)...)
			tags = append(tags, f.collectionTags(one.id)...)
		}
		columns := "collection_id, content_id, added_at, added_by_id, by_user"
		for rows := range slices.Chunk(content, 2000) { // The number of parameters of a statement is limited.
			if err := to.link(ctx, "collection_content", columns, rows); err != nil {
				return err
			}
		}
	}
	return to.link(ctx, "collection_tags", "collection_id, tag_key, tag, position", tags)
}

// collectionTags returns the tags of a collection.
func (f *filler) collectionTags(id int64) [][]any {
	rows, taken := [][]any{}, map[string]bool{}
	for range f.random.IntN(4) {
		if tag := pick(f, data().Tags); !taken[tag] {
			rows = append(rows, []any{id, fold.Key(tag), tag, len(taken)})
			taken[tag] = true
		}
	}
	return rows
}

// collectionContent returns the content of a collection, in the order in which it was added. Each item is added
// within a month after both it and the collection were created.
func (f *filler) collectionContent(c collection, s *contentPool, n int) [][]any {
	if len(s.items) == 0 {
		return nil
	}
	size := 4 + f.random.IntN(13)
	if s.total/n >= 200 {
		size = 20 + f.random.IntN(181)
	}
	type pick struct {
		item  int64
		added time.Time
	}
	picks, taken := []pick{}, map[int]bool{}
	for range size {
		i := f.random.IntN(len(s.items))
		if taken[i] {
			continue
		}
		taken[i] = true
		from := latest(c.createdAt, s.items[i].CreatedAt)
		picks = append(picks, pick{s.items[i].ID, f.timeBetween(from, earliest(from.Add(30*day), f.now))})
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
