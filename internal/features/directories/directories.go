// Package directories keeps the organisations advisors belong to: consortia, which buy together, and host agencies,
// which they work under. Both are lists of the same shape.
package directories

import (
	"context"

	"waymark/internal/kit/api"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
)

// Organisation is one entry of a directory.
type Organisation struct {
	resource.Row
	Name string       `json:"name"`
	Slug string       `json:"slug"`
	Logo *media.Image `json:"logo"`
}

// The two directories.
var (
	Consortia    = directory("consortia", "Consortium")
	HostAgencies = directory("host-agencies", "Host agency")
)

func directory(path, label string) resource.Definition[Organisation] {
	return resource.Definition[Organisation]{
		Path: path, Label: label, Sort: "name",
		Without: []resource.Verb{resource.Reading},
		Options: []string{"options/" + path},
		Fields: func(o *Organisation) resource.Fields {
			return resource.Fields{
				resource.Text(&o.Name, resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
				resource.Slug(&o.Slug, &o.Name,
					resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
				resource.Image(&o.Logo),
			}
		},
	}
}

// Mount adds the calls.
func Mount(kit resource.Kit) {
	mount(kit, Consortia)
	mount(kit, HostAgencies)
}

// OrganisationData is the response of reading an organisation, whose key differs from that of other records.
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
