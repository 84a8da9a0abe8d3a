package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"waymark/internal/kit/admission"
	"waymark/internal/kit/audit"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/uses"
)

// InterruptedRestore runs a restore only up to the given number of moves, as if it had been killed then. It reports
// whether the restore has that many moves.
func InterruptedRestore(ctx context.Context, config Config, source string, moves int) (bool, error) {
	path, files, err := config.restorePaths()
	if err != nil {
		return false, err
	}
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o750), os.MkdirAll(files, 0o750)); err != nil {
		return false, err
	}
	p, _, err := prepare(ctx, config, path, files, source, RestoreOptions{})
	if err != nil {
		return false, err
	}
	steps := p.steps()
	for _, step := range steps[:min(moves, len(steps))] {
		if err := step(); err != nil {
			return false, err
		}
	}
	return moves <= len(steps), nil
}

// AttemptBackup makes a scheduled backup if one is due.
func (a *App) AttemptBackup(ctx context.Context) (time.Duration, error) {
	return a.backups.attempt(ctx)
}

// BackupName returns the name of a scheduled backup of the given age.
func (a *App) BackupName(age time.Duration) string {
	return a.backups.prefix + clock.Now().Add(-age).Format(backupTimeFormat) + backupSuffix
}

// PollChanges tells the caches what has changed, as the server does twice a second.
func (a *App) PollChanges(ctx context.Context) error { return a.changes.Poll(ctx) }

// DeclaredUses returns the uses that records declare, by their tables.
func (a *App) DeclaredUses() uses.Declared { return a.kit.Uses }

// SealAudit seals the entries of the audit log that are not sealed yet.
func SealAudit(ctx context.Context, a *App) (audit.Seal, error) { return a.auditLog().SealNew(ctx) }

// Limiter returns the limiter of requests.
func (a *App) Limiter() *admission.Limiter { return a.limiter }
