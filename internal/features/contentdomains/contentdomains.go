// Package contentdomains stores the sites content comes from, with the media type of the content of each.
package contentdomains

import (
	"waymark/internal/kit/host"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/schema"
)

// ContentDomain is a site content comes from.
type ContentDomain struct {
	resource.Row
	DisplayName   string           `json:"display_name"`
	Host          string           `json:"host"`
	ContentTypeID *int64           `json:"content_type_id"`
	MediaType     *DomainMediaType `json:"media_type"`
	CheckLinks    bool             `json:"check_links" doc:"Whether links to this site are checked."`
}

// DomainMediaType is the media type of the content of a site.
type DomainMediaType struct {
	resource.Named
	Icon string `json:"icon"`
}

// Definition declares content domains.
var Definition = resource.Definition[ContentDomain]{
	Path: "content-domains", Label: "Content domain", Sort: "display_name",
	Filters: []listing.Filter{listing.RefFilter("content_type_id")},
	Fields: func(d *ContentDomain) resource.Fields {
		return resource.Fields{
			resource.Text(&d.DisplayName, resource.Required, resource.Max(120), resource.Sortable, resource.Searchable),
			resource.Code(&d.Host, resource.Required, resource.Unique, resource.Searchable,
				resource.Normalised(host.Normalise), resource.Valid(host.Problem)),
			resource.Ref(&d.ContentTypeID, schema.ContentTypes, resource.Required, resource.Searchable),
			resource.Related(&d.MediaType, &d.ContentTypeID, schema.ContentTypes),
			resource.Bool(&d.CheckLinks, resource.Initially(true)),
		}
	},
}

// Mount registers the endpoints.
func Mount(kit resource.Kit) { resource.Mount(kit, Definition) }
