package bulk

import (
	"context"
	"fmt"

	"waymark/internal/kit/write"
)

// Process is a task that is not an action on the records of a list, such as an undo.
type Process struct {
	Name string // stored with tasks, so it never changes
	// Begin prepares the steps of a task: when it starts, and again after the server was stopped.
	Begin func(ctx context.Context, target int64) (Step, error)
}

// Step does the next part of a process in a transaction.
type Step func(ctx context.Context, tx *write.Tx, at Position) (Progress, error)

// Position is how far a process has come: two numbers that are 0 at first. It is stored with each step.
type Position struct{ First, Second int64 }

// Progress is what a step has done.
type Progress struct {
	At            Position
	Done, Skipped int64
	Finished      bool
}

// AddProcess makes a process known to jobs by its name.
func (r *Runner) AddProcess(p Process) { r.processes[p.Name] = p }

// BeginProcess stores a task in a transaction and queues the job that works on it. The change set of the transaction
// is finished with the last step: its origin continues. total is the number of things to do.
func (r *Runner) BeginProcess(ctx context.Context, tx *write.Tx, name string, target, total int64) (int64, error) {
	return insertTask(ctx, tx, openTask{Work: name, Target: target, Total: &total})
}

func (r *Runner) processStep(ctx context.Context, t openTask, step Step) error {
	origin := t.origin()
	return r.store.DoAlone(write.WithOrigin(ctx, origin), func(tx *write.Tx) error {
		progress, err := step(ctx, tx, Position{t.After, t.Last})
		if err != nil {
			return err
		}
		set, args := "after_id = ?, last_id = ?, done = done + ?, added = added + ?", []any{
			progress.At.First, progress.At.Second, progress.Done, progress.Done - progress.Skipped,
		}
		if origin.Continues = !progress.Finished; progress.Finished {
			set, args = set+", finished_at = ?", append(args, tx.Now)
		}
		if _, err := tx.Exec(ctx, "UPDATE tasks SET "+set+" WHERE id = ?", append(args, t.ID)...); err != nil {
			return fmt.Errorf("store the position of task %d: %w", t.ID, err)
		}
		return nil
	})
}
