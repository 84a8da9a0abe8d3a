package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// WriteOptions are those of DB.WriteWith.
type WriteOptions struct {
	// Alone says that the transaction shares its commit with no others, see DB.WriteAlone.
	Alone bool
	// First is a statement that PostgreSQL runs in the same round trip as BEGIN. It has no arguments and its result is not
	// read. SQLite does not run it.
	First string
}

type firstKey struct{}

func withFirst(ctx context.Context, statement string) context.Context {
	if statement == "" {
		return ctx
	}
	return context.WithValue(ctx, firstKey{}, statement)
}

// connector opens connections for database/sql whose transactions can begin with a first statement.
type connector struct{ driver.Connector }

// Connect implements driver.Connector.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	opened, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn, ok := opened.(*stdlib.Conn)
	if !ok {
		return nil, fmt.Errorf("%T is not a connection of pgx", opened)
	}
	return &postgresConn{conn}, nil
}

// PgxConn returns the connection of pgx behind a connection of database/sql, for what database/sql can't do. Its
// argument is what the function of sql.Conn.Raw receives.
func PgxConn(driverConn any) (*pgx.Conn, error) {
	conn, ok := driverConn.(*postgresConn)
	if !ok {
		return nil, fmt.Errorf("%T is not a connection to PostgreSQL", driverConn)
	}
	return conn.Conn(), nil
}

type stdlibConn = stdlib.Conn

type postgresConn struct{ *stdlibConn }

// BeginTx implements driver.ConnBeginTx. pgx sends statements without arguments as they are, so that one message can
// contain several.
func (c *postgresConn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	if options != (driver.TxOptions{}) {
		return nil, errors.New("transactions have no options")
	}
	if c.Conn().IsClosed() {
		return nil, driver.ErrBadConn
	}
	begin := pgx.TxOptions{}
	if first, _ := ctx.Value(firstKey{}).(string); first != "" {
		begin.BeginQuery = "begin; " + first
	}
	tx, err := c.Conn().BeginTx(ctx, begin)
	if err != nil {
		return nil, err
	}
	return transaction{ctx: ctx, conn: c, tx: tx}, nil
}
