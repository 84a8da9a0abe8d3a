package demo

import (
	"context"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
)

// acceptor is a user who accepts shared collections.
type acceptor struct {
	ID         int64     `db:"id"`
	CreatedAt  time.Time `db:"created_at"`
	SearchText string    `db:"search_text"`
}

// loadAcceptors returns two thirds of the users, the oldest first.
func (f *filler) loadAcceptors(ctx context.Context) ([]acceptor, error) {
	people, err := db.All[acceptor](ctx, f.store.DB.Read(),
		`SELECT id, created_at, search_text
		FROM users
		WHERE NOT internal AND deleted_at IS NULL AND id % 3 <> 0
		ORDER BY id
		LIMIT 20000`)
	slices.SortStableFunc(people, func(a, b acceptor) int { return a.CreatedAt.Compare(b.CreatedAt) })
	return people, err
}

// acceptance is an acceptance before it is inserted.
type acceptance struct {
	collection *collection
	user       *acceptor
	at         time.Time
}

// newAcceptances returns about one acceptance for each collection, ordered by time. The collection and the user of an
// acceptance are older than it.
func (f *filler) newAcceptances(c *collectionInputs, collections []collection) []acceptance {
	all, taken := []acceptance{}, map[[2]int64]bool{}
	if len(collections) == 0 || len(c.acceptors) == 0 {
		return all
	}
	line := c.acceptanceTimeline
	line.from = latest(line.from, latest(collections[0].createdAt, c.acceptors[0].CreatedAt))
	line.to = latest(line.to, line.from)
	available, people := 0, 0
	for i := range line.n {
		at := latest(line.from, line.time(i, f.random.Float64()))
		for available < len(collections) && !collections[available].createdAt.After(at) {
			available++
		}
		for people < len(c.acceptors) && !c.acceptors[people].CreatedAt.After(at) {
			people++
		}
		for range 12 {
			x := f.random.Float64()
			one := acceptance{
				&collections[f.pickPopular(available, len(collections))], &c.acceptors[int(x*x*float64(people))], at,
			}
			pair := [2]int64{one.collection.id, one.user.ID}
			personal := one.collection.User != 0
			// Few users share their own collections.
			if taken[pair] || (personal && (one.collection.User == one.user.ID || f.random.IntN(6) > 0)) {
				continue
			}
			taken[pair] = true
			all = append(all, one)
			break
		}
	}
	return all
}

// pickPopular returns the index of one of the available collections. A few collections are accepted again and again.
func (f *filler) pickPopular(available, all int) int {
	every := func(step int) int { return f.random.IntN(1+(available-1)/step) * step }
	switch f.random.IntN(25) {
	case 0, 1:
		return every(max(16, all/40))
	case 2, 3, 4, 5, 6:
		return every(10)
	}
	x := f.random.Float64()
	return available - 1 - int(x*x*float64(available)) // new collections more often
}

// insertAcceptances inserts acceptances and their personalisations.
func (f *filler) insertAcceptances(ctx context.Context, l *load, c *collectionInputs, collections []collection) error {
	all := f.newAcceptances(c, collections)
	columns := `user_id, collection_id, partner_id, type, has_personal_message, personalisations_count, search_text,
		created_at, updated_at`
	batch := [][][]any{}
	return f.insert(ctx, l, "shared_collections", columns, len(all), func(i int) []any {
		one := all[i]
		kind, count := "user-accepted", 0
		if f.random.IntN(5) == 0 {
			kind = "auto-accepted"
		}
		personal, message := f.newPersonalisations(one.at)
		batch = append(batch, personal)
		if l != nil { // Otherwise triggers count them.
			count = len(personal)
		}
		partner, _ := one.collection.ids()
		text := one.collection.searchText + one.user.SearchText
		return []any{one.user.ID, one.collection.id, partner, kind, message, count, text, one.at, one.at}
	}, func(to target, ids []int64) error {
		rows := [][]any{}
		for i, id := range ids {
			for _, row := range batch[i] {
				rows = append(rows, slices.Insert(row, 0, any(id)))
			}
		}
		batch = batch[:0]
		if len(rows) == 0 {
			return nil
		}
		_, err := to.insert(ctx, "personalisations",
			`shared_collection_id, name, name_key, personal_message, cta_display, content_customisations_count, search_text,
			created_at, updated_at`, rows)
		return err
	})
}

// newPersonalisations returns the personalisations of an acceptance, if any, and whether one of them has a message.
func (f *filler) newPersonalisations(accepted time.Time) (rows [][]any, message bool) {
	if f.random.IntN(100) >= 55 {
		return nil, false
	}
	at := accepted
	for range 1 + f.random.IntN(4) {
		at = f.timeBetween(at, earliest(at.Add(60*day), f.now))
		first := pick(f, data().FirstNames)
		words := strings.NewReplacer(
			"{first}", first, "{other}", pick(f, data().FirstNames), "{last}", pick(f, data().LastNames),
			"{month}", pick(f, data().Months), "{place}", pick(f, data().Places),
		)
		name, text, action, changes := words.Replace(pick(f, data().Occasions)), "", "none", 0
		if f.random.IntN(3) > 0 {
			text, message = words.Replace(pick(f, data().Greetings)), true
			if f.random.IntN(2) == 0 {
				text += " " + words.Replace(pick(f, data().Closings))
			}
		}
		if f.random.IntN(10) >= 4 {
			action = pick(f, data().CallsToAction)
		}
		if f.random.IntN(2) == 0 {
			changes = 1 + f.random.IntN(9)
		}
		rows = append(rows, []any{name, fold.Key(name), text, action, changes, fold.SearchText(name, text), at, at})
	}
	return rows, message
}
