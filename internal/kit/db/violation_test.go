package db_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

func TestABrokenPromiseNamesTheColumnPeopleCanChange(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		now := clock.Now()
		country := func(name, alpha2, alpha3 string) (int64, error) {
			return d.Writer().Insert(ctx, "INSERT INTO countries (name, name_key, alpha2, alpha3, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)", name, name, alpha2, alpha3, now, now)
		}
		region := func(country int64, name string) error {
			_, err := d.Writer().Insert(ctx, "INSERT INTO country_regions (country_id, name, name_key, created_at, updated_at) VALUES (?, ?, ?, ?, ?)", country, name, name, now, now)
			return err
		}
		destination := func(parent any, name string) (int64, error) {
			return d.Writer().Insert(ctx, "INSERT INTO destinations (parent_id, name, name_key, label, label_key, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)", parent, name, name, name, name, now, now)
		}
		user := func(email string, deleted any) error {
			_, err := d.Writer().Insert(ctx, `INSERT INTO users (email, alt_id, partner_id, search_text, created_at, updated_at, deleted_at) VALUES (?, ?, 1, '', ?, ?, ?)`,
				email, fmt.Sprint("alt-", clock.Now().UnixNano()), now, now, deleted)
			return err
		}
		exec(t, d, "DELETE FROM countries")
		first, err := country("atlantis", "qa", "qaa")
		if err != nil {
			t.Fatal(err)
		}
		second, err := country("lyonesse", "qb", "qbb")
		if err != nil {
			t.Fatal(err)
		}
		must := func(t *testing.T, err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		taken := func(t *testing.T, err error, column string, others ...string) {
			t.Helper()
			violation, ok := db.AsViolation(fmt.Errorf("save: %w", err))
			if !ok || !violation.Unique {
				t.Fatalf("not read as taken: %v", err)
			}
			if !violation.On(column) {
				t.Errorf("%v is not about %s", err, column)
			}
			for _, other := range others {
				if violation.On(other) {
					t.Errorf("%v is about %s", err, other)
				}
			}
		}
		t.Run("a plain column", func(t *testing.T) {
			_, err := country("other", "qa", "qcc")
			taken(t, err, "alpha2", "alpha3", "name_key", "name", "id")
			_, err = country("other", "qc", "qbb")
			taken(t, err, "alpha3", "alpha2", "name_key", "name", "id")
		})
		t.Run("a name without case and accents", func(t *testing.T) {
			_, err := country("atlantis", "qc", "qcc")
			taken(t, err, "name_key", "alpha2", "alpha3", "id")
		})
		t.Run("a name under a parent", func(t *testing.T) {
			must(t, region(first, "north"))
			must(t, region(second, "north"))
			taken(t, region(first, "north"), "name_key", "country_id", "abbreviation")
		})
		t.Run("a name under a parent or none", func(t *testing.T) {
			top, err := destination(nil, "islands")
			must(t, err)
			_, err = destination(top, "islands")
			must(t, err)
			_, err = destination(nil, "islands")
			taken(t, err, "name_key", "parent_id", "label_key")
			_, err = destination(top, "islands")
			taken(t, err, "name_key", "parent_id", "label_key")
		})
		t.Run("a column of which only live rows count", func(t *testing.T) {
			must(t, user("a@example.org", nil))
			must(t, user("a@example.org", now))
			must(t, user("a@example.org", now))
			taken(t, user("a@example.org", nil), "email", "alt_id", "id")
		})
		t.Run("a change is like a new row", func(t *testing.T) {
			_, err := d.Writer().Exec(ctx, "UPDATE countries SET alpha2 = 'qb' WHERE id = ?", first)
			taken(t, err, "alpha2", "alpha3")
		})
		t.Run("a reference is another matter, and about no column", func(t *testing.T) {
			elsewhere := func(err error) {
				t.Helper()
				violation, ok := db.AsViolation(fmt.Errorf("save: %w", err))
				if !ok || violation.Unique {
					t.Fatalf("not read as a broken reference: %v", err)
				}
				for _, column := range []string{"parent_id", "country_id", "featured_image_id", "id"} {
					if violation.On(column) {
						t.Errorf("%v is about %s", err, column)
					}
				}
			}
			_, err := destination(999_999, "nowhere")
			elsewhere(err)
			elsewhere(region(999_999, "nowhere"))
			_, err = d.Writer().Exec(ctx, "INSERT INTO tags (tag, tag_key, featured_image_id, created_at, updated_at) VALUES ('a', 'a', 999999, ?, ?)", now, now)
			elsewhere(err)
			_, err = d.Writer().Exec(ctx, "DELETE FROM destinations WHERE parent_id IS NULL")
			elsewhere(err)
		})
		t.Run("anything else is none", func(t *testing.T) {
			_, missing := d.Writer().Exec(ctx, "INSERT INTO tags (tag, tag_key, created_at, updated_at) VALUES (NULL, 'x', ?, ?)", now, now)
			_, wrong := d.Writer().Exec(ctx, "SELECT nonsense FROM nowhere")
			for _, err := range []error{nil, errors.New("UNIQUE constraint failed: tags.tag_key"), missing, wrong} {
				if _, ok := db.AsViolation(err); ok {
					t.Errorf("%v reads as one", err)
				}
			}
			if missing == nil || wrong == nil {
				t.Error("what is wrong was taken")
			}
		})
	})
}
