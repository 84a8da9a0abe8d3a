// Package fonts offers the fonts a partner's pages can be set in: the Google Fonts catalogue, as it was when the program was built.
package fonts

import (
	_ "embed"
	"strings"
	"sync"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/resource"
)

//go:embed catalogue.tsv
var file string

type catalogue struct {
	fonts   []resource.Word
	weights map[string][]resource.Word // of a font, by its id
}

var names = map[string]string{
	"100": "Thin", "200": "Extra Light", "300": "Light", "400": "Regular", "500": "Medium", "600": "Semi Bold", "700": "Bold", "800": "Extra Bold", "900": "Black",
}

var parsed = sync.OnceValue(func() catalogue {
	all := catalogue{weights: map[string][]resource.Word{}}
	for line := range strings.Lines(file) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		id, family := cells[0], cells[1]
		all.fonts = append(all.fonts, resource.Word{ID: id, Name: family})
		for weight := range strings.FieldsSeq(cells[3]) {
			all.weights[id] = append(all.weights[id], resource.Word{ID: weight, Name: names[weight] + " " + weight})
		}
	}
	return all
})

// Mount adds the calls.
func Mount(kit resource.Kit) {
	all := parsed()
	resource.MountWords(kit, "search/google-fonts", "Look up Google fonts", all.fonts)
	resource.MountWordsOf(kit, "google-fonts/{id}/weights", "The weights a Google font has", func(call *api.Call) ([]resource.Word, error) {
		weights, ok := all.weights[call.Text("id")]
		if !ok {
			return nil, apierr.NotFound()
		}
		return weights, nil
	})
}
