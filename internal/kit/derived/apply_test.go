package derived_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/kittest"
)

// triggers is the number of triggers on the tables of the library.
func (l *library) triggers(n int64) {
	l.t.Helper()
	query := `SELECT count(*) FROM sqlite_master WHERE type = 'trigger'
		AND tbl_name IN ('shelves', 'books', 'authors', 'book_authors')`
	if l.d.Engine == db.Postgres {
		query = `SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal
			AND tgrelid::regclass::text IN ('shelves', 'books', 'authors', 'book_authors')`
	}
	l.want(n, query)
}

func TestApply_ExistingRows(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		l := open(t, d)
		l.fill()
		l.exec(trash, clock.Now(), []int64{4})
		l.apply(1, everything...)
		l.verify(everything...)
		l.want(1, "SELECT books_count FROM shelves WHERE id = 2")
		l.want(1, "SELECT books_count FROM authors WHERE id = 2")
		l.want(5, "SELECT n FROM current_counts WHERE list = 'books' AND facet = ''")

		t.Run("changes nothing when applied again", func(t *testing.T) {
			l.exec("UPDATE shelves SET books_count = 40 WHERE id = 1") // would be corrected by a rebuild
			l.apply(1, everything...)
			l.want(40, "SELECT books_count FROM shelves WHERE id = 1")
			err := derived.Verify(t.Context(), d, everything...)
			if err == nil || !strings.Contains(err.Error(), "shelves_books_count is wrong in 1 rows") {
				t.Errorf("the wrong count is reported as %v", err)
			}
			l.exec("UPDATE shelves SET books_count = 2 WHERE id = 1")
		})
		t.Run("rebuilds what has changed, and only that", func(t *testing.T) {
			l.exec("UPDATE shelves SET books_count = 40 WHERE id = 1")
			byLanguage := derived.Total{Table: books, Facets: bookTotal.Facets[:1]}
			l.apply(2, shelfBooks, authorBooks, bookWriters, children, byLanguage, shelfTotal, authorTotal, bookSearch)
			l.want(0, "SELECT count(*) FROM current_counts WHERE list = 'books' AND facet = 'read'")
			l.want(40, "SELECT books_count FROM shelves WHERE id = 1")
			l.exec("INSERT INTO books (id, shelf_id, language) VALUES (7, 2, 'en')")
			l.verify(byLanguage, bookSearch, authorBooks)
		})
		t.Run("removes what is declared no longer", func(t *testing.T) {
			l.exec("UPDATE shelves SET books_count = 2 WHERE id = 1")
			if d.Engine == db.SQLite {
				l.exec("CREATE TRIGGER foreign_one AFTER INSERT ON books BEGIN SELECT 1; END")
			} else {
				l.exec(`CREATE FUNCTION foreign_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END; $$`)
				l.exec("CREATE TRIGGER foreign_one AFTER INSERT ON books FOR EACH ROW EXECUTE FUNCTION foreign_one()")
			}
			l.apply(3, shelfBooks)
			l.triggers(4) // three of the counter, and the one that is not ours
			l.want(0, "SELECT count(*) FROM current_counts WHERE list = 'books'")
			l.exec("INSERT INTO books (id, shelf_id) VALUES (8, 2)")
			l.verify(shelfBooks)
			l.want(1, "SELECT count(*) FROM derived_objects")
		})
	})
}

func TestApply_OlderRelease(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		l := open(t, d)
		l.apply(2, shelfBooks, authorTotal)
		l.apply(1, authorTotal, bookSearch)
		l.want(2, "SELECT count(*) FROM derived_objects WHERE revision = 2")
		l.fill()
		l.want(2, "SELECT books_count FROM shelves WHERE id = 1")

		t.Run("a newer release with the same objects takes them over", func(t *testing.T) {
			l.apply(3, shelfBooks, authorTotal)
			l.want(2, "SELECT count(*) FROM derived_objects WHERE revision = 3")
			l.apply(2, authorTotal)
			l.want(2, "SELECT count(*) FROM derived_objects")
		})
	})
}

func TestApply_Interrupted(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		l := open(t, d)
		l.fill()
		l.apply(1, authorTotal)
		l.exec("UPDATE live_counts SET n = 77 WHERE list = 'authors'")
		broken := derived.Custom{
			ID:       "broken",
			On:       []string{"books"},
			SQLite:   derived.Statements{Create: []string{"CREATE TRIGGER nonsense"}},
			Postgres: derived.Statements{Create: []string{"CREATE TRIGGER nonsense"}},
		}
		err := derived.Apply(t.Context(), d, 2, shelfBooks, bookTotal, broken)
		if err == nil || !strings.Contains(err.Error(), "create broken") {
			t.Errorf("got %v", err)
		}
		l.triggers(2)
		l.want(1, "SELECT count(*) FROM derived_objects WHERE name = 'authors_total'")
		l.want(77, "SELECT n FROM current_counts WHERE list = 'authors'")

		err = derived.Apply(t.Context(), d, 2, shelfBooks, shelfBooks)
		if err == nil || !strings.Contains(err.Error(), "two derived objects") {
			t.Errorf("two objects of the same name: %v", err)
		}
	})
}

// Objects that migrations of earlier releases created are recorded with an empty hash.
func TestApply_EarlierRelease(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		l := open(t, d)
		const record = "INSERT INTO derived_objects (name, drops) VALUES (?, ?)"
		index := bookSearch.Create(d.Engine)[0]
		empty := func() { // a search table that is filled again is not empty
			if d.Engine == db.SQLite {
				l.exec("INSERT INTO books_search (books_search) VALUES ('delete-all')")
			}
		}
		l.fill()
		l.exec(index)
		empty()
		l.exec(record, "books_search", strings.Join(bookSearch.Drop(d.Engine), "\n"))
		if d.Engine == db.SQLite {
			l.exec("CREATE TRIGGER old_count AFTER INSERT ON books BEGIN UPDATE shelves SET books_count = books_count + 1; END")
			l.exec(record, "trigger old_count", "DROP TRIGGER IF EXISTS old_count")
		}
		l.apply(1, bookSearch, shelfBooks)

		t.Run("keeps a search table with the same definition", func(t *testing.T) {
			if d.Engine == db.SQLite {
				l.want(0, "SELECT count(*) FROM books_search WHERE books_search MATCH '\"sand\"'")
			}
			l.exec("INSERT INTO books (id, shelf_id, search_text) VALUES (7, 1, '  sandy')")
			if d.Engine == db.SQLite {
				l.want(1, "SELECT count(*) FROM books_search WHERE books_search MATCH '\"sand\"'")
			}
		})
		t.Run("recounts, and removes the old triggers", func(t *testing.T) {
			l.want(3, "SELECT books_count FROM shelves WHERE id = 1")
			l.want(2, "SELECT books_count FROM shelves WHERE id = 2")
		})
		t.Run("replaces a search table with another definition", func(t *testing.T) {
			for _, statement := range bookSearch.Drop(d.Engine) {
				l.exec(statement)
			}
			l.exec(strings.NewReplacer("'trigram case_sensitive 1'", "'trigram'", "gin_trgm_ops)", "gin_trgm_ops) WHERE id > 0").
				Replace(index))
			l.exec("UPDATE derived_objects SET hash = '' WHERE name = 'books_search'")
			l.apply(1, bookSearch, shelfBooks)
			l.verify(bookSearch)
			got, err := db.Value[int](t.Context(), d.Read(), bookSearch.Intact(d.Engine))
			if err != nil || got != 1 {
				t.Errorf("the definition is the old one (%v)", err)
			}
		})
	})
}

// Servers of the release before go on writing while a new one applies its objects.
func TestApply_WhileOthersWrite(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		l := open(t, d)
		l.exec("INSERT INTO shelves (id, room) VALUES (1, 7), (2, 7)")
		l.exec("INSERT INTO authors (id) VALUES (1)")
		var writers sync.WaitGroup
		stop := make(chan struct{})
		for w := range 3 {
			writers.Go(func() {
				for i := 0; ; i++ {
					select {
					case <-stop:
						return
					default:
					}
					id := int64(1000*w + i + 10)
					err := d.Write(context.Background(), func(tx *db.Tx) error {
						const book = "INSERT INTO books (id, shelf_id, language) VALUES (?, ?, 'en')"
						if _, err := tx.Exec(t.Context(), book, id, 1+i%2); err != nil {
							return err
						}
						_, err := tx.Exec(t.Context(), "INSERT INTO book_authors (book_id, author_id) VALUES (?, 1)", id)
						return err
					})
					if err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		l.apply(1, everything...)
		l.apply(2, shelfBooks, authorBooks, bookTotal)
		l.apply(3, everything...)
		close(stop)
		writers.Wait()
		l.verify(everything...)
	})
}

func TestHash(t *testing.T) {
	t.Parallel()
	all := derived.Hash(everything...)
	if all != derived.Hash(everything...) {
		t.Error("the hash is another each time")
	}
	if all == derived.Hash(everything[1:]...) || derived.Hash(shelfTotal) == derived.Hash(derived.Total{Table: shelves}) {
		t.Error("another list has the same hash")
	}
}
