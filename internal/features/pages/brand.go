package pages

import (
	"context"
	"maps"
	"sync"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/platform/branding"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
)

// brand is what all pages of a partner have in common. Partners have hundreds of collections, so it is read once.
type brand struct {
	owner    owner
	branding *branding.Branding
	fonts    map[string]bool
	look     *look
	// newest are the newest public collections.
	newest []teaser

	depends []changes.Dependency
	until   time.Time
}

// teaser is a collection with its image.
type teaser struct {
	listed
	image *media.Image
}

// brands holds the brands of partners until something in them changes.
type brands struct {
	lock       sync.Mutex
	entries    map[int64]*brand
	generation int64
}

const maxBrands = 1000

func (b *brands) get(partner int64, now time.Time) (found *brand, generation int64) {
	b.lock.Lock()
	defer b.lock.Unlock()
	found = b.entries[partner]
	if found != nil && !found.until.IsZero() && !now.Before(found.until) {
		delete(b.entries, partner)
		found = nil
	}
	return found, b.generation
}

func (b *brands) put(found *brand, loadedIn int64) {
	b.lock.Lock()
	defer b.lock.Unlock()
	if loadedIn != b.generation {
		return
	}
	if b.entries == nil || len(b.entries) >= maxBrands {
		b.entries = map[int64]*brand{}
	}
	b.entries[found.owner.ID] = found
}

// discard removes the brands that show changed records, or all brands if list is nil.
func (b *brands) discard(list []changes.Change) {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.generation++
	changed := changes.Records(list)
	if changed == nil {
		b.entries = nil
		return
	}
	maps.DeleteFunc(b.entries, func(_ int64, found *brand) bool { return changed.Include(found.depends) })
}

// readBrand reads the brand of a partner, or returns that of another page.
func (l *loader) readBrand(ctx context.Context, partner int64) (*brand, error) {
	found, generation := l.brands.get(partner, l.now)
	if found != nil {
		return found, nil
	}
	o, err := db.One[owner](ctx, l.c, "SELECT "+ownerColumns+" FROM partners WHERE id = ?", partner)
	if err != nil {
		return nil, err
	}
	own := &loader{c: l.c, sites: l.sites, fonts: l.fonts, now: l.now, at: l.at, loaded: &loaded{Page: &Page{}}}
	own.dependOn(schema.ChangedPartner, partner)
	found = &brand{owner: o}
	if o.DeletedAt == nil {
		if err := own.readBranding(ctx, &o); err != nil {
			return nil, err
		}
		list, err := own.readListed(ctx, &o, 0, maxTeasers+1)
		if err != nil {
			return nil, err
		}
		found.newest = make([]teaser, len(list))
		for i, c := range list {
			found.newest[i].listed = c
			own.want(c.Image, &found.newest[i].image)
		}
		if err := own.readImages(ctx); err != nil {
			return nil, err
		}
		defaults, err := defaultBranding()
		if err != nil {
			return nil, err
		}
		found.look = newLook(own.Branding, defaults, own.Fonts)
	}
	found.branding, found.fonts, found.depends, found.until = own.Branding, own.Fonts, own.depends, own.until
	l.brands.put(found, generation)
	return found, nil
}
