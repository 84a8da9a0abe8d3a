// Package sharedcollections manages the collections that users have accepted, and their personalisations.
package sharedcollections

import (
	"context"
	"fmt"
	"slices"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/hashid"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/lookup"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
	"waymark/internal/platform/sites"
)

// SharedCollection is a collection that a user has accepted.
type SharedCollection struct {
	resource.LogRow
	HashID                string             `json:"hashid" doc:"The public id."`
	Name                  string             `json:"name" doc:"The name of the collection."`
	Type                  string             `json:"type" enum:"user-accepted,auto-accepted"`
	UserID                int64              `json:"-" db:"user_id"`
	User                  *SharedUser        `json:"user"`
	CollectionID          int64              `json:"-" db:"collection_id"`
	Collection            *SharedBase        `json:"collection"`
	PartnerID             *int64             `json:"partner_id"`
	Personalisations      []*Personalisation `json:"personalisations,omitempty" doc:"The newest 100; omitted in lists."`
	HasPersonalMessage    bool               `json:"has_personal_message"`
	PersonalisationsCount int64              `json:"personalisations_count"`
	CreatedAtDiff         string             `json:"created_at_diff" doc:"The time since it was accepted, in words."`
}

// SharedUser is the user who has accepted a collection.
type SharedUser struct {
	ID            int64      `json:"id"`
	FullName      string     `json:"full_name" doc:"May be empty."`
	Email         string     `json:"email"`
	DeactivatedAt *time.Time `json:"deactivated_at" doc:"The pages of a deactivated user are not available."`
}

// SharedBase is the collection that was accepted. Personalised pages are available while it is public and not expired.
type SharedBase struct {
	ID                int64           `json:"id" db:"id"`
	Name              string          `json:"name" db:"name"`
	Partner           *resource.Named `json:"partner" doc:"Null for a personal collection."`
	InspiresPublishAt *time.Time      `json:"inspires_publish_at" db:"inspires_publish_at"`
	ExpiresAt         *time.Time      `json:"expires_at" db:"expires_at"`
	Public            bool            `json:"public" doc:"Whether it is currently public on Inspires."`
	Expired           bool            `json:"expired"`
}

const (
	userAccepted = "user-accepted"
	autoAccepted = "auto-accepted"
)

var types = []string{"all", userAccepted, autoAccepted}

// list declares shared collections, newest first.
var list = resource.Definition[SharedCollection]{
	Path: "shared-collections", Table: schema.SharedCollections, Label: "Shared collection", Name: "name",
	Sort: "-created_at", SortBy: []string{"created_at"},
	Without: []resource.Verb{resource.Creating, resource.Updating},
	Filters: []listing.Filter{
		listing.RefFilter("partner_id", "partner").CountedIn(schema.PartnerSharedCollectionsCount),
		listing.ChoiceFilter("type", types, func(word string) listing.Condition {
			if word == "all" {
				return listing.Condition{}
			}
			count := listing.StoredCount("shared_collections", "type", word)
			return listing.Condition{SQL: "type = ?", Args: []any{word}, Stored: count}
		}),
		listing.RefFilter("user_id", "user").CountedIn(schema.UserSharedCollectionsCount),
		listing.RefFilter("collection_id", "collection").CountedIn(schema.CollectionSharedCollectionsCount),
	},
	Fields: func(s *SharedCollection) resource.Fields {
		return resource.Fields{
			resource.Computed(&s.Name, s, collectionName),
			resource.Stored(&s.Type),
			resource.Stored(&s.UserID),
			resource.Stored(&s.CollectionID),
			resource.Ref(&s.PartnerID, schema.Partners, resource.Searchable),
			resource.Stored(&s.HasPersonalMessage),
			resource.Counter(&s.PersonalisationsCount, schema.SharedCollectionPersonalisationsCount, resource.Sortable),
			resource.Attached(&s.HashID),
			resource.Attached(&s.User),
			resource.Attached(&s.Collection),
			resource.Attached(&s.Personalisations),
			resource.Attached(&s.CreatedAtDiff),
		}
	},
	Attach: attach,
}

func collectionName(s *SharedCollection) string {
	if s.Collection == nil {
		return ""
	}
	return s.Collection.Name
}

// attach sets the user, the collection and its partner.
func attach(ctx context.Context, c db.Conn, rows []*SharedCollection) error {
	userIDs, collectionIDs := []int64{}, []int64{}
	for _, row := range rows {
		userIDs, collectionIDs = append(userIDs, row.UserID), append(collectionIDs, row.CollectionID)
	}
	users, err := people.Find(ctx, c, userIDs)
	if err != nil {
		return err
	}
	found, err := db.All[struct {
		SharedBase
		PartnerID   *int64  `db:"partner_id"`
		PartnerName *string `db:"partner_name"`
	}](ctx, c, `
		SELECT c.id, c.name, c.inspires_publish_at, c.expires_at, p.id AS partner_id, p.name AS partner_name
		FROM collections AS c
		LEFT JOIN partners AS p ON p.id = c.partner_id
		WHERE c.id IN (?)`, collectionIDs)
	if err != nil {
		return fmt.Errorf("find collections: %w", err)
	}
	byID := map[int64]*SharedBase{}
	for _, f := range found {
		base := f.SharedBase
		base.Public, base.Expired = clock.Reached(base.InspiresPublishAt), clock.Reached(base.ExpiresAt)
		if f.PartnerID != nil {
			base.Partner = &resource.Named{ID: *f.PartnerID, Name: *f.PartnerName}
		}
		byID[f.ID] = &base
	}
	for _, row := range rows {
		user := users[row.UserID]
		row.User = &SharedUser{
			ID: user.ID, FullName: user.FullName, Email: user.Email, DeactivatedAt: user.DeactivatedAt,
		}
		row.Collection = byID[row.CollectionID]
		row.Name, row.HashID, row.CreatedAtDiff = collectionName(row), hashid.Encode(row.ID), clock.Ago(row.CreatedAt)
	}
	return nil
}

// Mount registers the endpoints.
func Mount(kit resource.Kit, links sites.Sites) {
	lookup.MountWords(kit.API, "options/shared-collection-types", "List shared collection types", []lookup.Word{
		{ID: "all", Name: "All"},
		{ID: "user-accepted", Name: "User accepted"},
		{ID: "auto-accepted", Name: "Auto accepted"},
	})
	rows := list
	rows.Without = []resource.Verb{resource.Creating, resource.Reading, resource.Updating, resource.Removing}
	resource.Mount(kit, rows)
	userRows := rows
	userRows.Filters = slices.DeleteFunc(slices.Clone(rows.Filters), func(f listing.Filter) bool {
		return f.Names[0] == "user_id" // the user is part of the path
	})
	userRows.Under = []resource.Parent{{Path: "users", Table: schema.Users, Column: "user_id"}}
	resource.Mount(kit, userRows)
	personalisations := resource.Mount(kit, personalisations(links))
	single := list
	single.Without = []resource.Verb{resource.Listing, resource.Creating, resource.Updating}
	single.Attach = func(ctx context.Context, c db.Conn, rows []*SharedCollection) error {
		if err := attach(ctx, c, rows); err != nil {
			return err
		}
		for _, row := range rows {
			ids, err := db.All[int64](ctx, c, `
				SELECT id
				FROM personalisations
				WHERE shared_collection_id = ?
				ORDER BY created_at DESC, id DESC LIMIT ?`, row.ID, maxShown)
			if err != nil {
				return fmt.Errorf("find personalisations: %w", err)
			}
			if row.Personalisations, err = personalisations.Load(ctx, c, ids); err != nil {
				return err
			}
		}
		return nil
	}
	resource.Mount(kit, single)
}

// maxShown limits the personalisations shown with a shared collection.
const maxShown = 100
