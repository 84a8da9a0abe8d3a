// Package trash moves deleted records and their dependents to the trash, restores them and deletes them permanently.
package trash

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/write"
)

// Retention is how long records stay in the trash before they are deleted permanently.
const Retention = 30 * 24 * time.Hour

// Kind is a kind of record that can be moved to the trash. Its table has the columns deleted_at and trash_id.
type Kind struct {
	Name  string // the word staff use
	Table string
	// Dependents are rows of other tables that are deleted and restored together with a record.
	Dependents []Dependent
	// Images are columns with ids of uploads, which are released when the row is purged.
	Images []string
	// Fields maps a unique column to the form field under which a conflict is reported when a restore is refused.
	Fields map[string]string
	// Allowed returns an error for people who may neither delete nor restore such records; nil allows all staff.
	Allowed func(ctx context.Context) error
	// BeforeRestore runs in the transaction of a restore, before the row is restored. An error cancels the restore.
	BeforeRestore func(ctx context.Context, tx *write.Tx, id int64) error
	// BeforePurge runs in the transaction of a purge, before the row is deleted.
	BeforePurge func(ctx context.Context, tx *write.Tx, id int64) error
}

// Dependent is a table whose rows depend on a record: those whose Key column contains the id of the record. They may
// have dependents of their own.
type Dependent struct {
	Table      string
	Key        string
	Images     []string
	Dependents []Dependent
}

// Entry is one deletion: a record and all dependents that were deleted with it.
type Entry struct {
	ID            int64     `json:"id"`
	Kind          string    `json:"kind"`
	RecordID      int64     `json:"record_id"`
	Name          string    `json:"name"`
	DeletedAt     time.Time `json:"deleted_at"`
	DeletedByID   *int64    `json:"deleted_by_id"`
	DeletedByName string    `json:"deleted_by_name"`
}

// cascadeLimit is the time limit of statements that move all dependents of a record. A partner may have 100,000 users.
const cascadeLimit = 2 * time.Minute

// MayChange returns an error if the caller may neither delete nor restore records of this kind.
func (k Kind) MayChange(ctx context.Context) error {
	if k.Allowed == nil {
		return nil
	}
	return k.Allowed(ctx)
}

// Put moves a record and its dependents to the trash.
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
	entry, err := tx.Insert(ctx, `INSERT INTO trash (kind, record_id, name, deleted_at, deleted_by_id, deleted_by_name)
		VALUES (?, ?, ?, ?, ?, ?)`,
		kind.Name, id, name, tx.Now, by, actor.Name)
	if err != nil {
		return fmt.Errorf("trash %s %d: %w", kind.Name, id, err)
	}
	// The record comes last, because an undo, which begins with the last row, restores the dependents only with it.
	if err := putDependents(ctx, tx, kind.Dependents, "?", id, entry); err != nil {
		return err
	}
	touched, err := tx.Exec(
		ctx, "UPDATE "+kind.Table+" SET deleted_at = ?, trash_id = ? WHERE id = ? AND deleted_at IS NULL", tx.Now, entry, id,
	)
	if err != nil {
		return fmt.Errorf("trash %s %d: %w", kind.Name, id, err)
	}
	if touched == 0 {
		return apierr.NotFound()
	}
	return nil
}

// putDependents moves the rows to the trash whose owners are the result of a query with the argument id.
func putDependents(ctx context.Context, tx *write.Tx, dependents []Dependent, owners string, id, entry int64) error {
	for _, d := range dependents {
		live := d.Key + " IN (" + owners + ") AND deleted_at IS NULL"
		// Deeper dependents come first, while the rows can still be distinguished from those that were deleted earlier.
		if err := putDependents(ctx, tx, d.Dependents, "SELECT id FROM "+d.Table+" WHERE "+live, id, entry); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE "+d.Table+" SET deleted_at = ?, trash_id = ? WHERE "+live, tx.Now, entry, id)
		if err != nil {
			return fmt.Errorf("trash %s: %w", d.Table, err)
		}
	}
	return nil
}

// Bin restores and purges records of the given kinds.
type Bin struct {
	Store *write.Store
	Kinds []Kind
	// References finds entries by the records they refer to. No record is known if nil.
	References *References
	// Erase returns a job that deletes what else is kept of purged rows. Nothing is if nil.
	Erase func(table string, ids []int64) jobs.Args
}

// Kind finds a kind by its name.
func (b *Bin) Kind(name string) (Kind, error) {
	i := slices.IndexFunc(b.Kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, fmt.Errorf("unknown trash kind %q", name)
	}
	return b.Kinds[i], nil
}

// Restore restores the record and the dependents of an entry.
func (b *Bin) Restore(ctx context.Context, entryID int64) error {
	ctx = db.WithStatementLimit(ctx, cascadeLimit)
	return b.Store.DoAlone(ctx, func(tx *write.Tx) error {
		entry, kind, err := b.lockEntry(ctx, tx, entryID)
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
	// The longest one first: landing_page_domain also ends with domain.
	columns := slices.SortedFunc(maps.Keys(k.Fields), func(a, b string) int { return len(b) - len(a) })
	for _, column := range columns {
		if violation.On(column) {
			return apierr.Field(k.Fields[column], "Is now used by another record.")
		}
	}
	return apierr.Conflict("A record that was deleted with it has been created again since then. Nothing was restored.")
}

// Purge permanently deletes the record and the dependents of an entry.
func (b *Bin) Purge(ctx context.Context, entryID int64) error {
	ctx = db.WithStatementLimit(ctx, cascadeLimit)
	return b.Store.DoAlone(ctx, func(tx *write.Tx) error { return b.purge(ctx, tx, entryID) })
}

func (b *Bin) purge(ctx context.Context, tx *write.Tx, entryID int64) error {
	entry, kind, err := b.lockEntry(ctx, tx, entryID)
	if err != nil {
		return err
	}
	if err := b.purgeDependents(ctx, tx, kind.Dependents, "?", entry); err != nil {
		return err
	}
	if kind.BeforePurge != nil {
		if err := kind.BeforePurge(ctx, tx, entry.RecordID); err != nil {
			return err
		}
	}
	if err := releaseImages(ctx, tx, kind, entry); err != nil {
		return err
	}
	for _, table := range slices.Backward(tables(kind)) {
		if err := b.erase(ctx, tx, table, entry); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM "+table+" WHERE trash_id = ?", entry.ID); err != nil {
			if _, ok := db.AsViolation(err); ok {
				return apierr.Conflict("Something still refers to this, so it can't be purged.")
			}
			return fmt.Errorf("purge %s: %w", kind.Name, err)
		}
	}
	return b.closeEntry(ctx, tx, entry, "purged")
}

// erase queues the deletion of what else is kept of the rows of an entry.
func (b *Bin) erase(ctx context.Context, tx *write.Tx, table string, entry Entry) error {
	if b.Erase == nil {
		return nil
	}
	ids, err := db.All[int64](ctx, tx.Conn, "SELECT id FROM "+table+" WHERE trash_id = ?", entry.ID)
	if err != nil || len(ids) == 0 {
		return err
	}
	return tx.Enqueue(ctx, b.Erase(table, ids))
}

// releaseImages releases the uploads that the rows of an entry show, so that the sweep deletes them.
func releaseImages(ctx context.Context, tx *write.Tx, kind Kind, entry Entry) error {
	all := append([]Dependent{{Table: kind.Table, Images: kind.Images}}, flatten(kind.Dependents)...)
	for _, d := range all {
		for _, column := range d.Images {
			shown := "SELECT " + column + " FROM " + d.Table + " WHERE trash_id = ?"
			_, err := tx.Exec(ctx, "UPDATE uploads SET claimed_at = NULL WHERE id IN ("+shown+")", entry.ID)
			if err != nil {
				return fmt.Errorf("release the images of %s: %w", d.Table, err)
			}
		}
	}
	return nil
}

// purgeDependents purges dependents that have an entry of their own because they were deleted before their owner.
func (b *Bin) purgeDependents(
	ctx context.Context, tx *write.Tx, dependents []Dependent, owners string, entry Entry,
) error {
	for _, d := range dependents {
		rows := "SELECT id FROM " + d.Table + " WHERE " + d.Key + " IN (" + owners + ")"
		if err := b.purgeDependents(ctx, tx, d.Dependents, rows, entry); err != nil {
			return err
		}
		for _, kind := range b.Kinds {
			if kind.Table != d.Table {
				continue
			}
			query := "SELECT id FROM trash WHERE kind = ? AND id <> ? AND record_id IN (" + rows + ") ORDER BY id"
			earlier, err := db.All[int64](ctx, tx.Conn, query, kind.Name, entry.ID, entry.RecordID)
			if err != nil {
				return fmt.Errorf("find dependents that were deleted before: %w", err)
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

// PurgeOld purges the entries that are older than Retention, each in a transaction of its own. An entry that can't be
// purged yet, because other records refer to it, is left for the next run.
func (b *Bin) PurgeOld(ctx context.Context) error {
	ids, err := db.All[int64](
		ctx, b.Store.DB.Read(), "SELECT id FROM trash WHERE deleted_at < ? ORDER BY deleted_at, id LIMIT 1000",
		clock.Now().Add(-Retention),
	)
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

// lockEntry reads an entry and locks it until the transaction ends.
func (b *Bin) lockEntry(ctx context.Context, tx *write.Tx, id int64) (Entry, Kind, error) {
	entry, err := db.One[Entry](ctx, tx.Conn, `SELECT id, kind, record_id, name, deleted_at, deleted_by_id, deleted_by_name
		FROM trash WHERE id = ?`+tx.ForUpdate(), id)
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

// flatten returns dependents of all levels, owners before their dependents.
func flatten(dependents []Dependent) []Dependent {
	list := []Dependent{}
	for _, d := range dependents {
		list = append(append(list, d), flatten(d.Dependents)...)
	}
	return list
}

// tables returns the table of a kind and those of its dependents without duplicates, owners before their dependents.
func tables(k Kind) []string {
	list := []string{k.Table}
	for _, d := range flatten(k.Dependents) {
		if !slices.Contains(list, d.Table) {
			list = append(list, d.Table)
		}
	}
	return list
}
