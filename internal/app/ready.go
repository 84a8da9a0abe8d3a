package app

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// Drain makes /readyz fail, so that load balancers send no new requests. Connections are closed after their next
// response: one that is closed while it is idle could have a request on its way.
func (a *App) Drain() {
	a.draining.Store(true)
	if a.node != nil {
		a.node.Refresh()
	}
}

// closeWhenDraining closes the connection of a request after its response if the server is stopping.
func (a *App) closeWhenDraining(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.draining.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// Ready returns an error unless requests can be served: the database must be reachable. An outage of the storage or of
// the mail server is the same for all nodes, so taking a node away would not help.
func (a *App) Ready(ctx context.Context) error {
	if a.draining.Load() {
		return errors.New("stopping")
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return a.DB.Ping(ctx)
}
