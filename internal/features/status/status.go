// Package status reports the state of the servers and of everything they depend on.
package status

import (
	"context"
	"sync"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/mail"
	"waymark/internal/kit/media"
	"waymark/internal/platform/nodes"
)

// Service checks what the server depends on.
type Service struct {
	DB          *db.DB
	Queue       *jobs.Queue
	Storage     media.Storage
	StorageKind string // folder or bucket
	Mail        mail.Sender
	Version     string
	Self        string                               // the id of this server among the nodes, or empty
	Schema      func(context.Context) (int64, error) // reads the version of the schema
	Replicas    func(context.Context) []Replica      // may be nil
	Backups     func() Backups

	lock    sync.Mutex
	current *Status
	checks  map[string]*check
}

// The states of a check.
const (
	OK      = "ok"
	Warning = "warning"
	Failed  = "failed"
)

// Result is the result of a check.
type Result struct {
	State   string `json:"state" enum:"ok,warning,failed"`
	Problem string `json:"problem" doc:"What is wrong, as a sentence; empty if nothing is."`
}

// Status is the state of the servers and of everything they depend on.
type Status struct {
	CheckedAt time.Time `json:"checked_at"`
	Nodes     Nodes     `json:"nodes"`
	Database  Database  `json:"database"`
	Replicas  []Replica `json:"replicas" nullable:"false"`
	Storage   Storage   `json:"storage"`
	Mail      Mail      `json:"mail"`
	Queues    Queues    `json:"queues"`
	Backups   Backups   `json:"backups"`
	Versions  Versions  `json:"versions"`
}

// Nodes are the servers that use the database.
type Nodes struct {
	Result
	Items []nodes.Node `json:"items" nullable:"false"`
}

// Replica is a copy of the database that is only read.
type Replica struct {
	Name  string `json:"name"`
	State string `json:"state" enum:"ok,lagging,unavailable"`
	Lag   int64  `json:"lag" doc:"How far it is behind, in milliseconds."`
}

// Versions are those of the program and what it was built with.
type Versions struct {
	Program string `json:"program"`
	Go      string `json:"go"`
	Schema  int64  `json:"schema" doc:"Number of the newest migration; 0 if it is unknown."`
}

// Backups describes the scheduled backups of a server.
type Backups struct {
	Result
	Scheduled bool       `json:"scheduled"`
	LastAt    *time.Time `json:"last_at" doc:"When the newest good backup was made."`
}

// Mount registers the endpoint.
func (s *Service) Mount(a *api.API) {
	op := api.Op{
		Method: "GET", Path: "/api/admin/status", Tag: "Status", Access: api.Admins,
		Summary: "Get the status of the servers",
		Description: "Checks the nodes, the database, the storage, mail, the queues and backups. Each check has a time " +
			"limit, and one that fails does not affect the others.",
	}
	api.Handle(a, op, func(ctx context.Context, _ *api.Call) (*Status, error) { return s.Current(ctx), nil })
}

// maxAge is how long a status is used again, so that neither people nor monitoring can make checks frequent.
const maxAge = 5 * time.Second

// Current returns the status, which is at most a few seconds old. It never fails and does not take longer than the time
// limit of a check.
func (s *Service) Current(ctx context.Context) *Status {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.current == nil || clock.Now().Sub(s.current.CheckedAt) > maxAge {
		s.current = s.checkAll(context.WithoutCancel(ctx))
	}
	return s.current
}
