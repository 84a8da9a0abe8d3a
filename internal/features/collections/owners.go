package collections

import (
	"context"
	"fmt"
	"strconv"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/platform/people"
)

// ownerFields returns the owner field that the type of a collection requires and the other one, which stays
// empty, each with its name.
func ownerFields(c *Collection) (owner **int64, field string, other **int64, otherField string) {
	if c.Type == typePersonal {
		return &c.UserID, "user_id", &c.PartnerID, "partner_id"
	}
	return &c.PartnerID, "partner_id", &c.UserID, "user_id"
}

// requireOwner adds a problem if the owner is missing and has no problem yet.
func requireOwner(c *Collection, problems *apierr.Fields) {
	if owner, field, _, _ := ownerFields(c); c.Type != "" && *owner == nil && len((*problems)[field]) == 0 {
		problems.Add(field, "This field is required.")
	}
}

func sameID(a, b *int64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func attachOwners(ctx context.Context, c db.Conn, list []*Collection) error {
	partnerIDs, userIDs := []int64{}, []int64{}
	for _, collection := range list {
		if collection.PartnerID != nil {
			partnerIDs = append(partnerIDs, *collection.PartnerID)
		}
		if collection.UserID != nil {
			userIDs = append(userIDs, *collection.UserID)
		}
	}
	byPartner := map[int64]*CollectionOwner{}
	if len(partnerIDs) > 0 {
		found, err := db.All[struct {
			ID     int64  `db:"id"`
			Name   string `db:"name"`
			AltID  string `db:"alt_id"`
			Domain string `db:"landing_page_domain"`
		}](ctx, c, "SELECT id, name, alt_id, landing_page_domain FROM partners WHERE id IN (?)", partnerIDs)
		if err != nil {
			return fmt.Errorf("load owners of collections: %w", err)
		}
		for _, p := range found {
			byPartner[p.ID] = &CollectionOwner{ID: p.ID, Name: p.Name, AltID: p.AltID, domain: p.Domain}
		}
	}
	byUser, err := people.Find(ctx, c, userIDs)
	if err != nil {
		return err
	}
	for _, collection := range list {
		if collection.PartnerID != nil {
			collection.Owner = byPartner[*collection.PartnerID]
		}
		if collection.UserID != nil {
			user := byUser[*collection.UserID]
			collection.Owner = &CollectionOwner{ID: user.ID, Name: user.DisplayName(), AltID: user.AltID}
		}
	}
	return nil
}

// ownerAndID is the hint that distinguishes collections with the same name, even of the same owner.
func ownerAndID(c *Collection) string {
	id := "ID " + strconv.FormatInt(c.ID, 10)
	if c.Owner == nil {
		return id
	}
	return c.Owner.Name + " · " + id
}
