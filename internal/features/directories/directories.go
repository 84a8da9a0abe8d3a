// Package directories keeps the organisations advisors belong to: consortia, which buy together, and host agencies,
// which they work under. Both are lists of the same shape.
package directories

import (
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
		Path: path, Label: label, Sort: "name", ItemKey: "data",
		Options: []string{"options/" + path},
		Fields: []resource.Field[Organisation]{
			resource.Text("name", func(o *Organisation) *string { return &o.Name }, resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
			resource.Slug("slug", func(o *Organisation) *string { return &o.Slug }, func(o *Organisation) string { return o.Name },
				resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
			resource.Image("logo", func(o *Organisation) **media.Image { return &o.Logo }),
		},
	}
}

// Mount adds the calls.
func Mount(kit resource.Kit) {
	resource.Mount(kit, Consortia)
	resource.Mount(kit, HostAgencies)
}
