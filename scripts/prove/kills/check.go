package main

import (
	"context"
	"errors"
	"fmt"

	"waymark/internal/app"
	"waymark/internal/kit/db"
)

// check compares the items whose folded titles begin with a prefix with the responses that clients got.
func check(ctx context.Context, database, prefix string, r *results) error {
	if r.unexpected != "" {
		return errors.New("unexpected response: " + r.unexpected)
	}
	ctx = db.WithStatementLimit(ctx, 0)
	d, err := db.Open(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	titles, err := db.All[string](ctx, d.Read(), "SELECT title FROM content WHERE title_key LIKE ?", prefix+"%")
	if err != nil {
		return err
	}
	stored := map[string]bool{}
	for _, title := range titles {
		if stored[title] {
			return fmt.Errorf("%q was stored twice", title)
		}
		stored[title] = true
	}
	for _, title := range r.acknowledged {
		if !stored[title] {
			return fmt.Errorf("%q was acknowledged, but is lost", title)
		}
	}
	for _, title := range r.refused {
		if stored[title] {
			return fmt.Errorf("%q was refused, but is stored", title)
		}
	}
	wrong, err := db.Value[int](ctx, d.Read(), `
		SELECT count(*) FROM content AS c WHERE c.title_key LIKE ? AND 1 <> (
			SELECT count(*) FROM audit_log AS a
			WHERE a.kind = 'content' AND a.record_id = c.id AND a.action = 'created')`, prefix+"%")
	if err != nil {
		return err
	}
	if wrong > 0 {
		return fmt.Errorf("%d items do not have exactly one audit entry", wrong)
	}
	return app.VerifyDerived(ctx, d)
}
