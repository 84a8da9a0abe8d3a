// Package lookups answers what forms and filters offer to choose from, where no feature of its own does.
package lookups

import "waymark/internal/kit/resource"

// words are the choices that are words of the product.
var words = []struct {
	path, summary string
	list          []resource.Word
}{
	{"options/api-requests", "List the filters for API requests", []resource.Word{{ID: "all", Name: "All requests"}, {ID: "success", Name: "Success"}}},
	{"options/block-types", "List block types", []resource.Word{{ID: "all", Name: "All"}, {ID: "content", Name: "Content"}, {ID: "image", Name: "Image"}}},
	{"options/content-published", "List content statuses", []resource.Word{
		{ID: "all", Name: "All"}, {ID: "published", Name: "Published"}, {ID: "draft", Name: "Draft"}, {ID: "scheduled", Name: "Scheduled"}, {ID: "expired", Name: "Expired"},
	}},
	{"options/inspires", "List the Inspires statuses of collections", []resource.Word{
		{ID: "all", Name: "All"}, {ID: "public", Name: "Public"}, {ID: "not-public", Name: "Not public"}, {ID: "featured", Name: "Featured"},
	}},
	{"options/shared-collection-types", "List shared collection types", []resource.Word{
		{ID: "all", Name: "All"}, {ID: "user-accepted", Name: "User accepted"}, {ID: "auto-accepted", Name: "Auto accepted"},
	}},
	{"options/copilot-advisor-branding", "List the branding choices of Copilot", []resource.Word{
		{ID: "", Name: "Automatic"}, {ID: "advisor", Name: "Advisor"}, {ID: "agency", Name: "Agency"}, {ID: "co-branded", Name: "Co-branded"}, {ID: "none", Name: "None"},
	}},
}

// Mount adds the calls.
func Mount(kit resource.Kit) {
	kit.API.NameRecords("inspires", "inspires", "inspires") // the name of a product
	for _, lookup := range words {
		resource.MountWords(kit, lookup.path, lookup.summary, lookup.list)
	}
	mountRecords(kit)
}
