package db

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

// poolConfig returns the settings of connections to a PostgreSQL server.
func poolConfig(url string, readOnly bool) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	if !strings.Contains(url, "pool_max_conns") {
		config.MaxConns = 16
	}
	if !strings.Contains(url, "connect_timeout") {
		config.ConnConfig.ConnectTimeout = StatementLimit / 2
	}
	config.ConnConfig.RuntimeParams["timezone"] = "UTC"
	if readOnly {
		config.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
	}
	// A statement that exceeds its time limit is also cancelled on the server. If that gets no reply, the connection is
	// closed.
	config.ConnConfig.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: time.Second}
	}
	config.ConnConfig.OnNotice = noteWarning
	return config, nil
}

func openPostgres(ctx context.Context, url string, readOnly bool) (*DB, error) {
	config, err := poolConfig(url, readOnly)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open PostgreSQL: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	if err := requireSessions(ctx, config.ConnConfig); err != nil {
		pool.Close()
		return nil, err
	}
	handle := sql.OpenDB(connector{stdlib.GetPoolConnector(pool)})
	handle.SetMaxIdleConns(0) // the pool keeps them
	handle.SetMaxOpenConns(maxWriters(int(config.MaxConns)))
	return &DB{Engine: Postgres, reads: pooled{pool}, write: handle, pool: pool, readOnly: readOnly}, nil
}

// maxWriters returns how many of the connections can be used by transactions. The others are left for reads, while
// commits wait for a standby that is gone.
func maxWriters(connections int) int {
	return max(min(connections, 3), connections-max(1, connections/4)) // a migration takes more than one
}
