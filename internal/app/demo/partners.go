package demo

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"waymark/internal/features/accounttypes"
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
	return f.insert(ctx, nil, "partners", "account_type_id, name, name_key, slug, email, url, landing_page_domain, alt_id, search_text, created_at, updated_at", len(partners), func(i int) []any {
		name := partners[i].name
		slug := strings.ReplaceAll(fold.Key(strings.ReplaceAll(name, "&", "and")), " ", "-")
		at, landing := f.ago(years), ""
		if i%3 == 1 {
			landing = "trips." + slug + ".example"
		}
		return []any{types[partners[i].kind], name, fold.Key(name), slug, "hello@" + slug + ".example", "https://" + slug + ".example", landing, secret.AltID(), fold.SearchText(name, slug), at, at}
	}, nil)
}

// accountTypes makes kinds of partners with their user templates, and returns the ids of the kinds.
func (f *filler) accountTypes(ctx context.Context) (words, error) {
	names := []string{}
	for _, kind := range accountTypes[1:] { // the first is there
		names = append(names, kind.name)
	}
	if err := f.named(ctx, "account_types", names); err != nil {
		return nil, err
	}
	types, err := known(ctx, f.store.DB.Read(), "SELECT id, name AS word FROM account_types")
	if err != nil {
		return nil, err
	}
	rows := [][]any{}
	for _, kind := range accountTypes {
		for _, name := range kind.templates {
			at := f.ago(years)
			rows = append(rows, []any{types[kind.name], name, fold.Key(name), fold.SearchText(name), at, at})
		}
	}
	return types, f.store.Do(ctx, func(tx *write.Tx) error {
		if err := link(ctx, tx, "user_templates", "account_type_id, name, name_key, search_text, created_at, updated_at", rows); err != nil {
			return err
		}
		return permit(ctx, tx)
	})
}

// permit gives templates what such people may do.
func permit(ctx context.Context, tx *write.Tx) error {
	for _, group := range accounttypes.Catalogue {
		for _, permission := range group.Permissions {
			names := []string{}
			for _, kind := range accountTypes {
				names = append(names, slices.DeleteFunc(slices.Clone(kind.templates), func(name string) bool { return !mayDo(name, permission.Key) })...)
			}
			query := "INSERT INTO user_template_permissions (user_template_id, permission) SELECT id, CAST(? AS TEXT) FROM user_templates WHERE name IN (?)"
			if _, err := tx.Exec(ctx, query, permission.Key, names); err != nil {
				return fmt.Errorf("permit %s: %w", permission.Key, err)
			}
		}
	}
	return nil
}

func mayDo(template, key string) bool {
	switch {
	case slices.Contains(inCharge, template):
		return true
	case slices.Contains(helpers, template):
		return slices.Contains(helpersMay, key)
	default:
		return !strings.HasPrefix(key, "api.") && !strings.HasPrefix(key, "team.") && !strings.HasSuffix(key, ".delete")
	}
}

func (f *filler) events(ctx context.Context, n int) error {
	from, err := f.next(ctx, "copilot_events")
	if err != nil {
		return err
	}
	owners, err := f.ids(ctx, "SELECT id FROM partners WHERE id > 1 AND deleted_at IS NULL ORDER BY id")
	if err != nil {
		return err
	}
	people, err := f.ids(ctx, "SELECT id FROM users WHERE NOT internal AND deleted_at IS NULL ORDER BY id LIMIT 100000")
	if err != nil {
		return err
	}
	kinds := []string{"view", "view", "view", "view", "view", "click", "click", "lead_intent", "lead"}
	return f.into(ctx, []string{"copilot_events"}, n, func(l *load) error {
		return f.insert(ctx, l, "copilot_events", "partner_id, event_id, kind, user_id, occurred_at, received_at", n, func(i int) []any {
			at := f.ago(60 * 24 * time.Hour)
			var user any
			if len(people) > 0 {
				user = pick(f, people)
			}
			return []any{pick(f, owners), fmt.Sprintf("demo-%d", from+i), pick(f, kinds), user, at, at}
		}, nil)
	})
}
