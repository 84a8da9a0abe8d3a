package attention

import (
	"context"
	"fmt"
	"slices"
	"time"

	"waymark/internal/kit/db"
)

// state is what the reasons of an item depend on.
type state struct {
	ID           int64      `db:"id"`
	BlockType    string     `db:"block_type"`
	URLKey       string     `db:"canonical_url"`
	TitleKey     string     `db:"title_key"`
	NoImage      bool       `db:"no_image"`
	NoSynopsis   bool       `db:"no_synopsis"`
	ExpiresAt    *time.Time `db:"expires_at"`
	LinkStatus   string     `db:"link_status"`
	Destinations int64      `db:"destinations_count"`
	Tags         int64      `db:"tags_count"`
	Libraries    int64      `db:"libraries_count"`
	UpdatedAt    time.Time  `db:"updated_at"`
	FailingSince *time.Time `db:"failing_since"`
	CheckedAt    *time.Time `db:"checked_at"`
	SameURL      bool       `db:"same_url"`
	SameTitle    bool       `db:"same_title"`
}

// isDuplicable is the condition that an item could be the duplicate of another. Its argument is the time.
const isDuplicable = `other.deleted_at IS NULL AND other.block_type = 'content'
	AND (other.expires_at IS NULL OR other.expires_at > ?)`

// other is the condition that an item could be the duplicate of content. Its argument is the time.
const other = "other.id <> content.id AND " + isDuplicable

// stateColumns select a state from stateTables. Their two arguments are the time.
const stateColumns = `content.id, content.block_type, content.canonical_url, content.title_key,
	content.featured_image_id IS NULL AS no_image, content.synopsis = '' AS no_synopsis, content.expires_at,
	content.link_status, content.destinations_count, content.tags_count, content.libraries_count, content.updated_at,
	links.failing_since, links.checked_at,
	EXISTS (SELECT 1 FROM content AS other WHERE other.canonical_url = content.canonical_url
		AND other.canonical_url <> '' AND ` + other + `) AS same_url,
	EXISTS (SELECT 1 FROM content AS other WHERE other.title_key = content.title_key AND ` + other + `) AS same_title`

// stateTables leave out items in the trash. Their argument is a list of ids.
const stateTables = ` FROM content
	LEFT JOIN content_links AS links ON links.content_id = content.id AND links.url = content.content_url
	WHERE content.id IN (?) AND content.deleted_at IS NULL`

func states(ctx context.Context, c db.Conn, ids []int64, now time.Time) ([]state, error) {
	found, err := db.All[state](ctx, c, "SELECT "+stateColumns+stateTables, now, now, ids)
	if err != nil {
		return nil, fmt.Errorf("read what items look like: %w", err)
	}
	return found, nil
}

// shown is an expired item that a public collection shows.
type shown struct {
	ContentID    int64     `db:"content_id"`
	CollectionID int64     `db:"collection_id"`
	AddedAt      time.Time `db:"added_at"`
	PublishedAt  time.Time `db:"inspires_publish_at"`
}

// publicCollection is the condition that a collection is public. Its arguments are the time, twice.
const publicCollection = `collections.deleted_at IS NULL AND collections.inspires_publish_at <= ?
	AND (collections.expires_at IS NULL OR collections.expires_at > ?)`

// shownExpired returns in which public collections those of the items are that have expired, by item.
func shownExpired(ctx context.Context, c db.Conn, list []state, now time.Time) (map[int64][]shown, error) {
	ids := []int64{}
	for _, item := range list {
		if item.expired(now) {
			ids = append(ids, item.ID)
		}
	}
	in := map[int64][]shown{}
	if len(ids) == 0 {
		return in, nil
	}
	found, err := db.All[shown](ctx, c, `SELECT content_id, collection_id, added_at, inspires_publish_at
		FROM collection_content
		JOIN collections ON collections.id = collection_id
		WHERE content_id IN (?) AND `+publicCollection, ids, now, now)
	if err != nil {
		return nil, fmt.Errorf("find public collections of expired items: %w", err)
	}
	for _, s := range found {
		in[s.ContentID] = append(in[s.ContentID], s)
	}
	return in, nil
}

func (s state) expired(now time.Time) bool { return s.ExpiresAt != nil && !s.ExpiresAt.After(now) }

// row is a reason for which an item needs attention, as it is stored.
type row struct {
	ID           int64     `db:"id"`
	ContentID    int64     `db:"content_id"`
	Reason       string    `db:"reason"`
	CollectionID int64     `db:"collection_id"`
	Since        time.Time `db:"since"`
	URLKey       string    `db:"url_key"`
	TitleKey     string    `db:"title_key"`
}

// key identifies a row.
type key struct {
	content, collection int64
	reason              string
}

func (r row) key() key { return key{r.ContentID, r.CollectionID, r.Reason} }

// rows returns the reasons of an item. known is the time from which a reason counts whose beginning nobody stores.
// Visitors no longer see items that have expired, so only those need attention that a public collection still shows.
func (s state) rows(in []shown, now, known time.Time) []row {
	list := []row{}
	add := func(when bool, reason string, since time.Time) {
		if when {
			list = append(list, row{ContentID: s.ID, Reason: reason, Since: since})
		}
	}
	if s.expired(now) {
		for _, c := range in {
			since := slices.MaxFunc([]time.Time{*s.ExpiresAt, c.AddedAt, c.PublishedAt}, time.Time.Compare)
			list = append(list, row{ContentID: s.ID, Reason: expired, CollectionID: c.CollectionID, Since: since})
		}
		return list
	}
	add(s.LinkStatus == broken, broken, firstOf(known, s.FailingSince, s.CheckedAt))
	add(s.LinkStatus == moved, moved, firstOf(known, s.CheckedAt))
	if s.ExpiresAt != nil {
		starts := s.ExpiresAt.Add(-Window)
		add(!starts.After(now), expiring, starts)
	}
	add(s.NoImage, noImage, known)
	add(s.NoSynopsis, noSynopsis, known)
	add(s.Destinations == 0, noDestination, known)
	add(s.Tags == 0, noSubjectArea, known)
	add(s.Libraries == 0, noLibrary, known)
	if s.BlockType == "content" && (s.SameURL || s.SameTitle) {
		r := row{ContentID: s.ID, Reason: duplicate, Since: known}
		if s.SameURL {
			r.URLKey = s.URLKey
		}
		if s.SameTitle {
			r.TitleKey = s.TitleKey
		}
		list = append(list, r)
	}
	return list
}

// firstOf returns the first time that there is.
func firstOf(otherwise time.Time, times ...*time.Time) time.Time {
	for _, t := range times {
		if t != nil {
			return *t
		}
	}
	return otherwise
}
