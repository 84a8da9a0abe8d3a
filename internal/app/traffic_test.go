package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
)

// TestTraffic_Figures simulates a day of traffic against the public API and records what it does. Afterwards every
// figure in the console must match the records.
func TestTraffic_Figures(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		s := newSimulation(t, h)
		s.run(400)
		s.waitForJobs()
		s.checkLogs()
		s.checkSearches()
		s.checkInsights()
		s.checkUsers()
		s.deletePeople()
	})
}

type object = map[string]any

// figures are the numbers of views, clicks, lead intents and leads.
type figures [4]int64

var kinds = []string{"view", "click", "lead_intent", "lead"}

// sums are figures by name.
type sums map[string]figures

func (s sums) add(key string, kind int) {
	f := s[key]
	f[kind]++
	s[key] = f
}

type member struct {
	id   int64
	uid  string
	name string
}

type client struct {
	id          int64
	name, pid   string
	key, secret string
	users       []member
}

// simulation makes calls as partners and users, and records what the console must show.
type simulation struct {
	t      *testing.T
	h      *harness
	admin  string
	random *rand.Rand

	partners       []*client
	advisors       []member
	resultCounts   map[string]map[string]int64 // by partner and search term
	collections    map[string]int              // number of items, by partner and collection
	ownCollections map[string]string           // a user's own collection, by UID

	calls          map[int]int64            // by status
	callsByPartner map[string]map[int]int64 // by the partner's name and status
	searchesByTerm map[string]int64
	emptySearches  int64
	cached         map[string]bool // searches that are in the cache
	fromCache      int64
	facadeHits     map[string]int64 // by the facade's term

	days                                               map[int64]figures
	byPartner, byUser, byPair, partnerPages, userPages sums
	collaboratorViews                                  int64
	batches                                            []object          // of events
	accepted                                           map[string]string // hashid by UID and collection
	added, placed                                      int64             // content users created or put into collections
	personal                                           map[string]int    // personalisations by hashid
	active                                             map[string]bool   // UIDs that were sent
}

func newSimulation(t *testing.T, h *harness) *simulation {
	t.Helper()
	s := &simulation{
		t: t, h: h, admin: h.session(auth.Admin), random: rand.New(rand.NewPCG(9, 9)),
		resultCounts: map[string]map[string]int64{}, collections: map[string]int{}, ownCollections: map[string]string{},
		calls: map[int]int64{}, callsByPartner: map[string]map[int]int64{}, searchesByTerm: map[string]int64{},
		cached: map[string]bool{}, facadeHits: map[string]int64{}, days: map[int64]figures{},
		byPartner: sums{}, byUser: sums{}, byPair: sums{}, partnerPages: sums{}, userPages: sums{},
		accepted: map[string]string{}, personal: map[string]int{}, active: map[string]bool{},
	}
	portugal := s.create("destinations", object{"name": "Portugal"})
	lisbon := s.create("destinations", object{"name": "Lisbon", "parent_id": portugal})
	s.create("facades", object{"term": "Lissabon", "destination_id": lisbon, "type": "correction"})
	s.create("facades", object{"term": "pastéis", "destination_id": portugal, "type": "related"})
	s.create("collaborators", object{"name": "Guides & Co", "slug": "guides"})
	for _, name := range []string{"Harbour", "Meridian"} {
		c := &client{name: name}
		c.id = s.create("partners", object{"name": name})
		item := s.request("GET", fmt.Sprintf("partners/%d", c.id), nil)["item"].(object)
		c.pid, _ = item["alt_id"].(string)
		pair := s.request("POST", fmt.Sprintf("partners/%d/api-secret", c.id), object{})
		c.key, _ = pair["api_key"].(string)
		c.secret, _ = pair["api_secret"].(string)
		s.request("PUT", fmt.Sprintf("partners/%d", c.id),
			object{"whitelist_domains": []string{strings.ToLower(name) + ".example"}})
		for i := range 3 {
			c.users = append(c.users, s.createUser(fmt.Sprintf("%s%d", name, i), c.id))
		}
		s.partners = append(s.partners, c)
		s.callsByPartner[name] = map[int]int64{}
		library := s.create("libraries", object{"name": name + "'s", "partner_id": c.id})
		s.addPartnerContent(c, library, lisbon)
		for _, public := range []any{nil, "2020-01-01"} {
			collection := s.request("POST", "collections", object{
				"name": name + "'s best", "type": "partner", "partner_id": c.id,
				"inspires_publish_at": public,
			})["item"].(object)
			alt, _ := collection["alt_id"].(string)
			s.collections[c.name+" "+alt] = 0
		}
	}
	for i := range 3 {
		s.advisors = append(s.advisors, s.createUser(fmt.Sprintf("Advisor%d", i), 0))
	}
	return s
}

// addPartnerContent creates content of a partner: about walks, at a destination, and
// scheduled, which must not be found.
func (s *simulation) addPartnerContent(c *client, library, lisbon int64) {
	found := map[string]int64{"walks": 0, "lisbon": 0, "nothing of the kind": 0, "Lissabon": 0, "pastéis": 0}
	for i := range 9 {
		title, at, published := fmt.Sprintf("Walks %d of %s", i, c.name), []int64{}, "2020-01-01"
		if i%3 == 0 {
			at = []int64{lisbon}
		}
		if i >= 7 {
			published = "2999-01-01"
		}
		if i == 1 {
			title = "Where the pasteis are, by " + c.name
		}
		s.create("content", object{
			"title": title, "content_url": fmt.Sprintf("https://%s.example/%d", strings.ToLower(c.name), i),
			"library_ids": []int64{library}, "destination_ids": at, "published_at": published,
		})
		if i >= 7 {
			continue
		}
		if i == 1 {
			found["pastéis"]++ // matches the word itself
		} else {
			found["walks"]++
		}
		if len(at) > 0 {
			found["Lissabon"]++
			found["pastéis"]++ // is in Portugal, which the facade stands for
		}
	}
	s.resultCounts[c.name] = found
}

func (s *simulation) createUser(name string, partner int64) member {
	s.t.Helper()
	in := object{
		"first_name": name, "email": strings.ToLower(name) + "@test.example", "password": "correct horse",
		"password_confirmation": "correct horse",
	}
	if partner != 0 {
		in["partner_id"] = partner
	}
	item := s.request("POST", "users", in)["item"].(object)
	uid, _ := item["alt_id"].(string)
	m := member{id: int64(item["id"].(float64)), uid: uid, name: name}
	own := s.request("POST", "collections", object{"name": "Mine", "type": "personal", "user_id": m.id})["item"].(object)
	s.ownCollections[uid], _ = own["alt_id"].(string)
	return m
}

func (s *simulation) create(path string, in object) int64 {
	s.t.Helper()
	item, _ := s.request("POST", path, in)["item"].(object)
	id, ok := item["id"].(float64)
	if !ok {
		s.t.Fatalf("%s: %v", path, item)
	}
	return int64(id)
}

// request makes a request to the console's API.
func (s *simulation) request(method, path string, in any) object {
	s.t.Helper()
	body := ""
	if in != nil {
		encoded, err := json.Marshal(in)
		if err != nil {
			s.t.Fatal(err)
		}
		body = string(encoded)
	}
	answer := s.h.do(method, "/api/admin/"+path, s.admin, body)
	var out object
	if err := json.NewDecoder(answer.Body).Decode(&out); (err != nil && answer.StatusCode != http.StatusNoContent) ||
		answer.StatusCode >= 300 {
		s.t.Fatalf("%s %s: %d %v", method, path, answer.StatusCode, out)
	}
	return out
}

// call makes a call of the public API with the credentials set by as, and records it.
func (s *simulation) call(as func(*http.Request), who, method, path string, in any, want int) object {
	s.t.Helper()
	body := ""
	if in != nil {
		encoded, err := json.Marshal(in)
		if err != nil {
			s.t.Fatal(err)
		}
		body = string(encoded)
	}
	request, err := http.NewRequestWithContext(s.t.Context(), method, s.h.URL+"/api/v1/"+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	request.Host = ownHost
	request.Header.Set("Content-Type", "application/json")
	as(request)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != want {
		s.t.Fatalf("%s %s: %d, want %d: %s", method, path, response.StatusCode, want, text)
	}
	s.calls[want]++
	if who != "" {
		s.callsByPartner[who][want]++
	}
	var out object
	if err := json.Unmarshal(text, &out); err != nil {
		s.t.Fatalf("%s: not JSON: %s", path, text)
	}
	return out
}

func (c *client) server(r *http.Request) { r.SetBasicAuth(c.key, c.secret) }

func (c *client) page(r *http.Request) {
	r.Header.Set("X-Api-Key", c.key)
	r.Header.Set("Origin", "https://www."+strings.ToLower(c.name)+".example")
}

func asApp(r *http.Request) { r.Header.Set("Authorization", "Bearer the key of the app") }

func pick[T any](s *simulation, list []T) T { return list[s.random.IntN(len(list))] }

func (s *simulation) run(steps int) {
	s.t.Helper()
	for range steps {
		c := pick(s, s.partners)
		switch n := s.random.IntN(20); {
		case n < 7:
			s.search(c)
		case n < 12:
			s.events(c)
		case n == 12 && len(s.batches) > 0:
			s.resend()
		case n == 13:
			wrongSecret := func(r *http.Request) { r.SetBasicAuth(c.key, "wrong") }
			s.call(wrongSecret, c.name, "GET", "search/content?query=x", nil, http.StatusUnauthorized)
		case n == 14:
			s.call(c.server, c.name, "GET", "search/content?nonsense=1", nil, http.StatusUnprocessableEntity)
		case n == 15:
			s.call(c.server, c.name, "GET", "collections/nowhere", nil, http.StatusNotFound)
		case n == 16:
			s.readCollections(c)
		case n == 17:
			s.accept(c)
		case n == 18:
			s.addContent(c)
		default:
			s.personalise(c)
		}
	}
	// After the cache is cleared, the first search for each term is not served from it.
	s.request("POST", "tools/clear-cache", object{"confirm": true})
	s.cached = map[string]bool{}
	for range 30 {
		s.search(pick(s, s.partners))
	}
}

func (s *simulation) search(c *client) {
	s.t.Helper()
	term := pick(s, slices.Sorted(maps.Keys(s.resultCounts[c.name])))
	query := url.Values{"query": {term}}
	if s.random.IntN(3) == 0 {
		query.Set("per_page", "2")
	}
	as := pick(s, []func(*http.Request){c.server, c.page})
	if err := s.h.PollChanges(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	key := c.name + query.Encode()
	if s.random.IntN(3) == 0 {
		uid := pick(s, c.users).uid
		query.Set("uid", uid)
		s.active[uid] = true
	}
	answer := s.call(as, c.name, "GET", "search/content?"+query.Encode(), nil, http.StatusOK)
	meta, _ := answer["meta"].(object)
	if got := int64(meta["total"].(float64)); got != s.resultCounts[c.name][term] {
		s.t.Fatalf("%s: got %d results for %q, want %d", c.name, got, term, s.resultCounts[c.name][term])
	}
	if answer["cached"] != s.cached[key] {
		s.t.Fatalf("%s for %q: cached is %v", c.name, term, answer["cached"])
	}
	if s.cached[key] {
		s.fromCache++
	}
	s.cached[key] = true
	s.searchesByTerm[term]++
	if s.resultCounts[c.name][term] == 0 {
		s.emptySearches++
	}
	if term == "Lissabon" || term == "pastéis" {
		s.facadeHits[term]++
		if answer["facade"] == nil {
			s.t.Errorf("%q matches no facade", term)
		}
	}
}

// events sends a batch of events that occurred in the last two months, as a server, a page or the app.
func (s *simulation) events(c *client) {
	s.t.Helper()
	list := []object{}
	for range 1 + s.random.IntN(20) {
		kind, ago := s.random.IntN(4), s.random.IntN(60)
		at := clock.Now().AddDate(0, 0, -ago)
		one := object{
			"id": fmt.Sprintf("e%d-%d", s.random.Uint64(), len(list)), "kind": kinds[kind],
			"occurred_at": at.Format(time.RFC3339Nano),
		}
		var who *member
		if s.random.IntN(4) > 0 {
			m := pick(s, slices.Concat(c.users, s.advisors))
			who, one["uid"] = &m, m.uid
			s.active[m.uid] = true
		}
		page := ""
		if s.random.IntN(5) > 0 {
			page = fmt.Sprintf("https://%s.example/trips/%d?from=ü", strings.ToLower(c.name), s.random.IntN(15))
			one["source_url"] = page
		}
		if s.random.IntN(4) == 0 {
			one["collaborator"] = "guides"
			if kind == 0 {
				s.collaboratorViews++
			}
		}
		s.record(c, who, page, kind, clock.Day(at))
		list = append(list, one)
	}
	batch := object{"events": list}
	if s.random.IntN(3) == 0 {
		batch["pid"] = c.pid
		s.call(asApp, c.name, "POST", "copilot/events", batch, http.StatusOK)
	} else {
		s.call(pick(s, []func(*http.Request){c.server, c.page}), c.name, "POST", "copilot/events", batch, http.StatusOK)
	}
	s.batches = append(s.batches, object{"pid": c.pid, "events": list})
}

func (s *simulation) record(c *client, who *member, page string, kind int, day int64) {
	f := s.days[day]
	f[kind]++
	s.days[day] = f
	if day <= clock.Day(clock.Now())-30 {
		return
	}
	s.byPartner.add(c.name, kind)
	if page != "" {
		s.partnerPages.add(c.name+" "+page, kind)
	}
	if who != nil {
		s.byUser.add(who.name, kind)
		s.byPair.add(c.name+" "+who.name, kind)
		if page != "" {
			s.userPages.add(who.name+" "+page, kind)
		}
	}
}

// resend sends a batch again, as clients do that have received no response.
func (s *simulation) resend() {
	s.t.Helper()
	batch := pick(s, s.batches)
	owner := slices.IndexFunc(s.partners, func(c *client) bool { return c.pid == batch["pid"] })
	answer := s.call(asApp, s.partners[owner].name, "POST", "copilot/events", batch, http.StatusOK)
	if answer["accepted"] != 0.0 {
		s.t.Fatalf("resent events were accepted: %v", answer)
	}
}

func (s *simulation) readCollections(c *client) {
	s.t.Helper()
	for _, name := range slices.Sorted(maps.Keys(s.collections)) {
		if owner, alt, _ := strings.Cut(name, " "); owner == c.name {
			answer := s.call(c.server, c.name, "GET", "collections/"+alt, nil, http.StatusOK)
			inside, _ := answer["item"].(object)["content"].(object)["items"].([]any)
			if len(inside) != s.collections[name] {
				s.t.Errorf("%s shows %d of %d", name, len(inside), s.collections[name])
			}
		}
	}
}

// accept accepts an invitation to a collection of the partner, as a user, an advisor or somebody who signs up.
func (s *simulation) accept(c *client) {
	s.t.Helper()
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(s.collections)), func(name string) bool {
		return !strings.HasPrefix(name, c.name)
	})
	_, alt, _ := strings.Cut(pick(s, names), " ")
	m, in := pick(s, slices.Concat(c.users, s.advisors)), object{}
	in["uid"] = m.uid
	if s.random.IntN(6) == 0 {
		name := fmt.Sprintf("new%d", s.random.IntN(1_000_000_000))
		in = object{"email": name + "@Test.example", "first_name": name}
		answer, _ := s.call(c.server, c.name, "POST", "invites/"+alt+"/accept", in, http.StatusCreated)["item"].(object)
		uid, _ := answer["uid"].(string)
		if answer["signed_up"] != true || uid == "" {
			s.t.Fatalf("somebody new: %v", answer)
		}
		s.accepted[uid+" "+alt], _ = answer["hashid"].(string)
		s.active[uid] = true
		return
	}
	s.active[m.uid] = true
	want, before := http.StatusCreated, s.accepted[m.uid+" "+alt]
	if before != "" {
		want = http.StatusOK
	}
	answer, _ := s.call(c.server, c.name, "POST", "invites/"+alt+"/accept", in, want)["item"].(object)
	if before != "" && answer["hashid"] != before {
		s.t.Fatalf("accepted twice: %v and %s", answer, before)
	}
	s.accepted[m.uid+" "+alt], _ = answer["hashid"].(string)
}

// addContent adds content as a user and puts it into their own collection, each twice.
func (s *simulation) addContent(c *client) {
	s.t.Helper()
	m := pick(s, c.users)
	s.active[m.uid] = true
	in := object{
		"uid": m.uid, "title": "Found by " + m.name,
		"content_url": fmt.Sprintf("https://blog.example/%d", s.random.Uint64()),
	}
	first, _ := s.call(c.server, c.name, "POST", "content", in, http.StatusCreated)["item"].(object)
	second, _ := s.call(asApp, c.name, "POST", "content", in, http.StatusOK)["item"].(object)
	if first["id"] != second["id"] {
		s.t.Fatalf("the same content twice: %v and %v", first, second)
	}
	s.added++
	into := object{"uid": m.uid, "content_ids": []any{first["id"]}}
	for _, want := range []float64{1, 0} {
		answer := s.call(c.server, c.name, "POST", "collections/"+s.ownCollections[m.uid]+"/content", into, http.StatusOK)
		if answer["added"] != want {
			s.t.Fatalf("put into a collection: %v", answer)
		}
	}
	s.placed++
}

func (s *simulation) personalise(c *client) {
	s.t.Helper()
	names := slices.Sorted(maps.Keys(s.accepted))
	names = slices.DeleteFunc(names, func(name string) bool {
		_, alt, _ := strings.Cut(name, " ")
		_, theirs := s.collections[c.name+" "+alt]
		return !theirs
	})
	if len(names) == 0 {
		return
	}
	name := pick(s, names)
	uid, _, _ := strings.Cut(name, " ")
	list := []object{}
	for i := range s.random.IntN(4) {
		list = append(list, object{
			"name": fmt.Sprintf("Client %d", i), "personal_message": "For you", "cta_display": "book",
			"content_customisations_count": i,
		})
	}
	for range 2 {
		answer := s.call(c.server, c.name, "PUT", "shared-collections/"+s.accepted[name]+"/personalisations",
			object{"uid": uid, "personalisations": list}, http.StatusOK)
		if items, _ := answer["items"].([]any); len(items) != len(list) {
			s.t.Fatalf("personalised: %v", answer)
		}
	}
	s.active[uid] = true
	s.personal[s.accepted[name]] = len(list)
}

// waitForJobs waits until all calls are in the log and all events are summed up.
func (s *simulation) waitForJobs() {
	s.t.Helper()
	if err := s.h.Start(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = s.h.Queue.Stop(context.Background()) })
	all := int64(0)
	for _, n := range s.calls {
		all += n
	}
	deadline := time.Now().Add(30 * time.Second)
	for s.h.count("SELECT count(*) FROM api_logs") < all || s.h.count("SELECT count(*) FROM copilot_fresh") > 0 ||
		s.h.count("SELECT last_day FROM copilot_window") == 0 {
		if time.Now().After(deadline) {
			s.t.Fatalf("%d of %d calls are in the log, %d events are to be summed up",
				s.h.count("SELECT count(*) FROM api_logs"), all, s.h.count("SELECT count(*) FROM copilot_fresh"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// total returns the total that a list of the console reports.
func (s *simulation) total(path string) int64 {
	s.t.Helper()
	meta, _ := s.request("GET", path, nil)["meta"].(object)
	n, ok := meta["total"].(float64)
	if !ok {
		s.t.Fatalf("%s: no total", path)
	}
	return int64(n)
}

func (s *simulation) check(what string, got, want int64) {
	s.t.Helper()
	if got != want {
		s.t.Errorf("%s: got %d, want %d", what, got, want)
	}
}

func (s *simulation) checkLogs() {
	s.t.Helper()
	all, fine := int64(0), int64(0)
	for status, n := range s.calls {
		all += n
		if status < 400 {
			fine += n
		}
	}
	s.check("all calls", s.total("api-logs"), all)
	s.check("calls that succeeded", s.total("api-logs?status=success"), fine)
	for _, c := range s.partners {
		all, fine = 0, 0
		for status, n := range s.callsByPartner[c.name] {
			all += n
			if status < 400 {
				fine += n
			}
		}
		s.check("calls of "+c.name, s.total(fmt.Sprintf("api-logs?partner=%d", c.id)), all)
		s.check("calls of "+c.name+" that succeeded", s.total(fmt.Sprintf("api-logs?partner=%d&status=success", c.id)), fine)
		item, _ := s.request("GET", fmt.Sprintf("partners/%d", c.id), nil)["item"].(object)
		if item["last_api_activity_at"] == nil || item["last_login_at"] == nil {
			s.t.Errorf("%s has no API activity or login: %v", c.name, item)
		}
	}
}

func (s *simulation) checkSearches() {
	s.t.Helper()
	all := int64(0)
	for term, n := range s.searchesByTerm {
		all += n
		s.check("searches for "+term, s.total("search-history?query="+url.QueryEscape(term)), n)
	}
	counts, _ := s.request("GET", "search-history?counts=1&per_page=100", nil)["meta"].(object)["counts"].(object)
	for tab, want := range map[string]int64{"all": all, "zero": s.emptySearches, "has": all - s.emptySearches} {
		s.check("searches: "+tab, int64(counts[tab].(object)["total"].(float64)), want)
	}
	s.check("searches from the cache", s.h.count("SELECT count(*) FROM search_history WHERE cached"), s.fromCache)
	s.check("searches without results on the dashboard", s.total("dashboard/searches-with-no-results"), s.emptySearches)
	items, _ := s.request("GET", "facades?per_page=100", nil)["items"].([]any)
	for _, item := range items {
		facade, _ := item.(object)
		term, _ := facade["term"].(string)
		s.check("views of "+term, int64(facade["views"].(float64)), s.facadeHits[term])
	}
}

func parseFigures(row object) figures {
	f := figures{}
	for i, name := range []string{"views", "clicks", "lead_intents", "leads"} {
		n, _ := row[name].(float64)
		f[i] = int64(n)
	}
	return f
}

// checkTable reads all pages of an insight table and compares them with the expected sums.
func (s *simulation) checkTable(path string, want sums, name func(object) string, more func(name string, row object)) {
	s.t.Helper()
	got, last := sums{}, int64(1<<60)
	for page := 1; ; page++ {
		items, _ := s.request("GET", fmt.Sprintf("copilot-insights/%s?page=%d", path, page), nil)["items"].([]any)
		for _, item := range items {
			row, _ := item.(object)
			f := parseFigures(row)
			if f[0] > last {
				s.t.Errorf("%s is not sorted by views", path)
			}
			last = f[0]
			got[name(row)] = f
			if more != nil {
				more(name(row), row)
			}
		}
		if len(items) < 10 {
			break
		}
	}
	if !maps.Equal(got, want) {
		s.t.Errorf("%s: got %v, want %v", path, got, want)
	}
}

func partnerName(row object) string { return field(row, "partner", "name") }
func userName(row object) string    { return field(row, "user", "full_name") }
func pageURL(row object) string     { url, _ := row["source_url"].(string); return url }

func field(row object, of, name string) string {
	inner, _ := row[of].(object)
	text, _ := inner[name].(string)
	return text
}

// part returns the sums whose names start with first, by the rest of their names.
func (s sums) part(first string) sums {
	part := sums{}
	for key, f := range s {
		if rest, ok := strings.CutPrefix(key, first+" "); ok {
			part[rest] = f
		}
	}
	return part
}

func (s *simulation) checkInsights() {
	s.t.Helper()
	s.checkTable("views-by-partner", s.byPartner, partnerName, func(name string, row object) {
		n := int64(0)
		for who := range s.byPair.part(name) {
			if strings.HasPrefix(who, "Advisor") {
				n++
			}
		}
		s.check("advisors of "+name, int64(row["advisors_count"].(float64)), n)
	})
	s.checkTable("views-by-user", s.byUser, userName, func(name string, row object) {
		n := int64(0)
		for key := range s.byPair {
			if strings.HasSuffix(key, " "+name) {
				n++
			}
		}
		s.check("partners of "+name, int64(row["partners_count"].(float64)), n)
	})
	for _, c := range s.partners {
		s.checkTable(fmt.Sprintf("partner/%d/views-by-user", c.id), s.byPair.part(c.name), userName, nil)
		s.checkTable(fmt.Sprintf("partner/%d/views-by-page", c.id), s.partnerPages.part(c.name), pageURL, nil)
		for _, m := range c.users {
			s.checkTable(fmt.Sprintf("user/%d/views-by-page", m.id), s.userPages.part(m.name), pageURL, nil)
		}
	}
	for _, m := range s.advisors {
		mine := sums{}
		for _, c := range s.partners {
			if f, ok := s.byPair[c.name+" "+m.name]; ok {
				mine[c.name] = f
			}
		}
		s.checkTable(fmt.Sprintf("user/%d/views-by-partner", m.id), mine, partnerName, nil)
		s.checkTable(fmt.Sprintf("user/%d/views-by-page", m.id), s.userPages.part(m.name), pageURL, nil)
	}
	now, before := figures{}, figures{}
	today := clock.Day(clock.Now())
	for day, f := range s.days {
		for i := range f {
			if day > today-30 {
				now[i] += f[i]
			} else if day > today-60 {
				before[i] += f[i]
			}
		}
	}
	tiles := s.request("GET", "users/highlights", nil)
	if got := parseFigures(tiles["now"].(object)); got != now {
		s.t.Errorf("highlights: got %v, want %v", got, now)
	}
	if got := parseFigures(tiles["previous"].(object)); got != before {
		s.t.Errorf("highlights of the previous period: got %v, want %v", got, before)
	}
	collaborators, _ := s.request("GET", "collaborators", nil)["items"].([]any)
	s.check("views of the collaborator", int64(collaborators[0].(object)["views"].(float64)), s.collaboratorViews)
}

// checkUsers checks the acceptances, personalisations, content and activity of users.
func (s *simulation) checkUsers() {
	s.t.Helper()
	s.check("shared collections", s.total("shared-collections?type=user-accepted"), int64(len(s.accepted)))
	personal := int64(0)
	for _, n := range s.personal {
		personal += int64(n)
	}
	s.check("personalisations", s.h.count("SELECT count(*) FROM personalisations"), personal)
	s.check("personalisations in the list",
		s.h.count("SELECT coalesce(sum(personalisations_count), 0) FROM shared_collections"), personal)
	s.check("content of users", s.total("dashboard/content-added-by-users"), s.added)
	s.check("content users put into collections", s.total("dashboard/content-added-to-collections"), s.placed)
	s.check("users who were active", s.h.count("SELECT count(*) FROM users WHERE active_at IS NOT NULL AND NOT internal"),
		int64(len(s.active)))
	s.check("users with active days", s.h.count("SELECT count(DISTINCT user_id) FROM user_active_days"),
		int64(len(s.active)))
	shown := s.h.count("SELECT count(*) FROM content WHERE last_api_at IS NOT NULL AND deleted_at IS NULL")
	s.check("content that was shown", s.total("content?api_requests=success"), shown)
	if shown == 0 || shown >= s.h.count("SELECT count(*) FROM content") {
		s.t.Errorf("%d items were shown", shown)
	}
	signedUp := s.h.count(`SELECT count(*) FROM users
		WHERE signup_source = 'invite' AND signup_partner_id IS NOT NULL AND signup_collection_id IS NOT NULL
			AND partner_id IS NULL AND NOT internal`)
	s.check("users who signed up by an invitation", signedUp,
		s.h.count("SELECT count(*) FROM users WHERE email LIKE 'new%'"))
	if signedUp == 0 {
		s.t.Error("nobody signed up")
	}
}
