package activity

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/bulk"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/history"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
)

// undoing is the calls about change sets.
type undoing struct {
	kit     resource.Kit
	undoer  *history.Undoer
	records *resource.Resource[Activity]
	saves   func() saves
}

// Request says how to undo.
type Request struct {
	SkipConflicts bool `json:"skip_conflicts,omitempty" doc:"Undo the rest if some values have changed since."`
}

// Undone is the response of an undo.
type Undone struct {
	Skipped int64  `json:"skipped" doc:"Number of values that were left as they are, because they have changed since."`
	Job     *int64 `json:"job,omitempty" doc:"Id of the background job, if there is too much to undo at once. See jobs/{id}."`
}

// HTTPStatus distinguishes an undo that is done from one that has begun.
func (u Undone) HTTPStatus() int { return bulk.Outcome{Job: u.Job}.HTTPStatus() }

func (u *undoing) mountUndo() {
	op := u.records.Op(http.MethodPost, "/{id}/undo", "Undo a change set", api.Staff)
	op.Body, op.BodyOptional = u.kit.API.SchemaOf(Request{}), true
	op.Description = "Returns 409 with the conflicts if some of it has changed since. The undo is a change set, too. " +
		"A job undoes large change sets: the response is 202 with its id."
	api.Handle(u.kit.API, op, u.undo)
	u.kit.Bulk.AddProcess(bulk.Process{Name: undoProcess, Begin: u.continueUndo})
}

// undoLimit is the time limit of statements that undo many changes.
const undoLimit = time.Minute

func (u *undoing) undo(ctx context.Context, call *api.Call) (*Undone, error) {
	id, err := call.ID("id")
	if err != nil {
		return nil, err
	}
	request := Request{}
	if call.HasBody() {
		if request, err = api.Decode[Request](call); err != nil {
			return nil, err
		}
	}
	large, err := u.undoer.IsLarge(ctx, id)
	if err != nil {
		return nil, err
	}
	ctx = db.WithStatementLimit(ctx, undoLimit)
	write.OriginOf(ctx).Undoes = id
	if large {
		return u.beginUndo(ctx, id, request)
	}
	done := &Undone{}
	err = u.kit.Store.DoAlone(ctx, func(tx *write.Tx) error {
		set, err := u.find(ctx, tx.Conn, id)
		if err != nil {
			return err
		}
		conflicts, err := u.undoer.Reverse(ctx, tx, set)
		if err != nil {
			return err
		}
		if done.Skipped = conflicts.Count; conflicts.Count > 0 && !request.SkipConflicts {
			return conflictError(conflicts)
		}
		return recordUndo(ctx, tx, id)
	})
	if err != nil {
		return nil, err
	}
	return done, nil
}

// find returns a change set that the caller can undo.
func (u *undoing) find(ctx context.Context, c db.Conn, id int64) (*history.Set, error) {
	set, err := history.Find(ctx, c, id)
	if err != nil {
		return nil, err
	}
	if set == nil {
		return nil, apierr.NotFound()
	}
	if reason := u.refusal(ctx, set); reason != "" {
		return nil, apierr.Conflict(reason)
	}
	return set, nil
}

// entryBatch is the number of entries that are read at once.
const entryBatch = 500

// Entry is a change of one record in a change set.
type Entry struct {
	ID         int64                       `json:"id"`
	Action     string                      `json:"action"`
	Kind       string                      `json:"kind"`
	RecordID   *int64                      `json:"record_id"`
	RecordName string                      `json:"record_name"`
	Changes    map[string]write.Difference `json:"changes"`
}

// firstEntries returns the first entries of a change set.
func firstEntries(ctx context.Context, c db.Conn, change int64) ([]Entry, error) {
	return readEntries(ctx, c, "change_id = ? ORDER BY id LIMIT ?", change, entryBatch)
}

// entriesAfter returns some of the entries after another one. They are found by a range of ids: with a LIMIT,
// PostgreSQL would read all entries of a new change set each time, since its statistics don't know it yet.
func entriesAfter(ctx context.Context, c db.Conn, change, after int64) ([]Entry, error) {
	first, err := db.Value[*int64](ctx, c, "SELECT min(id) FROM audit_log WHERE change_id = ? AND id > ?", change, after)
	if err != nil {
		return nil, fmt.Errorf("find the entries of change set %d: %w", change, err)
	}
	if first == nil {
		return nil, nil
	}
	return readEntries(ctx, c, "change_id = ? AND id BETWEEN ? AND ? ORDER BY id", change, *first, *first+entryBatch-1)
}

func readEntries(ctx context.Context, c db.Conn, condition string, args ...any) ([]Entry, error) {
	entries, err := db.All[Entry](ctx, c, `SELECT id, action, kind, record_id, record_name, changes FROM audit_log
		WHERE `+condition, args...)
	if err != nil {
		return nil, fmt.Errorf("read the entries of a change set: %w", err)
	}
	return entries, nil
}

// recordUndo writes an entry for each of those that are undone.
func recordUndo(ctx context.Context, tx *write.Tx, change int64) error {
	for after := int64(0); ; {
		last, err := recordSome(ctx, tx, change, after)
		if err != nil || last == after {
			return err
		}
		after = last
	}
}

// recordSome writes entries for some of those that are undone, with their values exchanged, and returns the last one.
func recordSome(ctx context.Context, tx *write.Tx, change, after int64) (last int64, err error) {
	entries, err := entriesAfter(ctx, tx.Conn, change, after)
	if err != nil {
		return 0, err
	}
	changes := []write.Change{}
	for _, e := range entries {
		after = e.ID
		c := write.Change{Action: "undone", Kind: e.Kind, Name: e.RecordName}
		c.Before, c.After, c.Names = map[string]any{}, map[string]any{}, map[string]write.Names{}
		if e.RecordID != nil {
			c.ID = *e.RecordID
		}
		for field, d := range e.Changes {
			c.Before[field], c.After[field], c.Names[field] = d.After, d.Before, d.Names
		}
		changes = append(changes, c)
	}
	return after, tx.RecordAll(ctx, changes)
}

// refusal returns why the caller can't undo a change set, or nothing.
func (u *undoing) refusal(ctx context.Context, set *history.Set) string {
	op, known := u.kit.API.Op(set.Origin())
	switch {
	case set.UndoneByID != nil:
		return "This has been undone already."
	case set.FinishedAt == nil:
		return "This is still being worked on."
	case clock.Now().Sub(set.CreatedAt) > history.Retention:
		return "Changes can be undone for 30 days."
	case !known:
		return "This can't be undone."
	case op.Access == api.Admins && !isAdmin(ctx):
		return "Only admins can undo this."
	default:
		return op.NoUndo
	}
}

func conflictError(conflicts history.Conflicts) error {
	values := []apierr.ChangedValue{}
	for _, c := range conflicts.First {
		values = append(values, c.ChangedValue)
	}
	return apierr.Changed(values, conflicts.Count)
}

// Detail is a change set with its entries.
type Detail struct {
	*Activity
	List []Entry `json:"list" doc:"The first entries, at most 500."`
}

func (u *undoing) read(ctx context.Context, call *api.Call) (*api.Item[*Detail], error) {
	id, err := call.ID("id")
	if err != nil {
		return nil, err
	}
	c := u.kit.Store.DB.Read()
	item, err := u.records.Find(ctx, c, id, nil)
	if err != nil {
		return nil, err
	}
	entries, err := firstEntries(ctx, c, id)
	if err != nil {
		return nil, err
	}
	if err := u.complete(ctx, []*Activity{item}, entries); err != nil {
		return nil, err
	}
	if !isAdmin(ctx) {
		for _, e := range entries {
			if e.RecordID == nil {
				return nil, apierr.NotAllowed("Only admins can do this.")
			}
			if err := u.mayRead(ctx, call, fmt.Sprintf("%s:%d", e.Kind, *e.RecordID)); err != nil {
				return nil, err
			}
		}
		hideAddresses(ctx, []*Activity{item})
	}
	return &api.Item[*Detail]{Item: &Detail{item, entries}}, nil
}
