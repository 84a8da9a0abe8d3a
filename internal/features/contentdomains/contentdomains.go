// Package contentdomains keeps which sites content comes from, and what kind of content each of them has.
package contentdomains

import (
	"waymark/internal/kit/host"
	"waymark/internal/kit/resource"
)

// ContentDomain is a site content comes from.
type ContentDomain struct {
	resource.Row
	DisplayName   string           `json:"display_name"`
	Host          string           `json:"host"`
	ContentTypeID *int64           `json:"content_type_id"`
	MediaType     *DomainMediaType `json:"media_type"`
}

// DomainMediaType is what the site's items are.
type DomainMediaType struct {
	resource.Named
	Icon string `json:"icon"`
}

var mediaTypes = resource.Rows{Table: "content_types"}

// Definition declares content domains.
var Definition = resource.Definition[ContentDomain]{
	Path: "content-domains", Label: "Content domain", Sort: "display_name",
	Filters: []resource.Filter{resource.FilterRef("content_type_id")},
	Fields: []resource.Field[ContentDomain]{
		resource.Text("display_name", func(d *ContentDomain) *string { return &d.DisplayName }, resource.Required, resource.Max(120), resource.Sortable, resource.Searchable),
		resource.Code("host", func(d *ContentDomain) *string { return &d.Host }, resource.Required, resource.Unique, resource.Searchable,
			resource.Normalised(host.Normalise), resource.Valid(host.Problem)),
		resource.Ref("content_type_id", func(d *ContentDomain) **int64 { return &d.ContentTypeID }, mediaTypes, resource.Required, resource.Searchable),
		resource.Related("media_type", func(d *ContentDomain) **DomainMediaType { return &d.MediaType }, func(d *ContentDomain) *int64 { return d.ContentTypeID }, mediaTypes),
	},
}

// Mount adds the calls.
func Mount(kit resource.Kit) { resource.Mount(kit, Definition) }
