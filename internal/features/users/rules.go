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

// check validates fields that depend on each other. A field that no longer fits after a change is cleared, unless the
// request sets it.
func check(ctx context.Context, tx *write.Tx, c *resource.Change[User]) error {
	if err := checkStaff(ctx, c); err != nil {
		return err
	}
	u, b := c.After, c.Before
	if b != nil && b.Email != u.Email { // whoever changes the e-mail can then reset the password
		if err := auth.RequireConfirmed(ctx); err != nil {
			return err
		}
	}
	if u.DeactivatedAt != nil && (b == nil || b.DeactivatedAt == nil) {
		u.DeactivatedAt = &tx.Now // a time sent in the request is ignored
	}
	if b != nil && !equalIDs(b.CountryID, u.CountryID) && !c.Sent("country_region_id") {
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

// checkStaff refuses changes of staff that are only allowed on the Staff page.
func checkStaff(ctx context.Context, c *resource.Change[User]) error {
	if c.Before == nil || !c.Before.Internal {
		return nil
	}
	if err := people.RequireAdminToChangeStaff(ctx); err != nil {
		return err
	}
	if !equalIDs(c.Before.PartnerID, c.After.PartnerID) {
		c.Problems.Add("partner_id", "Staff can't be moved to another partner.")
	}
	if (c.Before.DeactivatedAt == nil) != (c.After.DeactivatedAt == nil) {
		c.Problems.Add("deactivated_at", "Staff are deactivated on the Staff page.")
	}
	return nil
}

func checkTemplate(ctx context.Context, tx *write.Tx, c *resource.Change[User]) error {
	u, b := c.After, c.Before
	moved := b == nil || !equalIDs(b.PartnerID, u.PartnerID)
	if u.UserTemplateID == nil || len(c.Problems["partner_id"])+len(c.Problems["user_template_id"]) > 0 ||
		(!moved && equalIDs(b.UserTemplateID, u.UserTemplateID)) {
		return nil
	}
	valid := false
	if u.PartnerID != nil {
		var err error
		valid, err = db.Exists(ctx, tx.Conn, `
			SELECT 1
			FROM user_templates AS t
			JOIN partners AS p ON p.account_type_id = t.account_type_id
			WHERE t.id = ? AND p.id = ?`, *u.UserTemplateID, *u.PartnerID)
		if err != nil {
			return fmt.Errorf("check user template: %w", err)
		}
	}
	switch {
	case valid:
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
	if b := c.Before; b != nil && equalIDs(b.CountryID, u.CountryID) && equalIDs(b.CountryRegionID, u.CountryRegionID) {
		return nil
	}
	if u.CountryID == nil {
		c.Problems.Add("country_region_id", "Choose a country first.")
		return nil
	}
	inCountry, err := db.Exists(ctx, tx.Conn, "SELECT 1 FROM country_regions WHERE id = ? AND country_id = ?",
		*u.CountryRegionID, *u.CountryID)
	if err != nil {
		return fmt.Errorf("check country of region %d: %w", *u.CountryRegionID, err)
	}
	if !inCountry {
		c.Problems.Add("country_region_id", "Is not a region of this country.")
	}
	return nil
}

// saved applies the consequences of a change: a changed e-mail address is unverified, values set by staff are no
// longer suggestions, and a deactivated user is signed out.
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
		"languages": c.Sent("language_ids"), "country": !equalIDs(b.CountryID, u.CountryID),
		"country_region": !equalIDs(b.CountryRegionID, u.CountryRegionID),
	} {
		if !sent {
			continue
		}
		if _, err := tx.Exec(ctx, "UPDATE users SET using_suggested_"+field+" = FALSE WHERE id = ?", u.ID); err != nil {
			return fmt.Errorf("clear suggestion of %s: %w", field, err)
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

func equalIDs(a, b *int64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
