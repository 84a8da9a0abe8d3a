package attention

import (
	"context"
	"fmt"
	"slices"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
)

const label = "Attention"

// Finding is an item of content with a reason why it needs attention.
type Finding struct {
	resource.LogRow
	Reason       string          `json:"reason" enum:"broken,moved,expiring,expired,duplicate,no_image,no_synopsis,no_destination,no_subject_area,no_library"`
	Since        time.Time       `json:"since" doc:"When the reason arose, or when it was noticed."`
	ContentID    *int64          `json:"content_id"`
	Content      *Subject        `json:"content"`
	CollectionID *int64          `json:"-" db:"collection_id"`
	Collection   *resource.Named `json:"collection" doc:"The public collection that shows an expired item."`
	SnoozedUntil *time.Time      `json:"snoozed_until"`
	Note         string          `json:"note" doc:"Why it is snoozed."`
	AssigneeID   *int64          `json:"-" db:"assignee_id"`
	Assignee     *resource.Named `json:"assignee" doc:"The member of staff who takes care of it."`

	current bool
}

// Subject is the item of content that a row is about.
type Subject struct {
	ID            int64        `json:"id"`
	Title         string       `json:"title"`
	BlockType     string       `json:"block_type" enum:"content,image"`
	ContentURL    string       `json:"content_url"`
	FeaturedImage *media.Image `json:"featured_image"`
	Publishers    []string     `json:"publishers" nullable:"false"`
	ExpiresAt     *time.Time   `json:"expires_at"`
	NewURL        string       `json:"new_url" doc:"Where a moved link leads."`
	Problem       string       `json:"problem" doc:"Why a link is broken." example:"The page does not exist."`
	SameURL       bool         `json:"same_url" doc:"Whether another item has the same URL."`
	SameTitle     bool         `json:"same_title" doc:"Whether another item has the same title."`
}

// assignee shows a member of staff by their name.
var assignee = people.Shown(func(p people.Person) resource.Named {
	return resource.Named{ID: p.ID, Name: p.DisplayName()}
})

func (s *Service) definition() resource.Definition[Finding] {
	return resource.Definition[Finding]{
		Path: "attention", Table: schema.Attention, Label: label, Name: "reason", Sort: "-since",
		Without: []resource.Verb{
			resource.Listing, resource.Creating, resource.Reading, resource.Updating, resource.Removing,
		},
		Filters: []listing.Filter{reasonFilter, assigneeFilter},
		Tabs:    &listing.Tabs{Filter: "reason", Values: tabs},
		Fields: func(i *Finding) resource.Fields {
			return resource.Fields{
				resource.Code(&i.Reason, resource.ReadOnly),
				resource.Stored(&i.Since, resource.Sortable),
				resource.Stored(&i.ContentID),
				resource.Attached(&i.Content),
				resource.Stored(&i.CollectionID),
				resource.Related(&i.Collection, &i.CollectionID, schema.Collections),
				resource.Stored(&i.SnoozedUntil),
				resource.Stored(&i.Note),
				resource.Stored(&i.AssigneeID),
				resource.RelatedTo(&i.Assignee, &i.AssigneeID, assignee),
			}
		},
		Attach: s.attach,
	}
}

// list returns a page of the list. Rows follow from content, a moment after it has changed: those that are out of date
// are left out.
func (s *Service) list(ctx context.Context, q listing.Query, parents []int64) (*listing.Page[Finding], error) {
	page, err := s.items.List(ctx, q, parents)
	if err != nil {
		return nil, err
	}
	found := len(page.Items)
	page.Items = slices.DeleteFunc(page.Items, func(i *Finding) bool { return !i.current })
	page.Meta.Total -= int64(found - len(page.Items))
	return page, nil
}

// reasonFilter selects a tab of the list. The rows of each are counted.
var reasonFilter = func() listing.Filter {
	filter := listing.ChoiceFilter("reason", tabs, func(tab string) listing.Condition {
		if tab == all {
			return listing.Condition{SQL: "tab <> 'snoozed'", Stored: listing.StoredCount("attention", "open", all)}
		}
		return listing.Condition{SQL: "tab = ?", Args: []any{tab}, Stored: listing.StoredCount("attention", "tab", tab)}
	})
	filter.Doc, filter.Default = "Without it, all rows that are not snoozed. snoozed lists the others.", all
	return filter
}()

// assigneeFilter selects the rows of a member of staff.
var assigneeFilter = listing.Filter{
	Names: []string{"assignee"}, Doc: "Id of a member of staff; me; none for rows without one.",
	Condition: func(value string) (listing.Condition, bool) {
		switch value {
		case "none":
			return listing.Condition{SQL: "assignee_id IS NULL"}, true
		case "me":
			return listing.Condition{Resolve: func(ctx context.Context, _ db.Conn) (listing.Condition, error) {
				return assignedTo(callerID(ctx)), nil
			}}, true
		}
		id, ok := api.ParseID(value)
		return assignedTo(id), ok
	},
}

func assignedTo(userID int64) listing.Condition {
	return listing.Condition{
		SQL: "assignee_id = ?", Args: []any{userID},
		IDs: &listing.IDSource{
			SQL: "SELECT id AS row_id FROM attention WHERE assignee_id = ?", Args: []any{userID}, Exact: true,
		},
	}
}

// callerID returns the id of the person who makes a request, or began a task.
func callerID(ctx context.Context) int64 { return write.ActorOf(ctx).UserID }

// subject is a state with what people see of an item.
type subject struct {
	state
	Title      string `db:"title"`
	ContentURL string `db:"content_url"`
	ImageID    *int64 `db:"featured_image_id"`
	FinalURL   string `db:"final_url"`
	Problem    string `db:"problem"`
}

// attach shows the items of content. Rows whose reason is gone are not current: the worker removes them a moment after
// a change.
func (s *Service) attach(ctx context.Context, c db.Conn, items []*Finding) error {
	ids := make([]int64, len(items))
	for i, item := range items {
		ids[i] = *item.ContentID
	}
	now := s.now()
	found, err := db.All[subject](ctx, c, "SELECT "+stateColumns+`, content.title, content.content_url,
		content.featured_image_id, coalesce(links.final_url, '') AS final_url, coalesce(links.problem, '') AS problem`+
		stateTables, now, now, table.UniqueIDs(ids))
	if err != nil {
		return fmt.Errorf("read items that need attention: %w", err)
	}
	list := make([]state, len(found))
	for i, f := range found {
		list[i] = f.state
	}
	in, err := shownExpired(ctx, c, list, now)
	if err != nil {
		return err
	}
	subjects, err := shownSubjects(ctx, c, found)
	if err != nil {
		return err
	}
	current := map[key]bool{}
	for _, item := range list {
		for _, row := range item.rows(in[item.ID], now, now) {
			current[row.key()] = true
		}
	}
	for _, item := range items {
		item.Content = subjects[*item.ContentID]
		item.current = current[key{*item.ContentID, *item.CollectionID, item.Reason}]
	}
	return nil
}

// shownSubjects returns items as people see them, by id.
func shownSubjects(ctx context.Context, c db.Conn, found []subject) (map[int64]*Subject, error) {
	ids, images := []int64{}, []int64{}
	for _, f := range found {
		ids = append(ids, f.ID)
		if f.ImageID != nil {
			images = append(images, *f.ImageID)
		}
	}
	pictures, err := media.Images(ctx, c, images)
	if err != nil {
		return nil, err
	}
	publishers, err := publisherNames(ctx, c, ids)
	if err != nil {
		return nil, err
	}
	shown := map[int64]*Subject{}
	for _, f := range found {
		item := &Subject{
			ID: f.ID, Title: f.Title, BlockType: f.BlockType, ContentURL: f.ContentURL, Publishers: publishers[f.ID],
			ExpiresAt: f.ExpiresAt, SameURL: f.SameURL, SameTitle: f.SameTitle,
		}
		if f.ImageID != nil {
			item.FeaturedImage = pictures[*f.ImageID]
		}
		switch f.LinkStatus {
		case moved:
			item.NewURL = f.FinalURL
		case broken:
			item.Problem = f.Problem
		}
		shown[f.ID] = item
	}
	return shown, nil
}

func publisherNames(ctx context.Context, c db.Conn, ids []int64) (map[int64][]string, error) {
	names := map[int64][]string{}
	for _, id := range ids {
		names[id] = []string{}
	}
	if len(ids) == 0 {
		return names, nil
	}
	found, err := db.All[struct {
		ContentID int64  `db:"content_id"`
		Name      string `db:"name"`
	}](ctx, c, `SELECT content_id, name FROM content_publishers
		JOIN publishers ON publishers.id = publisher_id
		WHERE content_id IN (?) ORDER BY name_key`, slices.Clone(ids))
	if err != nil {
		return nil, fmt.Errorf("read publishers of items: %w", err)
	}
	for _, f := range found {
		names[f.ContentID] = append(names[f.ContentID], f.Name)
	}
	return names, nil
}
