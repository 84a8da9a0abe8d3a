package db_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

var sampleTimes = []time.Time{ // in ascending order
	time.Date(1066, 10, 14, 9, 0, 0, 0, time.UTC),
	time.Date(1969, 12, 31, 23, 59, 59, 999_999_400, time.UTC),
	time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC),
	time.Date(2026, 3, 1, 9, 0, 0, 1_999, time.FixedZone("Tokyo", 9*3600)),
	time.Date(2026, 3, 1, 0, 0, 0, 2_000, time.UTC),
	time.Date(2026, 2, 28, 20, 30, 0, 123_456_789, time.FixedZone("St. John's", -3*3600-1800)),
	time.Date(2026, 3, 1, 1, 0, 0, 0, time.UTC),
	time.Date(2026, 3, 1, 3, 0, 0, 500_000_000, time.FixedZone("", 2*3600)),
	time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC),
}

func TestTimes(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		for _, i := range []int{6, 0, 8, 3, 1, 7, 4, 2, 5} {
			var at any = sampleTimes[i]
			if i%2 == 1 {
				at = &sampleTimes[i]
			}
			exec(t, d, "INSERT INTO limits (key, count, resets_at) VALUES (?, ?, ?)", "m"+itoa(i), i, at)
		}
		t.Run("are stored in UTC with microseconds, whatever their zone", func(t *testing.T) {
			for i, at := range sampleTimes {
				got := value[time.Time](t, d, "SELECT resets_at FROM limits WHERE count = ?", i)
				if want := at.Truncate(time.Microsecond); !got.Equal(want) || got.Location() != time.UTC {
					t.Errorf("%v came back as %v", at, got)
				}
			}
		})
		t.Run("sort chronologically", func(t *testing.T) {
			got, err := db.All[int](ctx, d.Read(), "SELECT count FROM limits ORDER BY resets_at")
			if err != nil || !slices.IsSorted(got) || len(got) != len(sampleTimes) {
				t.Errorf("sorted as %v (%v)", got, err)
			}
		})
		t.Run("are found by an equal time, and not by the next microsecond", func(t *testing.T) {
			for i, at := range sampleTimes {
				if got := value[int](
					t, d, "SELECT count FROM limits WHERE resets_at = ?", at.In(time.FixedZone("", 5*3600)),
				); got != i {
					t.Errorf("%v matches row %d, want %d", at, got, i)
				}
				if n := value[int](t, d, "SELECT count(*) FROM limits WHERE resets_at < ?", at); n != i {
					t.Errorf("%d are before %v, want %d", n, at, i)
				}
				if n := value[int](
					t, d, "SELECT count(*) FROM limits WHERE count = ? AND resets_at = ?", i, at.Add(time.Microsecond),
				); n != 0 {
					t.Errorf("%v is also found by the next microsecond", at)
				}
			}
		})
		t.Run("clock.Now is stored exactly", func(t *testing.T) {
			now := clock.Now()
			exec(t, d, "UPDATE limits SET resets_at = ? WHERE count = 0", now)
			if got := value[time.Time](t, d, "SELECT resets_at FROM limits WHERE count = 0"); got != now {
				t.Errorf("%v came back as %v", now, got)
			}
		})
	})
}

func TestTimes_Null(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		now := clock.Now()
		var null *time.Time
		insert := `INSERT INTO uploads (storage_key, content_type, width, height, bytes, conversions, claimed_at,
			converted_at, created_at) VALUES ('a', '', 1, 1, 1, '[]', ?, ?, ?)`
		if _, err := d.Writer().Insert(ctx, insert, null, nil, now); err != nil {
			t.Fatal(err)
		}
		type row struct {
			ClaimedAt   *time.Time `db:"claimed_at"`
			ConvertedAt time.Time  `db:"converted_at"`
			CreatedAt   *time.Time `db:"created_at"`
		}
		got, err := db.One[row](ctx, d.Read(), `SELECT claimed_at, converted_at, created_at FROM uploads
			WHERE claimed_at IS NULL AND converted_at IS NULL`)
		if err != nil {
			t.Fatal(err)
		}
		if got.ClaimedAt != nil || !got.ConvertedAt.IsZero() || got.CreatedAt == nil || *got.CreatedAt != now {
			t.Errorf("got %+v", got)
		}
		if got := value[*time.Time](t, d, "SELECT claimed_at FROM uploads"); got != nil {
			t.Errorf("got %v", got)
		}
		if got := value[*time.Time](t, d, "SELECT created_at FROM uploads"); got == nil || *got != now {
			t.Errorf("got %v", got)
		}
	})
}

func TestBind_Quotes(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		for _, c := range []struct {
			query string
			args  []any
			want  string
		}{
			{"SELECT 'really?'", nil, "really?"},
			{"SELECT 'who? ' || CAST(? AS TEXT)", []any{"me"}, "who? me"},
			{"SELECT CAST(? AS TEXT) || ' who? ' || CAST(? AS TEXT) || '?'", []any{"a", "b"}, "a who? b?"},
			{"SELECT 'it''s? ' || CAST(? AS TEXT)", []any{"so"}, "it's? so"},
			{"SELECT '''?''' || CAST(? AS TEXT) || '?'", []any{"?"}, "'?'??"},
			{"SELECT CAST(? AS TEXT)", []any{"'; DROP TABLE tags; --?"}, "'; DROP TABLE tags; --?"},
		} {
			if got := value[string](t, d, c.query, c.args...); got != c.want {
				t.Errorf("%s %v gives %q, want %q", c.query, c.args, got, c.want)
			}
		}
	})
}

func TestBind_Lists(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		for i, key := range []string{"a", "b", "c", "d"} {
			exec(t, d, "INSERT INTO limits (key, count, resets_at) VALUES (?, ?, ?)", key, i+1, clock.Now())
		}
		for _, c := range []struct {
			where string
			args  []any
			want  string
		}{
			{"key IN (?)", []any{[]string{"a", "c", "x"}}, "ac"},
			{"count IN (?)", []any{[]int64{2}}, "b"},
			{
				"count > ? AND key IN (?) AND count IN (?) AND count < ?",
				[]any{1, []string{"a", "b", "c", "d"}, []int64{1, 2, 3, 4}, 4},
				"bc",
			},
			{"key IN (?)", []any{[]string{}}, ""},
			{"key IN (?)", []any{[]string(nil)}, ""},
			{"count IN (?) OR key = ?", []any{[]int64{}, "d"}, "d"},
			{"count IN (?)", []any{[]int64(nil)}, ""},
			{"key IN (?)", []any{[]string{"a') OR ('1' = '1"}}, ""},
		} {
			got, err := db.All[string](
				context.Background(), d.Read(), "SELECT key FROM limits WHERE "+c.where+" ORDER BY key", c.args...,
			)
			if err != nil || strings.Join(got, "") != c.want {
				t.Errorf("%s with %v finds %v (%v), want %s", c.where, c.args, got, err, c.want)
			}
		}
	})
}

func TestOneOf(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		now := clock.Now()
		exec(t, d, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
			INSERT INTO tags (id, tag, tag_key, created_at, updated_at) SELECT i, 't' || i, 't' || i, ?, ? FROM n`, now, now)
		count := func(ids db.IDs) int {
			return value[int](
				t, d, "SELECT count(*) FROM tags WHERE tag <> ? AND "+d.Read().OneOf("id")+" AND tag <> ?", "x", ids, "y",
			)
		}
		even := db.IDs{}
		for i := int64(2); i <= 140_000; i += 2 {
			even = append(even, i)
		}
		if got := count(even); got != 1500 {
			t.Errorf("%d rows match, want 1500", got)
		}
		if got := count(db.IDs{7, 7, 9, -1, 1 << 60}); got != 2 {
			t.Errorf("%d rows match, want 7 and 9", got)
		}
		if got := count(db.IDs{}) + count(nil); got != 0 {
			t.Errorf("an empty list matches %d rows", got)
		}
	})
}

func TestJSON(t *testing.T) {
	t.Parallel()
	type part struct {
		Name  string   `json:"name"`
		Sizes []int    `json:"sizes"`
		Share *float64 `json:"share"`
	}
	half := 0.5
	parts := []part{{Name: `Łódź "?" \ <b> 'x' 🗺`, Sizes: []int{320, 640}, Share: &half}, {}}
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		insert := "INSERT INTO audit_log (created_at, action, kind, changes) VALUES (?, ?, 'test', ?)"
		exec(t, d, insert, clock.Now(), "list", db.JSON(parts))
		exec(t, d, insert, clock.Now(), "map", db.JSON(map[string]any{"name": "x", "n": 1.5, "none": nil}))
		exec(t, d, insert, clock.Now(), "empty", db.JSON([]part{}))
		const changes = "SELECT changes FROM audit_log WHERE action = ?"

		type row struct {
			Parts []part          `db:"changes"`
			Raw   json.RawMessage `json:"raw,omitempty"`
			Other string          `json:"-"`
		}
		got, err := db.One[row](ctx, d.Read(), "SELECT changes, changes AS raw FROM audit_log WHERE action = 'list'")
		if err != nil || !reflect.DeepEqual(got.Parts, parts) {
			t.Errorf("the list came back as %+v (%v)", got.Parts, err)
		}
		var again []part
		if err := json.Unmarshal(got.Raw, &again); err != nil || !reflect.DeepEqual(again, parts) {
			t.Errorf("the raw JSON is %s (%v)", got.Raw, err)
		}
		if got := value[map[string]any](t, d, changes, "map"); !reflect.DeepEqual(
			got, map[string]any{"name": "x", "n": 1.5, "none": nil},
		) {
			t.Errorf("the map came back as %v", got)
		}
		if got := value[[]part](t, d, changes, "empty"); got == nil || len(got) != 0 {
			t.Errorf("the empty list came back as %#v", got)
		}
		if got := value[[]part](t, d, "SELECT CAST(NULL AS TEXT)"); got != nil {
			t.Errorf("NULL came back as %#v", got)
		}
		if _, err := db.Value[[]part](ctx, d.Read(), changes, "map"); err == nil {
			t.Error("a map was read as a list")
		}
	})
}

func TestRows(t *testing.T) {
	t.Parallel()
	type named struct {
		Name string `json:"name"`
	}
	type row struct {
		named
		ID     int64 `db:"id" json:"other"`
		Active bool  `json:"user_profile_enabled"`
	}
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		now := clock.Now()
		exec(t, d, "DELETE FROM languages")
		id, err := d.Writer().Insert(ctx, `INSERT INTO languages (name, name_key, alpha2, user_profile_enabled,
			created_at, updated_at) VALUES ('Español', 'espanol', 'es', TRUE, ?, ?)`, now, now)
		if err != nil || id <= 0 {
			t.Fatalf("id %d (%v)", id, err)
		}
		got, err := db.One[row](ctx, d.Read(), "SELECT user_profile_enabled, name, id FROM languages")
		if err != nil || got.ID != id || got.Name != "Español" || !got.Active {
			t.Errorf("got %+v (%v)", got, err)
		}
		if _, err := db.One[row](ctx, d.Read(), "SELECT id, alpha2 FROM languages"); err == nil ||
			!strings.Contains(err.Error(), "alpha2") {
			t.Errorf("the error does not name the column without a field: %v", err)
		}
		t.Run("returns ErrNoRows or an empty list if there are none", func(t *testing.T) {
			if _, err := db.One[row](
				ctx, d.Read(), "SELECT id, name FROM languages WHERE id = ?", id+1,
			); !errors.Is(err, sql.ErrNoRows) {
				t.Errorf("got %v", err)
			}
			if _, err := db.Value[int](
				ctx, d.Read(), "SELECT id FROM languages WHERE id = ?", id+1,
			); !errors.Is(err, sql.ErrNoRows) {
				t.Errorf("got %v", err)
			}
			if list, err := db.All[row](ctx, d.Read(), "SELECT id, name FROM languages WHERE id = ?", id+1); err != nil ||
				list == nil || len(list) != 0 {
				t.Errorf("got %#v (%v)", list, err)
			}
		})
		t.Run("counts affected rows", func(t *testing.T) {
			for _, want := range []int64{1, 0} {
				if n, err := d.Writer().Exec(ctx, "UPDATE languages SET alpha2 = 'xx' WHERE alpha2 = 'es'"); err != nil ||
					n != want {
					t.Errorf("%d rows (%v), want %d", n, err, want)
				}
			}
		})
		t.Run("Exists reports whether there are any", func(t *testing.T) {
			for candidate, want := range map[int64]bool{id: true, id + 1: false} {
				if found, err := db.Exists(ctx, d.Read(), "SELECT 1 FROM languages WHERE id = ?", candidate); err != nil ||
					found != want {
					t.Errorf("%d: %v (%v)", candidate, found, err)
				}
			}
		})
		t.Run("ForUpdate is valid in both dialects", func(t *testing.T) {
			err := d.Write(ctx, func(tx *db.Tx) error {
				_, err := db.Value[int64](ctx, tx.Conn, "SELECT id FROM languages WHERE id = ?"+tx.ForUpdate(), id)
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	})
}

// TestPlannedPerCall runs a query so often that PostgreSQL would use one plan for all arguments.
func TestPlannedPerCall(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		exec(t, d, "INSERT INTO limits (key, count, resets_at) VALUES ('a', 1, ?)", sampleTimes[0])
		err := d.Write(context.Background(), func(tx *db.Tx) error {
			for _, c := range []db.Conn{tx.Conn, tx.PlannedPerCall()} {
				for range 10 {
					got, err := db.All[int](context.Background(), c, "SELECT count FROM limits WHERE key LIKE ?", "a%")
					if err != nil || !slices.Equal(got, []int{1}) {
						t.Fatalf("found %v (%v)", got, err)
					}
				}
			}
			if d.Engine == db.SQLite {
				return nil
			}
			plans, err := db.All[int](context.Background(), tx.Conn,
				"SELECT custom_plans + generic_plans FROM pg_prepared_statements WHERE statement LIKE '%key LIKE $1'")
			if want := []int{10}; err != nil || !slices.Equal(plans, want) { // those of the first connection
				t.Errorf("uses of prepared statements: %v (%v), want %v", plans, err, want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
