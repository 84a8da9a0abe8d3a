package demo

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/features/accounttypes"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// insertPartners inserts the partners that other rows belong to, and their account types, once.
func (f *filler) insertPartners(ctx context.Context, _ int) error {
	existing, err := f.listIDs(ctx, "SELECT id FROM partners WHERE id > 1 LIMIT 1")
	if err != nil || len(existing) > 0 {
		return err
	}
	types, err := f.insertAccountTypes(ctx)
	if err != nil {
		return err
	}
	next := 0
	return f.insert(ctx, nil, "partners", partnerColumns, len(data().Partners), func(i int) []any {
		landing := ""
		if i%3 == 1 {
			landing = "trips." + makeSlug(data().Partners[i].Name) + ".example"
		}
		return f.partnerRow(types[data().Partners[i].Kind], data().Partners[i].Name, landing)
	}, func(to target, ids []int64) error {
		branded := [][]any{}
		for _, id := range ids {
			if colour := data().Partners[next].Colour; colour != "" {
				branded = append(branded, []any{id, colour, f.now})
			}
			next++
		}
		return to.link(ctx, "partner_customisations", "partner_id, brand_color, updated_at", branded)
	})
}

const partnerColumns = `account_type_id, name, name_key, slug, email, phone, url, landing_page_domain, alt_id,
	api_key, api_secret, search_text, created_at, updated_at`

// partnerRow returns the row of a partner. Its secret is encrypted with the key of the installation.
func (f *filler) partnerRow(kind int64, name, landing string) []any {
	slug, at := makeSlug(name), f.timeAgo(years)
	email := "hello@" + slug + ".example"
	key, sealed, err := f.kit.Key.APIPair()
	if err != nil {
		panic(err) // Keys are checked when they are loaded.
	}
	return []any{
		kind, name, fold.Key(name), slug, email, f.fillDigits(data().PhoneNumbers["GB"]), "https://" + slug + ".example",
		landing, secret.AltID(), key, sealed, fold.SearchText(name, slug, email), at, at,
	}
}

func makeSlug(name string) string {
	return strings.ReplaceAll(fold.Key(strings.ReplaceAll(name, "&", "and")), " ", "-")
}

// insertMorePartners inserts n generated partners, for long lists.
func (f *filler) insertMorePartners(ctx context.Context, n int) error {
	from, err := f.nextID(ctx, "partners")
	if err != nil {
		return err
	}
	kinds, err := f.listIDs(ctx, "SELECT id FROM account_types ORDER BY id")
	if err != nil {
		return err
	}
	return f.insert(ctx, nil, "partners", partnerColumns, n, func(i int) []any {
		kind := pick(f, kinds)
		name := fmt.Sprintf("%s %s %s %d",
			pick(f, data().CompanyWords), pick(f, data().CompanyWords), pick(f, data().CompanyKinds), from+i)
		return f.partnerRow(kind, name, "")
	}, nil)
}

// insertAccountTypes inserts account types with their user templates, and returns the ids of account types by name.
func (f *filler) insertAccountTypes(ctx context.Context) (idIndex, error) {
	names := []string{}
	for _, kind := range data().AccountTypes[1:] { // The first exists in every installation.
		names = append(names, kind.Name)
	}
	if err := f.insertNames(ctx, "account_types", names); err != nil {
		return nil, err
	}
	types, err := loadIndex(ctx, f.store.DB.Read(), "SELECT id, name AS word FROM account_types")
	if err != nil {
		return nil, err
	}
	rows := [][]any{}
	for _, kind := range data().AccountTypes {
		for _, role := range kind.Templates {
			at := f.timeAgo(years)
			rows = append(rows, []any{types[kind.Name], role.Name, fold.Key(role.Name), fold.SearchText(role.Name), at, at})
		}
	}
	return types, f.store.Do(ctx, func(tx *write.Tx) error {
		marks, args := placeholders(rows)
		// Existing user templates are not returned, so they keep their permissions.
		inserted, err := db.All[struct {
			ID   int64  `db:"id"`
			Name string `db:"name"`
		}](ctx, tx.Conn, `INSERT INTO user_templates
				(account_type_id, name, name_key, search_text, created_at, updated_at)
			VALUES `+marks+`
			ON CONFLICT DO NOTHING
			RETURNING id, name`, args...)
		if err != nil {
			return err
		}
		permitted := [][]any{}
		for _, template := range inserted {
			for _, key := range permissionsOf(template.Name) {
				permitted = append(permitted, []any{template.ID, key})
			}
		}
		return link(ctx, tx, "user_template_permissions", "user_template_id, permission", permitted)
	})
}

// permissionsOf returns the keys of the permissions of a user template.
func permissionsOf(template string) []string {
	keys := []string{}
	for _, kind := range data().AccountTypes {
		at := slices.IndexFunc(kind.Templates, func(r role) bool { return r.Name == template })
		if at < 0 {
			continue
		}
		for _, group := range accounttypes.Catalogue {
			for _, permission := range group.Permissions {
				matches := func(prefix string) bool { return strings.HasPrefix(permission.Key, prefix) }
				if slices.ContainsFunc(kind.Templates[at].Permissions, matches) {
					keys = append(keys, permission.Key)
				}
			}
		}
		break
	}
	return keys
}
