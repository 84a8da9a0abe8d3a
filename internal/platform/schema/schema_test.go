package schema_test

import (
	"fmt"
	"slices"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/schema"
)

func TestDerived_RandomChanges(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		data := newRandomData(t, d)
		exceededOne := map[string]bool{} // a counter that is never above 1 proves little
		for round := range 12 {
			data.run(40)
			data.check(fmt.Sprint("round ", round), schema.Derived()...)
			if round%2 == 0 {
				data.fold()
				data.check(fmt.Sprint("round ", round, ", folded"), schema.Derived()...)
			}
			for _, c := range schema.Counters() {
				n, err := db.Value[int](t.Context(), d.Read(), "SELECT coalesce(max("+c.Value(d.Engine)+"), 0) FROM "+c.Table.Name)
				if err != nil {
					t.Fatal(err)
				}
				exceededOne[c.Name()] = exceededOne[c.Name()] || n > 1
			}
		}
		for name, ok := range exceededOne {
			if !ok {
				t.Errorf("%s never counted two rows", name)
			}
		}
	})
}

// A change of the derived objects requires a new revision; see schema.Revision.
func TestDerived_Revision(t *testing.T) {
	t.Parallel()
	hashes := map[int]string{
		1: "73f37953e7beb03f3a9edee83e601892", 2: "0b4e160a418cc635ee44ad69caca736a",
		3: "38e8665269f9836396351f31c3e4235d", 4: "136e3cc4c997d7e1421d98dbabd5c94f",
		5: "70f5dd853ba3eda6ce1851453ee62daf", 6: "cf018e7062e674f764af9e960444fb18",
		7: "f8b1123199a0e3d56343bd81d1a93b93", 8: "74b2a1c8dd46c5b5f159e2aa51fb8420",
		9: "d648e24424e9316fa798d0f471ef1be1", 10: "60a91fc3a07fb1e737fdffdc9e3161d2",
		11: "379d43c6d5d5a1b14202dc81dda3130f", 12: "97d2c4de19e57051acd5be4304a36071",
		13: "6ec7ab156b7940af58f7511f01d2ddd7", 14: "0e9c3569dc883b771cbae4b5a2c46127",
	}
	if got := derived.Hash(schema.Derived()...); hashes[schema.Revision] != got {
		t.Errorf("the derived objects have changed: increment schema.Revision and add its hash %s here", got)
	}
}

// PostgreSQL truncates names longer than 63 bytes.
func TestDerived_Names(t *testing.T) {
	t.Parallel()
	d := kittest.Postgres(t)
	names, err := db.All[string](t.Context(), d.Read(), "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
	if err != nil || len(names) < 100 {
		t.Fatalf("got %d triggers (%v), want at least 100", len(names), err)
	}
	if longest := slices.MaxFunc(names, func(a, b string) int { return len(a) - len(b) }); len(longest) > 62 {
		t.Errorf("trigger name %s is too long", longest)
	}
}

func TestLinks_BothDirections(t *testing.T) {
	t.Parallel()
	d := kittest.SQLite(t)
	all := append(slices.Clone(links), schema.ContentSubtitles, schema.RegionCountries,
		schema.PartnerMarketCountries, schema.PartnerMarketLanguages, schema.PartnerMarketRegions)
	for _, link := range all {
		for _, l := range []struct{ name, own, to string }{
			{link.Table, link.OwnColumn, link.From.Name}, {link.Table, link.ToColumn, link.To.Name},
		} {
			query := `SELECT count(*) FROM pragma_foreign_key_list(?) WHERE "from" = ? AND "table" = ?`
			if n, err := db.Value[int](t.Context(), d.Read(), query, l.name, l.own, l.to); err != nil || n != 1 {
				t.Errorf("%s.%s does not refer to %s (%v)", l.name, l.own, l.to, err)
			}
		}
	}
}
