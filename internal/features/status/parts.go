package status

import (
	"context"
	"slices"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/mail"
)

// Database describes the database and its connections.
type Database struct {
	Result
	Engine      string  `json:"engine" enum:"sqlite,postgres"`
	Version     string  `json:"version"`
	Schema      int64   `json:"schema" doc:"Number of the newest migration."`
	Size        int64   `json:"size" doc:"In bytes."`
	Response    float64 `json:"response" doc:"How long a query took, in milliseconds."`
	Connections int64   `json:"connections" doc:"Open connections of this server; on SQLite, those that read."`
	InUse       int64   `json:"in_use" doc:"Connections that are running a statement."`
	Limit       int64   `json:"limit" doc:"How many connections may be open."`
	Waits       int64   `json:"waits" doc:"How often something waited for a connection or the writer since the start."`
}

// versionQueries return the version of the engine and the size of the database.
var versionQueries = map[db.Engine]string{
	db.SQLite: `SELECT sqlite_version() AS version, page_count * page_size AS size
		FROM pragma_page_count(), pragma_page_size()`,
	db.Postgres: `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS size`,
}

func (s *Service) database(ctx context.Context) Database {
	stats := s.DB.Stats()
	answer := Database{
		Result: Result{State: OK}, Engine: string(s.DB.Engine), Connections: stats.OpenConnections,
		InUse: stats.ConnectionsInUse, Limit: stats.MaxConnections, Waits: stats.ConnectionWaits + stats.WriterWaits,
	}
	type facts struct {
		Version string `db:"version"`
		Size    int64  `db:"size"`
		schema  int64
		took    time.Duration
	}
	found, _, err := run(ctx, s.checks["database"], "database", func(ctx context.Context) (found facts, err error) {
		started := time.Now()
		if err := s.DB.Ping(ctx); err != nil {
			return found, err
		}
		took := time.Since(started)
		if found, err = db.One[facts](ctx, s.DB.Read(), versionQueries[s.DB.Engine]); err != nil {
			return found, err
		}
		found.took = took
		found.schema, err = s.Schema(ctx)
		return found, err
	})
	if err != nil {
		answer.Result = failed("The database can't be reached.", err)
		return answer
	}
	answer.Version, answer.Size, answer.Schema = found.Version, found.Size, found.schema
	answer.Response = milliseconds(found.took)
	return answer
}

func milliseconds(took time.Duration) float64 { return float64(took.Microseconds()) / 1000 }

// Storage describes where uploaded files are stored.
type Storage struct {
	Result
	Kind     string  `json:"kind" enum:"folder,bucket"`
	Response float64 `json:"response" doc:"How long the check took, in milliseconds."`
}

func (s *Service) storage(ctx context.Context) Storage {
	_, took, err := run(ctx, s.checks["storage"], "storage", func(ctx context.Context) (struct{}, error) {
		return struct{}{}, s.Storage.Check(ctx)
	})
	answer := Storage{Result: Result{State: OK}, Kind: s.StorageKind, Response: milliseconds(took)}
	if err != nil {
		answer.Result = failed("The storage for uploaded files can't be used.", err)
	}
	return answer
}

// Mail describes whether mail is sent.
type Mail struct {
	Result
	Mode     string     `json:"mode" enum:"smtp,held,log" doc:"held: nothing is sent. log: there is no mail server."`
	SentAt   *time.Time `json:"sent_at" doc:"When this server last sent a message."`
	FailedAt *time.Time `json:"failed_at" doc:"When this server last failed to send a message."`
}

func (s *Service) mail() Mail {
	known := mail.StatusOf(s.Mail)
	answer := Mail{
		Result: Result{State: OK}, Mode: known.Mode, SentAt: optional(known.SentAt),
		FailedAt: optional(known.FailedAt),
	}
	switch {
	case known.Mode == mail.ModeHeld:
		answer.Result = Result{State: Warning, Problem: "Mail is held: nothing is sent."}
	case known.Mode == mail.ModeLog:
		answer.Result = Result{State: Warning, Problem: "There is no mail server: messages are written to the log."}
	case known.FailedAt.After(known.SentAt):
		answer.Result = Result{State: Failed, Problem: known.Problem}
	}
	return answer
}

func optional(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

// Queues describes the background jobs.
type Queues struct {
	Result
	Items []Queue `json:"items" nullable:"false"`
	// Failed is the number of jobs that failed for the last time.
	Failed int64 `json:"failed"`
	// Depths are the figures of Items for each state, for monitoring.
	Depths []jobs.Depth `json:"-"`
}

// Queue is the number of jobs of one queue.
type Queue struct {
	Name     string `json:"name"`
	Waiting  int64  `json:"waiting" doc:"Jobs that are ready to run."`
	Running  int64  `json:"running"`
	Retrying int64  `json:"retrying" doc:"Jobs that failed and will be retried, or that are postponed."`
	Oldest   int64  `json:"oldest" doc:"Age of the oldest waiting job in seconds."`
}

// maxWaiting is how long jobs may wait before it is a problem.
const maxWaiting = 15 * time.Minute

func (s *Service) queues(ctx context.Context) Queues {
	answer, _, err := run(ctx, s.checks["queues"], "queues", func(ctx context.Context) (answer Queues, err error) {
		if answer.Depths, err = s.Queue.Depths(ctx); err != nil {
			return answer, err
		}
		failed, err := s.Queue.FailedBacklog(ctx)
		answer.Failed = failed.Count
		return answer, err
	})
	if err != nil {
		return Queues{Result: failed("The queues can't be read.", err), Items: []Queue{}}
	}
	answer.summarise()
	return answer
}

// summarise adds up the states of each queue.
func (q *Queues) summarise() {
	q.Items, q.Result = []Queue{}, Result{State: OK}
	for _, depth := range q.Depths {
		at := slices.IndexFunc(q.Items, func(known Queue) bool { return known.Name == depth.Queue })
		if at < 0 {
			at, q.Items = len(q.Items), append(q.Items, Queue{Name: depth.Queue})
		}
		queue := &q.Items[at]
		switch depth.State {
		case jobs.StateRunning:
			queue.Running += depth.Count
		case jobs.StateWaiting:
			queue.Waiting += depth.Count
			queue.Oldest = int64(depth.Age / time.Second)
		default:
			queue.Retrying += depth.Count
		}
		if depth.State == jobs.StateWaiting && depth.Age > maxWaiting {
			q.Result = Result{State: Warning, Problem: "Jobs have been waiting for more than 15 minutes."}
		}
	}
	if q.Failed > 0 && q.State == OK {
		q.Result = Result{State: Warning, Problem: "Some jobs have failed."}
	}
}
