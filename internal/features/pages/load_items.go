package pages

import (
	"context"
	"slices"
	"strconv"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/host"
	"waymark/internal/platform/schema"
)

// entry is an item of a collection, whether or not it can be shown.
type entry struct {
	ID          int64      `db:"id"`
	PublishedAt *time.Time `db:"published_at"`
	ExpiresAt   *time.Time `db:"expires_at"`
	DeletedAt   *time.Time `db:"deleted_at"`
}

func (e *entry) shown(now time.Time) bool {
	return e.DeletedAt == nil && e.PublishedAt != nil && !e.PublishedAt.After(now) &&
		(e.ExpiresAt == nil || e.ExpiresAt.After(now))
}

// readItems reads a page of the items of a collection, by title.
func (l *loader) readItems(ctx context.Context, s *subject, o *owner) error {
	if s.Contents <= itemsPerPage && l.at.page == 1 {
		return l.readAllItems(ctx, s, o)
	}
	entries, err := db.All[entry](ctx, l.c, `
		SELECT content.id, content.published_at, content.expires_at, content.deleted_at
		FROM collection_content AS cc
		CROSS JOIN content
		WHERE content.id = cc.content_id AND cc.collection_id = ?
		ORDER BY content.title_key, content.id
		LIMIT ?`, s.ID, maxItems)
	if err != nil {
		return err
	}
	if len(entries) == maxItems { // others may move into the part that is shown
		l.dependOn(schema.ChangedContent, 0)
	}
	shown := []int64{}
	for i := range entries {
		if l.noteEntry(&entries[i]) {
			shown = append(shown, entries[i].ID)
		}
	}
	first := (l.at.page - 1) * itemsPerPage
	if first > 0 && first >= len(shown) {
		l.Kind = Missing
		return nil
	}
	last := min(first+itemsPerPage, len(shown))
	l.addPageLinks(last < len(shown))
	return l.readContent(ctx, s, o, shown[first:last])
}

// noteEntry notes when the page changes because of an entry. It returns whether the entry is shown.
func (l *loader) noteEntry(e *entry) bool {
	l.dependOn(schema.ChangedContent, e.ID)
	if e.DeletedAt == nil {
		l.dates(l.now, e.PublishedAt, e.ExpiresAt)
	}
	return e.shown(l.now)
}

// readAllItems reads the items of a collection that has one page of them, with one statement.
func (l *loader) readAllItems(ctx context.Context, s *subject, o *owner) error {
	rows, err := db.All[struct {
		contentRow
		PublishedAt *time.Time `db:"published_at"`
		ExpiresAt   *time.Time `db:"expires_at"`
		DeletedAt   *time.Time `db:"deleted_at"`
	}](ctx, l.c, `
		SELECT `+contentColumns+`, content.published_at, content.expires_at, content.deleted_at
		FROM collection_content AS cc
		CROSS JOIN content
		JOIN content_types AS t ON t.id = content.type_id
		WHERE content.id = cc.content_id AND cc.collection_id = ?
		ORDER BY content.title_key, content.id
		LIMIT ?`, s.ID, maxItems)
	if err != nil {
		return err
	}
	l.Items = make([]Item, 0, len(rows))
	images := make([]*int64, 0, len(rows))
	for i := range rows {
		row := &rows[i]
		if l.noteEntry(&entry{row.ID, row.PublishedAt, row.ExpiresAt, row.DeletedAt}) && len(l.Items) < itemsPerPage {
			l.Items, images = append(l.Items, row.item(s, o)), append(images, row.Image)
		}
	}
	for i, image := range images {
		l.want(image, &l.Items[i].Image)
	}
	return nil
}

const contentColumns = `content.id, block_type, title, content.lead_in, synopsis, author, runtime, content_url,
	featured_image_id, embed_code <> '' AS has_embed, image_attribution, image_source, image_source_url, image_license,
	image_license_url, t.name AS type_name, t.icon AS type_icon, t.lead_in AS type_lead_in, t.call_to_action`

// addPageLinks adds links to the pages before and after this one.
func (l *loader) addPageLinks(more bool) {
	at := l.at
	at.sent = false
	if l.at.page > 1 {
		at.page = l.at.page - 1
		l.Previous = at.link()
	}
	if more && l.at.page < maxPage {
		at.page = l.at.page + 1
		l.Next = at.link()
	}
}

type contentRow struct {
	ID          int64  `db:"id"`
	Block       string `db:"block_type"`
	Title       string `db:"title"`
	LeadIn      string `db:"lead_in"`
	Synopsis    string `db:"synopsis"`
	Author      string `db:"author"`
	Runtime     *int64 `db:"runtime"`
	URL         string `db:"content_url"`
	Image       *int64 `db:"featured_image_id"`
	HasEmbed    bool   `db:"has_embed"`
	Attribution string `db:"image_attribution"`
	Source      string `db:"image_source"`
	SourceURL   string `db:"image_source_url"`
	Licence     string `db:"image_license"`
	LicenceURL  string `db:"image_license_url"`
	TypeName    string `db:"type_name"`
	TypeIcon    string `db:"type_icon"`
	TypeLeadIn  string `db:"type_lead_in"`
	TypeAction  string `db:"call_to_action"`
}

func (l *loader) readContent(ctx context.Context, s *subject, o *owner, ids []int64) error {
	rows, err := db.All[contentRow](ctx, l.c, `
		SELECT `+contentColumns+`
		FROM content
		JOIN content_types AS t ON t.id = content.type_id
		WHERE `+l.c.OneOf("content.id"), db.IDs(ids))
	if err != nil {
		return err
	}
	byID := map[int64]*contentRow{}
	for i := range rows {
		byID[rows[i].ID] = &rows[i]
	}
	l.Items = make([]Item, 0, len(ids))
	for _, id := range ids {
		if row := byID[id]; row != nil {
			l.Items = append(l.Items, row.item(s, o))
		}
	}
	for i := range l.Items {
		l.want(byID[l.Items[i].ID].Image, &l.Items[i].Image)
	}
	return nil
}

func (row *contentRow) item(s *subject, o *owner) Item {
	item := Item{
		ID: row.ID, Block: row.Block, Title: row.Title, LeadIn: orDefault(row.LeadIn, row.TypeLeadIn),
		Synopsis: row.Synopsis, Author: row.Author, URL: row.URL, SameTab: opensInSameTab(row.URL, o.SameTab),
		Type: Type{Name: row.TypeName, Icon: row.TypeIcon, CallToAction: row.TypeAction},
	}
	if row.Runtime != nil {
		item.Runtime = *row.Runtime
	}
	if row.HasEmbed {
		item.EmbedURL = embedCodePath(s.AltID, row.ID)
	}
	if credit := orDefault(row.Attribution, row.Source); credit != "" || row.Licence != "" {
		item.Credit = &Credit{
			Attribution: credit, URL: row.SourceURL, Licence: row.Licence, LicenceURL: row.LicenceURL,
		}
	}
	return item
}

func opensInSameTab(address string, domains []string) bool {
	if address == "" {
		return false
	}
	return slices.Contains(domains, host.Normalise(address))
}

func embedCodePath(collection string, content int64) string {
	return "/media/" + collection + "/" + strconv.FormatInt(content, 10)
}
