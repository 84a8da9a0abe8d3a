// Package fonts offers the fonts a partner's pages can be set in.
package fonts

import (
	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/fonts"
	"waymark/internal/kit/resource"
)

var weightNames = map[string]string{
	"100": "Thin", "200": "Extra Light", "300": "Light", "400": "Regular", "500": "Medium", "600": "Semi Bold", "700": "Bold", "800": "Extra Bold", "900": "Black",
}

// Mount adds the calls.
func Mount(kit resource.Kit) {
	families := []resource.Word{}
	for _, font := range fonts.Google() {
		families = append(families, resource.Word{ID: font.ID, Name: font.Family, Kind: font.Category})
	}
	resource.MountWords(kit, "search/google-fonts", "Search Google Fonts", families)
	resource.MountWordsOf(kit, "google-fonts/{id}/weights", "List the weights of a Google font", func(call *api.Call) ([]resource.Word, error) {
		font, ok := fonts.Find(call.Text("id"))
		if !ok {
			return nil, apierr.NotFound()
		}
		weights := []resource.Word{}
		for _, weight := range font.Weights {
			weights = append(weights, resource.Word{ID: weight, Name: weightNames[weight] + " " + weight})
		}
		return weights, nil
	})
}
