package collections

import (
	"context"
	"fmt"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/table"
	"waymark/internal/kit/uses"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// Folder holds collections and folders of the same owner.
type Folder struct {
	resource.Row
	Name             string `json:"name"`
	ParentID         *int64 `json:"parent_id"`
	Label            string `json:"label" doc:"Folder names from the top level down: Europe > France."`
	PartnerID        *int64 `json:"partner_id"`
	UserID           *int64 `json:"user_id"`
	FoldersCount     int64  `json:"folders_count" doc:"Number of folders directly inside."`
	CollectionsCount int64  `json:"collections_count" doc:"Number of collections directly inside."`
}

var tree = resource.Tree[Folder]{
	Table: "folders", Noun: "folder", Name: func(f *Folder) *string { return &f.Name },
	Label: func(f *Folder) *string { return &f.Label }, ParentID: func(f *Folder) **int64 { return &f.ParentID },
}

// liveOwner excludes folders whose owner is in the trash. Restoring the owner restores access to them.
const liveOwner = `NOT EXISTS (
		SELECT 1 FROM partners WHERE partners.id = partner_id AND partners.deleted_at IS NOT NULL
	)
	AND NOT EXISTS (SELECT 1 FROM users WHERE users.id = user_id AND users.deleted_at IS NOT NULL)`

// folderDefinition declares the endpoints that address a folder by its id.
var folderDefinition = resource.Definition[Folder]{
	Path: "folders", Label: "Folder", Name: "label", Sort: "label", Serial: true,
	Without: []resource.Verb{resource.Listing, resource.Creating},
	Scope:   liveOwner,
	// The page of the folder itself lists what it holds. requireEmpty checks it.
	Uses: []uses.Use{
		{
			Kind: "folders", Table: schema.Folders, Column: "parent_id", Counter: "folders_count",
			OnDelete: uses.Prevents,
		},
		{
			Kind: "collections", Table: schema.Collections, Column: "folder_id", Counter: "collections_count",
			OnDelete: uses.Prevents,
		},
	},
	Fields: func(f *Folder) resource.Fields {
		return resource.Fields{
			resource.Text(&f.Name, resource.Required, resource.Max(120), resource.UniquePerOwner,
				resource.Valid(resource.TreeName)),
			resource.Ref(&f.ParentID, schema.Folders),
			resource.Text(&f.Label, resource.ReadOnly, resource.Sortable, resource.Searchable),
			resource.Stored(&f.PartnerID),
			resource.Stored(&f.UserID),
			resource.Counter(&f.FoldersCount, schema.FolderFoldersCount),
			resource.Counter(&f.CollectionsCount, schema.FolderCollectionsCount),
		}
	},
	Check: func(ctx context.Context, tx *write.Tx, c *resource.Change[Folder]) error {
		if c.Before != nil {
			if err := sameOwner(ctx, tx, c, "partner_id", c.Before.PartnerID); err != nil {
				return err
			}
			if err := sameOwner(ctx, tx, c, "user_id", c.Before.UserID); err != nil {
				return err
			}
		}
		return tree.Place(ctx, tx, c)
	},
	Columns: tree.Columns, Saved: tree.Saved,
	Rules: resource.Rules[Folder]{CheckRemove: requireEmpty, CheckUndo: checkFolders},
}

// foldersOf declares the endpoints that address folders by their owner.
func foldersOf(path, column string, owners table.Table) resource.Definition[Folder] {
	def := folderDefinition
	def.Uses, def.CheckUndo = nil, nil // folderDefinition has them
	def.Scope = ""                     // The kit checks the owner in the path.
	def.Under = []resource.Parent{{Path: path, Table: owners, Column: column}}
	def.Without = []resource.Verb{resource.Reading, resource.Updating, resource.Removing}
	def.Check = func(ctx context.Context, tx *write.Tx, c *resource.Change[Folder]) error {
		if err := sameOwner(ctx, tx, c, column, &c.Parents[0]); err != nil {
			return err
		}
		return tree.Place(ctx, tx, c)
	}
	return def
}

// sameOwner refuses a parent folder of another owner.
func sameOwner(ctx context.Context, tx *write.Tx, c *resource.Change[Folder], column string, owner *int64) error {
	if c.After.ParentID == nil || owner == nil || len(c.Problems) > 0 {
		return nil
	}
	owned, err := db.Exists(ctx, tx.Conn,
		"SELECT 1 FROM folders WHERE id = ? AND "+column+" = ?", *c.After.ParentID, *owner)
	if err != nil {
		return fmt.Errorf("find owner of folder %d: %w", *c.After.ParentID, err)
	}
	if !owned {
		c.Problems.Add("parent_id", "Is not a folder of this owner.")
	}
	return nil
}

// requireEmpty refuses to delete a folder that holds anything. Collections in the trash do not count: they are restored
// to the top level.
func requireEmpty(_ context.Context, _ *write.Tx, f *Folder) error {
	if f.FoldersCount+f.CollectionsCount > 0 {
		return apierr.Conflict("Only empty folders can be deleted.")
	}
	return nil
}

func mountFolders(kit resource.Kit) {
	resource.Mount(kit, folderDefinition)
	resource.Mount(kit, foldersOf("partners", "partner_id", schema.Partners)).
		MountOptions("search/partners/{partner_id}/folders")
	resource.Mount(kit, foldersOf("users", "user_id", schema.Users)).MountOptions("search/users/{user_id}/folders")
}
