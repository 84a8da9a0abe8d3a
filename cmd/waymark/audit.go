package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"waymark/internal/app"
)

type verifyAudit struct {
	Expect []string `help:"A seal that the audit log must still contain, from the server's log (newest_seal=NUMBER:SEAL). Can be repeated." placeholder:"NUMBER:SEAL"`
}

func (v verifyAudit) Run(ctx context.Context, shared *settings) error {
	return withApp(ctx, shared, func(a *app.App) error {
		report, err := a.VerifyAudit(ctx, v.Expect)
		if err != nil {
			return err
		}
		fmt.Print(report)
		if report.Damaged() {
			return errors.New("the audit log is damaged")
		}
		return nil
	})
}

type forgetAudit struct {
	Before string `help:"Delete entries from before this day, YYYY-MM-DD in UTC." required:"" placeholder:"DATE"`
}

func (f forgetAudit) Run(ctx context.Context, shared *settings) error {
	day, err := time.Parse(time.DateOnly, f.Before)
	if err != nil {
		return fmt.Errorf("--before: %q is not a date like 2026-01-31", f.Before)
	}
	return withApp(ctx, shared, func(a *app.App) error {
		deleted, err := a.PruneAudit(ctx, day)
		fmt.Printf("Deleted %d entries.\n", deleted)
		return err
	})
}
