// Package leads stores what visitors send with the lead forms of landing pages, e-mails it to the advisor or the
// partner, and lists it.
package leads

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
)

// Lead is a submitted lead form.
type Lead struct {
	resource.LogRow
	Name         string          `json:"name"`
	Email        string          `json:"email"`
	Phone        string          `json:"phone" doc:"As the visitor wrote it. May be empty."`
	Message      string          `json:"message" doc:"May have several lines, or be empty."`
	PageURL      string          `json:"page_url" doc:"URL of the page with the form. May be empty."`
	CollectionID *int64          `json:"-" db:"collection_id"`
	Collection   *resource.Named `json:"collection"`
	PartnerID    *int64          `json:"-" db:"partner_id"`
	Partner      *resource.Named `json:"partner" nullable:"false"`
	UserID       *int64          `json:"-" db:"user_id"`
	User         *resource.Named `json:"user" doc:"The advisor the page belongs to, if any."`
}

// definition declares the leads of a partner or a user, newest first. Exports contain personal data.
func definition(parent resource.Parent) resource.Definition[Lead] {
	return resource.Definition[Lead]{
		Path: "leads", Label: label, Table: schema.Leads, Sort: "-created_at", SortBy: []string{"created_at"},
		Under: []resource.Parent{parent}, Access: resource.Access{Export: api.Admins},
		Without: []resource.Verb{resource.Creating, resource.Updating, resource.Removing},
		Fields: func(l *Lead) resource.Fields {
			return resource.Fields{
				resource.Code(&l.Name, resource.ReadOnly, resource.Searchable),
				resource.Code(&l.Email, resource.ReadOnly, resource.Searchable),
				resource.Stored(&l.Phone),
				resource.Stored(&l.Message),
				resource.Stored(&l.PageURL),
				resource.Stored(&l.CollectionID),
				resource.Related(&l.Collection, &l.CollectionID, schema.Collections),
				resource.Stored(&l.PartnerID),
				resource.Related(&l.Partner, &l.PartnerID, schema.Partners),
				resource.Stored(&l.UserID),
				resource.Attached(&l.User),
			}
		},
		Attach: attachUsers,
	}
}

const (
	label = "Lead"
	kind  = "lead" // in the audit log
)

func attachUsers(ctx context.Context, c db.Conn, rows []*Lead) error {
	return people.Attach(ctx, c, rows, func(row *Lead) *int64 { return row.UserID },
		func(row *Lead, user people.Person) {
			row.User = &resource.Named{ID: user.ID, Name: user.DisplayName()}
		})
}

// Mount registers the endpoints.
func (s *Service) Mount(kit resource.Kit) {
	resource.Mount(kit, definition(resource.Parent{Path: "partners", Table: schema.Partners, Column: "partner_id"}))
	resource.Mount(kit, definition(resource.Parent{Path: "users", Table: schema.Users, Column: "user_id"}))
	remove := api.Op{
		NoUndo: "Leads are personal data: nothing is kept of a deleted one.",
		Method: "DELETE", Path: "/api/admin/leads/{id}", Tag: label, Summary: "Delete a lead permanently",
		Access: api.Admins,
	}
	api.Handle(kit.API, remove, func(ctx context.Context, call *api.Call) (api.None, error) {
		id, err := call.ID("id")
		if err != nil {
			return api.None{}, err
		}
		return api.None{}, s.Store.Do(ctx, func(tx *write.Tx) error { return deleteLead(ctx, tx, id) })
	})
}

// deleteLead deletes a lead. Its audit row has none of the visitor's data, since people may ask to be forgotten.
func deleteLead(ctx context.Context, tx *write.Tx, id int64) error {
	from, err := db.One[origin](ctx, tx.Conn,
		"DELETE FROM leads WHERE id = ? RETURNING partner_id, collection_id", id)
	if errors.Is(err, sql.ErrNoRows) {
		return apierr.NotFound()
	}
	if err != nil {
		return fmt.Errorf("delete lead %d: %w", id, err)
	}
	return from.record(ctx, tx, "deleted", id)
}

// origin says where a lead comes from.
type origin struct {
	PartnerID    int64  `db:"partner_id"`
	CollectionID *int64 `db:"collection_id"`
}

// record writes the audit row of a lead, which is named after its collection or, if it has none, after its partner.
func (o origin) record(ctx context.Context, tx *write.Tx, action string, id int64) error {
	query, named := "SELECT name FROM partners WHERE id = ?", o.PartnerID
	if o.CollectionID != nil {
		query, named = "SELECT name FROM collections WHERE id = ?", *o.CollectionID
	}
	name, err := db.Value[string](ctx, tx.Conn, query, named)
	if err != nil {
		return fmt.Errorf("find name of lead %d: %w", id, err)
	}
	return tx.Record(ctx, write.Change{Action: action, Kind: kind, ID: id, Name: name})
}
