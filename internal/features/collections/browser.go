package collections

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/sites"
)

// BrowserItem is a folder or a collection as the browser shows it.
type BrowserItem struct {
	ID               int64  `json:"id"`
	Entity           string `json:"entity" enum:"folder,collection"`
	Type             string `json:"type" doc:"Whose a collection is: partner or personal. Empty for folders."`
	Name             string `json:"name"`
	FoldersCount     int64  `json:"folders_count"`
	CollectionsCount int64  `json:"collections_count"`
	ContentsCount    int64  `json:"contents_count"`
	LandingPageURL   string `json:"landing_page_url" db:"-"`
	Version          int64  `json:"version"`
	AltID            string `json:"-" db:"alt_id"`
}

// BrowserPage is what is right inside a folder, or at the top: folders first, then collections, each by name.
type BrowserPage struct {
	Items  []BrowserItem `json:"items" nullable:"false"`
	Meta   listing.Meta  `json:"meta"`
	Folder OpenFolder    `json:"folder"`
}

// OpenFolder is where in the tree the browser is.
type OpenFolder struct {
	ID          *int64       `json:"id" doc:"Null at the top."`
	Name        string       `json:"name"`
	Breadcrumbs []Breadcrumb `json:"breadcrumbs" nullable:"false" doc:"From the top down to the open folder."`
}

// Breadcrumb is a step on the way to the open folder.
type Breadcrumb struct {
	ID   *int64 `json:"id" doc:"Null for the top."`
	Name string `json:"name"`
	Last bool   `json:"last" doc:"It is the open folder itself."`
}

const top = "Collections"

// holder is a kind of records that have folders and collections: partners, or users.
type holder struct {
	path, kind, column, domain string
}

func mountBrowser(kit resource.Kit, at sites.Sites) {
	for _, of := range []holder{
		{"partners", "Partner", "partner_id", "SELECT landing_page_domain FROM partners WHERE id = ?"},
		{"users", "User", "user_id", "SELECT '' FROM users WHERE id = ?"},
	} {
		for suffix, id := range map[string]string{"": "browse" + of.kind + "Folders", "/{folder_id}": "browse" + of.kind +
			"Folder"} {
			op := api.Op{
				Method: "GET", Path: "/api/admin/" + of.path + "/{id}/collections-folders" + suffix, ID: id, Tag: "Folder",
				Query:   listing.PageParams(browserPage),
				Summary: "List the folders and collections in a folder", Description: "Without a folder: those at the top level.",
			}
			api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*BrowserPage, error) {
				return of.browse(ctx, kit, at, call, suffix != "")
			})
		}
	}
}

const browserPage = 25

func (of holder) browse(ctx context.Context, kit resource.Kit, at sites.Sites, call *api.Call,
	inFolder bool,
) (*BrowserPage, error) {
	c := kit.Store.DB.Read()
	owner, err := call.ID("id")
	if err != nil {
		return nil, err
	}
	page, size, err := listing.ParsePage(call.Query(), browserPage)
	if err != nil {
		return nil, err
	}
	domains, err := db.All[string](ctx, c, of.domain+" AND deleted_at IS NULL", owner)
	if err != nil {
		return nil, fmt.Errorf("find %s %d: %w", of.path, owner, err)
	}
	if len(domains) == 0 {
		return nil, apierr.NotFound()
	}
	answer := &BrowserPage{Items: []BrowserItem{}}
	if inFolder {
		folder, err := call.ID("folder_id")
		if err != nil {
			return nil, err
		}
		answer.Folder.ID = &folder
	}
	if err := of.open(ctx, c, owner, &answer.Folder); err != nil {
		return nil, err
	}
	on := shelf{of.column, owner, answer.Folder.ID}
	folderCount, count, err := on.count(ctx, c)
	if err != nil {
		return nil, err
	}
	answer.Meta = listing.NewMeta(page, size, count)
	offset := (page - 1) * size
	if offset < folderCount {
		if answer.Items, err = on.folders(ctx, c, size, offset); err != nil {
			return nil, err
		}
	}
	if left := size - int64(len(answer.Items)); left > 0 {
		found, err := on.collections(ctx, c, left, max(0, offset-folderCount))
		if err != nil {
			return nil, err
		}
		for i := range found {
			found[i].LandingPageURL = at.LandingPage(domains[0], found[i].AltID)
		}
		answer.Items = append(answer.Items, found...)
	}
	return answer, nil
}

// open finds the folder, if one is named, and the way to it.
func (of holder) open(ctx context.Context, c db.Conn, owner int64, folder *OpenFolder) error {
	folder.Name, folder.Breadcrumbs = top, []Breadcrumb{{Name: top, Last: folder.ID == nil}}
	if folder.ID == nil {
		return nil
	}
	paths, err := db.All[string](ctx, c, "SELECT path FROM folders WHERE id = ? AND "+of.column+" = ?", *folder.ID, owner)
	if err != nil {
		return fmt.Errorf("find folder %d: %w", *folder.ID, err)
	}
	if len(paths) == 0 {
		return apierr.NotFound()
	}
	ids := []int64{}
	for part := range strings.SplitSeq(strings.TrimSuffix(paths[0], "/"), "/") {
		id, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return fmt.Errorf("read the path of folder %d: %w", *folder.ID, err)
		}
		ids = append(ids, id)
	}
	names, err := db.All[resource.Named](ctx, c, "SELECT id, name FROM folders WHERE id IN (?)", ids)
	if err != nil {
		return fmt.Errorf("name the folders above %d: %w", *folder.ID, err)
	}
	for _, id := range ids {
		for _, named := range names {
			if named.ID == id {
				folder.Name = named.Name
				folder.Breadcrumbs = append(folder.Breadcrumbs, Breadcrumb{ID: &named.ID, Name: named.Name, Last: id == *folder.ID})
			}
		}
	}
	return nil
}

// shelf is one level of an owner's folders: what is right inside a folder, or at the top.
type shelf struct {
	column string
	owner  int64
	folder *int64
}

func (s shelf) where(level string) (string, []any) {
	if s.folder == nil {
		return " WHERE " + s.column + " = ? AND " + level + " IS NULL", []any{s.owner}
	}
	return " WHERE " + s.column + " = ? AND " + level + " = ?", []any{s.owner, *s.folder}
}

// count tells how many folders there are, and how many of both, as far as they are counted.
func (s shelf) count(ctx context.Context, c db.Conn) (int64, listing.Count, error) {
	where, args := s.where("parent_id")
	folders, err := db.Value[int64](ctx, c, "SELECT count(*) FROM folders"+where, args...)
	if err != nil {
		return 0, listing.Count{}, fmt.Errorf("count folders: %w", err)
	}
	where, args = s.where("folder_id")
	collections, err := db.Value[int64](ctx, c, "SELECT count(*) FROM (SELECT 1 FROM collections"+where+
		" AND deleted_at IS NULL LIMIT ?) AS counted", append(args, listing.CountLimit+1)...)
	if err != nil {
		return 0, listing.Count{}, fmt.Errorf("count collections: %w", err)
	}
	return folders, listing.Count{
		Total:         folders + min(collections, listing.CountLimit),
		TotalIsCapped: collections > listing.CountLimit,
	}, nil
}

func (s shelf) folders(ctx context.Context, c db.Conn, limit, offset int64) ([]BrowserItem, error) {
	where, args := s.where("parent_id")
	found, err := db.All[BrowserItem](ctx, c,
		"SELECT id, 'folder' AS entity, '' AS type, name, folders_count, collections_count, 0 AS contents_count, version, '' AS alt_id FROM folders"+
			where+" ORDER BY name_key, id LIMIT ? OFFSET ?", append(args, limit, offset)...)
	if err != nil {
		return nil, fmt.Errorf("list folders: %w", err)
	}
	return found, nil
}

func (s shelf) collections(ctx context.Context, c db.Conn, limit, offset int64) ([]BrowserItem, error) {
	where, args := s.where("folder_id")
	found, err := db.All[BrowserItem](ctx, c,
		"SELECT id, 'collection' AS entity, type, name, 0 AS folders_count, 0 AS collections_count, contents_count, version, alt_id FROM collections"+
			where+" AND deleted_at IS NULL ORDER BY name_key, id LIMIT ? OFFSET ?", append(args, limit, offset)...)
	if err != nil {
		return nil, fmt.Errorf("list collections: %w", err)
	}
	return found, nil
}
