package bulk_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/bulk"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
)

// lent is the response of the calls under test.
type lent struct {
	Lent int64 `json:"lent"`
	bulk.Outcome
}

// library serves n books, of which every third is lent, and the call that lends books. Reader 404 does not exist.
func library(t *testing.T, d *db.DB, n int) (*kittest.Server, *kittest.Client) {
	t.Helper()
	list := &listing.List{
		Table: table.Table{Name: "books"}, Sort: "id", Sorts: []listing.Sort{{Name: "id", Column: "id", Unique: true}},
		Filters: []listing.Filter{listing.RefFilter("shelf_id")},
	}
	s := kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
		s.Kit.Bulk.AddList("books", list)
		lend := s.Kit.Bulk.Add(bulk.Action{
			Name: "books/lend", List: "books", Field: "book_ids", Apply: apply,
			Record: record,
		})
		if err := s.Kit.Bulk.Check(); err != nil {
			t.Error(err)
		}
		op := api.Op{
			Method: "POST", Path: "/api/admin/readers/{id}/books", Tag: "Books", Summary: "Lend books",
			Body: lend.BodySchema(),
		}
		api.Handle(s.Kit.API, op, func(ctx context.Context, call *api.Call) (*lent, error) {
			id, err := call.ID("id")
			if err != nil {
				return nil, err
			}
			body, err := call.Object()
			if err != nil {
				return nil, err
			}
			result, err := lend.Run(ctx, bulk.Target{ID: id}, body, map[string][]string{"shelf_id": {"1"}})
			if err != nil {
				return nil, err
			}
			return &lent{result.Changed, result.Outcome}, nil
		})
	})
	numbers := "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?) "
	s.Exec("CREATE TABLE books (id BIGINT PRIMARY KEY, shelf_id BIGINT NOT NULL, reader BIGINT)")
	s.Exec(numbers+"INSERT INTO books (id, shelf_id, reader) SELECT n, 1, CASE WHEN n % 3 = 0 THEN 1 END FROM numbers", n)
	s.Exec("INSERT INTO books (id, shelf_id, reader) VALUES (1000000, 2, NULL)")
	return s, s.Admin()
}

func apply(ctx context.Context, tx *write.Tx, target bulk.Target, ids []int64, chosen bool) (int64, error) {
	if target.ID == 404 {
		return 0, apierr.Conflict("This reader is gone.")
	}
	if chosen {
		if err := (table.Table{Name: "books"}).RequireExisting(ctx, tx.Conn, "book_ids", ids); err != nil {
			return 0, err
		}
	}
	return tx.Exec(ctx, "UPDATE books SET reader = ? WHERE id IN (?) AND reader IS NULL", target.ID, ids)
}

func record(ctx context.Context, tx *write.Tx, target bulk.Target, values map[string]any) error {
	if target.ID == 405 {
		return apierr.NotFound()
	}
	return tx.Record(ctx, write.Change{Action: "lent", Kind: "reader", ID: target.ID, After: values})
}

func TestAction_Run(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, admin := library(t, d, 9)
		audits := func() int64 { return s.Count("SELECT count(*) FROM audit_log WHERE action = 'lent'") }

		t.Run("changes the selected records and skips those that need no change", func(t *testing.T) {
			done := admin.Post("readers/7/books", map[string]any{"book_ids": []int{1, 2, 3}}).Want(200)
			if done.Int("lent") != 2 || done.Int("skipped") != 1 || s.Count("SELECT count(*) FROM books WHERE reader = 7") != 2 {
				t.Errorf("got %s", done.Text)
			}
			if audits() != 1 {
				t.Errorf("there are %d audit entries, not one", audits())
			}
		})
		t.Run("writes no audit entry if nothing changed", func(t *testing.T) {
			if done := admin.Post("readers/7/books", map[string]any{"book_ids": []int{1}}).Want(200); done.Int("lent") != 0 ||
				audits() != 1 {
				t.Errorf("got %s and %d audit entries", done.Text, audits())
			}
		})
		t.Run("changes all that match a filter, within the call's own limits", func(t *testing.T) {
			done := admin.Post("readers/8/books", map[string]any{"filter": map[string]any{}}).Want(200)
			if done.Int("lent") != 4 || s.Count("SELECT count(*) FROM books WHERE reader = 8 AND shelf_id = 2") != 0 {
				t.Errorf("got %s", done.Text)
			}
		})
		t.Run("changes nothing if one of the selected records does not exist", func(t *testing.T) {
			admin.Post("readers/9/books", map[string]any{"book_ids": []int{1000000, 99}}).Refused("book_ids.1")
			if s.Count("SELECT count(*) FROM books WHERE reader = 9") != 0 {
				t.Error("a record was changed")
			}
		})
		t.Run("refuses what it does not understand, under its field", func(t *testing.T) {
			for body, field := range map[string]string{
				`{}`: "book_ids", `{"book_ids": []}`: "book_ids", `{"book_ids": "1"}`: "book_ids",
				`{"book_ids": [1.5]}`:             "book_ids",
				`{"book_ids": [1], "filter": {}}`: "filter", `{"book_ids": [1], "filter": {"shelf_id": 1}}`: "filter",
				`{"book_ids": [` + strings.Repeat("1,", 5000) + `1]}`: "book_ids", `{"book_ids": [1], "more": true}`: "more",
				`{"filter": []}`: "filter", `{"filter": null}`: "filter", `{"filter": {"shelf_id": null}}`: "filter.shelf_id",
				`{"filter": {"shelf_id": "x"}}`: "filter.shelf_id", `{"filter": {"colour": "red"}}`: "filter.colour",
				`{"filter": {"page": 2}}`: "filter.page",
			} {
				admin.Post("readers/9/books", json.RawMessage(body)).Refused(field)
			}
		})
	})
}

func TestAction_Job(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, admin := library(t, d, 6000)
		begin := func(reader int) (int64, string) {
			begun := admin.Post(fmt.Sprintf("readers/%d/books", reader), map[string]any{"filter": map[string]any{}}).Want(202)
			if begun.Int("lent") != 0 {
				t.Errorf("something is done already: %s", begun.Text)
			}
			return begun.Int("job"), fmt.Sprintf("jobs/%d", begun.Int("job"))
		}
		t.Run("reports what it could not do, and leaves records as they are", func(t *testing.T) {
			_, path := begin(404)
			s.RunJobs()
			failed := admin.Get(path).Want(200)
			if failed.String("item.state") != "failed" || failed.String("item.problem") != "This reader is gone." ||
				failed.Int("item.done") != 0 {
				t.Errorf("got %s", failed.Text)
			}
		})
		t.Run("changes too many records for one transaction step by step, as the person who asked", func(t *testing.T) {
			_, path := begin(7)
			if waiting := admin.Get(path).Want(200); waiting.String("item.state") != "working" ||
				waiting.Value("item.total") != nil {
				t.Errorf("got %s", waiting.Text)
			}
			s.Exec("INSERT INTO books (id, shelf_id, reader) VALUES (2000000, 1, NULL)") // too late
			s.RunJobs()
			done := admin.Get(path).Want(200)
			if done.String("item.state") != "done" || done.Int("item.total") != 6000 || done.Int("item.done") != 6000 ||
				done.Int("item.added") != 4000 || done.Int("item.skipped") != 2000 {
				t.Errorf("got %s", done.Text)
			}
			if n := s.Count("SELECT count(*) FROM books WHERE reader = 7"); n != 4000 {
				t.Errorf("%d books are lent, not 4000", n)
			}
			n := s.Count(`SELECT count(*) FROM audit_log
				WHERE action = 'lent' AND user_id IS NOT NULL AND request_id <> ''`)
			if n != 1 {
				t.Errorf("%d audit entries name the person, not one", n)
			}
		})
		t.Run("keeps its changes if the target is gone at the end", func(t *testing.T) {
			s.Exec("UPDATE books SET reader = NULL")
			_, path := begin(405)
			s.RunJobs()
			if done := admin.Get(path).Want(200); done.String("item.state") != "done" || done.Int("item.added") != 6001 {
				t.Errorf("got %s", done.Text)
			}
		})
		t.Run("is not found under another id", func(t *testing.T) {
			admin.Get("jobs/999").Want(404)
			admin.Get("jobs/x").Want(404)
		})
	})
}

func TestRunner_Mistakes(t *testing.T) {
	t.Parallel()
	t.Run("an action for an unknown list is reported", func(t *testing.T) {
		runner := bulk.NewRunner(nil)
		runner.Add(bulk.Action{Name: "books/lend", List: "books"})
		if err := runner.Check(); err == nil || !strings.Contains(err.Error(), `books/lend is for the list "books"`) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("two actions with one name stop the program", func(t *testing.T) {
		runner := bulk.NewRunner(nil)
		runner.Add(bulk.Action{Name: "books/lend"})
		if err := panics(func() { runner.Add(bulk.Action{Name: "books/lend"}) }); err == nil {
			t.Error("the second was accepted")
		}
	})
	t.Run("without a runner, lists are ignored and actions stop the program", func(t *testing.T) {
		var none *bulk.Runner
		none.AddList("books", &listing.List{})
		if err := panics(func() { none.Add(bulk.Action{Name: "books/lend"}) }); err == nil {
			t.Error("the action was accepted")
		}
	})
}

func panics(run func()) (err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = errors.New(fmt.Sprint(problem))
		}
	}()
	run()
	return nil
}
