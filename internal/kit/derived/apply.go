package derived

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"waymark/internal/kit/db"
)

// applied is a row of the table derived_objects: an object that is in the database.
type applied struct {
	Name string `db:"name"`
	// Hash identifies the definition the object was created from. It is empty for an object that the migrations of earlier
	// releases created.
	Hash string `db:"hash"`
	// Drops are the statements that remove the object, one on each line.
	Drops string `db:"drops"`
	// Locks are the tables of the object, separated by spaces.
	Locks    string `db:"locks"`
	Revision int64  `db:"revision"`
}

// adopter is an object that need not be built again if an earlier release created it in the same way.
type adopter interface {
	Intact(engine db.Engine) string
	Adopt(engine db.Engine) []string
}

// Apply brings the derived objects of a database in line with their declarations. It is called after each migration,
// within db.Locked. When nothing has changed, it costs one read.
//
// Objects that are new or have changed are created and rebuilt; those that are declared no longer are removed. Only
// objects that an earlier Apply or a migration has recorded in the table derived_objects are ever dropped. All of it is
// one transaction with the tables locked: an interrupted Apply leaves the database as it was, and servers that are
// running wait until it is done.
//
// Revision is a number that a release raises together with a change of its objects. If the database has objects of a
// higher revision, a newer release uses it, and Apply leaves all objects as they are. A server of the older release
// works with them as well, since the triggers of a newer release keep everything that both know.
func Apply(ctx context.Context, d *db.DB, revision int64, objects ...Object) error {
	ctx = db.WithStatementLimit(ctx, 0) // counting large tables takes longer than a request may
	p, err := read(ctx, d.Read(), revision, objects)
	if err != nil || p == nil {
		return err
	}
	err = d.WriteAlone(ctx, func(tx *db.Tx) error {
		// On SQLite another process may have applied them since.
		p, err := read(ctx, tx.Conn, revision, objects)
		if err != nil || p == nil {
			return err
		}
		return p.run(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("apply the derived objects: %w", err)
	}
	return nil
}

func read(ctx context.Context, c db.Conn, revision int64, objects []Object) (*plan, error) {
	const query = "SELECT name, hash, drops, locks, revision FROM derived_objects ORDER BY name"
	found, err := db.All[applied](ctx, c, query)
	if err != nil {
		return nil, fmt.Errorf("read the derived objects: %w", err)
	}
	return compare(c.Engine, revision, found, objects)
}

// plan is the difference between the declared objects and those in the database.
type plan struct {
	revision int64
	changed  []Object           // to be created, in the order of their declaration
	replaced map[string]applied // the earlier definitions of changed objects
	removed  []applied
	existing int // objects that the database has
}

// compare returns nil when there is nothing to do.
func compare(engine db.Engine, revision int64, found []applied, objects []Object) (*plan, error) {
	p := &plan{revision: revision, replaced: map[string]applied{}, existing: len(found)}
	there, older := map[string]applied{}, false
	for _, a := range found {
		if a.Revision > revision {
			return nil, nil //nolint:nilnil // a newer release has applied its objects
		}
		there[a.Name] = a
		older = older || a.Revision < revision
	}
	declared := map[string]bool{}
	for _, o := range objects {
		if declared[o.Name()] {
			return nil, fmt.Errorf("two derived objects have the name %s", o.Name())
		}
		declared[o.Name()] = true
		a, exists := there[o.Name()]
		if exists && a.Hash == hashOf(o, engine) {
			continue
		}
		p.changed = append(p.changed, o)
		if exists {
			p.replaced[a.Name] = a
		}
	}
	p.removed = slices.DeleteFunc(found, func(a applied) bool { return declared[a.Name] })
	if len(p.changed)+len(p.removed) == 0 && !older {
		return nil, nil //nolint:nilnil // everything is as declared
	}
	return p, nil
}

// All objects are created before the first is rebuilt: what a rebuild changes goes through the triggers of the others.
func (p *plan) run(ctx context.Context, tx *db.Tx) error {
	if err := p.lock(ctx, tx); err != nil {
		return err
	}
	for _, a := range p.removed {
		if err := execute(ctx, tx, strings.Split(a.Drops, "\n")); err != nil {
			return fmt.Errorf("remove %s: %w", a.Name, err)
		}
		if _, err := tx.Exec(ctx, "DELETE FROM derived_objects WHERE name = ?", a.Name); err != nil {
			return err
		}
	}
	rebuild := []Object{}
	for _, o := range p.changed {
		adopted, err := p.create(ctx, tx, o)
		if err != nil {
			return fmt.Errorf("create %s: %w", o.Name(), err)
		}
		if !adopted {
			rebuild = append(rebuild, o)
		}
	}
	for i, o := range rebuild {
		if p.existing > 0 {
			db.ReportProgress(ctx, fmt.Sprintf("rebuilding %s (%d of %d)", o.Name(), i+1, len(rebuild)))
		}
		if err := execute(ctx, tx, o.Rebuild(tx.Engine)); err != nil {
			return fmt.Errorf("rebuild %s: %w", o.Name(), err)
		}
	}
	_, err := tx.Exec(ctx, "UPDATE derived_objects SET revision = ? WHERE revision < ?", p.revision, p.revision)
	return err
}

// lock keeps others from writing to the tables of objects that change or go. Dropping a trigger needs the stronger
// lock, which also keeps readers out.
func (p *plan) lock(ctx context.Context, tx *db.Tx) error {
	if tx.Engine != db.Postgres {
		return nil
	}
	tables, mode := []string{}, "SHARE ROW EXCLUSIVE"
	for _, o := range p.changed {
		tables = append(tables, o.Tables()...)
	}
	for _, a := range slices.Concat(p.removed, slices.Collect(maps.Values(p.replaced))) {
		tables, mode = append(tables, strings.Fields(a.Locks)...), "ACCESS EXCLUSIVE"
	}
	// A migration may have dropped the table of a removed object.
	const query = "SELECT DISTINCT name FROM unnest(?::text[]) AS name WHERE to_regclass(name) IS NOT NULL ORDER BY name"
	tables, err := db.All[string](ctx, tx.Conn, query, "{"+strings.Join(tables, ",")+"}")
	if err != nil {
		return err
	}
	return lockTables(ctx, tx, tables, mode)
}

func (p *plan) create(ctx context.Context, tx *db.Tx, o Object) (adopted bool, err error) {
	statements := o.Create(tx.Engine)
	if a, ok := p.replaced[o.Name()]; ok {
		if adopted, err = intact(ctx, tx, a, o); err != nil {
			return false, err
		}
		if adopted {
			statements = o.(adopter).Adopt(tx.Engine) //nolint:forcetypeassert // intact has checked it
		} else {
			statements = slices.Concat(strings.Split(a.Drops, "\n"), statements)
		}
	}
	if err := execute(ctx, tx, statements); err != nil {
		return false, err
	}
	_, err = tx.Exec(ctx, `INSERT INTO derived_objects (name, hash, drops, locks, revision) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET
			hash = excluded.hash, drops = excluded.drops, locks = excluded.locks, revision = excluded.revision`,
		o.Name(), hashOf(o, tx.Engine), strings.Join(o.Drop(tx.Engine), "\n"), strings.Join(o.Tables(), " "), p.revision)
	return adopted, err
}

// intact reports whether a migration of an earlier release has created an object as it is declared now.
func intact(ctx context.Context, tx *db.Tx, a applied, o Object) (bool, error) {
	candidate, ok := o.(adopter)
	if !ok || a.Hash != "" {
		return false, nil
	}
	n, err := db.Value[int](ctx, tx.Conn, candidate.Intact(tx.Engine))
	return n > 0, err
}

func execute(ctx context.Context, tx *db.Tx, statements []string) error {
	for _, statement := range statements {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}
