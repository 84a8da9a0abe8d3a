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

func TestAsViolation(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		now := clock.Now()
		country := func(name, alpha2, alpha3 string) (int64, error) {
			return d.Writer().Insert(ctx, `INSERT INTO countries (name, name_key, alpha2, alpha3, created_at, updated_at)
				VALUES (?, ?, ?, ?, ?, ?)`, name, name, alpha2, alpha3, now, now)
		}
		region := func(country int64, name string) error {
			_, err := d.Writer().Insert(ctx, `INSERT INTO country_regions (country_id, name, name_key, created_at, updated_at)
				VALUES (?, ?, ?, ?, ?)`, country, name, name, now, now)
			return err
		}
		destination := func(parent any, name string) (int64, error) {
			return d.Writer().Insert(ctx, `INSERT INTO destinations (parent_id, name, name_key, label, label_key,
				created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)`, parent, name, name, name, name, now, now)
		}
		user := func(email string, deleted any) error {
			_, err := d.Writer().Insert(ctx, `INSERT INTO users (email, alt_id, partner_id, search_text, created_at,
				updated_at, deleted_at) VALUES (?, ?, 1, '', ?, ?, ?)`,
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
		wantNoError := func(t *testing.T, err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		wantUnique := func(t *testing.T, err error, column string, others ...string) {
			t.Helper()
			violation, ok := db.AsViolation(fmt.Errorf("save: %w", err))
			if !ok || !violation.Unique {
				t.Fatalf("not recognised as a unique violation: %v", err)
			}
			if !violation.On(column) {
				t.Errorf("%v does not name %s", err, column)
			}
			for _, other := range others {
				if violation.On(other) {
					t.Errorf("%v names %s", err, other)
				}
			}
		}
		t.Run("a plain column", func(t *testing.T) {
			_, err := country("other", "qa", "qcc")
			wantUnique(t, err, "alpha2", "alpha3", "name_key", "name", "id")
			_, err = country("other", "qc", "qbb")
			wantUnique(t, err, "alpha3", "alpha2", "name_key", "name", "id")
		})
		t.Run("a normalised name", func(t *testing.T) {
			_, err := country("atlantis", "qc", "qcc")
			wantUnique(t, err, "name_key", "alpha2", "alpha3", "id")
		})
		t.Run("a name under a parent", func(t *testing.T) {
			wantNoError(t, region(first, "north"))
			wantNoError(t, region(second, "north"))
			wantUnique(t, region(first, "north"), "name_key", "country_id", "abbreviation")
		})
		t.Run("a name under an optional parent", func(t *testing.T) {
			top, err := destination(nil, "islands")
			wantNoError(t, err)
			_, err = destination(top, "islands")
			wantNoError(t, err)
			_, err = destination(nil, "islands")
			wantUnique(t, err, "name_key", "parent_id", "label_key")
			_, err = destination(top, "islands")
			wantUnique(t, err, "name_key", "parent_id", "label_key")
		})
		t.Run("a column that is unique among live rows", func(t *testing.T) {
			wantNoError(t, user("a@example.org", nil))
			wantNoError(t, user("a@example.org", now))
			wantNoError(t, user("a@example.org", now))
			wantUnique(t, user("a@example.org", nil), "email", "alt_id", "id")
		})
		t.Run("an update", func(t *testing.T) {
			_, err := d.Writer().Exec(ctx, "UPDATE countries SET alpha2 = 'qb' WHERE id = ?", first)
			wantUnique(t, err, "alpha2", "alpha3")
		})
		t.Run("a foreign key, which names no column", func(t *testing.T) {
			wantForeignKey := func(err error) {
				t.Helper()
				violation, ok := db.AsViolation(fmt.Errorf("save: %w", err))
				if !ok || violation.Unique {
					t.Fatalf("not recognised as a foreign key violation: %v", err)
				}
				for _, column := range []string{"parent_id", "country_id", "featured_image_id", "id"} {
					if violation.On(column) {
						t.Errorf("%v names %s", err, column)
					}
				}
			}
			_, err := destination(999_999, "nowhere")
			wantForeignKey(err)
			wantForeignKey(region(999_999, "nowhere"))
			_, err = d.Writer().Exec(ctx, `INSERT INTO tags (tag, tag_key, featured_image_id, created_at, updated_at)
				VALUES ('a', 'a', 999999, ?, ?)`, now, now)
			wantForeignKey(err)
			_, err = d.Writer().Exec(ctx, "DELETE FROM destinations WHERE parent_id IS NULL")
			wantForeignKey(err)
		})
		t.Run("not for other errors", func(t *testing.T) {
			_, missing := d.Writer().Exec(
				ctx, "INSERT INTO tags (tag, tag_key, created_at, updated_at) VALUES (NULL, 'x', ?, ?)", now, now,
			)
			_, wrong := d.Writer().Exec(ctx, "SELECT nonsense FROM nowhere")
			for _, err := range []error{nil, errors.New("UNIQUE constraint failed: tags.tag_key"), missing, wrong} {
				if _, ok := db.AsViolation(err); ok {
					t.Errorf("%v was recognised as a violation", err)
				}
			}
			if missing == nil || wrong == nil {
				t.Error("the wrong statements were accepted")
			}
		})
	})
}
