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

// BrowserItem is a folder or a collection in the folder browser.
type BrowserItem struct {
	ID               int64  `json:"id"`
	Entity           string `json:"entity" enum:"folder,collection"`
	Type             string `json:"type" doc:"Collection type: partner or personal. Empty for folders."`
	Name             string `json:"name"`
	FoldersCount     int64  `json:"folders_count"`
	CollectionsCount int64  `json:"collections_count"`
	ContentsCount    int64  `json:"contents_count"`
	LandingPageURL   string `json:"landing_page_url" db:"-"`
	Version          int64  `json:"version"`
	AltID            string `json:"-" db:"alt_id"`
}

// BrowserPage is one level of the folder tree: folders first, then collections, each ordered by name.
type BrowserPage struct {
	Items  []BrowserItem `json:"items" nullable:"false"`
	Meta   listing.Meta  `json:"meta"`
	Folder OpenFolder    `json:"folder"`
}

// OpenFolder is the folder a BrowserPage lists.
type OpenFolder struct {
	ID          *int64       `json:"id" doc:"Null at the top level."`
	Name        string       `json:"name"`
	Breadcrumbs []Breadcrumb `json:"breadcrumbs" nullable:"false" doc:"Path from the top level to the open folder."`
}

// Breadcrumb is a folder on the path to the open folder.
type Breadcrumb struct {
	ID   *int64 `json:"id" doc:"Null for the top level."`
	Name string `json:"name"`
	Last bool   `json:"last" doc:"Whether it is the open folder."`
}

// topName is the name of the top level, which is not a stored folder.
const topName = "Collections"

// ownerKind is a kind of record that owns folders and collections: partners or users. The domain query selects the
// owner's landing page domain.
type ownerKind struct {
	path, label, column, domainQuery string
}

func mountBrowser(kit resource.Kit, urls sites.Sites) {
	for _, kind := range []ownerKind{
		{"partners", "Partner", "partner_id", "SELECT landing_page_domain FROM partners WHERE id = ?"},
		{"users", "User", "user_id", "SELECT '' FROM users WHERE id = ?"},
	} {
		operations := map[string]string{
			"":             "browse" + kind.label + "Folders",
			"/{folder_id}": "browse" + kind.label + "Folder",
		}
		for suffix, id := range operations {
			op := api.Op{
				Method: "GET", Path: "/api/admin/" + kind.path + "/{id}/collections-folders" + suffix, ID: id, Tag: "Folder",
				Query:       listing.PageParams(browserPageSize),
				Summary:     "List the folders and collections in a folder",
				Description: "Without a folder, lists the top level.",
			}
			api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*BrowserPage, error) {
				return kind.browse(ctx, kit, urls, call, suffix != "")
			})
		}
	}
}

const browserPageSize = 25

func (k ownerKind) browse(
	ctx context.Context, kit resource.Kit, urls sites.Sites, call *api.Call, inFolder bool,
) (*BrowserPage, error) {
	c := kit.Store.DB.Read()
	owner, err := call.ID("id")
	if err != nil {
		return nil, err
	}
	page, size, err := listing.ParsePage(call.Query(), browserPageSize)
	if err != nil {
		return nil, err
	}
	domains, err := db.All[string](ctx, c, k.domainQuery+" AND deleted_at IS NULL", owner)
	if err != nil {
		return nil, fmt.Errorf("find %s %d: %w", k.path, owner, err)
	}
	if len(domains) == 0 {
		return nil, apierr.NotFound()
	}
	response := &BrowserPage{Items: []BrowserItem{}}
	if inFolder {
		folder, err := call.ID("folder_id")
		if err != nil {
			return nil, err
		}
		response.Folder.ID = &folder
	}
	if err := k.open(ctx, c, owner, &response.Folder); err != nil {
		return nil, err
	}
	level := folderLevel{k.column, owner, response.Folder.ID}
	folderCount, count, err := level.count(ctx, c)
	if err != nil {
		return nil, err
	}
	response.Meta = listing.NewMeta(page, size, count)
	offset := (page - 1) * size
	if offset < folderCount {
		if response.Items, err = level.folders(ctx, c, size, offset); err != nil {
			return nil, err
		}
	}
	if left := size - int64(len(response.Items)); left > 0 {
		found, err := level.collections(ctx, c, left, max(0, offset-folderCount))
		if err != nil {
			return nil, err
		}
		for i := range found {
			found[i].LandingPageURL = urls.LandingPage(domains[0], found[i].AltID)
		}
		response.Items = append(response.Items, found...)
	}
	return response, nil
}

// open fills in the name and breadcrumbs of the folder with the given id, or of the top level.
func (k ownerKind) open(ctx context.Context, c db.Conn, owner int64, folder *OpenFolder) error {
	folder.Name, folder.Breadcrumbs = topName, []Breadcrumb{{Name: topName, Last: folder.ID == nil}}
	if folder.ID == nil {
		return nil
	}
	paths, err := db.All[string](ctx, c, "SELECT path FROM folders WHERE id = ? AND "+k.column+" = ?", *folder.ID, owner)
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
			return fmt.Errorf("parse path of folder %d: %w", *folder.ID, err)
		}
		ids = append(ids, id)
	}
	names, err := db.All[resource.Named](ctx, c, "SELECT id, name FROM folders WHERE id IN (?)", ids)
	if err != nil {
		return fmt.Errorf("load names of the folders above %d: %w", *folder.ID, err)
	}
	for _, id := range ids {
		for _, named := range names {
			if named.ID == id {
				folder.Name = named.Name
				crumb := Breadcrumb{ID: &named.ID, Name: named.Name, Last: id == *folder.ID}
				folder.Breadcrumbs = append(folder.Breadcrumbs, crumb)
			}
		}
	}
	return nil
}

// folderLevel is one level of an owner's folder tree: the direct children of a folder, or of the top level if folder
// is nil.
type folderLevel struct {
	column string
	owner  int64
	folder *int64
}

func (l folderLevel) where(parentColumn string) (string, []any) {
	if l.folder == nil {
		return " WHERE " + l.column + " = ? AND " + parentColumn + " IS NULL", []any{l.owner}
	}
	return " WHERE " + l.column + " = ? AND " + parentColumn + " = ?", []any{l.owner, *l.folder}
}

// count returns the number of folders, and the number of folders and collections together. Collections are counted up
// to listing.CountLimit.
func (l folderLevel) count(ctx context.Context, c db.Conn) (int64, listing.Count, error) {
	where, args := l.where("parent_id")
	folders, err := db.Value[int64](ctx, c, "SELECT count(*) FROM folders"+where, args...)
	if err != nil {
		return 0, listing.Count{}, fmt.Errorf("count folders: %w", err)
	}
	where, args = l.where("folder_id")
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

func (l folderLevel) folders(ctx context.Context, c db.Conn, limit, offset int64) ([]BrowserItem, error) {
	where, args := l.where("parent_id")
	found, err := db.All[BrowserItem](ctx, c,
		`SELECT id, 'folder' AS entity, '' AS type, name, folders_count, collections_count, 0 AS contents_count, version,
			'' AS alt_id
		FROM folders`+where+" ORDER BY name_key, id LIMIT ? OFFSET ?", append(args, limit, offset)...)
	if err != nil {
		return nil, fmt.Errorf("list folders: %w", err)
	}
	return found, nil
}

func (l folderLevel) collections(ctx context.Context, c db.Conn, limit, offset int64) ([]BrowserItem, error) {
	where, args := l.where("folder_id")
	found, err := db.All[BrowserItem](ctx, c,
		`SELECT id, 'collection' AS entity, type, name, 0 AS folders_count, 0 AS collections_count, contents_count, version,
			alt_id
		FROM collections`+where+" AND deleted_at IS NULL ORDER BY name_key, id LIMIT ? OFFSET ?",
		append(args, limit, offset)...)
	if err != nil {
		return nil, fmt.Errorf("list collections: %w", err)
	}
	return found, nil
}
