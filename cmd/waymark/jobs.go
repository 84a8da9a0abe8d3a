package main

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"

	"waymark/internal/app"
)

type jobs struct {
	List  jobsList  `cmd:"" help:"List failed jobs."`
	Retry jobsRetry `cmd:"" help:"Retry a failed job."`
}

type jobsList struct {
	Limit int `default:"100" help:"Maximum number of jobs to list, newest first."`
}

func (j jobsList) Run(ctx context.Context, shared *settings) error {
	if j.Limit < 1 {
		return fmt.Errorf("--limit %d: use 1 or more", j.Limit)
	}
	return withApp(ctx, shared, func(a *app.App) error {
		failed, total, err := a.FailedJobs(ctx, j.Limit)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		for _, f := range failed {
			_, _ = fmt.Fprintf(table, "%d\t%s\t%s\t%d attempts\t%s\n", f.ID, f.Queue, f.Kind, f.Attempts, f.Error)
		}
		_, _ = fmt.Fprintf(table, "%d failed\n", total)
		return table.Flush()
	})
}

type jobsRetry struct {
	ID int64 `arg:"" help:"Id of the job, from the list."`
}

func (j jobsRetry) Run(ctx context.Context, shared *settings) error {
	return withApp(ctx, shared, func(a *app.App) error {
		if err := a.RetryJob(ctx, j.ID); err != nil {
			return err
		}
		fmt.Println("The job is queued again.")
		return nil
	})
}
