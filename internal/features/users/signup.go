package users

import (
	"context"
	"encoding/json"
	"fmt"

	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
)

// SignUp returns a function that creates an advisor from the form of someone who accepts a partner's collection. The
// function returns the id of the new user.
func SignUp(kit resource.Kit) func(
	ctx context.Context, tx *write.Tx, object map[string]json.RawMessage, partner *int64, collection int64,
) (int64, error) {
	users := resource.New(kit, Definition)
	return func(
		ctx context.Context, tx *write.Tx, object map[string]json.RawMessage, partner *int64, collection int64,
	) (int64, error) {
		in, err := users.Parse(ctx, object, true)
		if err != nil {
			return 0, err
		}
		user, err := users.Create(ctx, tx, in, nil)
		if err != nil {
			return 0, err
		}
		_, err = tx.Exec(ctx, `
			UPDATE users SET signup_source = 'invite', signup_partner_id = ?, signup_collection_id = ?
			WHERE id = ?`, partner, collection, user.ID)
		if err != nil {
			return 0, fmt.Errorf("store sign-up source of user %d: %w", user.ID, err)
		}
		return user.ID, nil
	}
}
