package activity

import (
	"context"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/history"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
)

// undoing is the calls that undo change sets.
type undoing struct {
	kit    resource.Kit
	undoer *history.Undoer
}

// Request says how to undo.
type Request struct {
	SkipConflicts bool `json:"skip_conflicts,omitempty" doc:"Undo the rest if some values have changed since."`
}

// Undone is the response of an undo.
type Undone struct {
	Skipped int64 `json:"skipped" doc:"Number of values that were left as they are, because they have changed since."`
}

// MountUndo registers the call that undoes a change set.
func MountUndo(kit resource.Kit, undoer *history.Undoer) {
	u := &undoing{kit, undoer}
	op := api.Op{
		Method: "POST", Path: "/api/admin/activity/{id}/undo", Tag: "Activity", Summary: "Undo a change set",
		Body: kit.API.SchemaOf(Request{}), BodyOptional: true,
	}
	api.Handle(kit.API, op, u.undo)
}

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
	origin := write.OriginOf(ctx)
	origin.Undoes = id
	done := &Undone{}
	err = u.kit.Store.DoAlone(db.WithStatementLimit(ctx, time.Minute), func(tx *write.Tx) error {
		set, err := history.Find(ctx, tx.Conn, id)
		if err != nil {
			return err
		}
		if set == nil {
			return apierr.NotFound()
		}
		if reason := u.refusal(set); reason != "" {
			return apierr.Conflict(reason)
		}
		conflicts, err := u.undoer.Reverse(ctx, tx, set)
		if err != nil {
			return err
		}
		done.Skipped = int64(len(conflicts))
		if len(conflicts) > 0 && !request.SkipConflicts {
			return conflictError(conflicts)
		}
		return tx.Record(ctx, write.Change{Action: "undone", Kind: set.Kind, Name: set.RecordName})
	})
	if err != nil {
		return nil, err
	}
	return done, nil
}

// refusal returns why a change set can't be undone, or nothing.
func (u *undoing) refusal(set *history.Set) string {
	op, known := u.kit.API.Ops()[set.Operation]
	switch {
	case set.UndoneByID != nil:
		return "This has been undone already."
	case set.FinishedAt == nil:
		return "This is still being worked on."
	case clock.Now().Sub(set.CreatedAt) > history.Retention:
		return "Changes can be undone for 30 days."
	case !known:
		return "This can't be undone."
	default:
		return op.NoUndo
	}
}

func conflictError(conflicts []history.Conflict) error {
	values := []apierr.ChangedValue{}
	for _, c := range conflicts[:min(len(conflicts), maxConflicts)] {
		values = append(values, c.ChangedValue)
	}
	return apierr.Changed(values)
}

// maxConflicts limits the conflicts in a response.
const maxConflicts = 100
