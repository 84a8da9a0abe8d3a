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

// partners makes the partners the other rows belong to, and what kinds of them there are, once.
func (f *filler) partners(ctx context.Context, _ int) error {
	there, err := f.ids(ctx, "SELECT id FROM partners WHERE id > 1 LIMIT 1")
	if err != nil || len(there) > 0 {
		return err
	}
	types, err := f.accountTypes(ctx)
	if err != nil {
		return err
	}
	made := 0
	return f.insert(ctx, nil, "partners", partnerColumns, len(data().Partners), func(i int) []any {
		landing := ""
		if i%3 == 1 {
			landing = "trips." + slugOf(data().Partners[i].Name) + ".example"
		}
		return f.partner(types[data().Partners[i].Kind], data().Partners[i].Name, landing)
	}, func(to target, ids []int64) error {
		branded := [][]any{}
		for _, id := range ids {
			if colour := data().Partners[made].Colour; colour != "" {
				branded = append(branded, []any{id, colour, f.now})
			}
			made++
		}
		return to.link(ctx, "partner_customisations", "partner_id, brand_color, updated_at", branded)
	})
}

const partnerColumns = "account_type_id, name, name_key, slug, email, phone, url, landing_page_domain, alt_id, api_key, api_secret, search_text, created_at, updated_at"

// partner is a row about a company. Its secret is sealed with the key of the installation.
func (f *filler) partner(kind int64, name, landing string) []any {
	slug, at := slugOf(name), f.ago(years)
	email := "hello@" + slug + ".example"
	key, sealed, err := f.kit.Key.APIPair()
	if err != nil {
		panic(err) // no key can be too short to seal with
	}
	return []any{
		kind, name, fold.Key(name), slug, email, f.digits(data().PhoneNumbers["GB"]), "https://" + slug + ".example", landing,
		secret.AltID(), key, sealed,
		fold.SearchText(name, slug, email), at, at,
	}
}

func slugOf(name string) string {
	return strings.ReplaceAll(fold.Key(strings.ReplaceAll(name, "&", "and")), " ", "-")
}

// morePartners makes companies by the number, for lists that are long.
func (f *filler) morePartners(ctx context.Context, n int) error {
	from, err := f.next(ctx, "partners")
	if err != nil {
		return err
	}
	kinds, err := f.ids(ctx, "SELECT id FROM account_types ORDER BY id")
	if err != nil {
		return err
	}
	return f.insert(ctx, nil, "partners", partnerColumns, n, func(i int) []any {
		return f.partner(kinds[f.dice.IntN(len(kinds))], fmt.Sprintf("%s %s %s %d", pick(f, data().CompanyWords),
			pick(f, data().CompanyWords), pick(f, data().CompanyKinds), from+i), "")
	}, nil)
}

// accountTypes makes kinds of partners with their user templates, and returns the ids of the kinds.
func (f *filler) accountTypes(ctx context.Context) (words, error) {
	names := []string{}
	for _, kind := range data().AccountTypes[1:] { // the first is there
		names = append(names, kind.Name)
	}
	if err := f.named(ctx, "account_types", names); err != nil {
		return nil, err
	}
	types, err := known(ctx, f.store.DB.Read(), "SELECT id, name AS word FROM account_types")
	if err != nil {
		return nil, err
	}
	rows := [][]any{}
	for _, kind := range data().AccountTypes {
		for _, role := range kind.Templates {
			at := f.ago(years)
			rows = append(rows, []any{types[kind.Name], role.Name, fold.Key(role.Name), fold.SearchText(role.Name), at, at})
		}
	}
	return types, f.store.Do(ctx, func(tx *write.Tx) error {
		marks, args := listed(rows)
		made, err := db.All[struct { // those that were there keep what they permit
			ID   int64  `db:"id"`
			Name string `db:"name"`
		}](ctx, tx.Conn, "INSERT INTO user_templates (account_type_id, name, name_key, search_text, created_at, updated_at) VALUES "+marks+" ON CONFLICT DO NOTHING RETURNING id, name", args...)
		if err != nil {
			return err
		}
		permitted := [][]any{}
		for _, template := range made {
			for _, key := range permits(template.Name) {
				permitted = append(permitted, []any{template.ID, key})
			}
		}
		return link(ctx, tx, "user_template_permissions", "user_template_id, permission", permitted)
	})
}

// permits are the keys of what the people of a user template may do.
func permits(template string) []string {
	keys := []string{}
	for _, kind := range data().AccountTypes {
		at := slices.IndexFunc(kind.Templates, func(r role) bool { return r.Name == template })
		if at < 0 {
			continue
		}
		for _, group := range accounttypes.Catalogue {
			for _, permission := range group.Permissions {
				if slices.ContainsFunc(kind.Templates[at].Permissions,
					func(start string) bool { return strings.HasPrefix(permission.Key, start) }) {
					keys = append(keys, permission.Key)
				}
			}
		}
		break
	}
	return keys
}
