// Package partnerapi is what partners' programs and the user-facing app read: searches, and collections with their content.
package partnerapi

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/gate"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
)

// PublishedItem is an item of content as others get to see it.
type PublishedItem struct {
	resource.LogRow
	BlockType      string           `json:"block_type" enum:"content,image"`
	Title          string           `json:"title"`
	Synopsis       string           `json:"synopsis" doc:"Markdown."`
	ContentURL     string           `json:"content_url"`
	LeadIn         string           `json:"lead_in"`
	Author         string           `json:"author"`
	Runtime        *int64           `json:"runtime" doc:"In minutes."`
	TypeID         *int64           `json:"-"`
	Type           *resource.Named  `json:"type"`
	DepthID        *int64           `json:"-"`
	Depth          *resource.Named  `json:"depth"`
	LanguageIDs    []int64          `json:"language_ids" nullable:"false"`
	Languages      []resource.Named `json:"languages" nullable:"false"`
	DestinationIDs []int64          `json:"destination_ids" nullable:"false"`
	Destinations   []resource.Named `json:"destinations" nullable:"false"`
	PublisherIDs   []int64          `json:"publisher_ids" nullable:"false"`
	Publishers     []resource.Named `json:"publishers" nullable:"false"`
	FeaturedImage  *media.Image     `json:"featured_image"`
	PublishedAt    *time.Time       `json:"published_at"`
}

// PublishedCollection is a collection as others get to see it.
type PublishedCollection struct {
	resource.LogRow
	AltID             string           `json:"alt_id"`
	Name              string           `json:"name"`
	Type              string           `json:"type" enum:"partner,personal"`
	PartnerID         *int64           `json:"-"`
	Partner           *resource.Named  `json:"partner" doc:"Null for a personal collection."`
	UserID            *int64           `json:"-"`
	LanguageID        *int64           `json:"-"`
	Language          *resource.Named  `json:"language"`
	ContentsCount     int64            `json:"contents_count" doc:"All that is in it, also what is not to be seen now."`
	InspiresPublishAt *time.Time       `json:"-"`
	InspiresFeatureAt *time.Time       `json:"-"`
	ExpiresAt         *time.Time       `json:"expires_at"`
	Public            bool             `json:"public" doc:"It is public on Inspires."`
	Featured          bool             `json:"featured" doc:"It is featured on Inspires."`
	Content           *PublishedInside `json:"content,omitempty" doc:"A page of what is in it; searches leave it out."`
}

// PublishedInside is a page of the content of a collection.
type PublishedInside struct {
	Items []*PublishedItem `json:"items" nullable:"false"`
	Meta  resource.Meta    `json:"meta"`
}

// Rules are what others know of content.
type Rules struct {
	Filters       []resource.Filter                               // what a search can be narrowed by
	Published     func() resource.Where                           // what is to be seen now
	AtDestination func(id string) (where resource.Where, ok bool) // what is at a destination or below it
}

// Service answers searches and shows collections.
type Service struct {
	kit         resource.Kit
	rules       Rules
	cache       *cache
	items       *resource.Resource[PublishedItem]
	collections *resource.Resource[PublishedCollection]
}

var (
	partners     = resource.Rows{Table: "partners", Trashable: true}
	languages    = resource.Rows{Table: "languages"}
	spoken       = resource.Link{Table: "content_languages", Own: "content_id", Other: "language_id", To: languages}
	destinations = resource.Link{Table: "content_destinations", Own: "content_id", Other: "destination_id", To: resource.Rows{Table: "destinations", Name: "label"}}
	publishers   = resource.Link{Table: "content_publishers", Own: "content_id", Other: "publisher_id", To: resource.Rows{Table: "publishers"}}
)

func items(filters []resource.Filter) resource.Definition[PublishedItem] {
	return resource.Definition[PublishedItem]{
		Path: "content", Label: "Content", Name: "title", Sort: "-created_at", SortBy: []string{"created_at"}, Chronological: true, Trashable: true, Filters: filters,
		Fields: []resource.Field[PublishedItem]{
			resource.Stored("block_type", func(i *PublishedItem) any { return &i.BlockType }),
			resource.Text("title", func(i *PublishedItem) *string { return &i.Title }, resource.Sortable, resource.Searchable),
			resource.Stored("synopsis", func(i *PublishedItem) any { return &i.Synopsis }),
			resource.Stored("content_url", func(i *PublishedItem) any { return &i.ContentURL }),
			resource.Stored("lead_in", func(i *PublishedItem) any { return &i.LeadIn }),
			resource.Stored("author", func(i *PublishedItem) any { return &i.Author }),
			resource.Stored("runtime", func(i *PublishedItem) any { return &i.Runtime }),
			resource.Hidden("type_id", func(i *PublishedItem) any { return &i.TypeID }),
			resource.Related("type", func(i *PublishedItem) **resource.Named { return &i.Type }, func(i *PublishedItem) *int64 { return i.TypeID }, resource.Rows{Table: "content_types"}),
			resource.Hidden("depth_id", func(i *PublishedItem) any { return &i.DepthID }),
			resource.Related("depth", func(i *PublishedItem) **resource.Named { return &i.Depth }, func(i *PublishedItem) *int64 { return i.DepthID }, resource.Rows{Table: "content_depths"}),
			resource.Refs("language_ids", func(i *PublishedItem) *[]int64 { return &i.LanguageIDs }, spoken),
			resource.RelatedAll("languages", func(i *PublishedItem) *[]resource.Named { return &i.Languages }, func(i *PublishedItem) []int64 { return i.LanguageIDs }, languages),
			resource.Refs("destination_ids", func(i *PublishedItem) *[]int64 { return &i.DestinationIDs }, destinations),
			resource.RelatedAll("destinations", func(i *PublishedItem) *[]resource.Named { return &i.Destinations }, func(i *PublishedItem) []int64 { return i.DestinationIDs }, destinations.To),
			resource.Refs("publisher_ids", func(i *PublishedItem) *[]int64 { return &i.PublisherIDs }, publishers),
			resource.RelatedAll("publishers", func(i *PublishedItem) *[]resource.Named { return &i.Publishers }, func(i *PublishedItem) []int64 { return i.PublisherIDs }, publishers.To),
			resource.Image("featured_image", func(i *PublishedItem) **media.Image { return &i.FeaturedImage }),
			resource.Stored("published_at", func(i *PublishedItem) any { return &i.PublishedAt }),
		},
	}
}

var collections = resource.Definition[PublishedCollection]{
	Path: "collections", Label: "Collection", Sort: "-created_at", SortBy: []string{"created_at"}, Chronological: true, Trashable: true,
	Fields: []resource.Field[PublishedCollection]{
		resource.Stored("alt_id", func(c *PublishedCollection) any { return &c.AltID }),
		resource.Text("name", func(c *PublishedCollection) *string { return &c.Name }, resource.Sortable, resource.Searchable),
		resource.Stored("type", func(c *PublishedCollection) any { return &c.Type }),
		resource.Hidden("partner_id", func(c *PublishedCollection) any { return &c.PartnerID }),
		resource.Related("partner", func(c *PublishedCollection) **resource.Named { return &c.Partner }, func(c *PublishedCollection) *int64 { return c.PartnerID }, partners),
		resource.Hidden("user_id", func(c *PublishedCollection) any { return &c.UserID }),
		resource.Hidden("language_id", func(c *PublishedCollection) any { return &c.LanguageID }),
		resource.Related("language", func(c *PublishedCollection) **resource.Named { return &c.Language }, func(c *PublishedCollection) *int64 { return c.LanguageID }, languages),
		resource.Stored("contents_count", func(c *PublishedCollection) any { return &c.ContentsCount }),
		resource.Hidden("inspires_publish_at", func(c *PublishedCollection) any { return &c.InspiresPublishAt }),
		resource.Hidden("inspires_feature_at", func(c *PublishedCollection) any { return &c.InspiresFeatureAt }),
		resource.Stored("expires_at", func(c *PublishedCollection) any { return &c.ExpiresAt }),
		resource.Computed("public", func(c *PublishedCollection) { c.Public = reached(c.InspiresPublishAt) }),
		resource.Computed("featured", func(c *PublishedCollection) { c.Featured = reached(c.InspiresFeatureAt) }),
	},
	Attach: func(context.Context, db.Conn, []*PublishedCollection) error { return nil }, // what is in it is read for one alone
}

func reached(at *time.Time) bool { return at != nil && !at.After(clock.Now()) }

// Mount adds the calls.
func Mount(kit resource.Kit, public *api.API, rules Rules) {
	s := &Service{kit: kit, rules: rules, cache: newCache(), items: resource.New(kit, items(rules.Filters)), collections: resource.New(kit, collections)}
	everyone := []gate.Kind{gate.Server, gate.Browser, gate.App}
	uid := api.TextParam("uid", "The UID of the user the results are for.")
	const caching = " Responses are cached for five minutes."
	gate.Handle(public, api.Op{
		Method: "GET", Path: "/api/v1/search/content", Tag: "Search", Summary: "Search content", Query: append(s.items.ListParams(), uid),
		Description: "Published content of the partner's libraries. For the app: of the libraries of the user's partner, or of the platform's own library." + caching,
	}, everyone, s.searchContent)
	gate.Handle(public, api.Op{
		Method: "GET", Path: "/api/v1/search/collections", Tag: "Search", Summary: "Search collections", Query: append(s.collections.ListParams(), uid),
		Description: "The partner's own collections, and those that are public on Inspires." + caching,
	}, everyone, s.searchCollections)
	gate.Handle(public, api.Op{
		Method: "GET", Path: "/api/v1/collections/{alt_id}", Tag: "Collections", Summary: "Get a collection with its content", Query: append(resource.PageParams(25), uid),
		Description: "A partner sees its own and public collections, and with uid those of its users; the app sees all. Expired collections and content are left out.",
	}, []gate.Kind{gate.Server, gate.App}, s.collection)
}

// asker is for whom something is looked up: a user, if one is named, and the partner whose libraries count.
type asker struct {
	user    *gate.Person
	partner int64
}

// The house, whose library is everybody's who has no partner.
const house = 1

func (s *Service) asker(ctx context.Context, v *gate.Visit, uid string) (asker, error) {
	who := asker{partner: v.PartnerID}
	if uid != "" {
		person, err := v.Person(ctx, s.kit.Store.DB.Read(), uid, gate.Own)
		if err != nil {
			return who, err
		}
		who.user = &person
		if v.Kind == gate.App && person.PartnerID != nil {
			who.partner = *person.PartnerID
		}
	}
	if who.partner == 0 {
		who.partner = house
	}
	return who, nil
}

func (s *Service) libraries(ctx context.Context, c db.Conn, partner int64) ([]int64, error) {
	ids, err := db.All[int64](ctx, c, "SELECT id FROM libraries WHERE partner_id = ? UNION SELECT library_id FROM library_partners WHERE partner_id = ?", partner, partner)
	if err != nil {
		return nil, fmt.Errorf("find the libraries of partner %d: %w", partner, err)
	}
	return ids, nil
}
