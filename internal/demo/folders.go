package demo

import (
	"context"
	"fmt"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
)

// owner is whose folders and collections are: a partner's or somebody's. The other id is 0.
type owner struct {
	Partner int64 `db:"partner"`
	User    int64 `db:"person"`
}

// ids are the owner as the columns of a row.
func (o owner) ids() (partner, user *int64) {
	if o.Partner != 0 {
		return &o.Partner, nil
	}
	return nil, &o.User
}

type folder struct {
	owner

	ID    int64  `db:"id"`
	Label string `db:"label"`
	Path  string `db:"path"`
	name  string
	level int     // from 0 at the top
	above *folder // nil at the top
}

// cabinet is the folders of one owner.
type cabinet struct {
	folders []*folder
	labels  map[string]*folder // by the keys of their labels
}

const (
	mostFolders = 300 // of one owner
	levels      = 3
)

// cabinets are the folders there are.
func (f *filler) cabinets(ctx context.Context) (map[owner]*cabinet, error) {
	there, err := db.All[folder](ctx, f.store.DB.Read(),
		"SELECT id, coalesce(partner_id, 0) AS partner, coalesce(user_id, 0) AS person, label, path FROM folders ORDER BY id")
	all := map[owner]*cabinet{}
	for i := range there {
		one := &there[i]
		one.level = strings.Count(one.Path, "/") - 1
		of(all, one.owner).keep(one)
	}
	return all, err
}

func of(all map[owner]*cabinet, o owner) *cabinet {
	if all[o] == nil {
		all[o] = &cabinet{labels: map[string]*folder{}}
	}
	return all[o]
}

func (c *cabinet) keep(one *folder) {
	c.folders = append(c.folders, one)
	c.labels[fold.Key(one.Label)] = one
}

// ids are the folders to put something into. Every seventh stays empty.
func (c *cabinet) ids() []int64 {
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

// folders makes the folders of those who own the collections to come: all partners have some, and a quarter of the people.
func (f *filler) folders(ctx context.Context, l *load, c *curators, owners []owner) error {
	fresh := [levels][]*folder{}
	grow := func(o owner, n int, drawers []string) int {
		cabinet, added := of(c.cabinets, o), 0
		for len(cabinet.folders) < n {
			for _, one := range f.file(cabinet, o, drawers, n-len(cabinet.folders)) {
				fresh[one.level] = append(fresh[one.level], one)
				added++
			}
		}
		return added
	}
	added, met := 0, map[owner]bool{}
	for _, o := range owners {
		if o.User%4 == 1 && !met[o] {
			added += grow(o, 1+f.dice.IntN(3), data().UserFolders)
		}
		met[o] = true
	}
	for _, id := range c.partners {
		grow(owner{Partner: id}, min(mostFolders, max(3+f.dice.IntN(10), (len(owners)/40-added)/len(c.partners))),
			data().PartnerFolders)
	}
	for _, level := range fresh {
		if err := f.insertFolders(ctx, l, level); err != nil {
			return err
		}
	}
	return nil
}

// file adds at most n folders: a drawer and what is missing above it or, when the owner has them all, one of a place and a time.
func (f *filler) file(c *cabinet, o owner, drawers []string, n int) []*folder {
	added := []*folder{}
	add := func(above *folder, name string) *folder {
		one := &folder{owner: o, Label: name, name: name, above: above}
		if above != nil {
			one.Label, one.level = above.Label+" > "+name, above.level+1
		}
		if there := c.labels[fold.Key(one.Label)]; there != nil {
			return there
		}
		c.keep(one)
		added = append(added, one)
		return one
	}
	for range 8 {
		var at *folder
		for name := range strings.SplitSeq(pick(f, drawers), " > ") {
			if at = add(at, name); len(added) == n {
				break
			}
		}
		if len(added) > 0 {
			return added
		}
	}
	for len(added) == 0 {
		if above := pick(f, c.folders); above.level < levels-1 {
			add(above, strings.TrimPrefix(pick(f, data().Places), "the ")+" "+pick(f, data().FolderTimes))
		}
	}
	return added
}

// insertFolders writes folders whose parents are written. Where a folder is can be told when it has an id.
func (f *filler) insertFolders(ctx context.Context, l *load, folders []*folder) error {
	columns := "partner_id, user_id, parent_id, name, name_key, label, label_key, path, search_text, created_at, updated_at"
	written := 0
	return f.insert(ctx, l, "folders", columns, len(folders), func(i int) []any {
		one, at := folders[i], f.ago(years)
		partner, user := one.ids()
		var parent *int64
		if one.above != nil {
			parent, one.Path = &one.above.ID, one.above.Path
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
