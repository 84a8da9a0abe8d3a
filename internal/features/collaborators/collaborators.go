// Package collaborators stores the companies that extend collections with their own content.
package collaborators

import (
	"context"
	"time"

	"waymark/internal/kit/media"
	"waymark/internal/kit/merge"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
	"waymark/internal/platform/apikeys"
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
	APISecret     string       `json:"api_secret" doc:"Masked; a separate endpoint reveals it to admins."`
	sealedSecret  string
}

// Definition declares collaborators, most viewed first.
func Definition(key *secret.Key) resource.Definition[Collaborator] {
	return resource.Definition[Collaborator]{
		Path: "collaborators", Label: "Collaborator", Sort: "-views,name",
		Merge: &merge.Rules[Collaborator]{},
		Fields: func(c *Collaborator) resource.Fields {
			return resource.Fields{
				resource.Text(&c.Name, resource.Required, resource.Max(120), resource.Sortable, resource.Searchable),
				resource.Slug(&c.Slug, &c.Name, resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
				resource.Image(&c.Logo),
				resource.Stored(&c.Experiences, resource.Sortable),
				resource.Stored(&c.NewestVersion, resource.Sortable),
				resource.Stored(&c.Views, resource.Sortable),
				resource.Stored(&c.APIKey),
				resource.Computed(&c.APISecret, c, func(*Collaborator) string { return apikeys.Masked }),
			}
		},
		Check: func(ctx context.Context, tx *write.Tx, c *resource.Change[Collaborator]) (err error) {
			if c.Before == nil {
				c.After.APIKey, c.After.sealedSecret, err = apikeys.NewPair(ctx, tx, key)
			}
			return err
		},
		Columns: func(_ context.Context, c *resource.Change[Collaborator]) map[string]any {
			return map[string]any{"api_key": c.After.APIKey, "api_secret": c.After.sealedSecret}
		},
	}
}

// Mount registers the endpoints.
func Mount(kit resource.Kit) {
	collaborators := resource.Mount(kit, Definition(kit.Key))
	apikeys.MountReveal(kit, collaborators)
}
