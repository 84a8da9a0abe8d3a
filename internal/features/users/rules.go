package users

import (
	"context"
	"fmt"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
)

// check sees that what belongs together fits together. What no longer fits after a change is let go of, unless the request names it.
func check(ctx context.Context, tx *write.Tx, c *resource.Change[User]) error {
	if err := checkStaff(ctx, c); err != nil {
		return err
	}
	u, b := c.After, c.Before
	if b != nil && b.Email != u.Email { // who changes it can have a link to a new password sent to themself
		if err := auth.RequireConfirmed(ctx); err != nil {
			return err
		}
	}
	if u.DeactivatedAt != nil && (b == nil || b.DeactivatedAt == nil) {
		u.DeactivatedAt = &tx.Now // it begins now, whatever the request says
	}
	if b != nil && !same(b.CountryID, u.CountryID) && !c.Sent("country_region_id") {
		u.CountryRegionID = nil
	}
	if b != nil && u.HostAgencyID != nil && !c.Sent("host_agency_other") {
		u.HostAgencyOther = ""
	}
	if u.HostAgencyID != nil && u.HostAgencyOther != "" {
		c.Problems.Add("host_agency_other", "Leave this empty when a host agency is chosen.")
	}
	if err := checkTemplate(ctx, tx, c); err != nil {
		return err
	}
	return checkRegion(ctx, tx, c)
}

// checkStaff keeps staff what they are: they belong to the house, and come and go on the Staff page.
func checkStaff(ctx context.Context, c *resource.Change[User]) error {
	if c.Before == nil || !c.Before.Internal {
		return nil
	}
	if err := people.RequireAdminToChangeStaff(ctx); err != nil {
		return err
	}
	if !same(c.Before.PartnerID, c.After.PartnerID) {
		c.Problems.Add("partner_id", "Staff belong to the house.")
	}
	if (c.Before.DeactivatedAt == nil) != (c.After.DeactivatedAt == nil) {
		c.Problems.Add("deactivated_at", "Staff are deactivated on the Staff page.")
	}
	return nil
}

func checkTemplate(ctx context.Context, tx *write.Tx, c *resource.Change[User]) error {
	u, b := c.After, c.Before
	moved := b == nil || !same(b.PartnerID, u.PartnerID)
	if u.UserTemplateID == nil || len(c.Problems["partner_id"])+len(c.Problems["user_template_id"]) > 0 ||
		(!moved && same(b.UserTemplateID, u.UserTemplateID)) {
		return nil
	}
	fits := false
	if u.PartnerID != nil {
		var err error
		fits, err = db.Exists(ctx, tx.Conn, `
			SELECT 1
			FROM user_templates AS t
			JOIN partners AS p ON p.account_type_id = t.account_type_id
			WHERE t.id = ? AND p.id = ?`, *u.UserTemplateID, *u.PartnerID)
		if err != nil {
			return fmt.Errorf("look whether the template fits: %w", err)
		}
	}
	switch {
	case fits:
	case !c.Sent("user_template_id"):
		u.UserTemplateID = nil
	case u.PartnerID == nil:
		c.Problems.Add("user_template_id", "Only users of a partner have a template.")
	default:
		c.Problems.Add("user_template_id", "Is not a template of this partner's account type.")
	}
	return nil
}

func checkRegion(ctx context.Context, tx *write.Tx, c *resource.Change[User]) error {
	u := c.After
	if u.CountryRegionID == nil || len(c.Problems["country_id"])+len(c.Problems["country_region_id"]) > 0 {
		return nil
	}
	if c.Before != nil && same(c.Before.CountryID, u.CountryID) && same(c.Before.CountryRegionID, u.CountryRegionID) {
		return nil
	}
	if u.CountryID == nil {
		c.Problems.Add("country_region_id", "Choose a country first.")
		return nil
	}
	theirs, err := db.Exists(ctx, tx.Conn, "SELECT 1 FROM country_regions WHERE id = ? AND country_id = ?",
		*u.CountryRegionID, *u.CountryID)
	if err != nil {
		return fmt.Errorf("look whose region %d is: %w", *u.CountryRegionID, err)
	}
	if !theirs {
		c.Problems.Add("country_region_id", "Is not a region of this country.")
	}
	return nil
}

// saved draws the consequences: a changed address is not a verified one, what staff have chosen is no suggestion any more,
// and who is deactivated is signed out.
func saved(ctx context.Context, tx *write.Tx, c *resource.Change[User]) error {
	u, b := c.After, c.Before
	if b == nil {
		return nil
	}
	if b.Email != u.Email {
		if err := people.Unverify(ctx, tx, u.ID); err != nil {
			return err
		}
	}
	for field, sent := range map[string]bool{
		"languages": c.Sent("language_ids"), "country": !same(b.CountryID, u.CountryID),
		"country_region": !same(b.CountryRegionID, u.CountryRegionID),
	} {
		if !sent {
			continue
		}
		if _, err := tx.Exec(ctx, "UPDATE users SET using_suggested_"+field+" = FALSE WHERE id = ?", u.ID); err != nil {
			return fmt.Errorf("keep what was chosen: %w", err)
		}
	}
	if b.DeactivatedAt == nil && u.DeactivatedAt != nil {
		return people.EndSessions(ctx, tx, u.ID)
	}
	return nil
}

func checkRemove(ctx context.Context, tx *write.Tx, u *User) error {
	if !u.Internal {
		return nil
	}
	if err := people.RequireAdminToChangeStaff(ctx); err != nil {
		return err
	}
	if err := auth.RequireConfirmed(ctx); err != nil {
		return err
	}
	return people.RequireAnotherAdmin(ctx, tx, u.ID)
}

func same(a, b *int64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
