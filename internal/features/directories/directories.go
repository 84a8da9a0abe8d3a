// Package directories stores the organisations advisors belong to: consortia, which buy together, and host agencies,
// which advisors work under. Both have the same fields.
package directories

import (
	"context"

	"waymark/internal/kit/api"
	"waymark/internal/kit/media"
	"waymark/internal/kit/merge"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/uses"
	"waymark/internal/platform/schema"
)

// Organisation is a consortium or a host agency.
type Organisation struct {
	resource.Row
	Name string       `json:"name"`
	Slug string       `json:"slug"`
	Logo *media.Image `json:"logo"`
}

// Consortia and HostAgencies declare the two directories.
var (
	Consortia    = define("consortia", "Consortium", "consortium_id")
	HostAgencies = define("host-agencies", "Host agency", "host_agency_id")
)

// define declares a directory. The column is that in which users refer to it.
func define(path, label, column string) resource.Definition[Organisation] {
	return resource.Definition[Organisation]{
		Path: path, Label: label, Sort: "name",
		Without: []resource.Verb{resource.Reading},
		Options: []string{"options/" + path},
		Uses: []uses.Use{{
			Kind: "users", Table: schema.Users, Column: column, Path: "/users?" + column + "={id}", OnDelete: uses.Unlinks,
		}},
		Merge: &merge.Rules[Organisation]{},
		Fields: func(o *Organisation) resource.Fields {
			return resource.Fields{
				resource.Text(&o.Name, resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
				resource.Slug(&o.Slug, &o.Name, resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
				resource.Image(&o.Logo),
			}
		},
	}
}

// Mount registers the endpoints of both directories.
func Mount(kit resource.Kit) {
	mount(kit, Consortia)
	mount(kit, HostAgencies)
}

// OrganisationData is the response with a single organisation. Unlike for other records, its key is data.
type OrganisationData struct {
	Data *Organisation `json:"data"`
}

func mount(kit resource.Kit, def resource.Definition[Organisation]) {
	r := resource.Mount(kit, def)
	op := r.Op("GET", "/{id}", "Get "+api.Article(r.Kind()), r.Access.Read)
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*OrganisationData, error) {
		organisation, err := r.ReadOne(ctx, call)
		return &OrganisationData{organisation}, err
	})
}
