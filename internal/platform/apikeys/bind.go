package apikeys

import (
	"context"
	"fmt"

	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

const (
	boundKey  = "api_secrets_bound" // in the table installation
	batchSize = 500
)

// BindSecrets re-encrypts secrets stored by earlier versions so that each is bound to its API key and can't be copied
// to another record. It runs once per installation.
func BindSecrets(ctx context.Context, store *write.Store, key *secret.Key, tables ...string) error {
	done, err := db.Exists(ctx, store.DB.Read(), "SELECT 1 FROM installation WHERE key = ?", boundKey)
	if err != nil || done {
		return err
	}
	for _, table := range tables {
		err := convertSecrets(ctx, store, table, func(row sealedRow) string {
			bound, err := key.Bind(row.Secret, row.Key)
			if err != nil { // a secret that can't be decrypted remains unusable
				return row.Secret
			}
			return bound
		})
		if err != nil {
			return fmt.Errorf("bind API secrets of %s: %w", table, err)
		}
	}
	_, err = store.DB.Writer().Exec(ctx,
		"INSERT INTO installation (key, value) VALUES (?, '1') ON CONFLICT (key) DO NOTHING", boundKey)
	return err
}

type sealedRow struct {
	ID     int64  `db:"id"`
	Key    string `db:"api_key"`
	Secret string `db:"api_secret"`
}

// convertSecrets replaces the secrets of all rows of a table, including those in the trash, by what convert returns. It
// works in batches, so that it can be interrupted and repeated.
func convertSecrets(ctx context.Context, store *write.Store, table string, convert func(sealedRow) string) error {
	for after := int64(0); ; {
		var rows []sealedRow
		err := store.Do(ctx, func(tx *write.Tx) (err error) {
			rows, err = db.All[sealedRow](ctx, tx.Conn, "SELECT id, api_key, api_secret FROM "+table+
				" WHERE id > ? AND api_key IS NOT NULL AND coalesce(api_secret, '') <> '' ORDER BY id LIMIT ?"+tx.ForUpdate(),
				after, batchSize)
			if err != nil {
				return err
			}
			for _, row := range rows {
				converted := convert(row)
				if converted == row.Secret {
					continue
				}
				if _, err := tx.Exec(ctx, "UPDATE "+table+" SET api_secret = ? WHERE id = ?", converted, row.ID); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || len(rows) < batchSize {
			return err
		}
		after = rows[len(rows)-1].ID
	}
}
