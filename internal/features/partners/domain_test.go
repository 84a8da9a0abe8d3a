package partners_test

import (
	"strconv"
	"testing"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
)

// withDomain creates a partner with a landing page domain and returns its path.
func (f *fixture) withDomain(name, domain string) string {
	f.Helper()
	created := f.admin.Post("partners", map[string]any{"name": name, "landing_page_domain": domain}).Want(201)
	return "partners/" + strconv.FormatInt(created.Int("item.id"), 10)
}

func TestPartners_LandingPageDomainUnique(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		first, second := f.withDomain("First", "trips.example"), f.withDomain("Second", "")
		f.withDomain("Third", "") // any number of partners have none
		for _, taken := range []string{"trips.example", "TRIPS.example", "https://trips.example/x", " trips.example. "} {
			f.admin.Put(second, map[string]any{"landing_page_domain": taken}).Refused("landing_page_domain")
			f.admin.Post("partners", map[string]any{"name": "Fourth", "landing_page_domain": taken}).
				Refused("landing_page_domain")
		}
		f.admin.Put(first, map[string]any{"landing_page_domain": "trips.example"}).Want(200) // its own
		f.admin.Put(second, map[string]any{"landing_page_domain": "www.trips.example"}).Want(200)
		f.admin.Put(first, map[string]any{"landing_page_domain": ""}).Want(200)
		f.admin.Put(second, map[string]any{"landing_page_domain": "trips.example"}).Want(200)
	})
}

func TestPartners_LandingPageDomainReserved(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		partner := f.make("Harbour")
		for _, host := range []string{
			"go.test.example", "inspires.test.example", "app.test.example", "console.test.example", "GO.test.example",
			"https://go.test.example/x", "console.test.example:8443",
		} {
			f.admin.Put(partner, map[string]any{"landing_page_domain": host}).Refused("landing_page_domain")
			f.admin.Post("partners", map[string]any{"name": "Other", "landing_page_domain": host}).Refused("landing_page_domain")
		}
		f.admin.Put(partner, map[string]any{"landing_page_domain": "trips.go.test.example"}).Want(200)
	})
}

func TestPartners_RestoreLandingPageDomain(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		deleted, other := f.withDomain("Harbour", "trips.example"), f.make("Quay")
		f.admin.Delete(deleted).Want(204)
		f.admin.Put(other, map[string]any{"landing_page_domain": "trips.example"}).Want(200)
		entry := f.admin.Get("trash?kind=partner").Want(200).Int("items.0.id")
		restore := "trash/" + strconv.FormatInt(entry, 10) + "/restore"
		for range 5 { // the order in which columns are compared does not matter
			f.admin.Post(restore, nil).Refused("landing_page_domain")
		}
		f.admin.Get(deleted).Want(404)
		f.admin.Put(other, map[string]any{"landing_page_domain": ""}).Want(200)
		f.admin.Post(restore, nil).Want(204)
		if got := f.admin.Get(deleted).Want(200).String("item.landing_page_domain"); got != "trips.example" {
			f.Errorf("got the domain %q, want trips.example", got)
		}
	})
}

func TestPartners_RestoreCopilotDomain(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		deleted, other := f.make("Harbour"), f.make("Quay")
		addSite := func(partner, domain string) {
			now := clock.Now()
			f.s.Exec(`INSERT INTO sites (partner_id, domain, copilot_domains, created_at, updated_at) VALUES (?, ?, ?, ?, ?)`,
				idOf(partner), domain, db.JSON([]string{domain, "shared.example"}), now, now)
		}
		addSite(deleted, "harbour.example")
		f.admin.Delete(deleted).Want(204)
		addSite(other, "quay.example")
		entry := f.admin.Get("trash?kind=partner").Want(200).Int("items.0.id")
		restore := "trash/" + strconv.FormatInt(entry, 10) + "/restore"
		f.admin.Post(restore, nil).Refused("domain")
		f.s.Exec("DELETE FROM sites WHERE domain = 'quay.example'")
		f.admin.Post(restore, nil).Want(204)
		if n := f.s.Count("SELECT count(*) FROM site_domains WHERE domain = 'shared.example'"); n != 1 {
			f.Errorf("got %d sites with the domain after the restore, want 1", n)
		}
	})
}
