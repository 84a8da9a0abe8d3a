package attention

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/bulk"
	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
)

// SnoozeInput says until when rows are hidden.
type SnoozeInput struct {
	Until string `json:"until" format:"date" doc:"The day on which the rows return. If it is empty, they return now."`
	Note  string `json:"note,omitempty" maxLength:"500" doc:"Why they are snoozed."`
}

// AssignInput names a member of staff.
type AssignInput struct {
	UserID *int64 `json:"user_id" nullable:"true" doc:"The member of staff who takes care of the rows; null for nobody."`
}

const (
	notUndone = "It changes nothing but this list, where it can be set back."
	maxNote   = 500
	// maxSnooze is the number of years for which rows can be snoozed.
	maxSnooze = 2
)

// chosenRow is a row that an action changes, with its item of content.
type chosenRow struct {
	ID           int64      `db:"id"`
	Reason       string     `db:"reason"`
	CollectionID int64      `db:"collection_id"`
	SnoozedUntil *time.Time `db:"snoozed_until"`
	AssigneeID   *int64     `db:"assignee_id"`
	ContentID    int64      `db:"content_id"`
	Title        string     `db:"title"`
	BlockType    string     `db:"block_type"`
	ContentURL   string     `db:"content_url"`
	ExpiresAt    *time.Time `db:"expires_at"`
}

// lockRows reads rows and locks their items, in the order of the items' ids. Rows that have been settled since they
// were chosen are left out.
func lockRows(ctx context.Context, tx *write.Tx, ids []int64) ([]chosenRow, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := db.All[chosenRow](ctx, tx.Conn, `
		SELECT attention.id, reason, collection_id, snoozed_until, assignee_id, content_id, title, block_type, content_url,
			expires_at
		FROM attention
		JOIN content ON content.id = content_id
		WHERE attention.id IN (?) AND deleted_at IS NULL
		ORDER BY content_id, attention.id`+tx.ForUpdate(), ids)
	if err != nil {
		return nil, fmt.Errorf("read what needs attention: %w", err)
	}
	return rows, nil
}

// record returns an audit entry about the item of a row.
func (r chosenRow) record(action string, before, after map[string]any) write.Change {
	return write.Change{
		Action: action, Kind: r.BlockType, ID: r.ContentID, Name: r.Title, Before: before, After: after,
	}
}

// rowAction adds an action on rows that are named by ids or a filter.
func (s *Service) rowAction(
	name string, apply func(ctx context.Context, tx *write.Tx, target bulk.Target, rows []chosenRow) (int64, error),
) *bulk.Action {
	return s.Kit.Bulk.Add(bulk.Action{
		Name: "attention/" + name, List: "attention", Field: "ids",
		Apply: func(ctx context.Context, tx *write.Tx, target bulk.Target, ids []int64, _ bool) (int64, error) {
			rows, err := lockRows(ctx, tx, ids)
			if err != nil || len(rows) == 0 {
				return 0, err
			}
			return apply(ctx, tx, target, rows)
		},
	})
}

// mountAction registers the endpoint of an action. arguments reads what the body has besides the rows.
func (s *Service) mountAction(
	op api.Op, action *bulk.Action, arguments func(context.Context, map[string]json.RawMessage) (bulk.Target, error),
) {
	op.Method, op.Tag = "POST", label
	api.Handle(s.Kit.API, op, func(ctx context.Context, call *api.Call) (*bulk.Updated, error) {
		body, err := call.Object()
		if err != nil {
			return nil, err
		}
		target, err := arguments(ctx, body)
		if err != nil {
			return nil, err
		}
		result, err := action.Run(ctx, target, body, nil)
		if err != nil {
			return nil, err
		}
		return &bulk.Updated{Updated: result.Changed, Outcome: result.Outcome}, nil
	})
}

func (s *Service) mountActions() {
	snooze := s.rowAction("snooze", s.snooze)
	s.mountAction(api.Op{
		Path: "/api/admin/attention/snooze", ID: "snoozeAttentionItems", Summary: "Snooze what needs attention",
		Description: "Hides rows until a day. They return by themselves, unless their reason is gone by then.",
		Body:        api.AddFields[SnoozeInput](snooze.BodySchema()), NoUndo: notUndone,
	}, snooze, s.snoozeArguments)
	assign := s.rowAction("assign", s.assign)
	assign.Record = s.notifyAssignee
	s.mountAction(api.Op{
		Path: "/api/admin/attention/assign", ID: "assignAttentionItems", Summary: "Assign what needs attention",
		Description: "The member of staff gets an e-mail, unless they assign rows to themselves.",
		Body:        api.AddFields[AssignInput](assign.BodySchema()), NoUndo: notUndone,
	}, assign, s.assignArguments)
}

// snoozeArguments returns the time in microseconds, or 0, and the note.
func (s *Service) snoozeArguments(_ context.Context, body map[string]json.RawMessage) (bulk.Target, error) {
	in, err := api.Take[SnoozeInput](body)
	if err != nil {
		return bulk.Target{}, err
	}
	var problems apierr.Fields
	if len([]rune(in.Note)) > maxNote {
		problems.Add("note", "Must have at most %d characters.", maxNote)
	}
	if !api.Storable(in.Note) {
		problems.Add("note", "Contains characters that can't be stored.")
	}
	target := bulk.Target{Note: in.Note}
	if in.Until != "" {
		at, _, err := s.Kit.Day(in.Until)
		switch {
		case err != nil:
			problems.Add("until", "Must be a day, such as 2026-01-31.")
		case !at.After(s.now()):
			problems.Add("until", "Must be in the future.")
		case at.After(s.now().AddDate(maxSnooze, 0, 0)):
			problems.Add("until", "Must be within %d years.", maxSnooze)
		}
		target.ID = at.UnixMicro()
	}
	return target, problems.Err()
}

func (s *Service) snooze(ctx context.Context, tx *write.Tx, target bulk.Target, rows []chosenRow) (int64, error) {
	set, args := "tab = reason, snoozed_until = NULL, note = ''", []any{}
	var until *time.Time
	if target.ID != 0 {
		at := time.UnixMicro(target.ID).UTC()
		set, args, until = "tab = 'snoozed', snoozed_until = ?, note = ?", []any{at, target.Note}, &at
	}
	ids, changes := []int64{}, []write.Change{}
	for _, row := range rows {
		if until == nil && row.SnoozedUntil == nil {
			continue
		}
		ids = append(ids, row.ID)
		changes = append(changes, row.record("snoozed", map[string]any{"snoozed_until": row.SnoozedUntil},
			map[string]any{"snoozed_until": until, "reason": row.Reason, "note": target.Note}))
	}
	return s.updateRows(ctx, tx, set, args, ids, changes)
}

func (s *Service) updateRows(
	ctx context.Context, tx *write.Tx, set string, args []any, ids []int64, changes []write.Change,
) (int64, error) {
	if len(ids) == 0 {
		return 0, nil
	}
	if _, err := tx.Exec(ctx, "UPDATE attention SET "+set+" WHERE id IN (?)", append(args, ids)...); err != nil {
		return 0, fmt.Errorf("update what needs attention: %w", err)
	}
	return int64(len(ids)), tx.RecordAll(ctx, changes)
}

// assignArguments returns the id of a member of staff, or 0.
func (s *Service) assignArguments(ctx context.Context, body map[string]json.RawMessage) (bulk.Target, error) {
	if _, sent := body["user_id"]; !sent {
		return bulk.Target{}, apierr.Field("user_id", "This field is required.")
	}
	in, err := api.Take[AssignInput](body)
	if err != nil || in.UserID == nil {
		return bulk.Target{}, err
	}
	member, err := people.FindStaff(ctx, s.Kit.Store.DB.Read(), *in.UserID)
	if err != nil {
		return bulk.Target{}, err
	}
	if member == nil {
		return bulk.Target{}, apierr.Field("user_id", "This record doesn't exist.")
	}
	return bulk.Target{ID: *in.UserID}, nil
}

func (s *Service) assign(ctx context.Context, tx *write.Tx, target bulk.Target, rows []chosenRow) (int64, error) {
	var to *int64
	if target.ID != 0 {
		to = &target.ID
	}
	ids, changes := []int64{}, []write.Change{}
	for _, row := range rows {
		if (row.AssigneeID == nil && to == nil) || (row.AssigneeID != nil && to != nil && *row.AssigneeID == *to) {
			continue
		}
		ids = append(ids, row.ID)
		changes = append(changes, row.record("assigned", map[string]any{"assignee_id": row.AssigneeID},
			map[string]any{"assignee_id": to, "reason": row.Reason}))
	}
	return s.updateRows(ctx, tx, "assignee_id = ?", []any{to}, ids, changes)
}
