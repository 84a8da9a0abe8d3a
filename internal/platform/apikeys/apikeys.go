// Package apikeys provides the endpoints for the API key and secret of a record. The secret is encrypted in the
// database and masked in responses; a separate endpoint reveals it.
package apikeys

import (
	"context"
	"fmt"
	"log/slog"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
)

// Masked replaces a secret in responses. It has the same length for every secret.
const Masked = "••••••••••••"

// APIPair is the key and the secret that authenticate a record's API calls.
type APIPair struct {
	APIKey    string `json:"api_key"`
	APISecret string `json:"api_secret"`
}

// MountReveal registers the endpoint that reveals the secret of a record to admins.
func MountReveal[T any](kit resource.Kit, records *resource.Resource[T]) {
	kind := records.Kind()
	api.Handle(kit.API, api.Op{
		NoUndo: "Nothing was changed.",
		Method: "POST", Path: records.Address() + "/{id}/api-secret", ID: api.CamelCase("reveal " + kind + " api secret"),
		Tag: records.Label, Summary: "Reveal the API secret of " + api.Article(kind), Access: api.Admins,
		Description: "The audit log records who revealed it.",
	}, func(ctx context.Context, call *api.Call) (*APIPair, error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		pair := &APIPair{}
		return pair, kit.Store.Do(ctx, func(tx *write.Tx) error {
			record, err := records.Find(ctx, tx.Conn, id, nil)
			if err != nil {
				return err
			}
			if err := auth.RequireConfirmed(ctx); err != nil {
				return err
			}
			stored, err := db.One[struct {
				Key    string `db:"api_key"`
				Sealed string `db:"api_secret"`
			}](ctx, tx.Conn, "SELECT coalesce(api_key, '') AS api_key, coalesce(api_secret, '') AS api_secret FROM "+
				records.Table.Name+" WHERE id = ?", id)
			if err != nil {
				return fmt.Errorf("load API secret of %s %d: %w", kind, id, err)
			}
			if stored.Key == "" {
				return apierr.Conflict("There are no API keys yet.")
			}
			pair.APIKey = stored.Key
			if pair.APISecret, err = kit.Key.Decrypt(stored.Sealed, stored.Key); err != nil {
				slog.ErrorContext(ctx, "decrypt stored API secret", "kind", kind, "id", id, "error", err)
				return apierr.Conflict("The stored secret can't be read. Refresh the API keys to get a new one.")
			}
			return tx.Record(ctx, write.Change{
				Action: "revealed the secret of", Kind: kind, ID: id, Name: records.NameOf(record),
			})
		})
	})
}

// MountRefresh registers the endpoint that replaces the keys of a record. The previous keys stop working immediately.
func MountRefresh[T any](kit resource.Kit, records *resource.Resource[T]) {
	kind := records.Kind()
	api.Handle(kit.API, api.Op{
		NoUndo: "Earlier keys never work again.",
		Method: "PUT", Path: records.Address() + "/{id}/refresh-api-keys", Tag: records.Label,
		Summary: "Replace the API keys of " + api.Article(kind), Access: api.Admins,
		Description: "The previous keys stop working immediately. The response contains the new ones.",
		Body:        kit.API.SchemaOf(api.Confirmation{}),
	}, func(ctx context.Context, call *api.Call) (*APIPair, error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		if _, err := records.Find(ctx, kit.Store.DB.Read(), id, nil); err != nil {
			return nil, err
		}
		input, err := api.Decode[api.Confirmation](call)
		if err != nil {
			return nil, err
		}
		if !input.Confirm {
			return nil, apierr.Field("confirm", "Confirm that the previous keys will no longer work.")
		}
		if err := auth.RequireConfirmed(ctx); err != nil {
			return nil, err
		}
		pair := &APIPair{}
		return pair, kit.Store.Do(ctx, func(tx *write.Tx) error {
			record, err := records.Lock(ctx, tx, id, nil)
			if err != nil {
				return err
			}
			key, sealed, err := NewPair(ctx, tx, kit.Key)
			if err != nil {
				return err
			}
			update := "UPDATE " + records.Table.Name +
				" SET api_key = ?, api_secret = ?, version = version + 1, updated_at = ? WHERE id = ?"
			if _, err := tx.Exec(ctx, update, key, sealed, tx.Now, id); err != nil {
				return fmt.Errorf("replace API keys of %s %d: %w", kind, id, err)
			}
			pair.APIKey = key
			if pair.APISecret, err = kit.Key.Decrypt(sealed, key); err != nil {
				return err
			}
			return tx.Record(ctx, write.Change{
				Action: "refreshed the keys of", Kind: kind, ID: id, Name: records.NameOf(record),
			})
		})
	})
}
