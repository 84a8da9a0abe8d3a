package table_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
)

var (
	books   = table.Table{Name: "books", Trash: true}
	authors = table.Table{Name: "authors"}
	written = table.Link{
		Table: "book_authors", From: authors, OwnColumn: "author_id", To: books, ToColumn: "book_id",
		AddedAt: "added_at", AddedBy: "added_by",
	}
)

func TestTable_TitleColumn(t *testing.T) {
	t.Parallel()
	if got := books.TitleColumn(); got != "name" {
		t.Errorf("the default is %q", got)
	}
	if got := (table.Table{Title: "title"}).TitleColumn(); got != "title" {
		t.Errorf("got %q", got)
	}
}

func TestLink_Reverse(t *testing.T) {
	t.Parallel()
	reverse := written.Reverse()
	if reverse.From != books || reverse.OwnColumn != "book_id" || reverse.To != authors ||
		reverse.ToColumn != "author_id" || reverse.Reverse() != written {
		t.Errorf("got %+v", reverse)
	}
	if reverse.AndLive() != "" {
		t.Errorf("authors can't be in the trash, but %q", reverse.AndLive())
	}
}

func TestTable_Existing(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		fill(t, d)
		existing, err := books.Existing(t.Context(), d.Read(), []int64{1, 2, 3, 9})
		if got := slices.Sorted(maps.Keys(existing)); err != nil || !slices.Equal(got, []int64{1, 2}) {
			t.Errorf("book 3 is in the trash and 9 does not exist, but got %v: %v", got, err)
		}
		if err := books.RequireExisting(t.Context(), d.Read(), "ids", []int64{2, 1}); err != nil {
			t.Errorf("books that exist are refused: %v", err)
		}
		var refused *apierr.Error
		err = books.RequireExisting(t.Context(), d.Read(), "ids", []int64{1, 3, 9})
		if !errors.As(err, &refused) || len(refused.Errors) != 2 || refused.Errors["ids.1"] == nil ||
			refused.Errors["ids.2"] == nil {
			t.Errorf("got %v", err)
		}
		if _, err := (table.Table{Name: "nowhere"}).Existing(t.Context(), d.Read(), []int64{1}); err == nil {
			t.Error("a missing table is not reported")
		}
	})
}

func TestLink_Add(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		fill(t, d)
		ctx := write.WithActor(t.Context(), write.Actor{UserID: 7})
		add := func(link table.Link, ids ...int64) (added int64) {
			err := (&write.Store{DB: d}).Do(ctx, func(tx *write.Tx) (err error) {
				added, err = link.Add(ctx, tx, 1, ids)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return added
		}
		if got := add(written, 1, 3, 9); got != 1 {
			t.Errorf("%d were added; book 3 is in the trash and 9 does not exist", got)
		}
		if got := add(written, 1, 2); got != 1 {
			t.Errorf("%d were added; book 1 was there already", got)
		}
		if got := add(written); got != 0 {
			t.Errorf("%d were added of none", got)
		}
		n, err := db.Value[int64](ctx, d.Read(),
			"SELECT count(*) FROM book_authors WHERE author_id = 1 AND added_at IS NOT NULL AND added_by = 7")
		if err != nil || n != 2 {
			t.Errorf("%d pairs say who added them, and when: %v", n, err)
		}
		query := "SELECT count(*) FROM book_authors WHERE author_id = 1" + written.AndLive()
		if _, err := d.Writer().Exec(ctx, "UPDATE books SET deleted_at = 1 WHERE id = 2"); err != nil {
			t.Fatal(err)
		}
		if n, err := db.Value[int64](ctx, d.Read(), query); err != nil || n != 1 {
			t.Errorf("%d pairs are live: %v", n, err)
		}
	})
}

func TestAddAll(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		fill(t, d)
		edited := written
		edited.Table = "book_editors"
		add := func(books, edits []int64) (added int64) {
			all := []table.Others{{Link: written, IDs: books}, {Link: edited, IDs: edits}}
			err := (&write.Store{DB: d}).Do(t.Context(), func(tx *write.Tx) (err error) {
				added, err = table.AddAll(t.Context(), tx, 1, all)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return added
		}
		if got := add(nil, nil); got != 0 {
			t.Errorf("%d were added of none", got)
		}
		if got := add([]int64{1}, []int64{2, 3}); got != 2 {
			t.Errorf("%d were added, want 2; book 3 is in the trash", got)
		}
		if got := add([]int64{1, 2}, []int64{1}); got != 2 {
			t.Errorf("%d were added, want 2; book 1 has been linked by its author", got)
		}
		for _, link := range []table.Link{written, edited} {
			linked, err := link.Linked(t.Context(), d.Read(), 1, []int64{1, 2, 3})
			if got := slices.Sorted(maps.Keys(linked)); err != nil || !slices.Equal(got, []int64{1, 2}) {
				t.Errorf("%s: got %v (%v)", link.Table, got, err)
			}
		}
	})
}

func fill(t *testing.T, d *db.DB) {
	t.Helper()
	moment := "INTEGER"
	if d.Engine == db.Postgres {
		moment = "TIMESTAMPTZ"
	}
	for _, statement := range []string{
		"CREATE TABLE books (id BIGINT PRIMARY KEY, deleted_at BIGINT)",
		"CREATE TABLE book_authors (author_id BIGINT, book_id BIGINT, added_at " + moment +
			", added_by BIGINT, PRIMARY KEY (author_id, book_id))",
		"CREATE TABLE book_editors (author_id BIGINT, book_id BIGINT, added_at " + moment +
			", added_by BIGINT, PRIMARY KEY (author_id, book_id))",
		"INSERT INTO books (id, deleted_at) VALUES (1, NULL), (2, NULL), (3, 1)",
	} {
		if _, err := d.Writer().Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}
