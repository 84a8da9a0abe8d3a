package partnersites_test

import (
	"fmt"
	"testing"

	"waymark/internal/features/partners"
	"waymark/internal/features/partnersites"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

func TestATransformationChangesAtLeastOneElement(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		admin := kittest.Serve(t, d, kittest.Resources(partners.Mount), kittest.Resources(partnersites.Mount)).Admin()
		partner := admin.Post("partners", map[string]any{"name": "Halcyon Journeys"}).Want(201).Int("item.id")
		site := admin.Post(fmt.Sprintf("partners/%d/sites", partner), map[string]any{"domain": "halcyon.example"}).Want(201).Int("item.id")
		at := fmt.Sprintf("partners/%d/sites/%d/transformations", partner, site)
		for _, given := range []map[string]any{{}, {"selector": nil}, {"selector": []string{}}} {
			given["name"] = "Book now"
			admin.Post(at, given).Refused("selector")
		}
		one := admin.Post(at, map[string]any{"name": "Book now", "selector": []string{".cta"}}).Want(201).Int("item.id")
		admin.Put(fmt.Sprintf("%s/%d", at, one), map[string]any{"selector": []string{}}).Refused("selector")
		if got := admin.Get(at).Want(200); got.Int("meta.total") != 1 {
			t.Errorf("got %s", got.Text)
		}
	})
}
