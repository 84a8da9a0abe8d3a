package app

import (
	"context"
	"time"

	"waymark/internal/kit/audit"
	"waymark/internal/kit/db"
)

func (a *App) auditLog() *audit.Log { return &audit.Log{Store: a.Store, Key: a.Key} }

// VerifyAudit checks the seals of the audit log. It also checks that the log still contains the expected seals, which
// the operator has copied from the server's log output.
func (a *App) VerifyAudit(ctx context.Context, expected []string) (*audit.Report, error) {
	seals := []audit.Seal{}
	for _, text := range expected {
		seal, err := audit.ParseSeal(text)
		if err != nil {
			return nil, err
		}
		seals = append(seals, seal)
	}
	return a.auditLog().Verify(db.WithStatementLimit(ctx, 0), seals...)
}

// PruneAudit deletes audit entries older than before and returns how many it deleted.
func (a *App) PruneAudit(ctx context.Context, before time.Time) (int64, error) {
	return a.auditLog().Prune(db.WithStatementLimit(ctx, 0), before)
}
