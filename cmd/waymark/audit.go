package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"waymark/internal/app"
)

type verifyAudit struct {
	Expect []string `help:"A seal from the server's log (newest_seal=NUMBER:SEAL) that the log must still contain. May be repeated." placeholder:"NUMBER:SEAL"`
}

func (v verifyAudit) Run(ctx context.Context, shared *settings) error {
	return with(ctx, shared, func(a *app.App) error {
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
	Before string `help:"The first day that is kept, YYYY-MM-DD, in UTC." required:"" placeholder:"DATE"`
}

func (f forgetAudit) Run(ctx context.Context, shared *settings) error {
	day, err := time.Parse(time.DateOnly, f.Before)
	if err != nil {
		return fmt.Errorf("--before: %q is not a date like 2026-01-31", f.Before)
	}
	return with(ctx, shared, func(a *app.App) error {
		forgotten, err := a.PruneAudit(ctx, day)
		fmt.Printf("Deleted %d entries.\n", forgotten)
		return err
	})
}
