package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"waymark/internal/features/contentdomains"
	"waymark/internal/features/destinations"
	"waymark/internal/features/directories"
	"waymark/internal/features/facades"
	"waymark/internal/features/libraries"
	"waymark/internal/features/partnermarkets"
	"waymark/internal/features/regions"
	"waymark/internal/features/subjectareas"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
)

// reference fills what content and people refer to, once: places, subjects, markets, directories.
func (f *filler) reference(ctx context.Context, _ int) error {
	there, err := db.Exists(ctx, f.store.DB.Read(), "SELECT 1 FROM destinations")
	if err != nil || there {
		return err
	}
	pictures, err := f.draw(ctx)
	if err != nil {
		return err
	}
	ctx = write.WithActor(ctx, write.Actor{RequestID: fillRequest})
	return f.store.Do(ctx, func(tx *write.Tx) error {
		for _, fill := range []func(context.Context, *write.Tx) error{
			f.destinations, f.facades, f.regions, f.languages,
			f.domains, f.libraries, f.markets,
		} {
			if err := fill(ctx, tx); err != nil {
				return err
			}
		}
		if err := f.pictured(ctx, tx, pictures); err != nil {
			return err
		}
		// Hundreds of rows made by nobody would bury what the log has to show.
		_, err := tx.Exec(ctx, "DELETE FROM audit_log WHERE request_id = ?", fillRequest)
		return err
	})
}

// The id of no real request, for rows of the log that do not stay.
const fillRequest = "demo-filling"

// add makes a record as the console would, through its declaration: labels, slugs, search texts and links come of themselves.
func add[T resource.Identified](ctx context.Context, f *filler, tx *write.Tx, definition resource.Definition[T],
	sent values, below ...int64,
) (int64, error) {
	object, err := encoded(sent)
	if err != nil {
		return 0, err
	}
	r := resource.New(f.kit, definition)
	in, err := r.Parse(ctx, object, true)
	if err != nil {
		return 0, fmt.Errorf("%s %v: %w", definition.Label, sent, err)
	}
	then := *tx
	then.Now = f.ago(years)
	item, err := r.Create(ctx, &then, in, below)
	if err != nil {
		return 0, fmt.Errorf("%s %v: %w", definition.Label, sent, err)
	}
	return (*item).Identity(), nil
}

type values = map[string]any

// encoded is what a request would send.
func encoded(sent values) (map[string]json.RawMessage, error) {
	object := map[string]json.RawMessage{}
	for name, value := range sent {
		raw, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		object[name] = raw
	}
	return object, nil
}

func (f *filler) destinations(ctx context.Context, tx *write.Tx) error {
	above := []int64{} // the ids from the top of the tree down
	for line := range strings.Lines(strings.TrimSpace(data().Destinations)) {
		name := strings.TrimLeft(line, "\t")
		level := len(line) - len(name)
		sent := values{"name": strings.TrimSpace(name)}
		if level > 0 {
			sent["parent_id"] = above[level-1]
		}
		id, err := add(ctx, f, tx, destinations.Definition, sent)
		if err != nil {
			return err
		}
		above = append(above[:level], id)
	}
	return nil
}

func (f *filler) facades(ctx context.Context, tx *write.Tx) error {
	places, err := known(ctx, tx.Conn, "SELECT id, name AS word FROM destinations ORDER BY id")
	if err != nil {
		return err
	}
	for _, kind := range slices.Sorted(maps.Keys(data().Facades)) {
		for _, facade := range data().Facades[kind] {
			id, err := add(ctx, f, tx, facades.Definition, values{
				"term": facade.Term, "type": kind,
				"destination_id": places[facade.Place],
			})
			if err != nil {
				return err
			}
			views := f.dice.ExpFloat64() * 120
			if _, err := tx.Exec(ctx, "UPDATE facades SET views = ? WHERE id = ?", int(views), id); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *filler) regions(ctx context.Context, tx *write.Tx) error {
	countries, err := known(ctx, tx.Conn, "SELECT id, alpha2 AS word FROM countries")
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(data().Regions)) {
		if _, err := add(ctx, f, tx, regions.Definition,
			values{"name": name, "country_ids": countries.of(strings.Fields(data().Regions[name]))}); err != nil {
			return err
		}
	}
	return nil
}

func (f *filler) languages(ctx context.Context, tx *write.Tx) error {
	_, err := tx.Exec(ctx, "UPDATE languages SET user_profile_enabled = TRUE WHERE alpha2 IN (?)", data().UserLanguages)
	return err
}

func (f *filler) domains(ctx context.Context, tx *write.Tx) error {
	types, err := known(ctx, tx.Conn, "SELECT id, name AS word FROM content_types")
	if err != nil {
		return err
	}
	for _, domain := range data().Domains {
		sent := values{"display_name": domain.Name, "host": host(domain.Name), "content_type_id": types[domain.Kind]}
		if _, err := add(ctx, f, tx, contentdomains.Definition, sent); err != nil {
			return err
		}
	}
	return nil
}

// host is the address of a publisher of the demo.
func host(name string) string {
	return strings.ReplaceAll(strings.Map(plainRune, fold.Key(name)), " ", "") + ".example"
}

func (f *filler) libraries(ctx context.Context, tx *write.Tx) error {
	owners, err := known(ctx, tx.Conn, "SELECT id, name AS word FROM partners WHERE deleted_at IS NULL")
	if err != nil {
		return err
	}
	for _, library := range data().Libraries {
		sent := values{"name": library.Name, "partner_id": owners[library.Owner], "partners_ids": owners.of(library.Partners)}
		if _, err := add(ctx, f, tx, libraries.Definition, sent); err != nil {
			return err
		}
	}
	return nil
}

func (f *filler) markets(ctx context.Context, tx *write.Tx) error {
	var index [4]words
	for i, query := range []string{
		"SELECT id, name AS word FROM partners WHERE deleted_at IS NULL", "SELECT id, alpha2 AS word FROM countries",
		"SELECT id, alpha2 AS word FROM languages", "SELECT id, name AS word FROM regions",
	} {
		found, err := known(ctx, tx.Conn, query)
		if err != nil {
			return err
		}
		index[i] = found
	}
	for _, market := range data().Markets {
		sent := values{
			"partner_id": index[0][market.Partner], "name": market.Name, "include_if_no_match": market.Rest,
			"country_ids":  index[1].of(strings.Fields(market.Countries)),
			"language_ids": index[2].of(strings.Fields(market.Languages)), "region_ids": index[3].of(market.Regions),
		}
		if _, err := add(ctx, f, tx, partnermarkets.Definition, sent); err != nil {
			return err
		}
	}
	return nil
}

// drawings are pictures that were taken in, in the order of the records that show them.
type drawings struct{ scenes, logos []values }

// draw makes what subject areas and directories show, before they are: an upload is a change of its own.
func (f *filler) draw(ctx context.Context) (drawings, error) {
	var all drawings
	take := func(into *[]values, draw func(int) ([]byte, error), n int) error {
		for i := range n {
			id, err := f.upload(ctx, draw, i)
			if err != nil {
				return err
			}
			*into = append(*into, values{"id": id})
		}
		return nil
	}
	if err := take(&all.scenes, scene, len(data().SubjectAreas)-unpictured); err != nil {
		return all, err
	}
	if err := take(&all.logos, logo,
		len(data().Consortia)+len(data().HostAgencies)-bare(len(data().Consortia))-bare(len(data().
			HostAgencies))); err != nil {
		return all, err
	}
	return all, nil
}

// upload takes in a picture that is drawn.
func (f *filler) upload(ctx context.Context, draw func(int) ([]byte, error), n int) (int64, error) {
	content, err := draw(n)
	if err != nil {
		return 0, err
	}
	taken, err := f.kit.Media.Add(ctx, "file", content)
	if err != nil {
		return 0, err
	}
	return taken.ID, nil
}

// unpictured is how many of the last subject areas have no picture.
const unpictured = 4

// bare is how many of the first n of a directory have no logo: every fifth, as in life.
func bare(n int) int { return n / 5 }

func (f *filler) pictured(ctx context.Context, tx *write.Tx, pictures drawings) error {
	for i, subject := range data().SubjectAreas {
		sent := values{"tag": subject}
		if i < len(pictures.scenes) {
			sent["featured_image"] = pictures.scenes[i]
		}
		if _, err := add(ctx, f, tx, subjectareas.Definition, sent); err != nil {
			return err
		}
	}
	for _, directory := range []struct {
		definition resource.Definition[directories.Organisation]
		names      []string
	}{{directories.Consortia, data().Consortia}, {directories.HostAgencies, data().HostAgencies}} {
		for i, name := range directory.names {
			sent := values{"name": name}
			if bare(i+1) == bare(i) {
				sent["logo"], pictures.logos = pictures.logos[0], pictures.logos[1:]
			}
			if _, err := add(ctx, f, tx, directory.definition, sent); err != nil {
				return err
			}
		}
	}
	return nil
}

// words are the ids of rows by a word they are known by.
type words map[string]int64

func known(ctx context.Context, c db.Conn, query string, args ...any) (words, error) {
	rows, err := db.All[struct {
		ID   int64  `db:"id"`
		Word string `db:"word"`
	}](ctx, c, query, args...)
	found := words{}
	for _, row := range rows {
		if _, taken := found[row.Word]; !taken {
			found[row.Word] = row.ID
		}
	}
	return found, err
}

// of is the ids of those that are there, in the order of the list.
func (w words) of(list []string) []int64 {
	ids := []int64{}
	for _, word := range list {
		if id, ok := w[word]; ok {
			ids = append(ids, id)
		}
	}
	return ids
}
