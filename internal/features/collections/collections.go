// Package collections keeps the selections of content that partners and their users share, and the folders they are in.
package collections

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/lookup"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
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
	kinds  = []string{ofPartner, ofUser}
	tagged = resource.KeywordTable{Table: "collection_tags", Own: "collection_id", Word: "tag"}
)

// Trash is how collections are deleted and restored. Whoever has accepted one loses it meanwhile.
var Trash = trash.Kind{
	Name: "collection", Table: "collections",
	Dependents:    []trash.Dependent{{Table: "shared_collections", Key: "collection_id"}},
	BeforeRestore: ownerIsThere,
}

// ownerIsThere keeps a collection in the trash while its owner is there.
func ownerIsThere(ctx context.Context, tx *write.Tx, id int64) error {
	gone, err := db.Exists(ctx, tx.Conn,
		`SELECT 1 FROM collections AS c LEFT JOIN partners AS p ON p.id = c.partner_id LEFT JOIN users AS u ON u.id = c.user_id
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
		Path: "collections", Label: "Collection", Sort: "-created_at", SortBy: []string{"created_at"}, IDOrder: true,
		Trash: &Trash, Without: []resource.Verb{resource.Creating}, // see mountCreate
		Hint:       ownerName,
		ExactMatch: byPublicID,
		Tabs:       &listing.Tabs{Filter: "type", Values: append([]string{"all"}, kinds...)},
		Filters:    filters,
		Fields: func(c *Collection) resource.Fields {
			return resource.Fields{
				resource.Text(&c.Name, resource.Required, resource.Max(maxName), resource.Sortable, resource.Searchable),
				resource.Stored(&c.AltID),
				resource.Enum(&c.Type, kinds, resource.Required, resource.Initially(ofPartner)),
				resource.Ref(&c.PartnerID, schema.Partners),
				resource.Ref(&c.UserID, schema.Users),
				resource.Ref(&c.FolderID, schema.Folders),
				resource.Related(&c.Folder, &c.FolderID, schema.Folders),
				resource.Ref(&c.LanguageID, schema.Languages, resource.Required, resource.Initially(1)),
				resource.Related(&c.Language, &c.LanguageID, schema.Languages),
				resource.List(&c.Code, resource.Max(60), resource.Searchable),
				resource.Keywords(&c.Tags, tagged, resource.Max(80)),
				resource.Date(&c.InspiresPublishAt),
				resource.Date(&c.InspiresFeatureAt),
				resource.Date(&c.ExpiresAt, resource.EndOfDay),
				resource.Computed(&c.Public, c, func(c *Collection) bool { return reached(c.InspiresPublishAt) }),
				resource.Computed(&c.Featured, c, func(c *Collection) bool { return reached(c.InspiresFeatureAt) }),
				resource.Computed(&c.Expired, c, func(c *Collection) bool { return reached(c.ExpiresAt) }),
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

// check sees that a collection has exactly one owner, and a folder of that owner. An owner of the other kind and
// another owner's folder are let go of, unless the request names them.
func check(ctx context.Context, tx *write.Tx, c *resource.Change[Collection]) error {
	one := c.After
	owner, field, other, otherField := owners(one)
	if *other != nil && c.Sent(otherField) {
		c.Problems.Add(otherField, "Only one can own a collection.")
	}
	*other = nil
	requireOwner(one, &c.Problems)
	if b := c.Before; b != nil && !c.Sent("folder_id") && (!same(b.PartnerID, one.PartnerID) ||
		!same(b.UserID, one.UserID)) {
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

// saved tells those who have accepted a collection whose it is now.
func saved(ctx context.Context, tx *write.Tx, c *resource.Change[Collection]) error {
	if c.Before == nil || same(c.Before.PartnerID, c.After.PartnerID) {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE shared_collections SET partner_id = ? WHERE collection_id = ?", c.After.PartnerID,
		c.After.ID)
	return err
}

// mountCreate adds the call that creates a collection. It reports a missing owner together with whatever is wrong with the
// fields that were sent.
func mountCreate(kit resource.Kit, collections *resource.Resource[Collection]) {
	op := collections.Op("POST", "", "Create a collection", collections.Access.Write)
	op.Status, op.Body = http.StatusCreated, collections.BodySchema(true)
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*api.Item[*Collection], error) {
		body, err := call.Object()
		if err != nil {
			return nil, err
		}
		in, err := collections.Parse(ctx, body, true)
		if refused, ok := apierr.As(err); ok && in != nil {
			problems := apierr.Fields(refused.Errors)
			requireOwner(collections.Preview(in), &problems)
			return nil, problems.Err()
		}
		if err != nil {
			return nil, err
		}
		return collections.Write(ctx, func(tx *write.Tx) (*Collection, error) {
			return collections.Create(ctx, tx, in, nil)
		})
	})
}

// Mount adds the calls of collections and folders.
func Mount(kit resource.Kit, at sites.Sites) {
	kit.API.NameRecords("inspires", "inspires", "inspires") // the name of a product
	lookup.MountWords(kit.API, "options/inspires", "List the Inspires statuses of collections", []lookup.Word{
		{ID: "all", Name: "All"},
		{ID: "public", Name: "Public"},
		{ID: "not-public", Name: "Not public"},
		{ID: "featured", Name: "Featured"},
	})
	collections := resource.Mount(kit, define(at))
	mountCreate(kit, collections)
	collections.MountOptions("search/collections")
	collections.MountAdd("content", "content_ids", schema.CollectionContent)
	mountInspires(kit)
	mountDuplicate(kit, collections)
	mountContent(kit, collections)
	mountFolders(kit)
	mountBrowser(kit, at)
}
