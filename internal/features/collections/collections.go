// Package collections stores the selections of content that partners and their users share, and the folders that hold
// them.
package collections

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/lookup"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/uses"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
	"waymark/internal/platform/sites"
)

// Collection is a selection of content, owned by either a partner or a user.
type Collection struct {
	resource.Row
	AltID                  string            `json:"alt_id" doc:"Public ID."`
	Name                   string            `json:"name"`
	Type                   string            `json:"type" enum:"partner,personal"`
	PartnerID              *int64            `json:"partner_id" doc:"Owner, if the type is partner."`
	UserID                 *int64            `json:"user_id" doc:"Owner, if the type is personal."`
	Owner                  *CollectionOwner  `json:"owner" nullable:"false"`
	FolderID               *int64            `json:"folder_id" doc:"Folder that holds it; belongs to the same owner."`
	Folder                 *CollectionFolder `json:"folder"`
	LanguageID             *int64            `json:"language_id"`
	Language               *resource.Named   `json:"language"`
	Code                   []string          `json:"code" nullable:"false" doc:"Internal codes."`
	Tags                   []string          `json:"tags" nullable:"false"`
	InspiresPublishAt      *time.Time        `json:"inspires_publish_at"`
	InspiresFeatureAt      *time.Time        `json:"inspires_feature_at"`
	ExpiresAt              *time.Time        `json:"expires_at"`
	Public                 bool              `json:"public" doc:"Whether it is currently public on Inspires."`
	Featured               bool              `json:"featured" doc:"Whether it is currently featured on Inspires."`
	Expired                bool              `json:"expired"`
	ContentsCount          int64             `json:"contents_count"`
	SharedCollectionsCount int64             `json:"shared_collections_count" doc:"Number of users who accepted it."`
	LandingPageURL         string            `json:"landing_page_url"`
	InviteURL              string            `json:"invite_url"`
}

// CollectionOwner is the partner or user that owns a collection.
type CollectionOwner struct {
	ID     int64  `json:"id"`
	Name   string `json:"name"`
	AltID  string `json:"alt_id"`
	domain string
}

// CollectionFolder is the folder that holds a collection.
type CollectionFolder struct {
	resource.Named
	Label string `json:"label" doc:"Folder names from the top level down: Europe > France."`
}

const (
	typePartner  = "partner"
	typePersonal = "personal"
	maxName      = 160
)

var (
	types    = []string{typePartner, typePersonal}
	tagTable = resource.KeywordTable{Table: "collection_tags", Own: "collection_id", Word: "tag"}
)

// Trash deletes and restores collections. Acceptances are deleted and restored together with their collection.
var Trash = trash.Kind{
	Name: "collection", Table: "collections",
	Dependents:    []trash.Dependent{{Table: "shared_collections", Key: "collection_id"}},
	BeforeRestore: requireLiveOwner,
}

// requireLiveOwner refuses to restore a collection while its owner is in the trash.
func requireLiveOwner(ctx context.Context, tx *write.Tx, id int64) error {
	trashed, err := db.Exists(ctx, tx.Conn,
		`SELECT 1
		FROM collections AS c
		LEFT JOIN partners AS p ON p.id = c.partner_id
		LEFT JOIN users AS u ON u.id = c.user_id
		WHERE c.id = ? AND (p.deleted_at IS NOT NULL OR u.deleted_at IS NOT NULL)`, id)
	if err != nil {
		return fmt.Errorf("find owner of collection %d: %w", id, err)
	}
	if trashed {
		return apierr.Conflict("Its owner is in the trash. Restore the owner first.")
	}
	return nil
}

// acceptances are what refers to a collection.
var acceptances = []uses.Use{{
	Kind: "shared collections", Table: schema.SharedCollections, Column: "collection_id",
	Path: "/shared-collections?collection_id={id}", Counter: "shared_collections_count", OnDelete: uses.Deletes,
}}

// define declares collections. Their public URLs are on the sites in urls.
func define(urls sites.Sites) resource.Definition[Collection] {
	return resource.Definition[Collection]{
		Path: "collections", Table: schema.Collections, Label: "Collection", Sort: "-created_at",
		SortBy: []string{"created_at"},
		Trash:  &Trash,
		// mountCreate mounts its own create endpoint.
		Hint:    ownerAndID,
		Search:  listing.Search{ExactMatch: byPublicID},
		Tabs:    &listing.Tabs{Filter: "type", Values: append([]string{"all"}, types...)},
		Filters: filters,
		Uses:    acceptances,
		Fields: func(c *Collection) resource.Fields {
			return resource.Fields{
				resource.Text(&c.Name, resource.Required, resource.Max(maxName), resource.Sortable, resource.Searchable),
				resource.Stored(&c.AltID),
				resource.Enum(&c.Type, types, resource.Required, resource.Initially(typePartner)),
				resource.Ref(&c.PartnerID, schema.Partners),
				resource.Ref(&c.UserID, schema.Users),
				resource.Ref(&c.FolderID, schema.Folders),
				resource.Related(&c.Folder, &c.FolderID, schema.Folders),
				resource.Ref(&c.LanguageID, schema.Languages, resource.Required, resource.Initially(1)),
				resource.Related(&c.Language, &c.LanguageID, schema.Languages),
				resource.List(&c.Code, resource.Max(60), resource.Searchable),
				resource.Keywords(&c.Tags, tagTable, resource.Max(80)),
				resource.Date(&c.InspiresPublishAt),
				resource.Date(&c.InspiresFeatureAt),
				resource.Date(&c.ExpiresAt, resource.EndOfDay),
				resource.Computed(&c.Public, c, func(c *Collection) bool { return clock.Reached(c.InspiresPublishAt) }),
				resource.Computed(&c.Featured, c, func(c *Collection) bool { return clock.Reached(c.InspiresFeatureAt) }),
				resource.Computed(&c.Expired, c, func(c *Collection) bool { return clock.Reached(c.ExpiresAt) }),
				resource.Counter(&c.ContentsCount, schema.CollectionContentsCount, resource.Sortable),
				resource.Counter(&c.SharedCollectionsCount, schema.CollectionSharedCollectionsCount, resource.Sortable),
				resource.Attached(&c.Owner),
				resource.Attached(&c.LandingPageURL),
				resource.Attached(&c.InviteURL),
			}
		},
		Columns: func(ctx context.Context, _ *resource.Change[Collection]) map[string]any {
			columns := map[string]any{"alt_id": secret.AltID()}
			if user := auth.Current(ctx); user != nil {
				columns["created_by_id"] = user.ID
			}
			return columns
		},
		Check: check, Saved: updateShares, Rules: resource.Rules[Collection]{CheckUndo: checkUndo},
		Attach: func(ctx context.Context, c db.Conn, list []*Collection) error {
			if err := attachOwners(ctx, c, list); err != nil {
				return err
			}
			for _, item := range list {
				item.InviteURL = urls.Invite(item.AltID)
				if item.Owner != nil {
					item.LandingPageURL = urls.LandingPage(item.Owner.domain, item.AltID)
				}
			}
			return nil
		},
	}
}

// check requires exactly one owner, and a folder of that owner. Changing the type clears the previous owner, and
// changing the owner clears the folder, unless the request sends those fields: then they are refused.
func check(ctx context.Context, tx *write.Tx, c *resource.Change[Collection]) error {
	after := c.After
	owner, field, other, otherField := ownerFields(after)
	if *other != nil && c.Sent(otherField) {
		c.Problems.Add(otherField, "Only one can own a collection.")
	}
	*other = nil
	requireOwner(after, &c.Problems)
	if before := c.Before; before != nil && !c.Sent("folder_id") &&
		(!sameID(before.PartnerID, after.PartnerID) || !sameID(before.UserID, after.UserID)) {
		after.FolderID = nil
	}
	if after.FolderID == nil || *owner == nil || len(c.Problems) > 0 {
		return nil
	}
	owned, err := db.Exists(ctx, tx.Conn,
		"SELECT 1 FROM folders WHERE id = ? AND "+field+" = ?", *after.FolderID, **owner)
	if err != nil {
		return fmt.Errorf("find owner of folder %d: %w", *after.FolderID, err)
	}
	if !owned {
		c.Problems.Add("folder_id", "Is not a folder of this owner.")
	}
	return nil
}

// updateShares copies a changed owner to the acceptances of a collection, which store its partner.
func updateShares(ctx context.Context, tx *write.Tx, c *resource.Change[Collection]) error {
	if c.Before == nil || sameID(c.Before.PartnerID, c.After.PartnerID) {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE shared_collections SET partner_id = ? WHERE collection_id = ?",
		c.After.PartnerID, c.After.ID)
	return err
}

// Mount registers the endpoints of collections and folders.
func Mount(kit resource.Kit, urls sites.Sites) {
	kit.API.NameRecords("inspires", "inspires", "inspires") // A product name has no plural.
	lookup.MountWords(kit.API, "options/inspires", "List the Inspires statuses of collections", []lookup.Word{
		{ID: "all", Name: "All"},
		{ID: "public", Name: "Public"},
		{ID: "not-public", Name: "Not public"},
		{ID: "featured", Name: "Featured"},
	})
	collections := resource.Mount(kit, define(urls))
	collections.MountOptions("search/collections")
	collections.MountAdd("content", "content_ids", schema.CollectionContent)
	mountInspires(kit)
	mountDuplicate(kit, collections)
	mountContent(kit, collections)
	mountFolders(kit)
	mountBrowser(kit, urls)
}
