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

// insertReferenceData inserts the records that content and users refer to, once: destinations, subject
// areas, markets, directories.
func (f *filler) insertReferenceData(ctx context.Context, _ int) error {
	exists, err := db.Exists(ctx, f.store.DB.Read(), "SELECT 1 FROM destinations")
	if err != nil || exists {
		return err
	}
	pictures, err := f.drawPictures(ctx)
	if err != nil {
		return err
	}
	ctx = write.WithActor(ctx, write.Actor{RequestID: fillRequest})
	return f.store.Do(ctx, func(tx *write.Tx) error {
		for _, fill := range []func(context.Context, *write.Tx) error{
			f.insertDestinations, f.insertFacades, f.insertRegions, f.enableLanguages, f.insertDomains,
			f.insertLibraries, f.insertMarkets,
		} {
			if err := fill(ctx, tx); err != nil {
				return err
			}
		}
		if err := f.insertPictured(ctx, tx, pictures); err != nil {
			return err
		}
		// Hundreds of entries without a user would hide the interesting ones.
		return forgetFilling(ctx, tx)
	})
}

// forgetFilling deletes the entries of the transaction from Activity.
func forgetFilling(ctx context.Context, tx *write.Tx) error {
	for _, table := range []string{"audit_log", "change_sets"} {
		if _, err := tx.Exec(ctx, "DELETE FROM "+table+" WHERE request_id = ?", fillRequest); err != nil {
			return err
		}
	}
	return nil
}

// fillRequest is the request id of audit entries that are deleted again.
const fillRequest = "demo-filling"

// create creates a record as the console would, with its labels, slugs, search texts and links.
func create[T resource.Identified](
	ctx context.Context, f *filler, tx *write.Tx, definition resource.Definition[T], sent values, parents ...int64,
) (int64, error) {
	object, err := encode(sent)
	if err != nil {
		return 0, err
	}
	r := resource.New(f.kit, definition)
	in, err := r.Parse(ctx, object, true)
	if err != nil {
		return 0, fmt.Errorf("%s %v: %w", definition.Label, sent, err)
	}
	then := *tx
	then.Now = f.timeAgo(years)
	item, err := r.Create(ctx, &then, in, parents)
	if err != nil {
		return 0, fmt.Errorf("%s %v: %w", definition.Label, sent, err)
	}
	return (*item).Identity(), nil
}

type values = map[string]any

// encode returns the values as the body of a request.
func encode(sent values) (map[string]json.RawMessage, error) {
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

func (f *filler) insertDestinations(ctx context.Context, tx *write.Tx) error {
	path := []int64{} // ids of the current destination and its ancestors, from the root
	for line := range strings.Lines(strings.TrimSpace(data().Destinations)) {
		name := strings.TrimLeft(line, "\t")
		level := len(line) - len(name)
		sent := values{"name": strings.TrimSpace(name)}
		if level > 0 {
			sent["parent_id"] = path[level-1]
		}
		id, err := create(ctx, f, tx, destinations.Definition, sent)
		if err != nil {
			return err
		}
		path = append(path[:level], id)
	}
	return nil
}

func (f *filler) insertFacades(ctx context.Context, tx *write.Tx) error {
	places, err := loadIndex(ctx, tx.Conn, "SELECT id, name AS word FROM destinations ORDER BY id")
	if err != nil {
		return err
	}
	for _, kind := range slices.Sorted(maps.Keys(data().Facades)) {
		for _, facade := range data().Facades[kind] {
			sent := values{"term": facade.Term, "type": kind, "destination_id": places[facade.Place]}
			id, err := create(ctx, f, tx, facades.Definition, sent)
			if err != nil {
				return err
			}
			views := f.random.ExpFloat64() * 120
			if _, err := tx.Exec(ctx, "UPDATE facades SET views = ? WHERE id = ?", int(views), id); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *filler) insertRegions(ctx context.Context, tx *write.Tx) error {
	countries, err := loadIndex(ctx, tx.Conn, "SELECT id, alpha2 AS word FROM countries")
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(data().Regions)) {
		sent := values{"name": name, "country_ids": countries.find(strings.Fields(data().Regions[name]))}
		if _, err := create(ctx, f, tx, regions.Definition, sent); err != nil {
			return err
		}
	}
	return nil
}

func (f *filler) enableLanguages(ctx context.Context, tx *write.Tx) error {
	_, err := tx.Exec(ctx, "UPDATE languages SET user_profile_enabled = TRUE WHERE alpha2 IN (?)", data().UserLanguages)
	return err
}

func (f *filler) insertDomains(ctx context.Context, tx *write.Tx) error {
	types, err := loadIndex(ctx, tx.Conn, "SELECT id, name AS word FROM content_types")
	if err != nil {
		return err
	}
	for _, domain := range data().Domains {
		sent := values{"display_name": domain.Name, "host": host(domain.Name), "content_type_id": types[domain.Kind]}
		if _, err := create(ctx, f, tx, contentdomains.Definition, sent); err != nil {
			return err
		}
	}
	return nil
}

// host returns the host name of a demo publisher.
func host(name string) string {
	return strings.ReplaceAll(strings.Map(asciiLetter, fold.Key(name)), " ", "") + ".example"
}

func (f *filler) insertLibraries(ctx context.Context, tx *write.Tx) error {
	owners, err := loadIndex(ctx, tx.Conn, "SELECT id, name AS word FROM partners WHERE deleted_at IS NULL")
	if err != nil {
		return err
	}
	for _, library := range data().Libraries {
		sent := values{
			"name": library.Name, "partner_id": owners[library.Owner], "partners_ids": owners.find(library.Partners),
		}
		if _, err := create(ctx, f, tx, libraries.Definition, sent); err != nil {
			return err
		}
	}
	return nil
}

func (f *filler) insertMarkets(ctx context.Context, tx *write.Tx) error {
	var index [4]idIndex
	for i, query := range []string{
		"SELECT id, name AS word FROM partners WHERE deleted_at IS NULL", "SELECT id, alpha2 AS word FROM countries",
		"SELECT id, alpha2 AS word FROM languages", "SELECT id, name AS word FROM regions",
	} {
		found, err := loadIndex(ctx, tx.Conn, query)
		if err != nil {
			return err
		}
		index[i] = found
	}
	for _, market := range data().Markets {
		sent := values{
			"partner_id": index[0][market.Partner], "name": market.Name, "include_if_no_match": market.Rest,
			"country_ids":  index[1].find(strings.Fields(market.Countries)),
			"language_ids": index[2].find(strings.Fields(market.Languages)), "region_ids": index[3].find(market.Regions),
		}
		if _, err := create(ctx, f, tx, partnermarkets.Definition, sent); err != nil {
			return err
		}
	}
	return nil
}

// drawings are uploaded pictures, in the order of the records that show them.
type drawings struct{ scenes, logos []values }

// drawPictures draws the pictures of subject areas and directories. It runs before their transaction, because each
// upload has a transaction of its own.
func (f *filler) drawPictures(ctx context.Context) (drawings, error) {
	var all drawings
	add := func(into *[]values, draw func(int) ([]byte, error), n int) error {
		for i := range n {
			id, err := f.uploadPicture(ctx, draw, i)
			if err != nil {
				return err
			}
			*into = append(*into, values{"id": id})
		}
		return nil
	}
	if err := add(&all.scenes, scene, len(data().SubjectAreas)-subjectAreasWithoutPicture); err != nil {
		return all, err
	}
	logos := 0
	for _, n := range []int{len(data().Consortia), len(data().HostAgencies)} {
		logos += n - countWithoutLogo(n)
	}
	return all, add(&all.logos, logo, logos)
}

// uploadPicture draws a picture and uploads it.
func (f *filler) uploadPicture(ctx context.Context, draw func(int) ([]byte, error), n int) (int64, error) {
	content, err := draw(n)
	if err != nil {
		return 0, err
	}
	uploaded, err := f.kit.Media.Add(ctx, "file", content)
	if err != nil {
		return 0, err
	}
	return uploaded.ID, nil
}

// subjectAreasWithoutPicture is the number of subject areas, at the end of the list, that have no picture.
const subjectAreasWithoutPicture = 4

// countWithoutLogo returns how many of the first n entries of a directory have no logo: every fifth.
func countWithoutLogo(n int) int { return n / 5 }

func (f *filler) insertPictured(ctx context.Context, tx *write.Tx, pictures drawings) error {
	for i, subject := range data().SubjectAreas {
		sent := values{"tag": subject}
		if i < len(pictures.scenes) {
			sent["featured_image"] = pictures.scenes[i]
		}
		if _, err := create(ctx, f, tx, subjectareas.Definition, sent); err != nil {
			return err
		}
	}
	for _, directory := range []struct {
		definition resource.Definition[directories.Organisation]
		names      []string
	}{{directories.Consortia, data().Consortia}, {directories.HostAgencies, data().HostAgencies}} {
		for i, name := range directory.names {
			sent := values{"name": name}
			if countWithoutLogo(i+1) == countWithoutLogo(i) {
				sent["logo"], pictures.logos = pictures.logos[0], pictures.logos[1:]
			}
			if _, err := create(ctx, f, tx, directory.definition, sent); err != nil {
				return err
			}
		}
	}
	return nil
}

// idIndex contains the ids of records by a name or code.
type idIndex map[string]int64

func loadIndex(ctx context.Context, c db.Conn, query string, args ...any) (idIndex, error) {
	rows, err := db.All[struct {
		ID   int64  `db:"id"`
		Word string `db:"word"`
	}](ctx, c, query, args...)
	found := idIndex{}
	for _, row := range rows {
		if _, taken := found[row.Word]; !taken {
			found[row.Word] = row.ID
		}
	}
	return found, err
}

// find returns the ids of the listed records that exist, in the order of the list.
func (w idIndex) find(list []string) []int64 {
	ids := []int64{}
	for _, word := range list {
		if id, ok := w[word]; ok {
			ids = append(ids, id)
		}
	}
	return ids
}
