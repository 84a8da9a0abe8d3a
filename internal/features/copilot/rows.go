package copilot

import (
	"context"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/schema"
)

// join loads the records that lines are about and combines both into rows. Lines whose record no longer exists are
// skipped.
func join[T, R any](lines []line, load func([]int64) (map[int64]*T, error), row func(line, *T) *R) ([]*R, error) {
	rows := []*R{}
	if len(lines) == 0 {
		return rows, nil
	}
	ids := make([]int64, len(lines))
	for i, l := range lines {
		ids[i] = l.Key
	}
	found, err := load(ids)
	for _, l := range lines {
		if record := found[l.Key]; record != nil {
			rows = append(rows, row(l, record))
		}
	}
	return rows, err
}

func loadPartners(ctx context.Context, c db.Conn) func([]int64) (map[int64]*resource.Named, error) {
	return func(ids []int64) (map[int64]*resource.Named, error) {
		list, err := db.All[resource.Named](ctx, c, "SELECT id, name FROM partners WHERE id IN (?)", ids)
		found := map[int64]*resource.Named{}
		for i := range list {
			found[list[i].ID] = &list[i]
		}
		return found, err
	}
}

func loadURLs(ctx context.Context, c db.Conn) func([]int64) (map[int64]*string, error) {
	return func(ids []int64) (map[int64]*string, error) {
		list, err := db.All[struct {
			ID  int64  `db:"id"`
			URL string `db:"url"`
		}](ctx, c, "SELECT id, url FROM copilot_pages WHERE id IN (?)", ids)
		found := map[int64]*string{}
		for i := range list {
			found[list[i].ID] = &list[i].URL
		}
		return found, err
	}
}

// insightUserRow holds the columns of a user that the tables show.
type insightUserRow struct {
	resource.LogRow
	FirstName     string          `json:"first_name"`
	LastName      string          `json:"last_name"`
	Email         string          `json:"email"`
	PersonalPhoto *media.Image    `json:"personal_photo"`
	PartnerID     *int64          `json:"partner_id"`
	Partner       *resource.Named `json:"partner"`
}

var userDefinition = resource.Definition[insightUserRow]{
	Path: "users", Table: schema.Users, Label: "User", Sort: "id", Name: "email",
	Fields: func(p *insightUserRow) resource.Fields {
		return resource.Fields{
			resource.Stored(&p.FirstName),
			resource.Stored(&p.LastName),
			resource.Code(&p.Email),
			resource.Image(&p.PersonalPhoto),
			resource.Ref(&p.PartnerID, schema.Partners),
			resource.Related(&p.Partner, &p.PartnerID, schema.Partners),
		}
	},
}

func loadUsers(
	ctx context.Context, c db.Conn, users *resource.Resource[insightUserRow],
) func([]int64) (map[int64]*InsightUser, error) {
	return func(ids []int64) (map[int64]*InsightUser, error) {
		list, err := users.Load(ctx, c, ids)
		found := map[int64]*InsightUser{}
		for _, p := range list {
			found[p.ID] = &InsightUser{
				ID: p.ID, FullName: auth.FullName(p.FirstName, p.LastName), Email: p.Email,
				Initials: auth.Initials(p.FirstName, p.LastName, p.Email), PersonalPhoto: p.PersonalPhoto,
				Partner: p.Partner,
			}
		}
		return found, err
	}
}
