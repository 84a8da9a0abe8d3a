// Package collections keeps the selections of content that partners and their users share, and the folders they are in.
package collections

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
	"waymark/internal/platform/sites"
)

// Collection is a selection of content. Either a partner owns it, or a user.
type Collection struct {
	resource.Row
	AltID                  string            `json:"alt_id" doc:"What it is known by outside."`
	Name                   string            `json:"name"`
	Type                   string            `json:"type" enum:"partner,personal"`
	PartnerID              *int64            `json:"partner_id" doc:"Whose it is, when the type is partner."`
	UserID                 *int64            `json:"user_id" doc:"Whose it is, when the type is personal."`
	Owner                  *CollectionOwner  `json:"owner"`
	FolderID               *int64            `json:"folder_id" doc:"A folder of the same owner."`
	Folder                 *CollectionFolder `json:"folder"`
	LanguageID             *int64            `json:"language_id"`
	Language               *resource.Named   `json:"language"`
	Code                   []string          `json:"code" nullable:"false" doc:"Internal codes."`
	Tags                   []string          `json:"tags" nullable:"false"`
	InspiresPublishAt      *time.Time        `json:"inspires_publish_at"`
	InspiresFeatureAt      *time.Time        `json:"inspires_feature_at"`
	ExpiresAt              *time.Time        `json:"expires_at"`
	Public                 bool              `json:"public" doc:"It is public on Inspires now."`
	Featured               bool              `json:"featured" doc:"It is featured on Inspires now."`
	Expired                bool              `json:"expired"`
	ContentsCount          int64             `json:"contents_count"`
	SharedCollectionsCount int64             `json:"shared_collections_count" doc:"How often it was accepted."`
	LandingPageURL         string            `json:"landing_page_url"`
	InviteURL              string            `json:"invite_url"`
}

// CollectionOwner is the partner or the user a collection belongs to.
type CollectionOwner struct {
	ID     int64  `json:"id"`
	Name   string `json:"name"`
	AltID  string `json:"alt_id"`
	domain string
}

// CollectionFolder is the folder a collection is in.
type CollectionFolder struct {
	resource.Named
	Label string `json:"label" doc:"The names of the folders from the top down."`
}

const (
	ofPartner = "partner"
	ofUser    = "personal"
	maxName   = 160
)

var (
	kinds     = []string{ofPartner, ofUser}
	partners  = resource.Rows{Table: "partners", Trashable: true}
	users     = resource.Rows{Table: "users", Trashable: true}
	folders   = resource.Rows{Table: "folders"}
	languages = resource.Rows{Table: "languages"}
	items     = resource.Rows{Table: "content", Trashable: true}
	inside    = resource.Link{Table: "collection_content", Own: "collection_id", Other: "content_id", To: items, AddedAt: "added_at", AddedBy: "added_by_id"}
	tagged    = resource.KeywordTable{Table: "collection_tags", Own: "collection_id", Word: "tag"}
)

// Trash is how collections are deleted and restored. Whoever has accepted one loses it meanwhile.
var Trash = trash.Kind{
	Name: "collection", Table: "collections",
	Along:     []trash.Along{{Table: "shared_collections", Key: "collection_id"}},
	Restoring: ownerIsThere,
}

// ownerIsThere keeps a collection in the trash while its owner is there.
func ownerIsThere(ctx context.Context, tx *write.Tx, id int64) error {
	gone, err := db.Exists(ctx, tx.Conn, `SELECT 1 FROM collections AS c LEFT JOIN partners AS p ON p.id = c.partner_id LEFT JOIN users AS u ON u.id = c.user_id
		WHERE c.id = ? AND (p.deleted_at IS NOT NULL OR u.deleted_at IS NOT NULL)`, id)
	if err != nil {
		return fmt.Errorf("look for the owner of collection %d: %w", id, err)
	}
	if gone {
		return apierr.Conflict("Its owner is in the trash. Restore the owner first.")
	}
	return nil
}

// define declares collections. Their public addresses are on the platform's other sites.
func define(at sites.Sites) resource.Definition[Collection] {
	return resource.Definition[Collection]{
		Path: "collections", Label: "Collection", Sort: "-created_at", SortBy: []string{"created_at"}, Chronological: true, Trash: &Trash,
		HintOf: func(c *Collection) string {
			if c.Owner == nil {
				return ""
			}
			return c.Owner.Name
		},
		Known:   byPublicID,
		Tabs:    &resource.Tabs{Filter: "type", Values: append([]string{"all"}, kinds...)},
		Filters: filters,
		Fields: []resource.Field[Collection]{
			resource.Text("name", func(c *Collection) *string { return &c.Name }, resource.Required, resource.Max(maxName), resource.Sortable, resource.Searchable),
			resource.Stored("alt_id", func(c *Collection) any { return &c.AltID }),
			resource.Enum("type", func(c *Collection) *string { return &c.Type }, kinds, resource.Required, resource.Initially(ofPartner)),
			resource.Ref("partner_id", func(c *Collection) **int64 { return &c.PartnerID }, partners),
			resource.Ref("user_id", func(c *Collection) **int64 { return &c.UserID }, users),
			resource.Ref("folder_id", func(c *Collection) **int64 { return &c.FolderID }, folders),
			resource.Related("folder", func(c *Collection) **CollectionFolder { return &c.Folder }, func(c *Collection) *int64 { return c.FolderID }, folders),
			resource.Ref("language_id", func(c *Collection) **int64 { return &c.LanguageID }, languages, resource.Required, resource.Initially(1)),
			resource.Related("language", func(c *Collection) **resource.Named { return &c.Language }, func(c *Collection) *int64 { return c.LanguageID }, languages),
			resource.List("code", func(c *Collection) *[]string { return &c.Code }, resource.Max(60), resource.Searchable),
			resource.Keywords("tags", func(c *Collection) *[]string { return &c.Tags }, tagged, resource.Max(80)),
			resource.Date("inspires_publish_at", func(c *Collection) **time.Time { return &c.InspiresPublishAt }),
			resource.Date("inspires_feature_at", func(c *Collection) **time.Time { return &c.InspiresFeatureAt }),
			resource.Date("expires_at", func(c *Collection) **time.Time { return &c.ExpiresAt }, resource.EndOfDay),
			resource.Computed("public", func(c *Collection) { c.Public = reached(c.InspiresPublishAt) }),
			resource.Computed("featured", func(c *Collection) { c.Featured = reached(c.InspiresFeatureAt) }),
			resource.Computed("expired", func(c *Collection) { c.Expired = reached(c.ExpiresAt) }),
			resource.Counter("contents_count", func(c *Collection) *int64 { return &c.ContentsCount }, resource.Sortable),
			resource.Counter("shared_collections_count", func(c *Collection) *int64 { return &c.SharedCollectionsCount }, resource.Sortable),
		},
		Columns: func(ctx context.Context, _ *resource.Change[Collection]) map[string]any {
			columns := map[string]any{"alt_id": secret.AltID()}
			if user := auth.Current(ctx); user != nil {
				columns["created_by_id"] = user.ID
			}
			return columns
		},
		Lacks: lacksOwner,
		Check: check,
		Saved: saved,
		Attach: func(ctx context.Context, c db.Conn, list []*Collection) error {
			if err := attachOwners(ctx, c, list); err != nil {
				return err
			}
			for _, one := range list {
				one.InviteURL = at.Invite(one.AltID)
				if one.Owner != nil {
					one.LandingPageURL = at.LandingPage(one.Owner.domain, one.AltID)
				}
			}
			return nil
		},
	}
}

func reached(at *time.Time) bool { return at != nil && !at.After(clock.Now()) }

// byPublicID finds a collection whose public id is searched for.
func byPublicID(search string) (resource.Where, bool) {
	return resource.Where{SQL: "deleted_at IS NULL AND alt_id = ?", Args: []any{search}}, len(search) == 10
}

var filters = []resource.Filter{
	resource.FilterWords("type", append([]string{"all"}, kinds...), func(word string) resource.Where {
		if word == "all" {
			return resource.Where{}
		}
		return resource.Where{SQL: "type = ?", Args: []any{word}, Total: resource.CountedBy("collections", "type", word)}
	}),
	resource.FilterRef("partner_id", "partner").Counted("partners", "collections_count"),
	resource.FilterRef("user_id", "user").Counted("users", "collections_count"),
	resource.FilterRef("language_id"),
	resource.FilterWords("inspires", []string{"all", "public", "not-public", "featured"}, onInspires),
	resource.FilterWords("has_tags", []string{"all", "yes", "no"}, func(word string) resource.Where {
		return map[string]resource.Where{"yes": {SQL: "tags_count > 0"}, "no": {SQL: "tags_count = 0"}}[word]
	}),
	resource.FilterKeyword("exact_tag", tagged),
}

func onInspires(word string) resource.Where {
	now := clock.Now()
	switch word {
	case "public":
		return resource.Ranged("collections", "inspires_publish_at <= ?", now)
	case "not-public":
		return resource.Where{SQL: "inspires_publish_at IS NULL OR inspires_publish_at > ?", Args: []any{now}}
	case "featured":
		return resource.Ranged("collections", "inspires_feature_at <= ?", now)
	}
	return resource.Where{}
}

// check sees that a collection has exactly one owner, and a folder of that owner. An owner of the other kind and
// another owner's folder are let go of, unless the request names them.
func check(ctx context.Context, tx *write.Tx, c *resource.Change[Collection]) error {
	one := c.After
	owner, field, other, otherField := owners(one)
	if *other != nil && c.Sent(otherField) {
		c.Problems.Add(otherField, "Only one can own a collection.")
	}
	*other = nil
	lacksOwner(one, &c.Problems)
	if b := c.Before; b != nil && !c.Sent("folder_id") && (!same(b.PartnerID, one.PartnerID) || !same(b.UserID, one.UserID)) {
		one.FolderID = nil
	}
	if one.FolderID == nil || *owner == nil || len(c.Problems) > 0 {
		return nil
	}
	theirs, err := db.Exists(ctx, tx.Conn, "SELECT 1 FROM folders WHERE id = ? AND "+field+" = ?", *one.FolderID, **owner)
	if err != nil {
		return fmt.Errorf("look whose folder %d is: %w", *one.FolderID, err)
	}
	if !theirs {
		c.Problems.Add("folder_id", "Is not a folder of this owner.")
	}
	return nil
}

// owners are the field a collection of its type is owned by, and the one that stays empty, with their names.
func owners(c *Collection) (owner **int64, field string, other **int64, otherField string) {
	if c.Type == ofUser {
		return &c.UserID, "user_id", &c.PartnerID, "partner_id"
	}
	return &c.PartnerID, "partner_id", &c.UserID, "user_id"
}

func lacksOwner(c *Collection, problems *apierr.Fields) {
	if owner, field, _, _ := owners(c); c.Type != "" && *owner == nil && len((*problems)[field]) == 0 {
		problems.Add(field, "This field is required.")
	}
}

func same(a, b *int64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// saved tells those who have accepted a collection whose it is now.
func saved(ctx context.Context, tx *write.Tx, c *resource.Change[Collection]) error {
	if c.Before == nil || same(c.Before.PartnerID, c.After.PartnerID) {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE shared_collections SET partner_id = ? WHERE collection_id = ?", c.After.PartnerID, c.After.ID)
	return err
}

func attachOwners(ctx context.Context, c db.Conn, list []*Collection) error {
	companies, owners := []int64{}, []int64{}
	for _, one := range list {
		if one.PartnerID != nil {
			companies = append(companies, *one.PartnerID)
		}
		if one.UserID != nil {
			owners = append(owners, *one.UserID)
		}
	}
	byPartner := map[int64]*CollectionOwner{}
	if len(companies) > 0 {
		found, err := db.All[struct {
			ID     int64  `db:"id"`
			Name   string `db:"name"`
			AltID  string `db:"alt_id"`
			Domain string `db:"landing_page_domain"`
		}](ctx, c, "SELECT id, name, alt_id, landing_page_domain FROM partners WHERE id IN (?)", companies)
		if err != nil {
			return fmt.Errorf("name the owners of collections: %w", err)
		}
		for _, p := range found {
			byPartner[p.ID] = &CollectionOwner{ID: p.ID, Name: p.Name, AltID: p.AltID, domain: p.Domain}
		}
	}
	byUser, err := people.Find(ctx, c, owners)
	if err != nil {
		return err
	}
	for _, one := range list {
		if one.PartnerID != nil {
			one.Owner = byPartner[*one.PartnerID]
		}
		if one.UserID != nil {
			user := byUser[*one.UserID]
			one.Owner = &CollectionOwner{ID: user.ID, Name: user.Called(), AltID: user.AltID}
		}
	}
	return nil
}

// Mount adds the calls of collections and folders.
func Mount(kit resource.Kit, at sites.Sites) {
	collections := resource.Mount(kit, define(at))
	collections.MountOptions("search/collections")
	collections.MountAdd("content", "content_ids", inside)
	mountInspires(kit)
	mountDuplicate(kit, collections)
	mountContent(kit, collections)
	mountFolders(kit)
	mountBrowser(kit, at)
}
