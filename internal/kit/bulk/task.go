package bulk

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/write"
)

// task is the progress of an action on many records.
type task struct {
	ID         int64      `json:"id"`
	State      string     `json:"state" db:"-" enum:"working,done,failed"`
	Total      *int64     `json:"total" doc:"Number of matching records; null until they have been counted."`
	Done       int64      `json:"done"`
	Added      int64      `json:"added"`
	Skipped    int64      `json:"skipped" db:"-"`
	Problem    string     `json:"problem"`
	CreatedAt  time.Time  `json:"created_at"`
	FinishedAt *time.Time `json:"finished_at"`
}

// Mount adds the call that returns the progress of a task.
func (r *Runner) Mount(a *api.API) {
	op := api.Op{
		Method: "GET", Path: "/api/admin/jobs/{id}", Tag: "Jobs", Summary: "Get the progress of a bulk action",
		Progress: true,
	}
	api.Handle(a, op, func(ctx context.Context, call *api.Call) (*api.Item[*task], error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		tasks, err := db.All[task](ctx, r.store.DB.Read(),
			"SELECT id, total, done, added, problem, created_at, finished_at FROM tasks WHERE id = ?", id)
		if err != nil {
			return nil, fmt.Errorf("read task %d: %w", id, err)
		}
		if len(tasks) == 0 {
			return nil, apierr.NotFound()
		}
		found := &tasks[0]
		found.Skipped, found.State = found.Done-found.Added, "working"
		if found.FinishedAt != nil {
			found.State = "done"
		}
		if found.Problem != "" {
			found.State = "failed"
		}
		return &api.Item[*task]{Item: found}, nil
	})
}

// Jobs declares the jobs that work on tasks and delete old ones.
func (r *Runner) Jobs(set *jobs.Set) {
	jobs.Add(set, jobs.Default, r.work)
	jobs.Add(set, jobs.Default, r.deleteOld)
	set.Every(24*time.Hour, deleteOldTasks{})
}

// WorkOnTask is the job that works on a task.
type WorkOnTask struct {
	Task int64 `json:"task"`
}

// Kind is stored with the job.
func (WorkOnTask) Kind() string { return "work-through-task" }

// deleteOldTasks is the job that deletes finished tasks.
type deleteOldTasks struct{}

// Kind is stored with the job.
func (deleteOldTasks) Kind() string { return "forget-tasks" }

// begin stores a task and queues the job that works on it.
func (r *Runner) begin(ctx context.Context, action *Action, target Target, filter url.Values) (int64, error) {
	var id int64
	if origin := write.OriginOf(ctx); origin != nil {
		origin.Continues = true
	}
	err := r.store.Do(ctx, func(tx *write.Tx) error {
		last, err := action.lastID(ctx, tx.Conn)
		if err != nil {
			return err
		}
		id, err = insertTask(ctx, tx, openTask{
			Work: action.Name, Target: target.ID, Other: target.Other, Note: target.Note, Filter: filter.Encode(), Last: last,
		})
		return err
	})
	return id, err
}

// insertTask stores a task of the caller and queues the job that works on it.
func insertTask(ctx context.Context, tx *write.Tx, t openTask) (int64, error) {
	actor := write.ActorOf(ctx)
	var userID *int64
	if actor.UserID != 0 {
		userID = &actor.UserID
	}
	change, err := tx.ChangeID(ctx)
	if err != nil {
		return 0, err
	}
	id, err := tx.Insert(ctx, `INSERT INTO tasks (work, target_id, other_id, note, filter, last_id, total,
		user_id, user_name, request_id, ip_address, created_at, change_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		t.Work, t.Target, t.Other, t.Note, t.Filter, t.Last, t.Total,
		userID, actor.Name, actor.RequestID, actor.IP, tx.Now, change)
	if err != nil {
		return 0, fmt.Errorf("store the task: %w", err)
	}
	return id, tx.Enqueue(ctx, WorkOnTask{Task: id})
}

// openTask is a task that is not finished, with the position it has reached.
type openTask struct {
	ID        int64  `db:"id"`
	Work      string `db:"work"`
	Target    int64  `db:"target_id"`
	Other     int64  `db:"other_id"`
	Note      string `db:"note"`
	Filter    string `db:"filter"`
	Last      int64  `db:"last_id"`
	After     int64  `db:"after_id"`
	Total     *int64 `db:"total"`
	Added     int64  `db:"added"`
	UserID    *int64 `db:"user_id"`
	UserName  string `db:"user_name"`
	RequestID string `db:"request_id"`
	IP        string `db:"ip_address"`
	Change    int64  `db:"change_id"` // 0 for tasks of earlier releases
}

// origin makes the changes of the task part of the change set of the request that began it.
func (t openTask) origin() *write.Origin { return &write.Origin{Change: t.Change, Continues: true} }

func (t openTask) target() Target { return Target{ID: t.Target, Other: t.Other, Note: t.Note} }

func (t openTask) actor() write.Actor {
	actor := write.Actor{Name: t.UserName, RequestID: t.RequestID, IP: t.IP}
	if t.UserID != nil {
		actor.UserID = *t.UserID
	}
	return actor
}

// work continues a task, step by step. Each step is a transaction, so an interrupted job loses no record and changes
// none twice.
func (r *Runner) work(ctx context.Context, job jobs.Job[WorkOnTask]) error {
	var steps Step // of a process
	for {
		open, err := db.All[openTask](ctx, r.store.DB.Read(), `SELECT id, work, target_id, coalesce(other_id, 0) AS other_id,
			note, filter, last_id, after_id, total, added, user_id, user_name, request_id, ip_address,
			coalesce(change_id, 0) AS change_id
			FROM tasks WHERE id = ? AND finished_at IS NULL`, job.Args.Task)
		if err != nil {
			return fmt.Errorf("read task %d: %w", job.Args.Task, err)
		}
		if len(open) == 0 {
			return nil
		}
		t := open[0]
		ctx := write.WithActor(ctx, t.actor())
		if process, ok := r.processes[t.Work]; ok {
			if steps == nil {
				if steps, err = process.Begin(ctx, t.Target); err != nil {
					return fmt.Errorf("begin task %d: %w", t.ID, err)
				}
			}
			err = r.processStep(ctx, t, steps)
		} else {
			err = r.step(ctx, t)
		}
		if err != nil {
			return err
		}
	}
}

func (r *Runner) step(ctx context.Context, t openTask) error {
	action := r.actions[t.Work]
	if action == nil {
		return fmt.Errorf("task %d has the unknown action %s", t.ID, t.Work)
	}
	filter, err := url.ParseQuery(t.Filter)
	if err != nil {
		return fmt.Errorf("read the filter of task %d: %w", t.ID, err)
	}
	if t.Total == nil {
		return r.countTask(ctx, action, t, filter)
	}
	ids, err := action.matching(ctx, filter, listing.IDRange{After: t.After, Last: t.Last}, action.stepSize())
	if err != nil {
		return err
	}
	origin := t.origin()
	if t.Change != 0 {
		ctx = write.WithOrigin(ctx, origin)
	}
	return r.store.DoAlone(ctx, func(tx *write.Tx) error {
		if len(ids) == 0 {
			origin.Continues = false
			return action.finish(ctx, tx, t)
		}
		finished, err := action.applyStep(ctx, tx, t, ids)
		origin.Continues = !finished
		return err
	})
}

func (r *Runner) countTask(ctx context.Context, action *Action, t openTask, filter url.Values) error {
	plan, err := action.plan(ctx, filter, listing.IDRange{Last: t.Last})
	if err != nil {
		return err
	}
	total, err := plan.CountAll(ctx)
	if err != nil {
		return err
	}
	return r.store.Do(ctx, func(tx *write.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE tasks SET total = ? WHERE id = ?", total, t.ID)
		return err
	})
}

// applyStep changes some records. It finishes the task if they can't be changed any longer.
func (a *Action) applyStep(ctx context.Context, tx *write.Tx, t openTask, ids []int64) (finished bool, err error) {
	changed, err := a.Apply(ctx, tx, t.target(), ids, false)
	if refused, ok := apierr.As(err); ok { // the target is gone
		_, err = tx.Exec(ctx, "UPDATE tasks SET finished_at = ?, problem = ? WHERE id = ?",
			tx.Now, cmp.Or(refused.Message, "Failed."), t.ID)
		return true, err
	}
	if err != nil {
		return false, err
	}
	_, err = tx.Exec(ctx, "UPDATE tasks SET after_id = ?, done = done + ?, added = added + ? WHERE id = ?",
		ids[len(ids)-1], len(ids), changed, t.ID)
	return false, err
}

func (a *Action) finish(ctx context.Context, tx *write.Tx, t openTask) error {
	if _, err := tx.Exec(ctx, "UPDATE tasks SET finished_at = ? WHERE id = ?", tx.Now, t.ID); err != nil {
		return fmt.Errorf("finish task %d: %w", t.ID, err)
	}
	if a.Record == nil || t.Added == 0 {
		return nil
	}
	err := a.Record(ctx, tx, t.target(), map[string]any{a.Field: t.Added, "filter": t.Filter})
	if _, gone := apierr.As(err); gone {
		return nil // the target is in the trash; the changes stay
	}
	return err
}

func (r *Runner) deleteOld(ctx context.Context, _ jobs.Job[deleteOldTasks]) error {
	return r.store.DoAlone(ctx, func(tx *write.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM tasks WHERE finished_at < ?", clock.Now().AddDate(0, 0, -30))
		return err
	})
}
