// Package trash keeps deleted records for a while, together with what went along with them.
package trash

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// Retention is how long the trash keeps what is in it.
const Retention = 30 * 24 * time.Hour

// Kind is a sort of record that goes to the trash. Its table has deleted_at and trash_id.
type Kind struct {
	Name  string // the word staff use
	Table string
	// Dependents are rows of other tables that go and come back with a record.
	Dependents []Dependent
	// Images are columns with pictures of its rows, which are let go of when the rows go for good.
	Images []string
	// Fields translates a column that must be unique into the field a refused restore is reported under.
	Fields map[string]string
	// Allowed refuses people who may neither delete nor restore such a record; nil allows all staff.
	Allowed func(ctx context.Context) error
	// BeforeRestore runs in the restore's transaction before the row comes back, and may refuse.
	BeforeRestore func(ctx context.Context, tx *write.Tx, id int64) error
	// BeforePurge runs in the purge's transaction before the row goes for good.
	BeforePurge func(ctx context.Context, tx *write.Tx, id int64) error
}

// Dependent is a table whose rows follow a record: those whose Key column holds its id, and then what follows them.
type Dependent struct {
	Table      string
	Key        string
	Images     []string
	Dependents []Dependent
}

// Entry is one act of deleting.
type Entry struct {
	ID            int64     `json:"id"`
	Kind          string    `json:"kind"`
	RecordID      int64     `json:"record_id"`
	Name          string    `json:"name"`
	DeletedAt     time.Time `json:"deleted_at"`
	DeletedByID   *int64    `json:"deleted_by_id"`
	DeletedByName string    `json:"deleted_by_name"`
}

// cascadeLimit is the time limit of statements that move everything below a record: a partner may have 100,000 users.
const cascadeLimit = 2 * time.Minute

// MayChange refuses people who may neither delete nor restore records of this kind.
func (k Kind) MayChange(ctx context.Context) error {
	if k.Allowed == nil {
		return nil
	}
	return k.Allowed(ctx)
}

// Put moves a live record and what follows it to the trash.
func Put(ctx context.Context, tx *write.Tx, kind Kind, id int64, name string) error {
	ctx = db.WithStatementLimit(ctx, cascadeLimit)
	if err := kind.MayChange(ctx); err != nil {
		return err
	}
	actor := write.ActorOf(ctx)
	var by *int64
	if actor.UserID != 0 {
		by = &actor.UserID
	}
	entry, err := tx.Insert(ctx, "INSERT INTO trash (kind, record_id, name, deleted_at, deleted_by_id, deleted_by_name) VALUES (?, ?, ?, ?, ?, ?)",
		kind.Name, id, name, tx.Now, by, actor.Name)
	if err != nil {
		return fmt.Errorf("trash %s %d: %w", kind.Name, id, err)
	}
	touched, err := tx.Exec(ctx, "UPDATE "+kind.Table+" SET deleted_at = ?, trash_id = ? WHERE id = ? AND deleted_at IS NULL", tx.Now, entry, id)
	if err != nil {
		return fmt.Errorf("trash %s %d: %w", kind.Name, id, err)
	}
	if touched == 0 {
		return apierr.NotFound()
	}
	return follow(ctx, tx, kind.Dependents, "?", id, entry)
}

func follow(ctx context.Context, tx *write.Tx, along []Dependent, owners string, id, entry int64) error {
	for _, a := range along {
		where := a.Key + " IN (" + owners + ")"
		// What hangs on these rows goes first, while the rows can still be told from those deleted earlier.
		if err := follow(ctx, tx, a.Dependents, "SELECT id FROM "+a.Table+" WHERE "+where+" AND deleted_at IS NULL", id, entry); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE "+a.Table+" SET deleted_at = ?, trash_id = ? WHERE "+where+" AND deleted_at IS NULL", tx.Now, entry, id); err != nil {
			return fmt.Errorf("trash %s: %w", a.Table, err)
		}
	}
	return nil
}

// Bin is the trash of all kinds.
type Bin struct {
	Store *write.Store
	Kinds []Kind
}

// Kind finds a kind by its name.
func (b *Bin) Kind(name string) (Kind, error) {
	i := slices.IndexFunc(b.Kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, fmt.Errorf("the trash knows no kind %q", name)
	}
	return b.Kinds[i], nil
}

// Restore brings back what one act of deleting took.
func (b *Bin) Restore(ctx context.Context, entryID int64) error {
	ctx = db.WithStatementLimit(ctx, cascadeLimit)
	return b.Store.Do(ctx, func(tx *write.Tx) error {
		entry, kind, err := b.take(ctx, tx, entryID)
		if err != nil {
			return err
		}
		if err := kind.MayChange(ctx); err != nil {
			return err
		}
		if kind.BeforeRestore != nil {
			if err := kind.BeforeRestore(ctx, tx, entry.RecordID); err != nil {
				return err
			}
		}
		for _, table := range tables(kind) {
			_, err := tx.Exec(ctx, "UPDATE "+table+" SET deleted_at = NULL, trash_id = NULL WHERE trash_id = ?", entry.ID)
			if err != nil {
				return kind.restoreError(err)
			}
		}
		return b.closeEntry(ctx, tx, entry, "restored")
	})
}

func (k Kind) restoreError(err error) error {
	violation, ok := db.AsViolation(err)
	if !ok || !violation.Unique {
		return fmt.Errorf("restore %s: %w", k.Name, err)
	}
	for column, field := range k.Fields {
		if violation.On(column) {
			return apierr.Field(field, "Is taken by another record now.")
		}
	}
	return apierr.Conflict("Something that was deleted along has been made anew since. Nothing was restored.")
}

// Purge deletes one entry for good.
func (b *Bin) Purge(ctx context.Context, entryID int64) error {
	ctx = db.WithStatementLimit(ctx, cascadeLimit)
	return b.Store.Do(ctx, func(tx *write.Tx) error { return b.purge(ctx, tx, entryID) })
}

func (b *Bin) purge(ctx context.Context, tx *write.Tx, entryID int64) error {
	entry, kind, err := b.take(ctx, tx, entryID)
	if err != nil {
		return err
	}
	if err := b.purgeBelow(ctx, tx, kind.Dependents, "?", entry); err != nil {
		return err
	}
	if kind.BeforePurge != nil {
		if err := kind.BeforePurge(ctx, tx, entry.RecordID); err != nil {
			return err
		}
	}
	whole := append([]Dependent{{Table: kind.Table, Images: kind.Images}}, flat(kind.Dependents)...)
	for _, a := range whole {
		for _, column := range a.Images {
			_, err := tx.Exec(ctx, "UPDATE uploads SET claimed_at = NULL WHERE id IN (SELECT "+column+" FROM "+a.Table+" WHERE trash_id = ?)", entry.ID)
			if err != nil {
				return fmt.Errorf("let go of the pictures of %s: %w", a.Table, err)
			}
		}
	}
	for _, table := range slices.Backward(tables(kind)) {
		if _, err := tx.Exec(ctx, "DELETE FROM "+table+" WHERE trash_id = ?", entry.ID); err != nil {
			if _, ok := db.AsViolation(err); ok {
				return apierr.Conflict("Something still refers to this, so it can't be purged.")
			}
			return fmt.Errorf("purge %s: %w", kind.Name, err)
		}
	}
	return b.closeEntry(ctx, tx, entry, "purged")
}

// purgeBelow purges what was deleted by itself before, and would be left without its owner.
func (b *Bin) purgeBelow(ctx context.Context, tx *write.Tx, along []Dependent, owners string, entry Entry) error {
	for _, a := range along {
		rows := "SELECT id FROM " + a.Table + " WHERE " + a.Key + " IN (" + owners + ")"
		if err := b.purgeBelow(ctx, tx, a.Dependents, rows, entry); err != nil {
			return err
		}
		for _, kind := range b.Kinds {
			if kind.Table != a.Table {
				continue
			}
			earlier, err := db.All[int64](ctx, tx.Conn, "SELECT id FROM trash WHERE kind = ? AND id <> ? AND record_id IN ("+rows+") ORDER BY id", kind.Name, entry.ID, entry.RecordID)
			if err != nil {
				return fmt.Errorf("find what was deleted before: %w", err)
			}
			for _, id := range earlier {
				if err := b.purge(ctx, tx, id); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// PurgeOld purges what has been in the trash long enough, each entry in its own transaction. An entry
// that is still needed stays for the next time.
func (b *Bin) PurgeOld(ctx context.Context) error {
	ids, err := db.All[int64](ctx, b.Store.DB.Read(), "SELECT id FROM trash WHERE deleted_at < ? ORDER BY deleted_at, id LIMIT 1000", clock.Now().Add(-Retention))
	if err != nil {
		return fmt.Errorf("find old trash: %w", err)
	}
	for _, id := range ids {
		err := b.Purge(ctx, id)
		if _, refused := apierr.As(err); err != nil && !refused {
			return err
		}
	}
	return nil
}

func (b *Bin) take(ctx context.Context, tx *write.Tx, id int64) (Entry, Kind, error) {
	entry, err := db.One[Entry](ctx, tx.Conn, "SELECT id, kind, record_id, name, deleted_at, deleted_by_id, deleted_by_name FROM trash WHERE id = ?"+tx.ForUpdate(), id)
	if errors.Is(err, sql.ErrNoRows) {
		return entry, Kind{}, apierr.NotFound()
	}
	if err != nil {
		return entry, Kind{}, fmt.Errorf("read trash %d: %w", id, err)
	}
	kind, err := b.Kind(entry.Kind)
	return entry, kind, err
}

func (b *Bin) closeEntry(ctx context.Context, tx *write.Tx, entry Entry, action string) error {
	if _, err := tx.Exec(ctx, "DELETE FROM trash WHERE id = ?", entry.ID); err != nil {
		return fmt.Errorf("close trash %d: %w", entry.ID, err)
	}
	return tx.Record(ctx, write.Change{Action: action, Kind: entry.Kind, ID: entry.RecordID, Name: entry.Name})
}

// flat is all that follows a record, owners before what they own.
func flat(along []Dependent) []Dependent {
	list := []Dependent{}
	for _, a := range along {
		list = append(append(list, a), flat(a.Dependents)...)
	}
	return list
}

// tables lists a kind's own table and those that follow it, owners before what they own, each once.
func tables(k Kind) []string {
	list := []string{k.Table}
	for _, a := range flat(k.Dependents) {
		if !slices.Contains(list, a.Table) {
			list = append(list, a.Table)
		}
	}
	return list
}
