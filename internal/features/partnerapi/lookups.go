package partnerapi

import (
	"context"

	"waymark/internal/kit/api"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/schema"
)

// PublicMediaType is a type of content.
type PublicMediaType struct {
	resource.LogRow
	Name         string `json:"name" doc:"Name of the media type." example:"Article"`
	Icon         string `json:"icon" doc:"Name of a Font Awesome icon." example:"newspaper"`
	LeadIn       string `json:"lead_in" doc:"Default text before the title." example:"Read"`
	CallToAction string `json:"call_to_action" doc:"Default text of the link." example:"Read the article"`
}

// PublicDepth is how thorough content is.
type PublicDepth struct {
	resource.LogRow
	Name        string `json:"name" doc:"Name of the content depth." example:"Quick read"`
	Icon        string `json:"icon" doc:"Name of a Font Awesome icon." example:"gauge"`
	Description string `json:"description" doc:"What the depth stands for." example:"A few minutes"`
}

// PublicLanguage is a language.
type PublicLanguage struct {
	resource.LogRow
	Name   string `json:"name" doc:"English name of the language." example:"Portuguese"`
	Alpha2 string `json:"alpha2" doc:"ISO 639-1 code." example:"pt"`
}

// PublicDestination is a place that content is about.
type PublicDestination struct {
	resource.LogRow
	Name     string `json:"name" doc:"Name of the destination." example:"Lisbon"`
	Label    string `json:"label" doc:"The names from the top level down: Europe > France." example:"Europe > Portugal > Lisbon"`
	ParentID *int64 `json:"parent_id" doc:"Id of the destination above it, or null." example:"6"`
}

// PublicSubjectArea is a subject of content.
type PublicSubjectArea struct {
	resource.LogRow
	Tag           string       `json:"name" db:"tag" doc:"Name of the subject area." example:"Walking"`
	FeaturedImage *media.Image `json:"featured_image" doc:"Picture of the subject area, or null."`
}

// PublicPublisher is an organisation that content is credited to.
type PublicPublisher struct {
	resource.LogRow
	Name string `json:"name" doc:"Name of the publisher." example:"Harbour Press"`
}

// PublicLibrary is a group of content.
type PublicLibrary struct {
	resource.LogRow
	Name         string `json:"name" doc:"Name of the library." example:"Harbour stories"`
	ContentCount int64  `json:"content_count" doc:"Number of items in the library. Includes unpublished and expired content." example:"120"`
}

var mediaTypes = resource.Definition[PublicMediaType]{
	Path: "media-types", Table: schema.ContentTypes, Label: "Media type", Sort: "name",
	Fields: func(t *PublicMediaType) resource.Fields {
		return resource.Fields{
			resource.Text(&t.Name, resource.Sortable, resource.Searchable),
			resource.Stored(&t.Icon),
			resource.Stored(&t.LeadIn),
			resource.Stored(&t.CallToAction),
		}
	},
}

var depths = resource.Definition[PublicDepth]{
	Path: "depths", Table: schema.ContentDepths, Label: "Depth", Sort: "name",
	Fields: func(d *PublicDepth) resource.Fields {
		return resource.Fields{
			resource.Text(&d.Name, resource.Sortable, resource.Searchable),
			resource.Stored(&d.Icon),
			resource.Stored(&d.Description),
		}
	},
}

var languages = resource.Definition[PublicLanguage]{
	Path: "languages", Table: schema.Languages, Label: "Language", Sort: "name",
	Fields: func(l *PublicLanguage) resource.Fields {
		return resource.Fields{
			resource.Text(&l.Name, resource.Sortable, resource.Searchable),
			resource.Stored(&l.Alpha2),
		}
	},
}

var destinations = resource.Definition[PublicDestination]{
	Path: "destinations", Table: schema.LabelledDestinations, Label: "Destination", Sort: "label", Name: "label",
	Fields: func(d *PublicDestination) resource.Fields {
		return resource.Fields{
			resource.Stored(&d.Name),
			resource.Text(&d.Label, resource.Sortable, resource.Searchable),
			resource.Stored(&d.ParentID),
		}
	},
}

var subjectAreas = resource.Definition[PublicSubjectArea]{
	Path: "subject-areas", Table: schema.Tags, Label: "Subject area", Sort: "name",
	Fields: func(a *PublicSubjectArea) resource.Fields {
		return resource.Fields{
			resource.Text(&a.Tag, resource.Sortable, resource.Searchable),
			resource.Image(&a.FeaturedImage),
		}
	},
}

var publishers = resource.Definition[PublicPublisher]{
	Path: "publishers", Table: schema.Publishers, Label: "Publisher", Sort: "name",
	Fields: func(p *PublicPublisher) resource.Fields {
		return resource.Fields{resource.Text(&p.Name, resource.Sortable, resource.Searchable)}
	},
}

var libraryLookup = resource.Definition[PublicLibrary]{
	Path: "libraries", Table: schema.Libraries, Label: "Library", Sort: "name",
	Fields: func(l *PublicLibrary) resource.Fields {
		return resource.Fields{
			resource.Text(&l.Name, resource.Sortable, resource.Searchable),
			resource.Counter(&l.ContentCount, schema.LibraryContentCount),
		}
	},
}

// mountLookups registers the lists of records that content and filters refer to by id.
func (s *Service) mountLookups(public *api.API) {
	mountLookup(s, public, mediaTypes, "List media types", nil)
	mountLookup(s, public, depths, "List content depths", nil)
	mountLookup(s, public, languages, "List languages", nil)
	mountLookup(s, public, destinations, "List destinations", nil)
	mountLookup(s, public, subjectAreas, "List subject areas", nil)
	mountLookup(s, public, publishers, "List publishers", nil)
	mountLookup(s, public, libraryLookup, "List the partner's libraries",
		func(ctx context.Context, v *gate.Visit, q *listing.Query) error {
			partner := v.PartnerID
			if partner == 0 {
				partner = houseID
			}
			ids, err := s.libraryIDs(ctx, s.kit.Store.DB.Read(), partner)
			q.Conditions["of the partner"] = listing.Condition{SQL: "id IN (?)", Args: []any{ids}}
			return err
		})
}

// mountLookup registers a list. narrow restricts it to what the caller may see; nil lists all records.
func mountLookup[T any](
	s *Service, public *api.API, definition resource.Definition[T], summary string,
	narrow func(context.Context, *gate.Visit, *listing.Query) error,
) {
	records := resource.New(s.kit, definition)
	gate.Handle(public, api.Op{
		Method: "GET", Path: "/api/v1/" + definition.Path, Tag: "Lookups", Summary: summary, Query: records.ListParams(),
		Replica: true,
	}, []gate.Kind{gate.Server, gate.Browser, gate.App},
		func(ctx context.Context, call *api.Call, v *gate.Visit) (*listing.Page[T], error) {
			q, err := records.ParseQuery(call.Query())
			if err != nil {
				return nil, err
			}
			if narrow != nil {
				if err := narrow(ctx, v, &q); err != nil {
					return nil, err
				}
			}
			page, err := records.List(ctx, q, nil)
			if err != nil {
				return nil, err
			}
			v.SetResults(page.Meta.Total)
			return page, nil
		})
}
