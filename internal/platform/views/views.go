// Package views provides the saved views with which a person's tables open. The console loads them together with the
// signed-in user, so that a table needs no request to know its view.
package views

import (
	"context"
	"fmt"

	"waymark/internal/kit/db"
)

// DefaultView is the saved view with which a table opens if its address has no parameters.
type DefaultView struct {
	ID      int64             `json:"id"`
	Table   string            `json:"-" db:"table_name"`
	Name    string            `json:"name"`
	Params  map[string]string `json:"params"`
	Columns []string          `json:"columns" nullable:"false"`
}

// Defaults returns the default views of a member of staff by table.
func Defaults(ctx context.Context, c db.Conn, userID int64) (map[string]DefaultView, error) {
	found, err := db.All[DefaultView](ctx, c, `
		SELECT v.id, v.table_name, v.name, v.params, v.columns
		FROM saved_view_defaults AS d
		JOIN saved_views AS v ON v.id = d.view_id
		WHERE d.user_id = ? AND (v.shared OR v.owner_id = d.user_id)`, userID)
	if err != nil {
		return nil, fmt.Errorf("load default views of user %d: %w", userID, err)
	}
	byTable := make(map[string]DefaultView, len(found))
	for _, view := range found {
		byTable[view.Table] = view
	}
	return byTable, nil
}

// SetDefault makes a view the one with which its table opens for a person.
func SetDefault(ctx context.Context, c db.Conn, userID int64, table string, viewID int64) error {
	_, err := c.Exec(ctx, `
		INSERT INTO saved_view_defaults (user_id, table_name, view_id) VALUES (?, ?, ?)
		ON CONFLICT (user_id, table_name) DO UPDATE SET view_id = excluded.view_id`, userID, table, viewID)
	if err != nil {
		return fmt.Errorf("set default view %d of user %d: %w", viewID, userID, err)
	}
	return nil
}

// ClearDefault removes a view as a person's default.
func ClearDefault(ctx context.Context, c db.Conn, userID, viewID int64) error {
	_, err := c.Exec(ctx, "DELETE FROM saved_view_defaults WHERE user_id = ? AND view_id = ?", userID, viewID)
	if err != nil {
		return fmt.Errorf("clear default view %d of user %d: %w", viewID, userID, err)
	}
	return nil
}

// KeepDefaultOf removes a view as the default of everyone else, for a view that only one person can see any more.
func KeepDefaultOf(ctx context.Context, c db.Conn, userID, viewID int64) error {
	_, err := c.Exec(ctx, "DELETE FROM saved_view_defaults WHERE view_id = ? AND user_id <> ?", viewID, userID)
	if err != nil {
		return fmt.Errorf("clear default view %d: %w", viewID, err)
	}
	return nil
}
