package collections

import (
	"context"
	"fmt"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/platform/people"
)

// owners are the field a collection of its type is owned by, and the one that stays empty, with their names.
func owners(c *Collection) (owner **int64, field string, other **int64, otherField string) {
	if c.Type == ofUser {
		return &c.UserID, "user_id", &c.PartnerID, "partner_id"
	}
	return &c.PartnerID, "partner_id", &c.UserID, "user_id"
}

// requireOwner reports a missing owner.
func requireOwner(c *Collection, problems *apierr.Fields) {
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
			one.Owner = &CollectionOwner{ID: user.ID, Name: user.DisplayName(), AltID: user.AltID}
		}
	}
	return nil
}

// ownerName distinguishes collections with the same name.
func ownerName(c *Collection) string {
	if c.Owner == nil {
		return ""
	}
	return c.Owner.Name
}
