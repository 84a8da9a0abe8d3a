// Package resourcetest tests the behaviour that all declared records share, over HTTP and on both databases. A feature
// tests only what is particular to it.
package resourcetest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resource"
)

// Sample describes a record and the values to test it with.
type Sample struct {
	// Path is the path below /api/admin, including the ids of the parents.
	Path string
	// Create is a complete new record; Update changes one or more of its fields.
	Create map[string]any
	Update map[string]any
	// Name is the field that names the record and that searches look at.
	Name string
	// Required and Unique fields, and the maximum length of texts.
	Required []string
	Unique   []string
	Longest  map[string]int
	// Kind is the record's name in the audit log.
	Kind string
	// Before inserts the records that the sample refers to.
	Before func(s *kittest.Server)
	// AdminsOnly is for records that editors can't change.
	AdminsOnly bool
	// Trashed is for records that are moved to the trash when they are deleted.
	Trashed bool
	// Kept is for records without an endpoint for deleting.
	Kept bool
}

// Run runs all tests on both databases.
func Run(t *testing.T, mount func(resource.Kit), sample Sample) {
	t.Helper()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(mount))
		if sample.Before != nil {
			sample.Before(s)
		}
		x := &trial{T: t, Sample: sample, s: s, admin: s.Admin()}
		x.authentication()
		x.create()
		x.invalidInput()
		x.searchAndSort()
		x.update()
		x.delete()
	})
}

type trial struct {
	*testing.T
	Sample
	s     *kittest.Server
	admin *kittest.Client
	id    int64
}

func (x *trial) one() string { return fmt.Sprintf("%s/%d", x.Path, x.id) }

func (x *trial) rows() int64 { return x.admin.Get(x.Path).Want(200).Int("meta.total") }

func (x *trial) with(field string, value any) map[string]any {
	changed := maps.Clone(x.Create)
	changed[field] = value
	return changed
}

func (x *trial) authentication() {
	anyone := x.s.Anyone()
	for _, method := range []string{"GET", "POST"} {
		anyone.Do(method, x.Path, nil).Want(401)
	}
	anyone.Put(x.Path+"/1", nil).Want(401)
	if !x.Kept {
		anyone.Delete(x.Path + "/1").Want(401)
	}
	if x.AdminsOnly {
		x.s.Editor().Post(x.Path, x.Create).Want(403)
	}
	x.admin.Do("PATCH", x.Path, nil).Want(405)
	x.admin.With("Origin", "https://elsewhere.example").With("Sec-Fetch-Site", "cross-site").Post(x.Path, x.Create).
		Want(403)
}

func (x *trial) create() {
	before := x.rows()
	created := x.admin.Post(x.Path, x.Create).Want(201)
	x.id = created.Int("item.id")
	for field, value := range x.Create {
		if got := fmt.Sprint(created.Value("item." + field)); got != fmt.Sprint(value) {
			x.Errorf("created with %s %q, want %q", field, got, fmt.Sprint(value))
		}
	}
	if after := x.rows(); after != before+1 {
		x.Errorf("the list has %d rows after a create, want %d", after, before+1)
	}
	x.wantAudited("created")
}

// wantAudited checks that the audit log has one entry for this action on the record.
func (x *trial) wantAudited(action string) {
	x.Helper()
	n := x.s.Count(`SELECT count(*) FROM audit_log
		WHERE action = ? AND kind = ? AND record_id = ? AND user_id = ? AND request_id <> ''`,
		action, x.Kind, x.id, x.admin.UserID)
	if n != 1 {
		x.Errorf("the audit log has %d rows of %s %s, want 1", n, x.Kind, action)
	}
}

// refusedAtOnce checks that the fields are refused, and no others than those that are taken, because the record exists
// already.
func (x *trial) refusedAtOnce(response *kittest.Response, fields ...string) {
	x.Helper()
	got := response.Want(422).Keys("errors")
	for _, field := range fields {
		if !slices.Contains(got, field) {
			x.Errorf("%s is not refused: %s", field, response.Text)
		}
	}
	for _, field := range got {
		message := response.String("errors." + field + ".0")
		if !slices.Contains(fields, field) && !strings.HasSuffix(message, "already in use.") {
			x.Errorf("%s is refused: %s", field, message)
		}
	}
}

func (x *trial) invalidInput() {
	before, audited := x.rows(), x.s.Count("SELECT count(*) FROM audit_log")
	for _, field := range x.Required {
		missing := x.with("no_such_field", 1)
		delete(missing, field)
		x.refusedAtOnce(x.admin.Post(x.Path, missing), field, "no_such_field")
		x.refusedAtOnce(x.admin.Post(x.Path, x.with(field, nil)), field)
		x.admin.Put(x.one(), map[string]any{field: nil}).Refused(field)
		if _, isText := x.Create[field].(string); isText {
			x.admin.Put(x.one(), map[string]any{field: "  "}).Refused(field)
		}
	}
	for field, longest := range x.Longest {
		x.admin.Put(x.one(), map[string]any{field: strings.Repeat("é", longest+1)}).Refused(field)
		x.admin.Put(x.one(), map[string]any{field: strings.Repeat("x", 10_000)}).Refused(field)
		x.admin.Put(x.one(), map[string]any{field: "a\x00b"}).Refused(field)
		x.admin.Put(x.one(), map[string]any{field: map[string]any{"a": 1}}).Refused(field)
	}
	for _, field := range x.Unique {
		same := fmt.Sprint(x.Create[field])
		x.admin.Post(x.Path, x.with(field, strings.ToUpper(same))).Refused(field)
	}
	for field, value := range x.Create {
		if _, isText := value.(string); isText {
			x.admin.Put(x.one(), map[string]any{field: 7}).Refused(field)
		}
	}
	x.admin.Put(x.one(), map[string]any{"no_such_field": 1}).Refused("no_such_field")
	x.admin.Put(x.one(), map[string]any{"id": 999, "created_at": "never", "version": nil}).
		Want(200) // read-only keys are ignored
	x.admin.Put(x.one(), "{").Want(400)
	x.admin.Put(x.one(), "[]").Want(400)
	x.admin.With("Content-Type", "text/plain").Put(x.one(), "{}").Want(415)
	x.admin.Post(x.Path, `{"a":"`+strings.Repeat("x", 2<<20)+`"}`).Want(413)
	for _, id := range []string{"999999999", "nothing", "0", "-1", "1e3", "99999999999999999999999"} {
		x.admin.Put(x.Path+"/"+id, map[string]any{}).Want(404)
		if !x.Kept {
			x.admin.Delete(x.Path + "/" + id).Want(404)
		}
	}
	if after := x.rows(); after != before {
		x.Errorf("refused requests changed the list from %d to %d rows", before, after)
	}
	if now := x.s.Count("SELECT count(*) FROM audit_log"); now != audited {
		x.Errorf("refused requests left %d audit rows", now-audited)
	}
}

func (x *trial) searchAndSort() {
	name := fmt.Sprint(x.Create[x.Name])
	if x.Name != "" {
		runes := []rune(name)
		for _, query := range []string{
			name, strings.ToUpper(name), string(runes[1:min(len(runes), 4)]), string(runes[:2]),
			string(runes[:1]),
		} {
			if !slices.Contains(x.search(query), fmt.Sprint(x.id)) {
				x.Errorf("searching %q does not find %q", query, name)
			}
		}
		if found := x.search("zzqqxx no such thing"); len(found) != 0 {
			x.Errorf("searching for nonsense finds %v", found)
		}
		x.search(`%_\"'()*:^-`) // special characters of LIKE and of search indexes are ordinary here
	}
	x.admin.Get(x.Path + "?sort=no_such_field").Refused("sort")
	x.admin.Get(x.Path + "?sort=id%3BDROP").Refused("sort")
	x.admin.Get(x.Path + "?no_such_filter=1").Refused("no_such_filter")
	for _, wrong := range []string{"0", "-1", "101", "many", "1.5"} {
		x.admin.Get(x.Path + "?per_page=" + wrong).Refused("per_page")
	}
	x.admin.Get(x.Path + "?page=0").Refused("page")
	if past := x.admin.Get(x.Path + "?page=999999").Want(200); len(past.Column("id")) != 0 {
		x.Error("a page past the end has rows")
	}
	up, down := x.allIDs("id"), x.allIDs("-id")
	slices.Reverse(down)
	if !slices.Equal(up, down) {
		x.Error("sorting by -id is not the reverse of sorting by id")
	}
}

// allIDs reads the whole list in an order, page by page.
func (x *trial) allIDs(sort string) []string {
	x.Helper()
	all := []string{}
	for page := 1; ; page++ {
		ids := x.admin.Get(fmt.Sprintf("%s?sort=%s&per_page=100&page=%d", x.Path, sort, page)).Want(200).Column("id")
		if len(ids) == 0 {
			return all
		}
		all = append(all, ids...)
	}
}

func (x *trial) search(query string) []string {
	x.Helper()
	return x.admin.With("X-Query", query).Get(x.Path + "?per_page=100&query=" + escape(query)).Want(200).Column("id")
}

func escape(query string) string {
	var b strings.Builder
	for _, c := range []byte(query) {
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}

func (x *trial) update() {
	read := x.admin.Put(x.one(), map[string]any{}).Want(200)
	version := read.Int("item.version")
	changed := x.admin.Put(x.one(), with(x.Update, "version", version)).Want(200)
	if got := changed.Int("item.version"); got != version+1 {
		x.Errorf("a change raised the version from %d to %d", version, got)
	}
	for field, value := range x.Update {
		if got := fmt.Sprint(changed.Value("item." + field)); got != fmt.Sprint(value) {
			x.Errorf("%s reads %q after the change, want %q", field, got, fmt.Sprint(value))
		}
	}
	x.wantAudited("updated")
	again := x.admin.Put(x.one(), x.Update).Want(200)
	if got := again.Int("item.version"); got != version+1 {
		x.Errorf("the same change again raised the version to %d", got)
	}
	x.wantAudited("updated")
	stale := x.admin.Put(x.one(), with(x.Create, "version", version)).Want(409)
	if got := stale.Int("item.version"); got != version+1 {
		x.Errorf("the conflict has version %d, want the current one, %d", got, version+1)
	}
}

func with(values map[string]any, field string, value any) map[string]any {
	changed := maps.Clone(values)
	changed[field] = value
	return changed
}

func (x *trial) delete() {
	before := x.rows()
	if x.Kept {
		x.admin.Delete(x.one()).Want(405)
		x.admin.Put(x.one(), map[string]any{}).Want(200)
		return
	}
	x.admin.Delete(x.one()).Want(204)
	x.admin.Delete(x.one()).Want(404)
	x.admin.Put(x.one(), x.Update).Want(404)
	if after := x.rows(); after != before-1 {
		x.Errorf("the list has %d rows after a delete, want %d", after, before-1)
	}
	x.wantAudited("deleted")
	trashed := x.s.Count("SELECT count(*) FROM trash WHERE record_id = ?", x.id)
	if (trashed == 1) != x.Trashed {
		x.Errorf("%d rows in the trash after a delete", trashed)
	}
	x.admin.Post(x.Path, x.Create).Want(201) // its name can be used again
}
