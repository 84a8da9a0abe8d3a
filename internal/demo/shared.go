package demo

import (
	"context"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
)

// accepting is somebody who takes over collections that are shared.
type accepting struct {
	ID        int64     `db:"id"`
	CreatedAt time.Time `db:"created_at"`
	Text      string    `db:"search_text"`
}

// accepting are two thirds of the people, the oldest first.
func (f *filler) accepting(ctx context.Context) ([]accepting, error) {
	people, err := db.All[accepting](ctx, f.store.DB.Read(),
		"SELECT id, created_at, search_text FROM users WHERE NOT internal AND deleted_at IS NULL AND id % 3 <> 0 ORDER BY id LIMIT 20000")
	slices.SortStableFunc(people, func(a, b accepting) int { return a.CreatedAt.Compare(b.CreatedAt) })
	return people, err
}

// shared is an acceptance before it is written.
type shared struct {
	of *collected
	by *accepting
	at time.Time
}

// acceptances are about one for each collection, in the order they were made in. Each is of a collection and by somebody who were
// there by then.
func (f *filler) acceptances(c *curators, made []collected) []shared {
	all, taken := []shared{}, map[[2]int64]bool{}
	if len(made) == 0 || len(c.accepting) == 0 {
		return all
	}
	line := c.shares
	line.from = latest(line.from, latest(made[0].at, c.accepting[0].CreatedAt))
	line.to = latest(line.to, line.from)
	there, people := 0, 0
	for i := range line.n {
		at := latest(line.from, line.at(i, f.dice.Float64()))
		for there < len(made) && !made[there].at.After(at) {
			there++
		}
		for people < len(c.accepting) && !c.accepting[people].CreatedAt.After(at) {
			people++
		}
		for range 12 {
			x := f.dice.Float64()
			one := shared{&made[f.liked(there, len(made))], &c.accepting[int(x*x*float64(people))], at}
			pair := [2]int64{one.of.id, one.by.ID}
			if taken[pair] || (one.of.User != 0 && (one.of.User == one.by.ID ||
				f.dice.IntN(6) > 0)) { // few share what is their own
				continue
			}
			taken[pair] = true
			all = append(all, one)
			break
		}
	}
	return all
}

// liked is the place of a collection among those there are by now: of all of them, some are accepted again and again.
func (f *filler) liked(there, all int) int {
	often := func(step int) int { return f.dice.IntN(1+(there-1)/step) * step }
	switch f.dice.IntN(25) {
	case 0, 1:
		return often(max(16, all/40))
	case 2, 3, 4, 5, 6:
		return often(10)
	}
	x := f.dice.Float64()
	return there - 1 - int(x*x*float64(there)) // new ones more often
}

// share lets people accept collections, and make them personal.
func (f *filler) share(ctx context.Context, l *load, c *curators, made []collected) error {
	all := f.acceptances(c, made)
	columns := "user_id, collection_id, partner_id, type, has_personal_message, personalisations_count, search_text, created_at, updated_at"
	batch := [][][]any{}
	return f.insert(ctx, l, "shared_collections", columns, len(all), func(i int) []any {
		one := all[i]
		kind, count := "user-accepted", 0
		if f.dice.IntN(5) == 0 {
			kind = "auto-accepted"
		}
		personal, message := f.personalisations(one.at)
		batch = append(batch, personal)
		if l != nil { // otherwise the triggers count
			count = len(personal)
		}
		partner, _ := one.of.ids()
		return []any{one.by.ID, one.of.id, partner, kind, message, count, one.of.text + one.by.Text, one.at, one.at}
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
			"shared_collection_id, name, name_key, personal_message, cta_display, content_customisations_count, search_text, created_at, updated_at", rows)
		return err
	})
}

// personalisations are what somebody made of a collection for clients, if anything, and whether a message is among it.
func (f *filler) personalisations(accepted time.Time) (rows [][]any, message bool) {
	if f.dice.IntN(100) >= 55 {
		return nil, false
	}
	at := accepted
	for range 1 + f.dice.IntN(4) {
		at = f.within(at, earliest(at.Add(60*day), f.now))
		first := pick(f, data().FirstNames)
		words := strings.NewReplacer("{first}", first, "{other}", pick(f, data().FirstNames), "{last}",
			pick(f, data().LastNames), "{month}", pick(f, data().Months), "{place}", pick(f, data().Places))
		name, text, action, changes := words.Replace(pick(f, data().Occasions)), "", "none", 0
		if f.dice.IntN(3) > 0 {
			text, message = words.Replace(pick(f, data().Greetings)), true
			if f.dice.IntN(2) == 0 {
				text += " " + words.Replace(pick(f, data().Closings))
			}
		}
		if f.dice.IntN(10) >= 4 {
			action = pick(f, data().CallsToAction)
		}
		if f.dice.IntN(2) == 0 {
			changes = 1 + f.dice.IntN(9)
		}
		rows = append(rows, []any{name, fold.Key(name), text, action, changes, fold.SearchText(name, text), at, at})
	}
	return rows, message
}
