package db

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// ErrSharedConnections is returned for a pooler that gives each transaction another connection.
var ErrSharedConnections = errors.New("the database address points to a connection pooler in transaction mode, which " +
	"gives every transaction another connection: set pool_mode = session in PgBouncer, or connect to PostgreSQL directly")

// poolerRounds is how often requireSessions tries. A pooler that takes its connections in turn may use the same one
// again by chance.
const poolerRounds = 5

// requireSessions refuses a pooler that does not keep the connection of a client: prepared statements, the lock for
// migrations and settings belong to one. While another client is in a transaction, the connection of the first must
// remain its own.
func requireSessions(ctx context.Context, config *pgx.ConnConfig) (err error) {
	ctx, cancel := context.WithTimeout(ctx, StatementLimit)
	defer cancel()
	var clients [2]*pgx.Conn
	for i := range clients {
		if clients[i], err = pgx.ConnectConfig(ctx, config); err != nil {
			return fmt.Errorf("connect to PostgreSQL: %w", err)
		}
		defer func() { _ = clients[i].Close(context.WithoutCancel(ctx)) }()
	}
	process := func(client *pgx.Conn) (id int, err error) {
		// The simple protocol, because a prepared statement may be missing on the next connection.
		err = client.QueryRow(ctx, "SELECT pg_backend_pid()", pgx.QueryExecModeSimpleProtocol).Scan(&id)
		return id, err
	}
	first, err := process(clients[0])
	for range poolerRounds {
		var other, again int
		steps := []func() error{
			func() error { _, err := clients[1].Exec(ctx, "BEGIN"); return err },
			func() (err error) { other, err = process(clients[1]); return err },
			func() error {
				if other == first { // asking again could wait for the transaction
					return ErrSharedConnections
				}
				return nil
			},
			func() (err error) { again, err = process(clients[0]); return err },
			func() error { _, err := clients[1].Exec(ctx, "ROLLBACK"); return err },
		}
		for _, step := range steps {
			if err == nil {
				err = step()
			}
		}
		if err == nil && again != first {
			err = ErrSharedConnections
		}
	}
	if err != nil {
		return fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	return nil
}
