package collections_test

import (
	"fmt"
	"testing"
)

func TestFolders_Lookup(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		europe := f.createFolder("partners/2", "Europe", 0)
		france := f.createFolder("partners/2", "France", europe)
		otherFolder := f.createFolder("partners/3", "Europe", 0)
		userFolder := f.createFolder("users/21", "Clients", 0)
		both := fmt.Sprintf("%d Europe %d Europe > France ", europe, france)
		for path, want := range map[string]string{
			"search/partners/2/folders":                                             both,
			"search/partners/2/folders?query=fra":                                   fmt.Sprintf("%d Europe > France ", france),
			fmt.Sprintf("search/partners/2/folders?ids=%d,%d", france, otherFolder): fmt.Sprintf("%d Europe > France ", france),
			"search/users/21/folders":                                               fmt.Sprintf("%d Clients ", userFolder),
			"search/users/22/folders":                                               "",
		} {
			answer, found := f.admin.Get(path).Want(200), ""
			for i := range answer.Column("name") {
				found += fmt.Sprintf("%d %s ", answer.Int(fmt.Sprintf("items.%d.id", i)),
					answer.String(fmt.Sprintf("items.%d.name", i)))
			}
			if found != want {
				f.Errorf("%s: got %q, want %q", path, found, want)
			}
		}
		f.admin.Get("search/partners/99/folders").Want(404)
		f.s.Anyone().Get("search/partners/2/folders").Want(401)
	})
}
