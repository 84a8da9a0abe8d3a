package trash_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
)

// library is a bin with three levels of records: shelves have books, and books have pages.
type library struct {
	*trash.Bin
	t            *testing.T
	shelf, book  trash.Kind
	refusal      error    // returned by Allowed
	restoreError error    // returned by BeforeRestore
	purged       []string // by BeforePurge
}

func newLibrary(t *testing.T, d *db.DB) *library {
	t.Helper()
	l := &library{t: t, Bin: &trash.Bin{Store: &write.Store{DB: d}}}
	moment := map[db.Engine]string{db.SQLite: "INTEGER", db.Postgres: "TIMESTAMPTZ"}[d.Engine]
	for _, statement := range []string{
		"CREATE TABLE shelves (id BIGINT PRIMARY KEY, name TEXT, image_id BIGINT, deleted_at MOMENT, trash_id BIGINT)",
		"CREATE UNIQUE INDEX shelves_name ON shelves (name) WHERE deleted_at IS NULL",
		`CREATE TABLE books (id BIGINT PRIMARY KEY, shelf_id BIGINT REFERENCES shelves (id), isbn TEXT, cover_id BIGINT,
			deleted_at MOMENT, trash_id BIGINT)`,
		"CREATE UNIQUE INDEX books_isbn ON books (isbn) WHERE deleted_at IS NULL",
		`CREATE TABLE pages (id BIGINT PRIMARY KEY, book_id BIGINT REFERENCES books (id), deleted_at MOMENT,
			trash_id BIGINT)`,
		"CREATE TABLE loans (book_id BIGINT REFERENCES books (id))",
		"INSERT INTO shelves (id, name) VALUES (1, 'Travel'), (2, 'Food')",
		"INSERT INTO books (id, shelf_id, isbn) VALUES (11, 1, 'A'), (12, 1, 'B'), (21, 2, 'C')",
		"INSERT INTO pages (id, book_id) VALUES (111, 11), (112, 11), (121, 12), (211, 21)",
	} {
		l.exec(strings.ReplaceAll(statement, "MOMENT", moment))
	}
	pages := trash.Dependent{Table: "pages", Key: "book_id"}
	l.book = trash.Kind{
		Name: "book", Table: "books", Images: []string{"cover_id"}, Fields: map[string]string{"isbn": "number"},
		Dependents: []trash.Dependent{pages}, BeforePurge: l.notePurge("book"),
	}
	l.shelf = trash.Kind{
		Name: "shelf", Table: "shelves", Images: []string{"image_id"}, Fields: map[string]string{"name": "title"},
		Dependents: []trash.Dependent{
			{Table: "books", Key: "shelf_id", Images: []string{"cover_id"}, Dependents: []trash.Dependent{pages}},
		},
		Allowed:       func(context.Context) error { return l.refusal },
		BeforeRestore: func(context.Context, *write.Tx, int64) error { return l.restoreError },
		BeforePurge:   l.notePurge("shelf"),
	}
	l.Kinds = []trash.Kind{l.shelf, l.book}
	return l
}

func (l *library) notePurge(kind string) func(context.Context, *write.Tx, int64) error {
	return func(_ context.Context, _ *write.Tx, id int64) error {
		l.purged = append(l.purged, fmt.Sprint(kind, " ", id))
		return nil
	}
}

func (l *library) exec(query string, args ...any) {
	l.t.Helper()
	if _, err := l.Store.DB.Writer().Exec(context.Background(), query, args...); err != nil {
		l.t.Fatalf("%s: %v", query, err)
	}
}

// put moves a record to the trash and returns the id of its entry.
func (l *library) put(kind trash.Kind, id int64) int64 {
	l.t.Helper()
	ctx := write.WithActor(context.Background(), write.Actor{UserID: 7, Name: "Ada"})
	err := l.Store.Do(ctx, func(tx *write.Tx) error { return trash.Put(ctx, tx, kind, id, fmt.Sprint("No. ", id)) })
	if err != nil {
		l.t.Fatal(err)
	}
	entry, err := db.Value[int64](ctx, l.Store.DB.Read(), "SELECT max(id) FROM trash")
	if err != nil {
		l.t.Fatal(err)
	}
	return entry
}

// want checks which rows are live, which are in the trash, and that no others exist.
func (l *library) want(t *testing.T, live, deleted string) {
	t.Helper()
	list := func(condition string) string {
		ids, err := db.All[int64](t.Context(), l.Store.DB.Read(), `SELECT id FROM shelves WHERE `+condition+`
			UNION ALL SELECT id FROM books WHERE `+condition+` UNION ALL SELECT id FROM pages WHERE `+condition+` ORDER BY id`)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Trim(fmt.Sprint(ids), "[]")
	}
	if got := list("deleted_at IS NULL AND trash_id IS NULL"); got != live {
		t.Errorf("live are %s, want %s", got, live)
	}
	if got := list("deleted_at IS NOT NULL AND trash_id IS NOT NULL"); got != deleted {
		t.Errorf("deleted are %s, want %s", got, deleted)
	}
}

func (l *library) count(t *testing.T, query string, args ...any) int64 {
	t.Helper()
	n, err := db.Value[int64](t.Context(), l.Store.DB.Read(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func wantStatus(t *testing.T, err error, status int) *apierr.Error {
	t.Helper()
	refused, ok := apierr.As(err)
	if !ok || refused.GetStatus() != status {
		t.Fatalf("got %v, want status %d", err, status)
	}
	return refused
}

const everything = "1 2 11 12 21 111 112 121 211"

func TestPut(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLibrary(t, d)
		before := clock.Now()
		id := l.put(l.shelf, 1)
		t.Run("deletes the record and its dependents of all levels, and nothing else", func(t *testing.T) {
			l.want(t, "2 21 211", "1 11 12 111 112 121")
		})
		t.Run("notes what was deleted, when and by whom", func(t *testing.T) {
			entry, err := db.One[trash.Entry](t.Context(), d.Read(), `SELECT id, kind, record_id, name, deleted_at,
				deleted_by_id, deleted_by_name FROM trash`)
			if err != nil {
				t.Fatal(err)
			}
			if entry.DeletedAt.Before(before) || entry.DeletedAt.After(clock.Now()) || entry.DeletedByID == nil ||
				*entry.DeletedByID != 7 {
				t.Errorf("got %+v", entry)
			}
			if entry.ID != id || entry.Kind != "shelf" || entry.RecordID != 1 || entry.Name != "No. 1" ||
				entry.DeletedByName != "Ada" {
				t.Errorf("got %+v", entry)
			}
		})
		t.Run("refuses a record that does not exist or is in the trash already", func(t *testing.T) {
			for _, id := range []int64{1, 999} {
				err := l.Store.Do(t.Context(), func(tx *write.Tx) error { return trash.Put(t.Context(), tx, l.shelf, id, "") })
				wantStatus(t, err, http.StatusNotFound)
			}
			if n := l.count(t, "SELECT count(*) FROM trash"); n != 1 {
				t.Errorf("%d entries, want 1", n)
			}
		})
		t.Run("refuses people who may not delete", func(t *testing.T) {
			l.refusal = apierr.NotAllowed("Only for librarians.")
			defer func() { l.refusal = nil }()
			err := l.Store.Do(t.Context(), func(tx *write.Tx) error { return trash.Put(t.Context(), tx, l.shelf, 2, "") })
			wantStatus(t, err, http.StatusForbidden)
			l.want(t, "2 21 211", "1 11 12 111 112 121")
		})
		t.Run("notes a deletion by the system without a user", func(t *testing.T) {
			err := l.Store.Do(t.Context(), func(tx *write.Tx) error { return trash.Put(t.Context(), tx, l.shelf, 2, "Food") })
			if err != nil {
				t.Fatal(err)
			}
			if n := l.count(t, "SELECT count(*) FROM trash WHERE deleted_by_id IS NULL AND deleted_by_name = 'System'"); n != 1 {
				t.Errorf("%d entries, want 1", n)
			}
		})
	})
}

func TestRestore(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLibrary(t, d)
		book := l.put(l.book, 11)
		shelf := l.put(l.shelf, 1)
		other := l.put(l.book, 21)
		t.Run("cancels when the kind refuses it", func(t *testing.T) {
			l.restoreError = apierr.Conflict("The building is closed.")
			wantStatus(t, l.Restore(t.Context(), shelf), http.StatusConflict)
			l.restoreError = nil
			l.refusal = apierr.NotAllowed("Only for librarians.")
			wantStatus(t, l.Restore(t.Context(), shelf), http.StatusForbidden)
			l.refusal = nil
			l.want(t, "2", "1 11 12 21 111 112 121 211")
		})
		t.Run("restores what the deletion took, not what was deleted before or after it", func(t *testing.T) {
			if err := l.Restore(t.Context(), shelf); err != nil {
				t.Fatal(err)
			}
			l.want(t, "1 2 12 121", "11 21 111 112 211")
			if err := errors.Join(l.Restore(t.Context(), book), l.Restore(t.Context(), other)); err != nil {
				t.Fatal(err)
			}
			l.want(t, everything, "")
		})
		t.Run("records it in the audit log", func(t *testing.T) {
			n := l.count(t, `SELECT count(*) FROM audit_log
				WHERE action = 'restored' AND kind = 'shelf' AND record_id = 1 AND record_name = 'No. 1'`)
			if n != 1 || l.count(t, "SELECT count(*) FROM audit_log") != 3 {
				t.Errorf("%d rows, want 1", n)
			}
		})
		t.Run("refuses an entry that does not exist any more", func(t *testing.T) {
			wantStatus(t, l.Restore(t.Context(), shelf), http.StatusNotFound)
		})
		t.Run("fails for a kind it does not know", func(t *testing.T) {
			l.exec("INSERT INTO trash (id, kind, record_id, deleted_at) VALUES (999, 'map', 1, ?)", clock.Now())
			if err := l.Restore(t.Context(), 999); err == nil || !strings.Contains(err.Error(), `"map"`) {
				t.Errorf("got %v", err)
			}
		})
	})
}

func TestRestore_Conflict(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLibrary(t, d)
		shelf := l.put(l.shelf, 1)
		t.Run("names the field of the record whose value is in use again", func(t *testing.T) {
			l.exec("INSERT INTO shelves (id, name) VALUES (3, 'Travel')")
			refused := wantStatus(t, l.Restore(t.Context(), shelf), http.StatusUnprocessableEntity)
			if len(refused.Errors) != 1 || len(refused.Errors["title"]) != 1 {
				t.Errorf("got %v", refused.Errors)
			}
			l.exec("DELETE FROM shelves WHERE id = 3")
		})
		t.Run("refuses when a value of a dependent is in use again", func(t *testing.T) {
			l.exec("INSERT INTO books (id, shelf_id, isbn) VALUES (22, 2, 'A')")
			wantStatus(t, l.Restore(t.Context(), shelf), http.StatusConflict)
			l.exec("DELETE FROM books WHERE id = 22")
		})
		t.Run("restores nothing of it", func(t *testing.T) { l.want(t, "2 21 211", "1 11 12 111 112 121") })
		if err := l.Restore(t.Context(), shelf); err != nil {
			t.Errorf("the conflicts are gone, but: %v", err)
		}
	})
}

func TestPurge(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLibrary(t, d)
		upload := `INSERT INTO uploads (id, storage_key, content_type, width, height, bytes, conversions, claimed_at,
			created_at) VALUES (?, ?, '', 1, 1, 1, '[]', ?, ?)`
		for id := range int64(4) {
			l.exec(upload, id+1, fmt.Sprint("key ", id), clock.Now(), clock.Now())
		}
		l.exec("UPDATE shelves SET image_id = id WHERE id IN (1, 2)")
		l.exec("UPDATE books SET cover_id = 3 WHERE id = 12")
		l.exec("UPDATE books SET cover_id = 4 WHERE id = 11")
		l.put(l.book, 11)
		shelf := l.put(l.shelf, 1)
		t.Run("deletes nothing while another record refers to it", func(t *testing.T) {
			l.exec("INSERT INTO loans (book_id) VALUES (12)")
			wantStatus(t, l.Purge(t.Context(), shelf), http.StatusConflict)
			l.want(t, "2 21 211", "1 11 12 111 112 121")
			l.exec("DELETE FROM loans")
		})
		l.purged = nil
		if err := l.Purge(t.Context(), shelf); err != nil {
			t.Fatal(err)
		}
		t.Run("deletes the record with its dependents, including those deleted before", func(t *testing.T) {
			l.want(t, "2 21 211", "")
			if n := l.count(t, "SELECT count(*) FROM trash"); n != 0 {
				t.Errorf("%d entries are left", n)
			}
		})
		t.Run("runs the hook of each purged entry", func(t *testing.T) {
			if got := strings.Join(l.purged, ", "); got != "book 11, shelf 1" {
				t.Errorf("got %s", got)
			}
		})
		t.Run("releases the images of all rows, and no others", func(t *testing.T) {
			ids, err := db.All[int64](t.Context(), d.Read(), "SELECT id FROM uploads WHERE claimed_at IS NULL ORDER BY id")
			if err != nil || fmt.Sprint(ids) != "[1 3 4]" {
				t.Errorf("released are %v (%v), want 1, 3 and 4", ids, err)
			}
		})
		t.Run("records it in the audit log", func(t *testing.T) {
			if n := l.count(t, "SELECT count(*) FROM audit_log WHERE action = 'purged'"); n != 2 {
				t.Errorf("%d rows, want 2", n)
			}
		})
		wantStatus(t, l.Purge(t.Context(), shelf), http.StatusNotFound)
	})
}

func TestPutAll(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLibrary(t, d)
		put := func(kind trash.Kind, ids ...int64) error {
			return l.Store.Do(t.Context(), func(tx *write.Tx) error { return trash.PutAll(t.Context(), tx, kind, "name", ids) })
		}
		plain := trash.Kind{Name: "shelf", Table: "shelves"}
		if err := put(plain, 2, 1, 999); err != nil {
			t.Fatal(err)
		}
		n := l.count(t, `SELECT count(*) FROM shelves JOIN trash ON trash.id = shelves.trash_id
			WHERE trash.record_id = shelves.id AND trash.name = shelves.name AND trash.deleted_at = shelves.deleted_at`)
		if n != 2 || l.count(t, "SELECT count(*) FROM trash") != 2 {
			t.Errorf("%d records have an entry of their own, want 2", n)
		}
		if err := put(plain, 1); err != nil || l.count(t, "SELECT count(*) FROM trash") != 2 {
			t.Errorf("a record in the trash got another entry (%v)", err)
		}
		if err := put(plain); err != nil {
			t.Errorf("no records: %v", err)
		}
		if err := put(l.shelf, 2); err == nil {
			t.Error("records with dependents were moved without them")
		}
		refused := errors.New("not allowed")
		plain.Allowed = func(context.Context) error { return refused }
		if err := put(plain, 2); !errors.Is(err, refused) {
			t.Errorf("got %v", err)
		}
	})
}

func TestPurge_HookFailure(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLibrary(t, d)
		shelf := l.put(l.shelf, 1)
		broken := errors.New("broken")
		l.Kinds[0].BeforePurge = func(context.Context, *write.Tx, int64) error { return broken }
		if err := l.Purge(t.Context(), shelf); !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
		l.want(t, "2 21 211", "1 11 12 111 112 121")
	})
}

func TestPurgeOld(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		l := newLibrary(t, d)
		needed, old, recent := l.put(l.book, 21), l.put(l.book, 12), l.put(l.book, 11)
		l.exec("INSERT INTO loans (book_id) VALUES (21)")
		age := func(entry int64, age time.Duration) {
			l.exec("UPDATE trash SET deleted_at = ? WHERE id = ?", clock.Now().Add(-age), entry)
		}
		age(needed, trash.Retention+2*time.Hour)
		age(old, trash.Retention+time.Hour)
		age(recent, trash.Retention-time.Hour)
		if err := l.PurgeOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Run("purges old entries, except those that are still referred to", func(t *testing.T) {
			l.want(t, "1 2", "11 21 111 112 211")
		})
		t.Run("reports errors that are not refusals", func(t *testing.T) {
			l.exec("UPDATE trash SET kind = 'map' WHERE id = ?", needed)
			if err := l.PurgeOld(t.Context()); err == nil {
				t.Error("an entry of an unknown kind was ignored")
			}
		})
	})
}
