package collections_test

import (
	"fmt"
	"testing"
)

func TestTheFoldersOfAnOwnerAreLookedUp(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		europe := w.folder("partners/2", "Europe", 0)
		france := w.folder("partners/2", "France", europe)
		others, mine := w.folder("partners/3", "Europe", 0), w.folder("users/21", "Clients", 0)
		for path, want := range map[string]string{
			"search/partners/2/folders": fmt.Sprintf("%d Europe %d Europe > France ",
				europe, france),
			"search/partners/2/folders?query=fra":                              fmt.Sprintf("%d Europe > France ", france),
			fmt.Sprintf("search/partners/2/folders?ids=%d,%d", france, others): fmt.Sprintf("%d Europe > France ", france),
			"search/users/21/folders":                                          fmt.Sprintf("%d Clients ", mine),
			"search/users/22/folders":                                          "",
		} {
			answer, found := w.admin.Get(path).Want(200), ""
			for i := range answer.Column("name") {
				found += fmt.Sprintf("%d %s ", answer.Int(fmt.Sprintf("items.%d.id", i)),
					answer.String(fmt.Sprintf("items.%d.name", i)))
			}
			if found != want {
				w.Errorf("%s: got %q, want %q", path, found, want)
			}
		}
		w.admin.Get("search/partners/99/folders").Want(404)
		w.s.Anyone().Get("search/partners/2/folders").Want(401)
	})
}
