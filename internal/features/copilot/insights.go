// Package copilot counts views, clicks and leads in Copilot, the widget on partners' sites.
package copilot

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/table"
	"waymark/internal/platform/schema"
)

// InsightFigures are the numbers of events in the last thirty days, including today.
type InsightFigures struct {
	Views       int64 `json:"views"`
	Clicks      int64 `json:"clicks"`
	LeadIntents int64 `json:"lead_intents"`
	Leads       int64 `json:"leads"`
}

// InsightPage is a page of an insight table. The figures of all rows and the unattributed ones add up to the total.
type InsightPage[R any] struct {
	listing.Page[R]
	Total        InsightFigures `json:"total" doc:"Figures of all events."`
	Unattributed InsightFigures `json:"unattributed" doc:"Figures of events without a known record, or whose record was deleted."`
}

// InsightUser is a user in an insight table.
type InsightUser struct {
	ID            int64        `json:"id"`
	FullName      string       `json:"full_name" doc:"Empty for users without a name."`
	Email         string       `json:"email"`
	Initials      string       `json:"initials"`
	PersonalPhoto *media.Image `json:"personal_photo"`
	// Partner is null for advisors.
	Partner *resource.Named `json:"partner" doc:"Partner the user belongs to. Null for advisors."`
}

// InsightByPartner is a row of the overview by partner.
type InsightByPartner struct {
	Partner       *resource.Named `json:"partner" nullable:"false"`
	AdvisorsCount int64           `json:"advisors_count" doc:"Number of different advisors."`
	InsightFigures
}

// InsightByUser is a row of the overview by user.
type InsightByUser struct {
	User          *InsightUser `json:"user" nullable:"false"`
	PartnersCount int64        `json:"partners_count" doc:"Number of different partners."`
	InsightFigures
}

// InsightOfUser is a user in the insights of one partner.
type InsightOfUser struct {
	User *InsightUser `json:"user" nullable:"false"`
	InsightFigures
}

// InsightOfPartner is a partner in the insights of one user.
type InsightOfPartner struct {
	Partner *resource.Named `json:"partner" nullable:"false"`
	InsightFigures
}

// InsightByPage is a page with Copilot.
type InsightByPage struct {
	SourceURL string `json:"source_url"`
	InsightFigures
}

// line is a row of an insight table before the record it is about is loaded.
type line struct {
	Key   int64 `db:"key"`
	Other int64 `db:"other"` // Number of users of a partner, or of partners of a user.
	InsightFigures
}

// insights describes an insight table.
type insights[R any] struct {
	path  string
	id    string
	title string
	sum   sum
	key   string       // Column that identifies a row.
	other *counts      // The additional count, if any.
	live  table.Table  // Table of the records the rows are about.
	owner *table.Table // Table of the record whose id is in the path, if any.
	// rows loads the records the lines are about.
	rows func(ctx context.Context, c db.Conn, lines []line) ([]*R, error)
}

// Mount registers the endpoints of the insight tables.
func Mount(kit resource.Kit) {
	users := resource.New(kit, userDefinition)
	list(kit, insights[InsightByPartner]{
		path: "views-by-partner", id: "listCopilotViewsByPartner", title: "List Copilot insights by partner",
		sum: partnerSums, key: "partner_id", other: &advisorCounts, live: schema.Partners,
		rows: func(ctx context.Context, c db.Conn, lines []line) ([]*InsightByPartner, error) {
			return join(lines, loadPartners(ctx, c), func(l line, partner *resource.Named) *InsightByPartner {
				return &InsightByPartner{partner, l.Other, l.InsightFigures}
			})
		},
	})
	list(kit, insights[InsightByUser]{
		path: "views-by-user", id: "listCopilotViewsByUser", title: "List Copilot insights by user",
		sum: userSums, key: "user_id", other: &partnerCounts, live: schema.Users,
		rows: func(ctx context.Context, c db.Conn, lines []line) ([]*InsightByUser, error) {
			return join(lines, loadUsers(ctx, c, users), func(l line, user *InsightUser) *InsightByUser {
				return &InsightByUser{user, l.Other, l.InsightFigures}
			})
		},
	})
	list(kit, insights[InsightOfUser]{
		path: "partner/{id}/views-by-user", id: "listPartnerCopilotViewsByUser",
		title: "List Copilot insights of a partner by user", sum: pairSums, key: "user_id", live: schema.Users,
		owner: &schema.Partners,
		rows: func(ctx context.Context, c db.Conn, lines []line) ([]*InsightOfUser, error) {
			return join(lines, loadUsers(ctx, c, users), func(l line, user *InsightUser) *InsightOfUser {
				return &InsightOfUser{user, l.InsightFigures}
			})
		},
	})
	list(kit, insights[InsightOfPartner]{
		path: "user/{id}/views-by-partner", id: "listUserCopilotViewsByPartner",
		title: "List Copilot insights of a user by partner", sum: pairSums, key: "partner_id", live: schema.Partners,
		owner: &schema.Users,
		rows: func(ctx context.Context, c db.Conn, lines []line) ([]*InsightOfPartner, error) {
			return join(lines, loadPartners(ctx, c), func(l line, partner *resource.Named) *InsightOfPartner {
				return &InsightOfPartner{partner, l.InsightFigures}
			})
		},
	})
	for owner, source := range map[string]struct {
		table *table.Table
		pages sum
	}{"partner": {&schema.Partners, partnerPageSums}, "user": {&schema.Users, userPageSums}} {
		list(kit, insights[InsightByPage]{
			path: owner + "/{id}/views-by-page", id: api.CamelCase("list " + owner + " copilot views by page"),
			title: "List Copilot insights of a " + owner + " by page", sum: source.pages, key: "page_id",
			live: schema.CopilotPages, owner: source.table,
			rows: func(ctx context.Context, c db.Conn, lines []line) ([]*InsightByPage, error) {
				return join(lines, loadURLs(ctx, c), func(l line, url *string) *InsightByPage {
					return &InsightByPage{*url, l.InsightFigures}
				})
			},
		})
	}
}

const pageSize = 10

func list[R any](kit resource.Kit, t insights[R]) {
	sorts := []string{"views", "clicks", "lead_intents", "leads"}
	if t.other != nil {
		sorts = append(sorts, t.other.column)
	}
	op := api.Op{
		Method: "GET", Path: "/api/admin/copilot-insights/" + t.path, ID: t.id, Tag: "Copilot insights", Summary: t.title,
		Query: append(listing.PageParams(pageSize), api.SortParam("-views", sorts...)), Replica: true,
	}
	if t.key == "user_id" {
		op.Export = api.Admins // The export contains personal data.
	}
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*InsightPage[R], error) {
		values := call.Query()
		page, size, err := listing.ParsePage(values, pageSize)
		problems := apierr.Fields{}
		if refused, ok := apierr.As(err); ok {
			problems = refused.Errors
		}
		column, descending := strings.CutPrefix(cmp.Or(values.Get("sort"), "-views"), "-")
		if !slices.Contains(sorts, column) {
			problems.Add("sort", "Can't sort by %s.", column)
		}
		if err := problems.Err(); err != nil {
			return nil, err
		}
		c, owner := kit.Store.DB.Read(), int64(0)
		if t.owner != nil {
			if owner, err = t.findOwner(ctx, c, call); err != nil {
				return nil, err
			}
		}
		return t.page(ctx, c, owner, column, descending, page, size)
	})
}

// findOwner returns the id of the record in the path.
func (t insights[R]) findOwner(ctx context.Context, c db.Conn, call *api.Call) (int64, error) {
	id, err := call.ID("id")
	if err != nil {
		return 0, err
	}
	found, err := db.Exists(ctx, c, "SELECT 1 FROM "+t.owner.Name+" WHERE id = ? AND deleted_at IS NULL", id)
	if err != nil {
		return 0, fmt.Errorf("find owner of insights: %w", err)
	}
	if !found {
		return 0, apierr.NotFound()
	}
	return id, nil
}

func (t insights[R]) page(
	ctx context.Context, c db.Conn, owner int64, column string, descending bool, page, size int64,
) (*InsightPage[R], error) {
	window, err := findWindow(ctx, c)
	if err != nil {
		return nil, err
	}
	found := t.found(window, owner)
	unlisted, err := db.One[unlistedRows](ctx, c, "SELECT count(*) AS n, "+castSums+" "+found.sql+
		" AND (found."+t.key+" = 0"+t.orTrashed()+")", found.args...)
	if err != nil {
		return nil, fmt.Errorf("sum up unattributed figures: %w", err)
	}
	count, err := t.count(ctx, c, found, unlisted.N)
	if err != nil {
		return nil, err
	}
	direction := ""
	if descending {
		direction = " DESC"
	}
	other := "0"
	if t.other != nil {
		other = t.other.column
	}
	live := " AND EXISTS (SELECT 1 FROM " + t.live.Name + " AS live WHERE live.id = found." + t.key
	if t.live.Trash {
		live += " AND live.deleted_at IS NULL"
	}
	lines, err := db.All[line](ctx, c, "SELECT found."+t.key+" AS key, "+other+
		" AS other, views, clicks, lead_intents, leads "+found.sql+live+
		") ORDER BY found."+column+direction+", found."+t.key+direction+" LIMIT ? OFFSET ?",
		found.with(size, (page-1)*size)...)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", t.path, err)
	}
	result := &InsightPage[R]{
		Page: listing.Page[R]{Meta: listing.NewMeta(page, size, count)}, Unattributed: unlisted.InsightFigures,
	}
	if result.Items, err = t.rows(ctx, c, lines); err != nil {
		return nil, err
	}
	result.Total, err = t.total(ctx, c, window, owner)
	return result, err
}

// unlistedRows are the sums that a table doesn't list: those of no record, and of records in the trash.
type unlistedRows struct {
	N int64 `db:"n"`
	InsightFigures
}

// total returns the figures of all events of the table's owner.
func (t insights[R]) total(ctx context.Context, c db.Conn, w window, owner int64) (InsightFigures, error) {
	switch t.owner {
	case nil:
		return sumUp(ctx, c, "FROM copilot_days WHERE day BETWEEN ? AND ?", []any{w.days.First, w.days.Last})
	case &schema.Partners:
		found := partnerSums.found(w, nil).where("partner_id", owner)
		return sumUp(ctx, c, found.sql, found.args)
	default:
		found := userSums.found(w, nil).where("user_id", owner)
		return sumUp(ctx, c, found.sql, found.args)
	}
}

func sumUp(ctx context.Context, c db.Conn, from string, args []any) (InsightFigures, error) {
	figures, err := db.One[InsightFigures](ctx, c, "SELECT "+castSums+" "+from, args...)
	if err != nil {
		return figures, fmt.Errorf("sum up insights: %w", err)
	}
	return figures, nil
}

// orTrashed is the condition that a row's record is in the trash.
func (t insights[R]) orTrashed() string {
	if !t.live.Trash {
		return ""
	}
	return " OR found." + t.key + " IN (SELECT id FROM " + t.live.Name + " WHERE trash_id IS NOT NULL)"
}

// count returns the number of rows: those in the sums, minus the few that are not listed.
func (t insights[R]) count(ctx context.Context, c db.Conn, found source, unlisted int64) (listing.Count, error) {
	n, err := db.Value[int64](ctx, c, "SELECT count(*) FROM (SELECT 1 "+found.sql+" LIMIT ?) AS counted",
		found.with(listing.CountLimit+unlisted+1)...)
	if err != nil {
		return listing.Count{}, fmt.Errorf("count %s: %w", t.path, err)
	}
	n -= unlisted
	return listing.Count{Total: min(n, listing.CountLimit), TotalIsCapped: n > listing.CountLimit}, nil
}

// ownerKey returns the column of the owner.
func (t insights[R]) ownerKey() string {
	for _, key := range t.sum.by {
		if key != t.key {
			return key
		}
	}
	return ""
}

// found returns the rows of the table, including those of records in the trash.
func (t insights[R]) found(w window, owner int64) source {
	found := t.sum.found(w, t.other)
	if t.owner != nil {
		found = found.where(t.ownerKey(), owner)
	}
	return found
}
