package apikeys

import (
	"context"
	"fmt"

	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

const (
	boundFact = "api_secrets_bound" // in the table installation
	perBatch  = 500
)

// BindSecrets seals the secrets of earlier versions anew, so that each belongs to its key. It does so once.
func BindSecrets(ctx context.Context, store *write.Store, key *secret.Key, tables ...string) error {
	done, err := db.Exists(ctx, store.DB.Read(), "SELECT 1 FROM installation WHERE key = ?", boundFact)
	if err != nil || done {
		return err
	}
	for _, table := range tables {
		if err := bindTable(ctx, store, key, table); err != nil {
			return fmt.Errorf("seal the API secrets of %s anew: %w", table, err)
		}
	}
	_, err = store.DB.Writer().Exec(ctx,
		"INSERT INTO installation (key, value) VALUES (?, '1') ON CONFLICT (key) DO NOTHING", boundFact)
	return err
}

type sealed struct {
	ID     int64  `db:"id"`
	Key    string `db:"api_key"`
	Secret string `db:"api_secret"`
}

func bindTable(ctx context.Context, store *write.Store, key *secret.Key, table string) error {
	for after := int64(0); ; {
		var rows []sealed
		err := store.Do(ctx, func(tx *write.Tx) (err error) {
			rows, err = db.All[sealed](ctx, tx.Conn, "SELECT id, api_key, api_secret FROM "+table+
				" WHERE id > ? AND api_key IS NOT NULL AND coalesce(api_secret, '') <> '' ORDER BY id LIMIT ?"+tx.ForUpdate(),
				after, perBatch)
			if err != nil {
				return err
			}
			for _, row := range rows {
				bound, err := key.Bind(row.Secret, row.Key)
				if err != nil || bound == row.Secret { // what can't be opened stays as void as it is
					continue
				}
				if _, err := tx.Exec(ctx, "UPDATE "+table+" SET api_secret = ? WHERE id = ?", bound, row.ID); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || len(rows) < perBatch {
			return err
		}
		after = rows[len(rows)-1].ID
	}
}
