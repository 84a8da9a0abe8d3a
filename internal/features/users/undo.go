package users

import (
	"context"
	"fmt"
	"slices"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/history"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
)

// mayUndo refuses editors who would change staff, and requires a confirmed session where the calls that make such
// changes do: for e-mail addresses, and for who can sign in and with which role.
func mayUndo(ctx context.Context, c db.Conn, changes []history.RowChange) error {
	ids := []int64{}
	for _, change := range changes {
		ids = append(ids, change.ID)
	}
	staff, err := db.All[int64](ctx, c, "SELECT id FROM users WHERE internal AND "+c.OneOf("id"), db.IDs(ids))
	if err != nil {
		return fmt.Errorf("find staff: %w", err)
	}
	for _, change := range changes {
		isStaff := slices.Contains(staff, change.ID)
		if isStaff {
			if err := people.RequireAdminToChangeStaff(ctx); err != nil {
				return err
			}
		}
		if isStaff && changesSignIn(change) || change.Sets("email") {
			if err := auth.RequireConfirmed(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// changesSignIn reports whether a change affects whether a member of staff can sign in, or with which role.
func changesSignIn(change history.RowChange) bool {
	return change.Action != history.Updates || change.Sets("staff_role", "deactivated_at", "internal")
}

// checkUndo checks users after an undo, as check does after a change, and applies the consequences, as saved does.
func checkUndo(ctx context.Context, tx *write.Tx, changes *history.Changes) error {
	for _, rule := range []struct {
		columns              []string
		query, field, reason string
	}{
		{
			[]string{"partner_id", "user_template_id"},
			`
			SELECT users.id
			FROM users
			JOIN user_templates AS t ON t.id = users.user_template_id
			LEFT JOIN partners AS p ON p.id = users.partner_id
			WHERE (p.id IS NULL OR p.account_type_id <> t.account_type_id) AND `, "user_template_id",
			"It is not a role of the partner's account type.",
		},
		{
			[]string{"country_id", "country_region_id"},
			`
			SELECT users.id
			FROM users
			JOIN country_regions AS r ON r.id = users.country_region_id
			WHERE (users.country_id IS NULL OR r.country_id <> users.country_id) AND `, "country_region_id",
			"It is not a region of this country.",
		},
		{
			[]string{"host_agency_id", "host_agency_other"},
			"SELECT id FROM users WHERE host_agency_id IS NOT NULL AND host_agency_other <> '' AND ", "host_agency_other",
			"A host agency is chosen.",
		},
	} {
		ids := changes.Setting(rule.columns...)
		err := changes.RefuseAll(ctx, tx.Conn, ids, rule.query+tx.OneOf("users.id"), rule.field, rule.reason)
		if err != nil {
			return err
		}
	}
	if err := requireAdmin(ctx, tx, changes); err != nil {
		return err
	}
	for _, change := range changes.List {
		if change.Sets("email") {
			if err := people.Unverify(ctx, tx, change.ID); err != nil {
				return err
			}
		}
		if change.Sets("deactivated_at") && string(change.Values["deactivated_at"]) != "null" {
			if err := people.EndSessions(ctx, tx, change.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// requireAdmin refuses changes after which no admin could sign in.
func requireAdmin(ctx context.Context, tx *write.Tx, changes *history.Changes) error {
	ids := []int64{}
	for _, change := range changes.List {
		if changesSignIn(change) {
			ids = append(ids, change.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	admins, err := people.LockAdmins(ctx, tx)
	if err != nil || len(admins) > 0 {
		return err
	}
	for _, id := range ids {
		changes.Refuse(id, "staff_role", "There would be no admin left. Make someone else an admin first.")
	}
	return nil
}
