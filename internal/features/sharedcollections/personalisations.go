package sharedcollections

import (
	"context"
	"fmt"

	"waymark/internal/kit/db"
	"waymark/internal/kit/hashid"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/schema"
	"waymark/internal/platform/sites"
)

// Personalisation is a shared collection that a user has personalised for a client.
type Personalisation struct {
	resource.LogRow
	Name                       string `json:"name" doc:"Name of the client." example:"The Okafors"`
	LandingPageURL             string `json:"landing_page_url" doc:"URL of the page for the client." example:"https://go.example.com/k5Zq"`
	PersonalMessage            string `json:"personal_message" doc:"Message to the client." example:"Have a good time!"`
	CTADisplay                 string `json:"cta_display" doc:"The call to action on the page: none, enquire, book or call." example:"book"`
	ContentCustomisationsCount int64  `json:"content_customisations_count" doc:"Number of items that were adapted to the client." example:"3"`
	SharedCollectionID         int64  `json:"-" db:"shared_collection_id"`
}

// personalisations declares personalisations, newest first.
func personalisations(links sites.Sites) resource.Definition[Personalisation] {
	return resource.Definition[Personalisation]{
		Path: "personalisations", Label: "Personalisation", Sort: "-created_at", SortBy: []string{"created_at"},
		Under: []resource.Parent{
			{Path: "shared-collections", Table: schema.SharedCollections, Column: "shared_collection_id"},
		},
		Without: []resource.Verb{resource.Creating, resource.Reading, resource.Updating, resource.Removing},
		Fields: func(p *Personalisation) resource.Fields {
			return resource.Fields{
				resource.Text(&p.Name, resource.Sortable, resource.Searchable),
				resource.Stored(&p.PersonalMessage),
				resource.Stored(&p.CTADisplay),
				resource.Stored(&p.ContentCustomisationsCount),
				resource.Stored(&p.SharedCollectionID),
				resource.Attached(&p.LandingPageURL),
			}
		},
		Attach: func(ctx context.Context, c db.Conn, rows []*Personalisation) error {
			domains := map[int64]string{}
			for _, row := range rows {
				domains[row.SharedCollectionID] = ""
			}
			for id := range domains { // a page of rows belongs to one shared collection, so this is one query
				found, err := db.All[string](ctx, c, `
				SELECT p.landing_page_domain
				FROM shared_collections AS s
				JOIN collections AS c ON c.id = s.collection_id
				JOIN partners AS p ON p.id = c.partner_id
				WHERE s.id = ?`, id)
				if err != nil {
					return fmt.Errorf("find domain of landing pages: %w", err)
				}
				if len(found) > 0 {
					domains[id] = found[0]
				}
			}
			for _, row := range rows {
				row.LandingPageURL = links.LandingPage(domains[row.SharedCollectionID], hashid.Encode(row.ID))
			}
			return nil
		},
	}
}
