package pages

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/hashid"
	"waymark/internal/kit/media"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
	"waymark/internal/platform/sites"
)

const (
	itemsPerPage = 24
	// maxItems is how many items of a collection can be seen, by title.
	maxItems     = 2400
	maxTeasers   = 3
	housePartner = 1 // owns the collections of users without a partner
)

// loaded is a page that has been read from the database.
type loaded struct {
	*Page
	facts
}

// facts are what is known about a page after it has been rendered.
type facts struct {
	// canonical is the URL of the page on the site it belongs to, without parameters. It is empty for a page that every
	// site serves.
	canonical string
	partner   int64 // 0 if there is none
	user      *int64
	record    int64 // the collection, or 0
	// depends has the records whose changes change the page, and until is when it changes by itself, or zero.
	depends []changes.Dependency
	until   time.Time
}

func (l *loaded) dependOn(kind string, ids ...int64) {
	for _, id := range ids {
		l.depends = append(l.depends, changes.Dependency{Kind: kind, ID: id})
	}
}

// dates notes the dates at which the page changes by itself.
func (l *loaded) dates(now time.Time, dates ...*time.Time) {
	for _, at := range dates {
		if at != nil && at.After(now) && (l.until.IsZero() || at.Before(l.until)) {
			l.until = *at
		}
	}
}

// loader reads one page.
type loader struct {
	c      db.Conn
	sites  sites.Sites
	fonts  *fontFiles
	brands *brands
	brand  *brand
	now    time.Time
	at     address
	*loaded
	images []imageSlot
}

// imageSlot is a place for an image whose id is known. All images of a page are read at once.
type imageSlot struct {
	id int64
	to **media.Image
}

func (l *loader) want(id *int64, to **media.Image) {
	if id != nil {
		l.images = append(l.images, imageSlot{*id, to})
	}
}

// load reads the page at an address. Its kind is Missing or Gone if there is none.
func (s *Server) load(ctx context.Context, at address) (*loaded, error) {
	l := &loader{
		c: s.DB.Read(), sites: s.Sites, fonts: &s.fonts, brands: &s.brands, now: clock.Now(), at: at,
		loaded: &loaded{Page: &Page{Kind: at.kind}},
	}
	if err := l.read(ctx); err != nil {
		return nil, fmt.Errorf("load page %s: %w", at.link(), err)
	}
	return l.loaded, nil
}

func (l *loader) read(ctx context.Context) error {
	subject, err := l.find(ctx)
	if err != nil {
		return err
	}
	owner, err := l.readOwner(ctx, subject)
	if err != nil {
		return err
	}
	if !l.Kind.isError() {
		if err := l.readContents(ctx, subject, owner); err != nil {
			return err
		}
	}
	return l.readImages(ctx)
}

// readContents reads what the page shows apart from the partner.
func (l *loader) readContents(ctx context.Context, s *subject, o *owner) error {
	if s.list {
		return l.readCollections(ctx, o)
	}
	steps := []func(context.Context, *subject, *owner) error{l.readItems, l.readContact, l.readTexts, l.readTeasers}
	if l.Kind == Embed {
		steps = steps[:2]
	}
	for _, step := range steps {
		if err := step(ctx, s, o); err != nil {
			return err
		}
	}
	return nil
}

// subject is what the page is about: a collection, or all collections of a partner.
type subject struct {
	list bool // all collections of the partner

	ID         int64      `db:"id"`
	AltID      string     `db:"alt_id"`
	Name       string     `db:"name"`
	PartnerID  int64      `db:"partner_id"`
	UserID     *int64     `db:"user_id"`
	LanguageID int64      `db:"language_id"`
	Language   string     `db:"alpha2"`
	PublicAt   *time.Time `db:"inspires_publish_at"`
	ExpiresAt  *time.Time `db:"expires_at"`
	DeletedAt  *time.Time `db:"deleted_at"`
	Contents   int64      `db:"contents_count"`

	personal *personalisation
}

type personalisation struct {
	ID       int64      `db:"id"`
	SharedID int64      `db:"shared_collection_id"`
	Message  string     `db:"personal_message"`
	CTA      string     `db:"cta_display"`
	UserID   int64      `db:"user_id"`
	AltID    string     `db:"alt_id"`
	Deleted  *time.Time `db:"deleted_at"`
}

// find finds the subject. If it can't be shown, the kind of the page says why.
func (l *loader) find(ctx context.Context) (*subject, error) {
	missing := &subject{PartnerID: l.at.site}
	if l.at.kind.isError() {
		return missing, nil
	}
	id, personal := l.at.id, (*personalisation)(nil)
	if l.at.kind == Personalised {
		found, err := l.findPersonalisation(ctx)
		if errors.Is(err, sql.ErrNoRows) {
			l.Kind = Missing
			return missing, nil
		}
		if err != nil {
			return nil, err
		}
		personal, id = found, found.AltID
		l.dependOn(schema.ChangedSharedCollection, found.SharedID)
	}
	// A user's collection belongs to the partner of the user.
	found, err := db.One[subject](ctx, l.c, `
		SELECT c.id, c.alt_id, c.name, coalesce(c.partner_id, u.partner_id, ?) AS partner_id, c.user_id, c.language_id,
			l.alpha2, c.inspires_publish_at, c.expires_at, c.deleted_at, c.contents_count
		FROM collections AS c
		JOIN languages AS l ON l.id = c.language_id
		LEFT JOIN users AS u ON u.id = c.user_id
		WHERE c.alt_id = ?`, housePartner, id)
	if errors.Is(err, sql.ErrNoRows) {
		if l.at.kind == Embed {
			return l.findList(ctx, missing)
		}
		l.Kind = Missing
		return missing, nil
	}
	if err != nil {
		return nil, err
	}
	found.personal = personal
	l.check(&found)
	if l.Kind == Missing { // nothing of a draft is shown, not even its owner
		return missing, nil
	}
	return &found, nil
}

func (l *loader) findPersonalisation(ctx context.Context) (*personalisation, error) {
	id, ok := hashid.Decode(l.at.id)
	if !ok {
		return nil, sql.ErrNoRows
	}
	found, err := db.One[personalisation](ctx, l.c, `
		SELECT p.id, p.shared_collection_id, p.personal_message, p.cta_display, s.user_id, c.alt_id, s.deleted_at
		FROM personalisations AS p
		JOIN shared_collections AS s ON s.id = p.shared_collection_id
		JOIN collections AS c ON c.id = s.collection_id
		WHERE p.id = ?`, id)
	return &found, err
}

// findList finds the partner whose collections an embed shows.
func (l *loader) findList(ctx context.Context, missing *subject) (*subject, error) {
	id, err := db.Value[int64](ctx, l.c, "SELECT id FROM partners WHERE alt_id = ? AND deleted_at IS NULL", l.at.id)
	if errors.Is(err, sql.ErrNoRows) {
		l.Kind = Missing
		return missing, nil
	}
	return &subject{list: true, PartnerID: id}, err
}

// check decides whether a collection can be shown. A draft looks like a collection that does not exist.
func (l *loader) check(s *subject) {
	l.record = s.ID
	l.dependOn(schema.ChangedCollection, s.ID)
	l.dates(l.now, s.PublicAt, s.ExpiresAt)
	public := s.PublicAt != nil && !s.PublicAt.After(l.now)
	ended := s.ExpiresAt != nil && !s.ExpiresAt.After(l.now)
	switch {
	case !public:
		l.Kind = Missing
	case ended || s.DeletedAt != nil, s.personal != nil && s.personal.Deleted != nil:
		l.Kind = Gone
	}
}

// readImages fills the places of all images.
func (l *loader) readImages(ctx context.Context) error {
	ids := make([]int64, len(l.images))
	for i, slot := range l.images {
		ids[i] = slot.id
	}
	images, err := media.Images(ctx, l.c, ids)
	if err != nil {
		return err
	}
	for _, slot := range l.images {
		*slot.to = images[slot.id]
	}
	l.dependOn(schema.ChangedImage, ids...)
	l.describe()
	return nil
}

// describe sets what search engines show, which needs the images.
func (l *loader) describe() {
	if l.Kind != Landing {
		return
	}
	for _, item := range l.Items {
		if l.SEO.Description == "" {
			l.SEO.Description = item.Synopsis
		}
		if l.SEO.ImageURL == "" && item.Image != nil {
			l.SEO.ImageURL = originOf(l.canonical) + item.Image.FullURL
		}
	}
	l.SEO.NoIndex = l.at.page > 1
}

func afterScheme(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	return rest
}

// originOf returns the origin of a URL.
func originOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return parsed.Scheme + "://" + parsed.Host
}

func orDefault(text, fallback string) string { return cmp.Or(strings.TrimSpace(text), fallback) }

// redirectTo returns where a request is redirected if its host is not the one that the page belongs to, or "".
func (l *facts) redirectTo(r *http.Request, at address) string {
	if l.canonical == "" || strings.HasPrefix(afterScheme(l.canonical), r.Host+"/") { // nearly always
		return ""
	}
	parsed, err := url.Parse(l.canonical)
	if err != nil || l.canonical == "" || strings.EqualFold(parsed.Host, r.Host) {
		return ""
	}
	parsed.RawQuery = at.query().Encode()
	return parsed.String()
}
