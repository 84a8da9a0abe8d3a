package demo

import (
	"io"
	"testing"

	"waymark/internal/features/accounttypes"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

func TestTemplatesPermitWhatSuchPeopleDo(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := house(t, d)
		if err := newFiller(s.Kit, io.Discard).partners(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		everything := 0
		for _, group := range accounttypes.Catalogue {
			everything += len(group.Permissions)
		}
		may := map[string]int{}
		for _, row := range all[struct {
			Name  string `db:"name"`
			Count int    `db:"count"`
		}](t, d, "SELECT name, (SELECT count(*) FROM user_template_permissions WHERE user_template_id = user_templates.id) AS count FROM user_templates") {
			may[row.Name] = row.Count
			if row.Count == 0 {
				t.Errorf("%s may nothing", row.Name)
			}
		}
		if may["Administrator"] != everything || may["Viewer"] != len(helpersMay) || may["Editor"] <= may["Viewer"] || may["Editor"] >= everything {
			t.Errorf("of %d: %v", everything, may)
		}
	})
}
