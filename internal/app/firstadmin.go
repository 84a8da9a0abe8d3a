package app

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"sync"

	"waymark/internal/features/staff"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// firstAdmin is the admin of a new database.
type firstAdmin struct {
	email, password string
	isGenerated     bool // the password is
	prepare         func() (*staff.NewMember, error)
}

// firstAdmin returns the admin to add if there are no staff. If the database is going to be created, the password is
// hashed at the same time.
func (c Config) firstAdmin(ctx context.Context) firstAdmin {
	admin := firstAdmin{
		email: cmp.Or(c.AdminEmail, "admin@waymark.example"), password: c.AdminPassword, isGenerated: c.AdminPassword == "",
	}
	if admin.isGenerated {
		admin.password = secret.RandomString(16, "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
	}
	admin.prepare = sync.OnceValues(func() (*staff.NewMember, error) {
		return staff.Prepare(ctx, "First", "Admin", admin.email, auth.Admin, admin.password)
	})
	if path, ok := strings.CutPrefix(c.Database, "sqlite:"); ok {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			go func() { _, _ = admin.prepare() }() // add returns the error
		}
	}
	return admin
}

func (f firstAdmin) add(ctx context.Context, store *write.Store) error {
	member, err := f.prepare()
	if err != nil {
		return err
	}
	if f.isGenerated {
		slog.WarnContext(ctx, "first admin created: the password is shown only once; change it after signing in",
			"email", f.email, "password", f.password)
	}
	_, err = member.Add(ctx, store)
	return err
}
