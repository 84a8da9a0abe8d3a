// Package copilot counts what is seen and clicked in Copilot, the widget on partners' sites, and what comes of it.
package copilot

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/table"
	"waymark/internal/platform/schema"
)

// InsightFigures are what was done in the last thirty days, today among them.
type InsightFigures struct {
	Views       int64 `json:"views"`
	Clicks      int64 `json:"clicks"`
	LeadIntents int64 `json:"lead_intents"`
	Leads       int64 `json:"leads"`
}

// InsightUser is who saw and clicked.
type InsightUser struct {
	ID            int64        `json:"id"`
	FullName      string       `json:"full_name" doc:"Empty for those who have given none."`
	Email         string       `json:"email"`
	Initials      string       `json:"initials"`
	PersonalPhoto *media.Image `json:"personal_photo"`
}

// InsightByPartner is a partner in the overview.
type InsightByPartner struct {
	Partner       *resource.Named `json:"partner"`
	AdvisorsCount int64           `json:"advisors_count" doc:"How many different users there were."`
	InsightFigures
}

// InsightByUser is a user in the overview.
type InsightByUser struct {
	User          *InsightUser `json:"user"`
	PartnersCount int64        `json:"partners_count" doc:"On how many different partners' sites."`
	InsightFigures
}

// InsightOfUser is a user on one partner's sites.
type InsightOfUser struct {
	User *InsightUser `json:"user"`
	InsightFigures
}

// InsightOfPartner is a partner whose sites a user was on.
type InsightOfPartner struct {
	Partner *resource.Named `json:"partner"`
	InsightFigures
}

// InsightByPage is a page where Copilot was.
type InsightByPage struct {
	SourceURL string `json:"source_url"`
	InsightFigures
}

// line is a row of any of the tables before what it is about is known.
type line struct {
	Key   int64 `db:"key"`
	Other int64 `db:"other"` // how many users a partner has, or partners a user
	InsightFigures
}

// insights is a table of figures with one kind of row.
type insights[R any] struct {
	path  string
	id    string
	title string
	sum   sum    // where the window is read from
	key   string // what a row is about
	other string // the count beside the figures, if any
	live  table.Table
	owner *table.Table // whose table it is: the id in the path
	// rows are what is shown for lines that were found.
	rows func(ctx context.Context, c db.Conn, lines []line) ([]*R, error)
}

// Mount adds the calls.
func Mount(kit resource.Kit) {
	people := resource.New(kit, person)
	list(kit, insights[InsightByPartner]{
		path: "views-by-partner", id: "listCopilotViewsByPartner", title: "List Copilot insights by partner", sum: partners,
		key: "partner_id", other: "advisors_count", live: schema.Partners,
		rows: func(ctx context.Context, c db.Conn, lines []line) ([]*InsightByPartner, error) {
			return joined(lines, named(ctx, c), func(l line, partner *resource.Named) *InsightByPartner {
				return &InsightByPartner{partner, l.Other, l.InsightFigures}
			})
		},
	})
	list(kit, insights[InsightByUser]{
		path: "views-by-user", id: "listCopilotViewsByUser", title: "List Copilot insights by user", sum: users,
		key: "user_id", other: "partners_count", live: schema.Users,
		rows: func(ctx context.Context, c db.Conn, lines []line) ([]*InsightByUser, error) {
			return joined(lines, met(ctx, c, people),
				func(l line, user *InsightUser) *InsightByUser { return &InsightByUser{user, l.Other, l.InsightFigures} })
		},
	})
	list(kit, insights[InsightOfUser]{
		path: "partner/{id}/views-by-user", id: "listPartnerCopilotViewsByUser",
		title: "List Copilot insights of a partner by user", sum: pairs, key: "user_id", live: schema.Users,
		owner: &schema.Partners,
		rows: func(ctx context.Context, c db.Conn, lines []line) ([]*InsightOfUser, error) {
			return joined(lines, met(ctx, c, people),
				func(l line, user *InsightUser) *InsightOfUser { return &InsightOfUser{user, l.InsightFigures} })
		},
	})
	list(kit, insights[InsightOfPartner]{
		path: "user/{id}/views-by-partner", id: "listUserCopilotViewsByPartner",
		title: "List Copilot insights of a user by partner", sum: pairs, key: "partner_id", live: schema.Partners,
		owner: &schema.Users,
		rows: func(ctx context.Context, c db.Conn, lines []line) ([]*InsightOfPartner, error) {
			return joined(lines, named(ctx, c), func(l line, partner *resource.Named) *InsightOfPartner {
				return &InsightOfPartner{partner, l.InsightFigures}
			})
		},
	})
	for owner, of := range map[string]struct {
		rows  *table.Table
		pages sum
	}{"partner": {&schema.Partners, partnerPages}, "user": {&schema.Users, userPages}} {
		list(kit, insights[InsightByPage]{
			path: owner + "/{id}/views-by-page", id: api.CamelCase("list " + owner + " copilot views by page"),
			title: "List Copilot insights of a " + owner + " by page", sum: of.pages, key: "page_id", live: schema.CopilotPages,
			owner: of.rows,
			rows: func(ctx context.Context, c db.Conn, lines []line) ([]*InsightByPage, error) {
				return joined(lines, addressed(ctx, c), func(l line, url *string) *InsightByPage {
					return &InsightByPage{
						*url,
						l.InsightFigures,
					}
				})
			},
		})
	}
}

const perPage = 10

func list[R any](kit resource.Kit, t insights[R]) {
	sorts := []string{"views", "clicks", "lead_intents", "leads"}
	if t.other != "" {
		sorts = append(sorts, t.other)
	}
	op := api.Op{
		Method: "GET", Path: "/api/admin/copilot-insights/" + t.path, ID: t.id, Tag: "Copilot insights", Summary: t.title,
		Query: append(listing.PageParams(perPage), api.SortParam("-views", sorts...)),
	}
	if t.key == "user_id" {
		op.Export = api.Admins // a list of people
	}
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*listing.Page[R], error) {
		values := call.Query()
		page, size, err := listing.ParsePage(values, perPage)
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
			if owner, err = t.owned(ctx, c, call); err != nil {
				return nil, err
			}
		}
		return t.page(ctx, c, owner, column, descending, page, size)
	})
}

// owned is the record whose table is asked for.
func (t insights[R]) owned(ctx context.Context, c db.Conn, call *api.Call) (int64, error) {
	id, err := call.ID("id")
	if err != nil {
		return 0, err
	}
	there, err := db.Exists(ctx, c, "SELECT 1 FROM "+t.owner.Name+" WHERE id = ? AND deleted_at IS NULL", id)
	if err != nil {
		return 0, fmt.Errorf("find whose insights: %w", err)
	}
	if !there {
		return 0, apierr.NotFound()
	}
	return id, nil
}

func (t insights[R]) page(ctx context.Context, c db.Conn, owner int64, column string, descending bool, page,
	size int64,
) (*listing.Page[R], error) {
	from, args, err := t.from(ctx, c)
	if err != nil {
		return nil, err
	}
	count, err := t.count(ctx, c, from, args, owner)
	if err != nil {
		return nil, err
	}
	from += " WHERE EXISTS (SELECT 1 FROM " + t.live.Name + " AS live WHERE live.id = found." + t.key
	if t.live.Trash {
		from += " AND live.deleted_at IS NULL"
	}
	from += ")"
	if t.owner != nil {
		from, args = from+" AND found."+t.ownerKey()+" = ?", append(args, owner)
	}
	direction := ""
	if descending {
		direction = " DESC"
	}
	other := cmp.Or(t.other, "0")
	lines, err := db.All[line](ctx, c, "SELECT found."+t.key+" AS key, "+other+
		" AS other, views, clicks, lead_intents, leads "+from+
		" ORDER BY found."+column+direction+", found."+t.key+direction+" LIMIT ? OFFSET ?",
		append(args, size, (page-1)*size)...)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", t.path, err)
	}
	answer := &listing.Page[R]{Meta: listing.NewMeta(page, size, count)}
	answer.Items, err = t.rows(ctx, c, lines)
	return answer, err
}

// count tells how many rows there are: all that are in the sums, but for those in the trash, who are few. Nobody is in the
// sums whose record is gone: it was in the trash for as long as the window is.
func (t insights[R]) count(ctx context.Context, c db.Conn, from string, args []any, owner int64) (listing.Count,
	error,
) {
	all, of := from+" WHERE 1 = 1", slices.Clone(args)
	if t.owner != nil {
		all, of = all+" AND found."+t.ownerKey()+" = ?", append(of, owner)
	}
	gone := int64(0)
	if t.live.Trash {
		var err error
		gone, err = db.Value[int64](ctx, c, "SELECT count(*) "+all+" AND found."+t.key+" IN (SELECT id FROM "+t.live.Name+
			" WHERE trash_id IS NOT NULL)", of...)
		if err != nil {
			return listing.Count{}, fmt.Errorf("count who is in the trash: %w", err)
		}
	}
	n, err := db.Value[int64](ctx, c, "SELECT count(*) FROM (SELECT 1 "+all+" LIMIT ?) AS counted",
		append(of, listing.CountLimit+gone+1)...)
	if err != nil {
		return listing.Count{}, fmt.Errorf("count %s: %w", t.path, err)
	}
	n -= gone
	return listing.Count{Total: min(n, listing.CountLimit), TotalIsCapped: n > listing.CountLimit}, nil
}

// ownerKey is the column of whose table it is.
func (t insights[R]) ownerKey() string {
	for _, key := range t.sum.by {
		if key != t.key {
			return key
		}
	}
	return ""
}

// from is what is read: the sums of the window, or for the moment after midnight in which they are still yesterday's, those of its days.
func (t insights[R]) from(ctx context.Context, c db.Conn) (string, []any, error) {
	window := clock.Window()
	last, err := db.Value[int64](ctx, c, "SELECT last_day FROM copilot_window WHERE id = 1")
	if err != nil {
		return "", nil, fmt.Errorf("look how new the sums are: %w", err)
	}
	if last == window.Last {
		return "FROM " + t.sum.table + " AS found", nil, nil
	}
	args := []any{window.First, window.Last}
	other := ""
	if t.other != "" {
		counted := strings.TrimSuffix(strings.Replace(pairs.keys(), t.key, "", 1), ", ")
		other = ", (SELECT count(DISTINCT " + strings.TrimPrefix(counted, ", ") + ") FROM " + pairs.days +
			" AS met WHERE met." + t.key + " = days." + t.key + " AND met.day BETWEEN ? AND ?) AS " + t.other
		args = append(args, args...)
	}
	return "FROM (SELECT " + t.sum.keys() + ", " + castSums + other + " FROM " + t.sum.days +
		" AS days WHERE day BETWEEN ? AND ? GROUP BY " + t.sum.keys() + ") AS found", args, nil
}

const castSums = "CAST(sum(views) AS BIGINT) AS views, CAST(sum(clicks) AS BIGINT) AS clicks, CAST(sum(lead_intents) AS BIGINT) AS lead_intents, CAST(sum(leads) AS BIGINT) AS leads"
