package demo

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/media"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
)

// addHistory adds earlier events: changes in the audit log, users in the trash and failed jobs.
func (f *filler) addHistory(ctx context.Context, queue *jobs.Queue) error {
	exists, err := db.Exists(ctx, f.store.DB.Read(), "SELECT 1 FROM audit_log WHERE request_id = ?", demoRequest)
	if err != nil || exists {
		return err // An earlier start was interrupted after this step.
	}
	actors, err := f.loadActors(ctx)
	if err != nil || len(actors) == 0 {
		return err
	}
	return f.store.Do(ctx, func(tx *write.Tx) error {
		for i, change := range data().Changes {
			if err := f.recordChange(ctx, tx, actors[i%len(actors)], change); err != nil {
				return err
			}
		}
		if err := f.trashUsers(ctx, tx, actors); err != nil {
			return err
		}
		for i, job := range slices.Backward(failedJobs) { // The list shows the highest id first, as the newest.
			at := f.now.Add(-time.Duration(i*i*5+2) * time.Hour)
			if err := queue.InsertFailed(ctx, tx.Tx, job.args, at, job.reason+" (This is demo data.)"); err != nil {
				return err
			}
		}
		return nil
	})
}

// demoRequest is the request id of all audit entries that are demo data.
const demoRequest = "demo-data"

// loadActors returns the staff as actors of requests.
func (f *filler) loadActors(ctx context.Context) ([]write.Actor, error) {
	staff, err := db.All[person](ctx, f.store.DB.Read(),
		"SELECT id, first_name, last_name, email FROM users WHERE internal AND deleted_at IS NULL ORDER BY id LIMIT 5")
	actors := []write.Actor{}
	for i, p := range staff {
		actors = append(actors, write.Actor{
			UserID: p.ID, Name: p.name(), RequestID: demoRequest, IP: fmt.Sprintf("203.0.113.%d", 10+i),
		})
	}
	return actors, err
}

type person struct {
	ID        int64  `db:"id"`
	FirstName string `db:"first_name"`
	LastName  string `db:"last_name"`
	Email     string `db:"email"`
}

func (p person) name() string { return cmp.Or(auth.FullName(p.FirstName, p.LastName), p.Email) }

// recordChange adds a change to the audit log, at the time it is said to have been made. It finds the record by name.
func (f *filler) recordChange(ctx context.Context, tx *write.Tx, actor write.Actor, c pastChange) error {
	ids, err := db.All[int64](ctx, tx.Conn, "SELECT id FROM "+c.Table+" WHERE name = ?", c.Name)
	if err != nil {
		return err
	}
	change := write.Change{Action: c.Action, Kind: c.Kind, Name: c.Name, Before: c.Before, After: c.After}
	if len(ids) > 0 {
		change.ID = ids[0]
	}
	ctx = write.WithActor(ctx, actor)
	return tx.Past(ctx, f.now.Add(-time.Duration(c.HoursAgo)*time.Hour), func(then *write.Tx) error {
		return then.Record(ctx, change)
	})
}

// trashUsers deletes a few users who own no records.
func (f *filler) trashUsers(ctx context.Context, tx *write.Tx, actors []write.Actor) error {
	users, err := db.All[person](ctx, tx.Conn,
		`SELECT id, first_name, last_name, email
		FROM users
		WHERE NOT internal AND deleted_at IS NULL AND collections_count = 0 AND shared_collections_count = 0
		ORDER BY id
		LIMIT 7`)
	if err != nil {
		return err
	}
	for i, p := range users {
		ctx := write.WithActor(ctx, actors[i%len(actors)])
		at := f.now.Add(-time.Duration(1+i*113) * time.Hour) // The last one is purged within days.
		err := tx.Past(ctx, at, func(then *write.Tx) error {
			if err := trash.Put(ctx, then, people.Trash, p.ID, p.name()); err != nil {
				return err
			}
			return then.Record(ctx, write.Change{Action: "deleted", Kind: people.Trash.Name, ID: p.ID, Name: p.name()})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

type failedJob struct {
	args   jobs.Args
	reason string
}

// failedJobs have arguments that refer to nothing, so retrying them does no harm.
var failedJobs = []failedJob{
	{
		people.SendLink{Email: "priya.raman@example.com"},
		"send password link: dial tcp 192.0.2.25:587: connect: connection refused",
	},
	{media.Convert{UploadID: 900_001}, "convert 900001/original.jpg: image: unknown format"},
	{
		media.Convert{UploadID: 900_002},
		"convert 900002/original.png: 24,000 × 18,000 pixels do not fit into memory: the picture was uploaded before " +
			"sizes were checked, and must be uploaded again in a smaller size",
	},
	{
		people.SendLink{Email: "a.very.long.address.of.a.travel.advisor.who.has.left@subdomain.of.a.partner.example.com"},
		"send password link: 550 5.1.1 mailbox unavailable",
	},
	{media.Discard{Folder: "demo/none"}, "delete demo/none: the storage did not answer within 30 seconds"},
}
