package resource

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/write"
)

// Bulk does things to all records that match a list's filters: at once when they are few, as a job when they are many.
type Bulk struct {
	store *write.Store
	lists map[string]matcher // by path
	acts  map[string]Act     // by name
}

// NewBulk is empty; lists and what can be done to them enter themselves as they are mounted.
func NewBulk(store *write.Store) *Bulk {
	return &Bulk{store: store, lists: map[string]matcher{}, acts: map[string]Act{}}
}

// matcher is a list that can be told by its parameters alone.
type matcher interface {
	// matching are the first ids after one, in order, up to a last one; matches is how many there are in all.
	matching(ctx context.Context, filter url.Values, after, last int64, most int) ([]int64, error)
	matches(ctx context.Context, filter url.Values, last int64) (int64, error)
	parseFilter(filter url.Values) error
	table() string
}

// What is done at once, and what a job does in one transaction.
const (
	maxLinked = 5000
	perStep   = 1000
)

// Work is the job that goes through a task.
type Work struct {
	Task int64 `json:"task"`
}

// Kind names the job.
func (Work) Kind() string { return "work-through-task" }

// Task is how far work on many records has come.
type Task struct {
	ID         int64      `json:"id"`
	State      string     `json:"state" db:"-" enum:"working,done,failed"`
	Total      *int64     `json:"total" doc:"How many records match; unknown (null) at first."`
	Done       int64      `json:"done"`
	Added      int64      `json:"added"`
	Skipped    int64      `json:"skipped" db:"-"`
	Problem    string     `json:"problem"`
	CreatedAt  time.Time  `json:"created_at"`
	FinishedAt *time.Time `json:"finished_at"`
}

// Mount adds the call that tells how far a task has come.
func (b *Bulk) Mount(a *api.API) {
	op := api.Op{Method: "GET", Path: "/api/admin/jobs/{id}", Tag: "Jobs", Summary: "How far work on many records has come"}
	api.Handle(a, op, func(ctx context.Context, call *api.Call) (*api.Item[*Task], error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		tasks, err := db.All[Task](ctx, b.store.DB.Read(), "SELECT id, total, done, added, problem, created_at, finished_at FROM tasks WHERE id = ?", id)
		if err != nil {
			return nil, fmt.Errorf("read task %d: %w", id, err)
		}
		if len(tasks) == 0 {
			return nil, apierr.NotFound()
		}
		task := &tasks[0]
		task.Skipped, task.State = task.Done-task.Added, "working"
		if task.FinishedAt != nil {
			task.State = "done"
		}
		if task.Problem != "" {
			task.State = "failed"
		}
		return &api.Item[*Task]{Item: task}, nil
	})
}

// Jobs declares the job.
func (b *Bulk) Jobs(set *jobs.Set) {
	jobs.Add(set, jobs.Default, b.run)
	jobs.Add(set, jobs.Default, b.forget)
	set.Every(24*time.Hour, ForgetTasks{})
}

// begin writes a task down and queues the job for it.
func (b *Bulk) begin(ctx context.Context, act Act, on On, filter url.Values) (int64, error) {
	var id int64
	err := b.store.Do(ctx, func(tx *write.Tx) error {
		last, err := db.Value[int64](ctx, tx.Conn, "SELECT coalesce(max(id), 0) FROM "+b.lists[act.List].table())
		if err != nil {
			return fmt.Errorf("find the last record: %w", err)
		}
		actor := write.ActorOf(ctx)
		var by *int64
		if actor.UserID != 0 {
			by = &actor.UserID
		}
		id, err = tx.Insert(ctx, "INSERT INTO tasks (work, target_id, other_id, filter, last_id, user_id, user_name, request_id, ip_address, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
			act.Name, on.Target, on.Other, filter.Encode(), last, by, actor.Name, actor.RequestID, actor.IP, tx.Now)
		if err != nil {
			return fmt.Errorf("write the task down: %w", err)
		}
		return tx.Enqueue(ctx, Work{Task: id})
	})
	return id, err
}

type task struct {
	Work      string `db:"work"`
	Target    int64  `db:"target_id"`
	Other     int64  `db:"other_id"`
	Filter    string `db:"filter"`
	Last      int64  `db:"last_id"`
	After     int64  `db:"after_id"`
	Total     *int64 `db:"total"`
	Added     int64  `db:"added"`
	UserID    *int64 `db:"user_id"`
	UserName  string `db:"user_name"`
	RequestID string `db:"request_id"`
	IP        string `db:"ip_address"`
}

// run goes on where the task stands, step by step: each is a transaction, so a job that was interrupted loses none
// and does none twice.
func (b *Bulk) run(ctx context.Context, job jobs.Job[Work]) error {
	for {
		open, err := db.All[task](ctx, b.store.DB.Read(), "SELECT work, target_id, coalesce(other_id, 0) AS other_id, filter, last_id, after_id, total, added, user_id, user_name, request_id, ip_address FROM tasks WHERE id = ? AND finished_at IS NULL", job.Args.Task)
		if err != nil || len(open) == 0 {
			return wrap(err, "read the task")
		}
		t := open[0]
		actor := write.Actor{Name: t.UserName, RequestID: t.RequestID, IP: t.IP}
		if t.UserID != nil {
			actor.UserID = *t.UserID
		}
		if err := b.step(write.WithActor(ctx, actor), job.Args.Task, t); err != nil {
			return err
		}
	}
}

func (b *Bulk) step(ctx context.Context, id int64, t task) error {
	act, on := b.acts[t.Work], On{t.Target, t.Other}
	filter, err := url.ParseQuery(t.Filter)
	if err != nil {
		return fmt.Errorf("read the filter of task %d: %w", id, err)
	}
	if t.Total == nil {
		total, err := b.lists[act.List].matches(ctx, filter, t.Last)
		if err != nil {
			return err
		}
		return b.store.Do(ctx, func(tx *write.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE tasks SET total = ? WHERE id = ?", total, id)
			return wrap(err, "note the total")
		})
	}
	ids, err := b.lists[act.List].matching(ctx, filter, t.After, t.Last, perStep)
	if err != nil {
		return err
	}
	return b.store.Do(ctx, func(tx *write.Tx) error {
		if len(ids) == 0 {
			if _, err := tx.Exec(ctx, "UPDATE tasks SET finished_at = ? WHERE id = ?", tx.Now, id); err != nil {
				return fmt.Errorf("finish task %d: %w", id, err)
			}
			if act.Tell == nil || t.Added == 0 {
				return nil
			}
			err := act.Tell(ctx, tx, on, map[string]any{act.Field: t.Added, "filter": t.Filter})
			if _, gone := apierr.As(err); gone {
				return nil // what was done stays done, with what it was done for in the trash
			}
			return err
		}
		added, err := act.Do(ctx, tx, on, ids, false)
		if refused, ok := apierr.As(err); ok { // what it was to be done for is gone
			_, err = tx.Exec(ctx, "UPDATE tasks SET finished_at = ?, problem = ? WHERE id = ?", tx.Now, cmp.Or(refused.Message, "Failed."), id)
			return wrap(err, "give the task up")
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "UPDATE tasks SET after_id = ?, done = done + ?, added = added + ? WHERE id = ?", ids[len(ids)-1], len(ids), added, id)
		return wrap(err, "note how far it has come")
	})
}

// ForgetTasks is the job that forgets tasks nobody asks for any more.
type ForgetTasks struct{}

// Kind names the job.
func (ForgetTasks) Kind() string { return "forget-tasks" }

func (b *Bulk) forget(ctx context.Context, _ jobs.Job[ForgetTasks]) error {
	return b.store.Do(ctx, func(tx *write.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM tasks WHERE finished_at < ?", clock.Now().AddDate(0, 0, -30))
		return wrap(err, "forget old tasks")
	})
}

func (r *Resource[T]) table() string { return r.Table }

// viewParams change how a list is shown, not which records are in it. A filter made of nothing else would mean every record.
var viewParams = []string{"page", "per_page", "sort", "counts"}

func (r *Resource[T]) parseFilter(filter url.Values) error {
	known := map[string]bool{}
	for _, param := range r.ListParams() {
		known[param.Name] = !slices.Contains(viewParams, param.Name)
	}
	var problems apierr.Fields
	for name := range filter {
		if !known[name] {
			problems.Add("filter."+name, "Is not a filter of this list.")
		}
	}
	_, err := r.ParseQuery(filter)
	if refused, ok := apierr.As(err); ok {
		for name, messages := range refused.Errors {
			problems.Add("filter."+name, "%s", messages[0])
		}
	}
	return problems.Err()
}

func (r *Resource[T]) matchingRows(ctx context.Context, c db.Conn, filter url.Values, after, last int64) (*selection, error) {
	q, err := r.ParseQuery(filter)
	if err != nil {
		return nil, err
	}
	found, err := r.find(ctx, c, q.Search, len(q.Where))
	if err != nil {
		return nil, err
	}
	base := append(r.base(nil), Where{SQL: r.Table + ".id > ? AND " + r.Table + ".id <= ?", Args: []any{after, last}})
	rows, err := r.selected(ctx, c, base, q.Where, found, "id")
	if err == nil {
		rows.total, rows.known = nil, nil
	}
	return rows, err
}

func (r *Resource[T]) matching(ctx context.Context, filter url.Values, after, last int64, most int) ([]int64, error) {
	c := r.kit.Store.DB.Read()
	rows, err := r.matchingRows(ctx, c, filter, after, last)
	if err != nil {
		return nil, err
	}
	return r.pageIDs(ctx, c, rows, int64(most), 0)
}

func (r *Resource[T]) matches(ctx context.Context, filter url.Values, last int64) (int64, error) {
	c := r.kit.Store.DB.Read()
	rows, err := r.matchingRows(ctx, c, filter, 0, last)
	if err != nil {
		return 0, err
	}
	rows.most, rows.only = 1<<40, nil
	count, err := r.count(ctx, c, rows)
	return count.Total, err
}
