package imports_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/imports"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/write"
)

func TestImports_Publishers(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		kept := f.admin.Post("publishers", map[string]any{"name": "Harbour Press"}).Want(201).Int("item.id")
		file := "Name;Notes\nHarbour press;x\nÉditions du Sud;y\n;z\n" + strings.Repeat("n", 161) + ";\nEditions du sud;\n"
		path := f.uploaded("publishers", file)
		uploaded := f.admin.Get(path).Want(200)
		if got := uploaded.String("item.separator") + uploaded.String("item.encoding") + uploaded.String("item.key") +
			uploaded.String("item.columns.0.field") + uploaded.String("item.columns.1.field"); got != ";utf-8namename" {
			t.Errorf("the analysis found %s: %s", got, uploaded.Text)
		}
		f.admin.Post(path+"/start", map[string]any{"rows": "valid"}).Want(409)
		rejected := []string{
			"4 name: This field is required.", "5 name: Must have at most 160 characters.",
			"6 name: An earlier row of the file has the same value.",
		}
		f.expect(f.check(path), "checked 1 1 0 3", rejected...)
		if n := f.Count("SELECT count(*) FROM publishers"); n != 1 {
			t.Errorf("the check left %d publishers", n)
		}
		f.admin.Post(path+"/start", map[string]any{"rows": "all"}).Want(409)
		started := f.admin.Post(path+"/start", map[string]any{"rows": "valid"}).Want(202)
		change := started.Int("item.change_id")
		if started.Header.Get("Waymark-Change") != fmt.Sprint(change) {
			t.Errorf("the header names change %q, the import %d", started.Header.Get("Waymark-Change"), change)
		}
		f.admin.Post(fmt.Sprintf("activity/%d/undo", change), nil).Want(409) // it is still being worked on
		f.RunJobs()
		f.expect(f.admin.Get(path), "done 1 1 0 3", rejected...)
		f.admin.Post(path+"/check", nil).Want(409)
		if got := f.admin.Get(fmt.Sprint("publishers/", kept)).String("item.name"); got != "Harbour press" {
			t.Errorf("the publisher that was found by its name is now %q", got)
		}
		if n := f.Count("SELECT count(*) FROM audit_log WHERE change_id = ?", change); n != 3 {
			t.Errorf("got %d audit entries, want one for the import and two for its rows", n)
		}
		f.admin.Post(fmt.Sprintf("activity/%d/undo", change), nil).Want(200)
		list := f.admin.Get("publishers").Want(200)
		if names := list.Column("name"); len(names) != 1 || names[0] != "Harbour Press" {
			t.Errorf("after the undo there are %v", names)
		}
		if f.admin.Get(path).Want(200).Value("item.undone") != true {
			t.Error("the import does not say that it has been undone")
		}
	})
}

func TestImports_RejectedFile(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		long := strings.Repeat("n", 161)
		path := f.uploaded("publishers", "Notes,Name\n=1+1,"+long+"\nfine,Fine\n'@sum,"+long+"\n")
		f.check(path)
		f.start(path, "valid")
		rows := parseCSV(t, f.admin.Get(path+"/rejected").Want(200).Text)
		want := [][]string{
			{"Notes", "Name", "Row", "Problem"},
			{"'=1+1", long, "2", "Name: Must have at most 160 characters."},
			{"'@sum", long, "4", "Name: Must have at most 160 characters."},
		}
		if fmt.Sprint(rows) != fmt.Sprint(want) {
			t.Errorf("got %q, want %q", rows, want)
		}
		corrected := strings.ReplaceAll(f.admin.Get(path+"/rejected").Text, long, "Corrected")
		f.expect(f.imported("publishers", strings.Replace(corrected, "Corrected", "First", 1)), "done 2 0 0 0")
		f.editor.Get(path + "/rejected").Want(404)
		f.Anyone().Get(path + "/rejected").Want(401)
	})
}

func TestImports_Content(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		for _, name := range []string{"Harbour Press", "Reef"} {
			f.admin.Post("publishers", map[string]any{"name": name}).Want(201)
		}
		known := f.admin.Post("content", map[string]any{
			"title": "Old title", "content_url": "https://www.example.com/a/", "synopsis": "Stays",
			"published_at": "2026-01-31T10:00:00.123456Z",
		}).Want(201).Int("item.id")
		file := "Title\tContent URL\tType\tPublishers\tPublished\tLead in override\tRuntime\n" +
			"New title\thttp://example.com/a\tvideo\tREEF | harbour press\t31.12.2026\tno\t12\n" +
			"Another\texample.org/b\t4\t\t1.2.2027 09:30\tyes\t\n" +
			"Bad\texample.org/c\tNo such type\tReef; Nobody\t31.02.2026\tmaybe\tten\n"
		path := f.uploaded("content", file)
		if got := f.admin.Get(path); got.String("item.date_format") != "dotted" || got.String("item.key") != "content_url" {
			t.Errorf("the analysis found %s", got.Text)
		}
		f.expect(f.check(path), "checked 1 1 0 1", "4 lead_in_override: Must be yes or no.",
			"4 published_at: Must be a date such as 31.01.2026.", `4 publisher_ids: "Nobody" was not found.`,
			"4 runtime: Must be a whole number.", `4 type_id: "No such type" was not found.`)
		f.expect(f.start(path, "valid"), "done 1 1 0 1", "4 lead_in_override: Must be yes or no.",
			"4 published_at: Must be a date such as 31.01.2026.", `4 publisher_ids: "Nobody" was not found.`,
			"4 runtime: Must be a whole number.", `4 type_id: "No such type" was not found.`)
		item := f.admin.Get(fmt.Sprint("update-content/", known)).Want(200)
		if got := fmt.Sprint(item.String("item.title"), item.String("item.synopsis"), item.String("item.type.name"),
			item.Int("item.publishers_count"), item.String("item.published_at"), item.Int("item.runtime")); got !=
			"New titleStaysVideo22026-12-31T00:00:00Z12" {
			t.Errorf("the item is now %s", got)
		}
	})
}

func TestImports_EmptyCells(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		id := f.admin.Post("content", map[string]any{
			"title": "Title", "content_url": "https://example.com/a", "synopsis": "Text",
		}).Want(201).Int("item.id")
		file := fmt.Sprintf("ID,Synopsis,Title\n%d,,\n999999,x,\n", id)
		missing := "3 id: There is no content with this id. Leave it empty to create one."
		f.expect(f.imported("content", file), "done 0 0 1 1", missing)
		path := f.uploaded("content", file)
		f.admin.Put(path, map[string]any{"clear_empty": true, "columns": []string{"id", "synopsis", ""}}).Want(200)
		f.check(path)
		f.expect(f.start(path, "valid"), "done 0 1 0 1", missing)
		if got := f.admin.Get(fmt.Sprint("update-content/", id)).String("item.synopsis"); got != "" {
			t.Errorf("the synopsis is %q", got)
		}
		path = f.uploaded("content", file)
		f.admin.Put(path, map[string]any{"clear_empty": true}).Want(200)
		f.expect(f.check(path), "checked 0 0 0 2", "2 title: This field is required.", missing)
	})
}

func TestImports_Users(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		file := "E-mail,First name,Contact,Display contact info on links\n" +
			"ANA@example.com,Ana,,Company\nnot an address,Bo,,none\n"
		f.expect(f.imported("users", file), "done 1 0 0 1", "3 email: Must be an e-mail address.")
		got := f.Count(`SELECT count(*) FROM users WHERE email = 'ana@example.com' AND signup_source = 'import'
			AND password_hash = '' AND display_contact_info_on_links = 'company'`)
		if got != 1 || len(f.Mail.Messages) != 0 {
			t.Errorf("got %d users and %d messages", got, len(f.Mail.Messages))
		}
		f.expect(f.imported("users", "email,First name\nana@EXAMPLE.com,Anna\n"), "done 0 1 0 0")
	})
}

func TestImports_NestedAndTrees(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		country := f.Count("SELECT min(id) FROM countries")
		f.Exec("DELETE FROM country_regions WHERE country_id = ?", country)
		path := fmt.Sprintf("countries/%d/country-regions", country)
		f.expect(f.imported(path, "Name,Abbreviation\nNorth,N\nSouth,S\n"), "done 2 0 0 0")
		f.expect(f.imported(path, "Name,Abbreviation\nnorth,NO\nSouth,S\n"), "done 0 1 1 0")
		at := f.uploaded(path, "Name\nnorth\nEast\n")
		f.admin.Put(at, map[string]any{"key": ""}).Want(200)
		f.expect(f.check(at), "checked 1 0 0 1", "2 name: This name is already in use.") // the database refuses it
		f.expect(f.start(at, "valid"), "done 1 0 0 1", "2 name: This name is already in use.")
		f.upload(f.admin, "countries/999999/country-regions", "a.csv", []byte("Name\nx\n")).Want(404)

		rows := []string{"Name,Parent", "Top,"}
		for i := range 450 { // more than two steps
			rows = append(rows, fmt.Sprintf("Place %d,Top", i))
		}
		rows = append(rows, "Below,Place 3", "Lost,Nowhere")
		at = f.uploaded("destinations", strings.Join(rows, "\n"))
		f.expect(f.check(at), "checked 452 0 0 1", `454 parent_id: "Nowhere" was not found.`)
		f.expect(f.start(at, "valid"), "done 452 0 0 1", `454 parent_id: "Nowhere" was not found.`)
		if n := f.Count("SELECT count(*) FROM destinations WHERE label = 'Top > Place 3 > Below'"); n != 1 {
			t.Errorf("got %d places below another", n)
		}
	})
}

func TestImports_Access(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		csv := []byte("Name\nOne\n")
		f.upload(f.editor, "account-types", "a.csv", csv).Want(403)
		f.upload(f.Anyone(), "publishers", "a.csv", csv).Want(401)
		f.upload(f.editor, "staff", "a.csv", csv).Refused("path")
		f.upload(f.editor, "", "a.csv", csv).Refused("path")
		f.upload(f.editor, "activity", "a.csv", csv).Refused("path")
		own := address(f.upload(f.editor, "publishers", "a.csv", csv).Want(201))
		others := address(f.upload(f.admin, "account-types", "b.csv", csv).Want(201))
		f.editor.Get(others).Want(404)
		f.editor.Delete(others).Want(404)
		f.editor.Post(others+"/check", nil).Want(404)
		if n := len(f.editor.Get("imports").Want(200).Column("id")); n != 1 {
			t.Errorf("the editor sees %d imports", n)
		}
		if n := len(f.admin.Get("imports").Want(200).Column("id")); n != 2 {
			t.Errorf("the admin sees %d imports", n)
		}
		f.editor.Get("imports/sample?path=account-types").Want(403)
		f.Anyone().Get("imports/sample?path=publishers").Want(401)

		// Content that an editor may create, but not with fields of admins.
		file := "Title,Content URL,Partner\nOne,example.com/1,1\nTwo,example.com/2,2\n"
		path := address(f.upload(f.editor, "content", "c.csv", []byte(file)).Want(201))
		f.Exec(`INSERT INTO partners (id, name, name_key, slug, account_type_id, alt_id, created_at, updated_at)
			SELECT 2, 'Two', 'two', 'two', account_type_id, 'two', ?, ? FROM partners WHERE id = 1`, clock.Now(), clock.Now())
		f.editor.Post(path+"/check", nil).Want(202)
		f.RunJobs()
		f.expect(f.editor.Get(path), "checked 1 0 0 1", "3 partner_id: Only admins can change this.")

		// A person who loses access in between imports nothing.
		f.editor.Post(own+"/check", nil).Want(202)
		f.RunJobs()
		f.editor.Post(own+"/start", map[string]any{"rows": "all"}).Want(202)
		f.Exec("UPDATE users SET deactivated_at = ? WHERE id = ?", clock.Now(), f.editor.UserID)
		f.RunJobs()
		failed := f.admin.Get(own).Want(200)
		if failed.String("item.state") != "failed" || !strings.Contains(failed.String("item.problem"), "access") {
			t.Errorf("got %s", failed.Text)
		}
		if n := f.Count("SELECT count(*) FROM publishers"); n != 0 {
			t.Errorf("%d publishers were imported", n)
		}
	})
}

func TestImports_Continue(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d, time.Nanosecond) // each step is a job of its own
		rows := []string{"Name"}
		for i := range 1001 {
			rows = append(rows, fmt.Sprintf("Publisher %04d", i))
		}
		rows[700] = "Publisher 0003" // a key that another job has read
		path := f.uploaded("publishers", strings.Join(rows, "\r\n"))
		problem := "701 name: An earlier row of the file has the same value."
		f.expect(f.check(path), "checked 1000 0 0 1", problem)
		result := f.start(path, "valid")
		f.expect(result, "done 1000 0 0 1", problem)
		if n := f.Count("SELECT count(*) FROM publishers"); n != 1000 {
			t.Errorf("got %d publishers", n)
		}
		if n := f.Count("SELECT count(*) FROM change_sets WHERE action = 'imported' AND finished_at IS NOT NULL"); n != 1 {
			t.Errorf("got %d change sets", n)
		}
		f.admin.Post(fmt.Sprintf("activity/%d/undo", result.Int("item.change_id")), nil).Want(200)
		if n := f.Count("SELECT count(*) FROM publishers"); n != 0 {
			t.Errorf("the undo left %d publishers", n)
		}
	})
}

func TestImports_Discard(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		path := f.uploaded("publishers", "Name\n\n"+strings.Repeat("n", 161)+"\n")
		f.check(path)
		kept := f.uploaded("publishers", "Name\nx\n")
		f.admin.Delete(path).Want(204)
		f.RunJobs()
		f.admin.Get(path).Want(404)
		if n := f.Count("SELECT count(*) FROM import_rejections"); n != 0 || len(f.files()) != 1 {
			t.Errorf("%d rejected rows and the files %v are left", n, f.files())
		}
		f.Exec("UPDATE imports SET created_at = ?", clock.Now().Add(-8*24*time.Hour))
		err := f.Kit.Store.Do(t.Context(), func(tx *write.Tx) error { return tx.Enqueue(t.Context(), imports.Sweep{}) })
		if err != nil {
			t.Fatal(err)
		}
		f.RunJobs()
		f.admin.Get(kept).Want(404)
		if len(f.files()) != 0 {
			t.Errorf("the files %v are left", f.files())
		}
	})
}
