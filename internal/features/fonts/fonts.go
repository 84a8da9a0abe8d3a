// Package fonts provides the lookups of fonts for a partner's pages.
package fonts

import (
	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/lookup"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/fonts"
)

var weightNames = map[string]string{
	"100": "Thin", "200": "Extra Light", "300": "Light", "400": "Regular", "500": "Medium", "600": "Semi Bold",
	"700": "Bold", "800": "Extra Bold", "900": "Black",
}

// Mount registers the endpoints.
func Mount(kit resource.Kit) {
	families := []lookup.Word{}
	for _, font := range fonts.Google() {
		families = append(families, lookup.Word{ID: font.ID, Name: font.Family, Kind: font.Category})
	}
	lookup.MountWords(kit.API, "search/google-fonts", "Search Google Fonts", families)
	lookup.MountWordsOf(kit.API, "google-fonts/{id}/weights", "List the weights of a Google font", weightsOf)
}

// weightsOf returns the weights of the font in the path.
func weightsOf(call *api.Call) ([]lookup.Word, error) {
	font, ok := fonts.Find(call.Text("id"))
	if !ok {
		return nil, apierr.NotFound()
	}
	weights := []lookup.Word{}
	for _, weight := range font.Weights {
		weights = append(weights, lookup.Word{ID: weight, Name: weightNames[weight] + " " + weight})
	}
	return weights, nil
}
