package db

import "context"

// updateSearch empties the table of rows whose search tables are not up to date. Its triggers update them
// (docs/decisions/0041).
const updateSearch = "DELETE FROM pending_search"

// findPendingSearch looks for the table of such rows, which databases of older versions don't have.
func (d *DB) findPendingSearch(ctx context.Context) error {
	if d.Engine != SQLite {
		return nil
	}
	const query = "SELECT count(*) FROM sqlite_master WHERE name = 'pending_search'"
	found, err := Value[int](ctx, d.Writer(), query)
	d.pendingSearch.Store(found > 0)
	return err
}

// updateSearch updates the search tables for all members at once.
func (g *group) updateSearch() error {
	if !g.db.pendingSearch.Load() {
		return nil
	}
	return g.exec(updateSearch)
}

// searchingWriter also updates the search tables for statements outside a transaction.
type searchingWriter struct{ standard }

func (w searchingWriter) runExec(ctx context.Context, query string, args []any) (int64, error) {
	affected, err := w.standard.runExec(ctx, query, args)
	if err != nil {
		return affected, err
	}
	_, err = w.standard.runExec(context.WithoutCancel(ctx), updateSearch, nil)
	return affected, err
}
