package demo

import (
	"context"
	"fmt"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
)

// owner is the owner of folders and collections: a partner or a user. The other id is 0.
type owner struct {
	Partner int64 `db:"partner"`
	User    int64 `db:"person"`
}

// ids returns the values of the columns partner_id and user_id.
func (o owner) ids() (partner, user *int64) {
	if o.Partner != 0 {
		return &o.Partner, nil
	}
	return nil, &o.User
}

type folder struct {
	owner

	ID     int64  `db:"id"`
	Label  string `db:"label"`
	Path   string `db:"path"`
	name   string
	level  int     // 0 at the top
	parent *folder // nil at the top
}

// folderSet contains the folders of one owner.
type folderSet struct {
	folders []*folder
	byLabel map[string]*folder // by the folded label
}

const (
	maxFolders = 300 // of one owner
	maxLevels  = 3
)

// loadFolders returns the existing folders by owner.
func (f *filler) loadFolders(ctx context.Context) (map[owner]*folderSet, error) {
	existing, err := db.All[folder](ctx, f.store.DB.Read(),
		`SELECT id, coalesce(partner_id, 0) AS partner, coalesce(user_id, 0) AS person, label, path
		FROM folders
		ORDER BY id`)
	all := map[owner]*folderSet{}
	for i := range existing {
		one := &existing[i]
		one.level = strings.Count(one.Path, "/") - 1
		folderSetOf(all, one.owner).add(one)
	}
	return all, err
}

func folderSetOf(all map[owner]*folderSet, o owner) *folderSet {
	if all[o] == nil {
		all[o] = &folderSet{byLabel: map[string]*folder{}}
	}
	return all[o]
}

func (c *folderSet) add(one *folder) {
	c.folders = append(c.folders, one)
	c.byLabel[fold.Key(one.Label)] = one
}

// usableIDs returns the folders that get collections. Every seventh folder stays empty.
func (c *folderSet) usableIDs() []int64 {
	ids := []int64{}
	if c != nil {
		for _, one := range c.folders {
			if one.ID%7 != 0 {
				ids = append(ids, one.ID)
			}
		}
	}
	return ids
}

// insertFolders inserts folders for the owners of new collections: for all partners and a quarter of the users.
func (f *filler) insertFolders(ctx context.Context, l *load, c *collectionInputs, owners []owner) error {
	created := [maxLevels][]*folder{}
	grow := func(o owner, n int, paths []string) int {
		set, added := folderSetOf(c.folders, o), 0
		for len(set.folders) < n {
			for _, one := range f.newFolders(set, o, paths, n-len(set.folders)) {
				created[one.level] = append(created[one.level], one)
				added++
			}
		}
		return added
	}
	added, done := 0, map[owner]bool{}
	for _, o := range owners {
		if o.User%4 == 1 && !done[o] {
			added += grow(o, 1+f.random.IntN(3), data().UserFolders)
		}
		done[o] = true
	}
	for _, id := range c.partners {
		n := max(3+f.random.IntN(10), (len(owners)/40-added)/len(c.partners))
		grow(owner{Partner: id}, min(maxFolders, n), data().PartnerFolders)
	}
	for _, level := range created {
		if err := f.insertLevel(ctx, l, level); err != nil {
			return err
		}
	}
	return nil
}

// newFolders returns at most n new folders: those missing on a random path or, if the owner has all paths, one named
// after a place and a time.
func (f *filler) newFolders(c *folderSet, o owner, paths []string, n int) []*folder {
	added := []*folder{}
	add := func(parent *folder, name string) *folder {
		one := &folder{owner: o, Label: name, name: name, parent: parent}
		if parent != nil {
			one.Label, one.level = parent.Label+" > "+name, parent.level+1
		}
		if existing := c.byLabel[fold.Key(one.Label)]; existing != nil {
			return existing
		}
		c.add(one)
		added = append(added, one)
		return one
	}
	for range 8 {
		var at *folder
		for name := range strings.SplitSeq(pick(f, paths), " > ") {
			if at = add(at, name); len(added) == n {
				break
			}
		}
		if len(added) > 0 {
			return added
		}
	}
	for len(added) == 0 {
		if parent := pick(f, c.folders); parent.level < maxLevels-1 {
			add(parent, withoutArticle(pick(f, data().Places))+" "+pick(f, data().FolderTimes))
		}
	}
	return added
}

// insertLevel inserts folders whose parents have been inserted. The path of a folder contains its
// id, so it is set afterwards.
func (f *filler) insertLevel(ctx context.Context, l *load, folders []*folder) error {
	columns := `partner_id, user_id, parent_id, name, name_key, label, label_key, path, search_text,
		created_at, updated_at`
	written := 0
	return f.insert(ctx, l, "folders", columns, len(folders), func(i int) []any {
		one, at := folders[i], f.timeAgo(years)
		partner, user := one.ids()
		var parent *int64
		if one.parent != nil {
			parent, one.Path = &one.parent.ID, one.parent.Path
		}
		return []any{
			partner, user, parent, one.name, fold.Key(one.name), one.Label, fold.Key(one.Label), one.Path,
			fold.SearchText(one.Label), at, at,
		}
	}, func(to target, ids []int64) error {
		marks := make([]string, len(ids))
		for i, id := range ids {
			one := folders[written+i]
			one.ID, one.Path = id, fmt.Sprintf("%s%d/", one.Path, id)
			marks[i] = fmt.Sprint(id)
		}
		written += len(ids)
		return to.run(ctx, "UPDATE folders SET path = path || id || '/' WHERE id IN ("+strings.Join(marks, ", ")+")")
	})
}
