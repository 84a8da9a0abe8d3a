package app

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"waymark/internal/features/signin"
	"waymark/internal/features/staff"
	"waymark/internal/kit/api"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// AddStaff adds a member of staff and returns the password, which is generated if it is empty.
func (a *App) AddStaff(ctx context.Context, first, last, email, role, password string) (string, error) {
	if password == "" {
		password = secret.RandomString(16, "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
	}
	_, err := staff.Add(ctx, a.Store, first, last, email, auth.Role(role), password)
	return password, err
}

// ListStaff returns all staff, ordered by last name.
func (a *App) ListStaff(ctx context.Context) ([]*staff.Member, error) {
	members := resource.New(a.kit, staff.Definition)
	ids, err := db.All[int64](ctx, a.DB.Read(),
		"SELECT id FROM users WHERE internal AND deleted_at IS NULL ORDER BY last_name_key, id")
	if err != nil {
		return nil, fmt.Errorf("list staff: %w", err)
	}
	return members.Load(ctx, a.DB.Read(), ids)
}

// PasswordLink creates a link with which a member of staff can set a new password.
func (a *App) PasswordLink(ctx context.Context, email string) (string, error) {
	id, err := a.findStaff(ctx, email)
	if err != nil {
		return "", err
	}
	return signin.NewLink(ctx, a.Store, a.Config.PublicURL, id)
}

func (a *App) findStaff(ctx context.Context, email string) (int64, error) {
	id, err := db.Value[int64](ctx, a.DB.Read(),
		"SELECT id FROM users WHERE internal AND deleted_at IS NULL AND email = ?", auth.NormaliseEmail(email))
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("there is no member of staff with the address %s", email)
	}
	return id, err
}

// ChangeStaff changes fields of a member of staff as the form of the console does, with the same checks: the last
// active admin keeps the role and the access, and whoever is deactivated is signed out.
func (a *App) ChangeStaff(ctx context.Context, email string, fields map[string]any) error {
	id, err := a.findStaff(ctx, email)
	if err != nil {
		return err
	}
	object := map[string]json.RawMessage{}
	for name, value := range fields {
		if object[name], err = json.Marshal(value); err != nil {
			return fmt.Errorf("change %s: %w", name, err)
		}
	}
	members := resource.New(a.kit, staff.Definition)
	in, err := members.Parse(ctx, object, false)
	if err != nil {
		return err
	}
	return a.Store.Do(ctx, func(tx *write.Tx) error {
		_, err := members.Update(ctx, tx, id, in, nil)
		return err
	})
}

// DescribeDatabase returns the address of a database for messages, without passwords.
func DescribeDatabase(address string) string { return db.Describe(address) }

// FailedJobs returns the newest failed jobs, and the number of all failed jobs.
func (a *App) FailedJobs(ctx context.Context, limit int) ([]*jobs.FailedJob, int64, error) {
	return a.Queue.Failed(ctx, jobs.FailedFilter{}, limit, 0)
}

// RetryJob puts a failed job back on its queue.
func (a *App) RetryJob(ctx context.Context, id int64) error {
	return a.Store.Do(ctx, func(tx *write.Tx) error { return a.Queue.Retry(ctx, tx.Tx, id) })
}

// SetLogOutput writes log lines of a level and above to out, as text or JSON. Lines logged during a request contain its
// id. An unknown level is info.
func SetLogOutput(out io.Writer, asJSON bool, level string) {
	options := &slog.HandlerOptions{}
	var least slog.Level
	if err := least.UnmarshalText([]byte(level)); err == nil {
		options.Level = least
	}
	var handler slog.Handler = slog.NewTextHandler(out, options)
	if asJSON {
		handler = slog.NewJSONHandler(out, options)
	}
	slog.SetDefault(slog.New(api.Logged{Handler: handler}))
}
