// Package partnerapi provides the public endpoints that partners and the user-facing app use to search and to read
// collections with their content.
package partnerapi

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/schema"
)

// PublishedItem is an item of content in the public API.
type PublishedItem struct {
	resource.LogRow
	BlockType      string           `json:"block_type" enum:"content,image" doc:"Content with a link, or a standalone image."`
	Title          string           `json:"title" doc:"Title." example:"A morning in Alfama"`
	Synopsis       string           `json:"synopsis" doc:"Summary, in Markdown." example:"Tiles, trams and *pastéis*."`
	ContentURL     string           `json:"content_url" doc:"URL of the content itself." example:"https://magazine.example/alfama"`
	LeadIn         string           `json:"lead_in" doc:"Text before the title." example:"Read"`
	Author         string           `json:"author" doc:"Author." example:"Rui Tavares"`
	Runtime        *int64           `json:"runtime" doc:"Reading or running time in minutes, or null." example:"8"`
	TypeID         *int64           `json:"-" db:"type_id"`
	Type           *resource.Named  `json:"type" nullable:"false" doc:"Media type." example:"{\"id\": 3, \"name\": \"Article\"}"`
	DepthID        *int64           `json:"-" db:"depth_id"`
	Depth          *resource.Named  `json:"depth" doc:"Content depth, or null." example:"{\"id\": 2, \"name\": \"Quick read\"}"`
	LanguageIDs    []int64          `json:"language_ids" nullable:"false" doc:"Ids of its languages." example:"[12]"`
	Languages      []resource.Named `json:"languages" nullable:"false" doc:"Its languages." example:"[{\"id\": 12, \"name\": \"Portuguese\"}]"`
	DestinationIDs []int64          `json:"destination_ids" nullable:"false" doc:"Ids of its destinations." example:"[7]"`
	Destinations   []resource.Named `json:"destinations" nullable:"false" doc:"Its destinations." example:"[{\"id\": 7, \"name\": \"Lisbon\"}]"`
	PublisherIDs   []int64          `json:"publisher_ids" nullable:"false" doc:"Ids of its publishers." example:"[5]"`
	Publishers     []resource.Named `json:"publishers" nullable:"false" doc:"The organisations it is credited to." example:"[{\"id\": 5, \"name\": \"Harbour Press\"}]"`
	FeaturedImage  *media.Image     `json:"featured_image" doc:"Its picture, or null."`
	PublishedAt    *time.Time       `json:"published_at" nullable:"false" doc:"When it was published."`
}

// PublishedCollection is a collection in the public API.
type PublishedCollection struct {
	resource.LogRow
	AltID             string           `json:"alt_id" doc:"Public id of the collection." example:"C0llLisb0n"`
	Name              string           `json:"name" doc:"Name of the collection." example:"Lisbon in three days"`
	Type              string           `json:"type" enum:"partner,personal" doc:"Whether it belongs to a partner or to a user."`
	PartnerID         *int64           `json:"-" db:"partner_id"`
	Partner           *resource.Named  `json:"partner" doc:"Null for a personal collection." example:"{\"id\": 7, \"name\": \"Harbour Travel\"}"`
	UserID            *int64           `json:"-" db:"user_id"`
	LanguageID        *int64           `json:"-" db:"language_id"`
	Language          *resource.Named  `json:"language" nullable:"false" doc:"Language of the collection." example:"{\"id\": 12, \"name\": \"Portuguese\"}"`
	ContentsCount     int64            `json:"contents_count" doc:"Number of items. Includes unpublished and expired content." example:"9"`
	InspiresPublishAt *time.Time       `json:"-" db:"inspires_publish_at"`
	InspiresFeatureAt *time.Time       `json:"-" db:"inspires_feature_at"`
	ExpiresAt         *time.Time       `json:"expires_at" doc:"When it expires, or null." example:"2026-12-31T00:00:00Z"`
	Public            bool             `json:"public" doc:"Whether the collection is public on Inspires." example:"true"`
	Featured          bool             `json:"featured" doc:"Whether the collection is featured on Inspires." example:"false"`
	Content           *PublishedInside `json:"content,omitempty" doc:"A page of its content. Only in the response of GET /api/v1/collections/{alt_id}."`
}

// PublishedInside is a page of the content of a collection.
type PublishedInside struct {
	Items []*PublishedItem `json:"items" nullable:"false" doc:"The items of this page."`
	Meta  listing.Meta     `json:"meta" doc:"Which part of the content this page is."`
}

// Rules are the parts of the content feature that searches depend on.
type Rules struct {
	Filters       []listing.Filter                                       // the filters of a search
	Published     func() listing.Condition                               // matches content that is published now
	AtDestination func(id string) (condition listing.Condition, ok bool) // matches content of a destination
}

// Service implements the endpoints.
type Service struct {
	kit         resource.Kit
	rules       Rules
	cache       *cache
	items       *resource.Resource[PublishedItem]
	collections *resource.Resource[PublishedCollection]
	markets     *resource.Resource[PublicMarket]
	users       *resource.Resource[PublicUser]
}

func items(filters []listing.Filter) resource.Definition[PublishedItem] {
	return resource.Definition[PublishedItem]{
		Path: "content", Table: schema.Content, Label: "Content", Name: "title", Sort: "-created_at",
		SortBy: []string{"created_at"}, Filters: filters,
		Fields: func(i *PublishedItem) resource.Fields {
			return resource.Fields{
				resource.Stored(&i.BlockType),
				resource.Text(&i.Title, resource.Sortable, resource.Searchable),
				resource.Stored(&i.Synopsis),
				resource.Stored(&i.ContentURL),
				resource.Stored(&i.LeadIn),
				resource.Stored(&i.Author),
				resource.Stored(&i.Runtime),
				resource.Stored(&i.TypeID),
				resource.Related(&i.Type, &i.TypeID, schema.ContentTypes),
				resource.Stored(&i.DepthID),
				resource.Related(&i.Depth, &i.DepthID, schema.ContentDepths),
				resource.Refs(&i.LanguageIDs, schema.ContentLanguages),
				resource.RelatedAll(&i.Languages, &i.LanguageIDs, schema.Languages),
				resource.Refs(&i.DestinationIDs, schema.ContentDestinations),
				resource.RelatedAll(&i.Destinations, &i.DestinationIDs, schema.ContentDestinations.To),
				resource.Refs(&i.PublisherIDs, schema.ContentPublishers),
				resource.RelatedAll(&i.Publishers, &i.PublisherIDs, schema.ContentPublishers.To),
				resource.Image(&i.FeaturedImage),
				resource.Stored(&i.PublishedAt),
			}
		},
	}
}

var collections = resource.Definition[PublishedCollection]{
	Path: "collections", Table: schema.Collections, Label: "Collection", Sort: "-created_at",
	SortBy: []string{"created_at"},
	Fields: func(c *PublishedCollection) resource.Fields {
		return resource.Fields{
			resource.Stored(&c.AltID),
			resource.Text(&c.Name, resource.Sortable, resource.Searchable),
			resource.Stored(&c.Type),
			resource.Stored(&c.PartnerID),
			resource.Related(&c.Partner, &c.PartnerID, schema.Partners),
			resource.Stored(&c.UserID),
			resource.Stored(&c.LanguageID),
			resource.Related(&c.Language, &c.LanguageID, schema.Languages),
			resource.Stored(&c.ContentsCount),
			resource.Stored(&c.InspiresPublishAt),
			resource.Stored(&c.InspiresFeatureAt),
			resource.Stored(&c.ExpiresAt),
			resource.Computed(&c.Public, c, func(c *PublishedCollection) bool { return clock.Reached(c.InspiresPublishAt) }),
			resource.Computed(&c.Featured, c, func(c *PublishedCollection) bool { return clock.Reached(c.InspiresFeatureAt) }),
			resource.Attached(&c.Content),
		}
	},
	// The content is loaded for single collections only.
	Attach: func(context.Context, db.Conn, []*PublishedCollection) error { return nil },
}

// Mount registers the endpoints. It must be called before the watcher runs, which tells the cache of searches what has
// changed.
func Mount(kit resource.Kit, public *api.API, watcher *changes.Watcher, rules Rules) *Service {
	s := &Service{
		kit: kit, rules: rules, cache: newCache(watcher), items: resource.New(kit, items(rules.Filters)),
		collections: resource.New(kit, collections), markets: resource.New(kit, markets),
		users: resource.New(kit, publicUsers),
	}
	everyone := []gate.Kind{gate.Server, gate.Browser, gate.App}
	uid := api.TextParam("uid", "The UID of the user the results are for.")
	const caching = " Responses are cached for up to five minutes, unless something changes that they show."
	gate.Handle(public, api.Op{
		Method: "GET", Path: "/api/v1/search/content", Tag: "Search", Summary: "Search content",
		Replica: true,
		Query:   append(s.items.ListParams(), uid),
		Description: "Searches published content in the partner's libraries. For the app, searches the libraries of the " +
			"user's partner, or the platform's own library." + caching,
	}, everyone, s.searchContent)
	gate.Handle(public, api.Op{
		Method: "GET", Path: "/api/v1/search/collections", Tag: "Search", Summary: "Search collections",
		Replica:     true,
		Query:       append(s.collections.ListParams(), uid),
		Description: "Searches the partner's own collections and those that are public on Inspires." + caching,
	}, everyone, s.searchCollections)
	s.mountPartner(public)
	s.mountUsers(public)
	s.mountLookups(public)
	s.mountFeeds(public, uid)
	gate.Handle(public, api.Op{
		Method: "GET", Path: "/api/v1/collections/{alt_id}", Tag: "Collections", Summary: "Get a collection with its content",
		Replica: true,
		Query:   append(listing.PageParams(25), uid),
		Description: "A partner sees its own and public collections, and with uid those of its users; the app sees all. " +
			"Expired collections and content are left out.",
	}, []gate.Kind{gate.Server, gate.App}, s.collection)
	return s
}

// ReleaseMemory clears the caches of searches.
func (s *Service) ReleaseMemory() { s.cache.clear() }

// requester determines what a search may find: the user, if the call refers to one, and the partner whose libraries
// are searched.
type requester struct {
	user    *gate.Person
	partner int64
}

// houseID is the partner whose library is used for users without a partner.
const houseID = 1

func (s *Service) findRequester(ctx context.Context, v *gate.Visit, uid string) (requester, error) {
	r := requester{partner: v.PartnerID}
	if uid != "" {
		person, err := v.FindPerson(ctx, s.kit.Store.DB.Read(), uid, gate.OwnUsers)
		if err != nil {
			return r, err
		}
		r.user = &person
		if v.Kind == gate.App && person.PartnerID != nil {
			r.partner = *person.PartnerID
		}
	}
	if r.partner == 0 {
		r.partner = houseID
	}
	return r, nil
}

// library is one that a partner may use.
type library struct {
	ID           int64 `db:"id"`
	ContentCount int64 `db:"content_count"`
}

// libraries returns those that a partner may use. Like all rights, they come from the primary.
func (s *Service) libraries(ctx context.Context, c db.Conn, partner int64) ([]library, error) {
	found, err := db.All[library](db.FromPrimary(ctx), c, `
		SELECT id, content_count
		FROM libraries
		WHERE partner_id = ?
		UNION
		SELECT id, content_count
		FROM library_partners
		JOIN libraries ON id = library_id
		WHERE library_partners.partner_id = ?`,
		partner, partner)
	if err != nil {
		return nil, fmt.Errorf("find libraries of partner %d: %w", partner, err)
	}
	return found, nil
}

func (s *Service) libraryIDs(ctx context.Context, c db.Conn, partner int64) ([]int64, error) {
	found, err := s.libraries(ctx, c, partner)
	ids := make([]int64, len(found))
	for i, library := range found {
		ids[i] = library.ID
	}
	return ids, err
}
