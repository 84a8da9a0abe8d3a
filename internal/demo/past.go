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

// past is what happened before the first visitor came: changes in the log, people in the trash, jobs that were given up.
func (f *filler) past(ctx context.Context, queue *jobs.Queue) error {
	there, err := db.Exists(ctx, f.store.DB.Read(), "SELECT 1 FROM audit_log WHERE request_id = ?", demoRequest)
	if err != nil || there {
		return err // an earlier start was cut off after this step
	}
	actors, err := f.actors(ctx)
	if err != nil || len(actors) == 0 {
		return err
	}
	return f.store.Do(ctx, func(tx *write.Tx) error {
		for i, change := range data().Changes {
			if err := f.record(ctx, tx, actors[i%len(actors)], change); err != nil {
				return err
			}
		}
		if err := f.trashSome(ctx, tx, actors); err != nil {
			return err
		}
		for i, job := range slices.Backward(failures) { // the list tells the newest first, by their ids
			at := f.now.Add(-time.Duration(i*i*5+2) * time.Hour)
			if err := queue.InsertFailed(ctx, tx.Tx, job.args, at, job.reason+" (This is demo data.)"); err != nil {
				return err
			}
		}
		return nil
	})
}

// The id of no real request: the log tells by it what the demo made up.
const demoRequest = "demo-data"

// actors are the staff there are, as who they would be in a request.
func (f *filler) actors(ctx context.Context) ([]write.Actor, error) {
	staff, err := db.All[person](ctx, f.store.DB.Read(),
		"SELECT id, first_name, last_name, email FROM users WHERE internal AND deleted_at IS NULL ORDER BY id LIMIT 5")
	actors := []write.Actor{}
	for i, p := range staff {
		actors = append(actors, write.Actor{
			UserID: p.ID, Name: p.name(), RequestID: demoRequest,
			IP: fmt.Sprintf("203.0.113.%d", 10+i),
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

// record writes a change to the audit log as if it had been made then. Its record is found by its name.
func (f *filler) record(ctx context.Context, tx *write.Tx, actor write.Actor, c pastChange) error {
	ids, err := db.All[int64](ctx, tx.Conn, "SELECT id FROM "+c.Table+" WHERE name = ?", c.Name)
	if err != nil {
		return err
	}
	change := write.Change{Action: c.Action, Kind: c.Kind, Name: c.Name, Before: c.Before, After: c.After}
	if len(ids) > 0 {
		change.ID = ids[0]
	}
	then := *tx
	then.Now = f.now.Add(-time.Duration(c.HoursAgo) * time.Hour)
	return then.Record(write.WithActor(ctx, actor), change)
}

// trashSome deletes a few people who own nothing others would miss.
func (f *filler) trashSome(ctx context.Context, tx *write.Tx, actors []write.Actor) error {
	users, err := db.All[person](ctx, tx.Conn,
		"SELECT id, first_name, last_name, email FROM users WHERE NOT internal AND deleted_at IS NULL AND collections_count = 0 AND shared_collections_count = 0 ORDER BY id LIMIT 7")
	if err != nil {
		return err
	}
	for i, p := range users {
		ctx, then := write.WithActor(ctx, actors[i%len(actors)]), *tx
		then.Now = f.now.Add(-time.Duration(1+i*113) * time.Hour) // the last of them goes for good within days
		if err := trash.Put(ctx, &then, people.Trash, p.ID, p.name()); err != nil {
			return err
		}
		if err := then.Record(ctx, write.Change{
			Action: "deleted", Kind: people.Trash.Name, ID: p.ID,
			Name: p.name(),
		}); err != nil {
			return err
		}
	}
	return nil
}

type failure struct {
	args   jobs.Args
	reason string
}

// The arguments point at nothing, so that trying one again does no harm.
var failures = []failure{
	{
		people.SendLink{Email: "priya.raman@example.com"},
		"send password link: dial tcp 192.0.2.25:587: connect: connection refused",
	},
	{media.Convert{UploadID: 900_001}, "convert 900001/original.jpg: image: unknown format"},
	{
		media.Convert{UploadID: 900_002},
		"convert 900002/original.png: 24,000 × 18,000 pixels are more than can be held in memory at once: the picture was uploaded before sizes were checked, and has to be uploaded again in a smaller one",
	},
	{
		people.SendLink{Email: "a.very.long.address.of.a.travel.advisor.who.has.left@subdomain.of.a.partner.example.com"},
		"send password link: 550 5.1.1 mailbox unavailable",
	},
	{media.Discard{Folder: "demo/none"}, "delete demo/none: the storage did not answer within 30 seconds"},
}
