package app

import (
	"context"
	"os"
	"strings"
	"time"

	"waymark/internal/features/status"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/otlp"
	"waymark/internal/platform/nodes"
)

// newStatus returns what checks the state of the server.
func (a *App) newStatus(o resources) *status.Service {
	kind := "folder"
	if strings.HasPrefix(a.Config.storage(), "s3://") {
		kind = "bucket"
	}
	return &status.Service{
		DB: a.DB, Queue: a.Queue, Storage: a.media.Storage, StorageKind: kind, Mail: o.mail, Version: a.Config.Version,
		Schema: func(ctx context.Context) (int64, error) {
			return db.Value[int64](ctx, a.DB.Read(), schemaVersionQuery)
		},
		Replicas: a.replicaStatus,
		Backups: func() status.Backups {
			if a.DB.Engine == db.Postgres { // has its own tools for backups
				return status.Backups{Result: status.Result{State: status.OK}}
			}
			return a.backups.status()
		},
	}
}

// registerNode lists this server among the nodes of the database until ctx is done.
func (a *App) registerNode(ctx context.Context) {
	name := a.Config.NodeName
	if name == "" {
		name, _ = os.Hostname()
	}
	a.node = nodes.NewRegistration(a.DB, name, a.Config.Version, a.draining.Load)
	a.status.Self = a.node.ID()
	a.node.Run(ctx, &a.sealing)
}

// status reports the newest backup. One that is missing or late is a problem.
func (s *backupSchedule) status() status.Backups {
	answer := status.Backups{Result: status.Result{State: status.OK}}
	if s == nil {
		answer.Result = status.Result{State: status.Warning, Problem: "No backups are scheduled."}
		return answer
	}
	answer.Scheduled = true
	late := status.Result{State: status.Failed, Problem: "The last backup is older than it should be."}
	if last := s.last.Load(); last != 0 {
		at := time.Unix(last, 0).UTC()
		answer.LastAt = &at
		if clock.Now().Sub(at) > s.config.BackupEvery+backupRetry {
			answer.Result = late
		}
	} else {
		answer.Result = status.Result{State: status.Warning, Problem: "There is no backup yet."}
	}
	if s.failing.Load() {
		problem := strings.TrimSpace(answer.Problem + " The last attempt failed: the log has the reason.")
		answer.Result = status.Result{State: status.Failed, Problem: problem}
	}
	return answer
}

// startTracing starts sending traces, if the operator has set a collector. Close sends the last ones.
func (a *App) startTracing(ctx context.Context) (err error) {
	if a.Config.OTLPEndpoint != "" {
		a.stopTracing, err = otlp.Open(ctx, a.Config.OTLPEndpoint, a.Config.Version)
	}
	return err
}
