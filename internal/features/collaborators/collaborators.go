// Package collaborators keeps the companies that extend collections with what they offer.
package collaborators

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// Collaborator is a company that extends collections.
type Collaborator struct {
	resource.Row
	Name          string       `json:"name"`
	Slug          string       `json:"slug"`
	Logo          *media.Image `json:"logo"`
	Experiences   int64        `json:"extended_content_experiences_count"`
	NewestVersion *time.Time   `json:"extended_collection_versions_max_created_at"`
	Views         int64        `json:"views"`
	APIKey        string       `json:"api_key"`
	APISecret     string       `json:"api_secret" doc:"Masked. Admins are told it by its own call."`
	sealed        string
}

// masked stands for a secret, whatever it is.
const masked = "••••••••••••"

// Definition declares collaborators. The most viewed come first.
func Definition(key *secret.Key) resource.Definition[Collaborator] {
	return resource.Definition[Collaborator]{
		Path: "collaborators", Label: "Collaborator", Sort: "-views", Then: "name",
		Fields: []resource.Field[Collaborator]{
			resource.Text("name", func(c *Collaborator) *string { return &c.Name }, resource.Required, resource.Max(120), resource.Sortable, resource.Searchable),
			resource.Slug("slug", func(c *Collaborator) *string { return &c.Slug }, func(c *Collaborator) string { return c.Name }, resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
			resource.Image("logo", func(c *Collaborator) **media.Image { return &c.Logo }),
			resource.Counter("extended_content_experiences_count", func(c *Collaborator) *int64 { return &c.Experiences }, resource.Sortable),
			resource.Stored("extended_collection_versions_max_created_at", func(c *Collaborator) any { return &c.NewestVersion }, resource.Sortable),
			resource.Counter("views", func(c *Collaborator) *int64 { return &c.Views }, resource.Sortable),
			resource.Stored("api_key", func(c *Collaborator) any { return &c.APIKey }),
			resource.Computed("api_secret", func(c *Collaborator) { c.APISecret = masked }),
		},
		Check: func(_ context.Context, _ *write.Tx, c *resource.Change[Collaborator]) (err error) {
			if c.Before == nil {
				c.After.APIKey, c.After.sealed, err = key.APIPair()
			}
			return err
		},
		Columns: func(_ context.Context, c *resource.Change[Collaborator]) map[string]any {
			return map[string]any{"api_key": c.After.APIKey, "api_secret": c.After.sealed}
		},
	}
}

// APIPair is what a collaborator's programs sign in with.
type APIPair struct {
	APIKey    string `json:"api_key"`
	APISecret string `json:"api_secret"`
}

// Mount adds the calls.
func Mount(kit resource.Kit) {
	collaborators := resource.Mount(kit, Definition(kit.Key))
	api.Handle(kit.API, api.Op{
		Method: "POST", Path: "/api/admin/collaborators/{id}/api-secret", Tag: "Collaborator", Summary: "Tell the API secret of a collaborator", Access: api.Admins,
		Description: "The audit log keeps who was told.",
	}, func(ctx context.Context, call *api.Call) (*APIPair, error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		pair := &APIPair{}
		err = kit.Store.Do(ctx, func(tx *write.Tx) error {
			one, err := collaborators.Find(ctx, tx.Conn, id, nil)
			if err != nil {
				return err
			}
			sealed, err := db.Value[string](ctx, tx.Conn, "SELECT api_secret FROM collaborators WHERE id = ?", id)
			if err != nil {
				return fmt.Errorf("read the secret of collaborator %d: %w", id, err)
			}
			pair.APIKey = one.APIKey
			if pair.APISecret, err = kit.Key.Decrypt(sealed); err != nil {
				return fmt.Errorf("open the secret of collaborator %d: %w", id, err)
			}
			return tx.Record(ctx, write.Change{Action: "revealed the secret of", Kind: "collaborator", ID: id, Name: one.Name})
		})
		return pair, err
	})
}
