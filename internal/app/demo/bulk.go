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

// partners makes the partners the other rows belong to, once.
func (f *filler) partners(ctx context.Context, _ int) error {
	there, err := f.ids(ctx, "SELECT id FROM partners WHERE id > 1 LIMIT 1")
	if err != nil || len(there) > 0 {
		return err
	}
	return f.insert(ctx, "partners", "account_type_id, name, name_key, slug, email, url, alt_id, search_text, created_at, updated_at", len(partners), func(i int) []any {
		name := partners[i]
		slug := strings.ReplaceAll(fold.Key(strings.ReplaceAll(name, "&", "and")), " ", "-")
		at := f.ago(years)
		return []any{11, name, fold.Key(name), slug, "hello@" + slug + ".example", "https://" + slug + ".example", secret.AltID(), fold.SearchText(name, slug), at, at}
	}, nil)
}

func (f *filler) content(ctx context.Context, n int) error {
	from, err := f.next(ctx, "content")
	if err != nil {
		return err
	}
	publishers, err := f.ids(ctx, "SELECT id FROM publishers ORDER BY id LIMIT 5000")
	if err != nil {
		return err
	}
	owners, err := f.ids(ctx, "SELECT id FROM partners WHERE deleted_at IS NULL ORDER BY id")
	if err != nil {
		return err
	}
	leadIns := map[int]string{1: "Read", 2: "Read", 4: "Watch", 5: "Explore", 6: "Visit", 8: "Listen"}
	types := []int{1, 2, 2, 2, 2, 4, 4, 5, 6, 8}
	columns := `block_type, content_url, canonical_url, title, title_key, synopsis, type_id, depth_id, author, runtime, lead_in, partner_id,
		published_at, expires_at, search_text, created_at, updated_at`
	return f.insert(ctx, "content", columns, n, func(i int) []any {
		title := f.place(pick(f, openings)) + pick(f, endings)
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
		return []any{
			"content", "https://" + address, address, title, fold.Key(title), "Notes from " + pick(f, places) + ", for readers who like to take their time.", kind,
			1 + f.dice.IntN(3), author, runtime, leadIns[kind], owner, published, expires, fold.SearchText(title), at, at,
		}
	}, func(tx *write.Tx, ids []int64) error { return f.linkContent(ctx, tx, ids, publishers) })
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

func (f *filler) linkContent(ctx context.Context, tx *write.Tx, ids, publishers []int64) error {
	var languages, libraries, credits [][]any
	for _, id := range ids {
		languages = append(languages, []any{id, 1})
		libraries = append(libraries, []any{id, 1})
		if len(publishers) > 0 {
			credits = append(credits, []any{id, pick(f, publishers)})
		}
	}
	if err := link(ctx, tx, "content_languages", "content_id, language_id", languages); err != nil {
		return err
	}
	if err := link(ctx, tx, "content_libraries", "content_id, library_id", libraries); err != nil {
		return err
	}
	return link(ctx, tx, "content_publishers", "content_id, publisher_id", credits)
}

func (f *filler) users(ctx context.Context, n int) error {
	from, err := f.next(ctx, "users")
	if err != nil {
		return err
	}
	owners, err := f.ids(ctx, "SELECT id FROM partners WHERE id > 1 AND deleted_at IS NULL ORDER BY id")
	if err != nil {
		return err
	}
	columns := "first_name, first_name_key, last_name, last_name_key, email, partner_id, alt_id, is_travel_advisor, active_at, search_text, created_at, updated_at"
	return f.insert(ctx, "users", columns, n, func(i int) []any {
		first, last := pick(f, firstNames), pick(f, lastNames)
		email := fmt.Sprintf("%s.%s.%d@example.com", strings.Map(plainRune, fold.Key(first)), strings.Map(plainRune, fold.Key(last)), from+i)
		at := f.ago(years)
		var partner *int64
		if len(owners) > 0 && f.dice.IntN(10) < 3 {
			owner := pick(f, owners)
			partner = &owner
		}
		var active *time.Time
		if f.dice.IntN(4) > 0 {
			seen := f.ago(f.now.Sub(at))
			active = &seen
		}
		return []any{first, fold.Key(first), last, fold.Key(last), email, partner, secret.AltID(), partner == nil, active, fold.SearchText(first, last, email), at, at}
	}, nil)
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
