package copilot

import (
	"context"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/schema"
)

// joined makes rows of lines and of what they are about. What is gone by now is left out.
func joined[T, R any](lines []line, find func([]int64) (map[int64]*T, error), row func(line, *T) *R) ([]*R, error) {
	rows := []*R{}
	if len(lines) == 0 {
		return rows, nil
	}
	ids := make([]int64, len(lines))
	for i, l := range lines {
		ids[i] = l.Key
	}
	found, err := find(ids)
	for _, l := range lines {
		if about := found[l.Key]; about != nil {
			rows = append(rows, row(l, about))
		}
	}
	return rows, err
}

func named(ctx context.Context, c db.Conn) func([]int64) (map[int64]*resource.Named, error) {
	return func(ids []int64) (map[int64]*resource.Named, error) {
		list, err := db.All[resource.Named](ctx, c, "SELECT id, name FROM partners WHERE id IN (?)", ids)
		found := map[int64]*resource.Named{}
		for i := range list {
			found[list[i].ID] = &list[i]
		}
		return found, err
	}
}

func addressed(ctx context.Context, c db.Conn) func([]int64) (map[int64]*string, error) {
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

// insightPerson is what the tables show of a user.
type insightPerson struct {
	resource.LogRow
	FirstName     string       `json:"first_name"`
	LastName      string       `json:"last_name"`
	Email         string       `json:"email"`
	PersonalPhoto *media.Image `json:"personal_photo"`
}

var person = resource.Definition[insightPerson]{
	Path: "users", Table: schema.Users, Label: "User", Sort: "id", Name: "email",
	Fields: func(p *insightPerson) resource.Fields {
		return resource.Fields{
			resource.Stored(&p.FirstName),
			resource.Stored(&p.LastName),
			resource.Code(&p.Email),
			resource.Image(&p.PersonalPhoto),
		}
	},
}

func met(ctx context.Context, c db.Conn,
	people *resource.Resource[insightPerson],
) func([]int64) (map[int64]*InsightUser, error) {
	return func(ids []int64) (map[int64]*InsightUser, error) {
		list, err := people.Load(ctx, c, ids)
		found := map[int64]*InsightUser{}
		for _, p := range list {
			found[p.ID] = &InsightUser{
				ID: p.ID, FullName: auth.FullName(p.FirstName, p.LastName), Email: p.Email,
				Initials: auth.Initials(p.FirstName, p.LastName, p.Email), PersonalPhoto: p.PersonalPhoto,
			}
		}
		return found, err
	}
}
