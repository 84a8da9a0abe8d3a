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

// A program plays a day of traffic against the public API and keeps books of what it did. Then every figure staff can see
// must be what the books say.
func TestADayOfTraffic(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *house) {
		p := newPlatform(t, h)
		p.day(400)
		p.settle()
		p.logs()
		p.searches()
		p.insights()
		p.rest()
	})
}

type object = map[string]any

// figures are views, clicks, lead intents and leads.
type figures [4]int64

var kinds = []string{"view", "click", "lead_intent", "lead"}

// sums are figures by what they are about.
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

// platform is the program: whom it plays, and its books.
type platform struct {
	t     *testing.T
	h     *house
	admin string
	dice  *rand.Rand

	partners  []*client
	advisors  []member
	found     map[string]map[string]int64 // how many results a partner's search for a word has
	open      map[string]int              // the collections of partners, and how much is in them
	keepsakes map[string]string           // a user's own collection, by UID

	calls     map[int]int64            // by status
	ofPartner map[string]map[int]int64 // by partner's name and status
	history   map[string]int64         // searches by term
	misses    int64
	cached    map[string]bool // searches that were made before
	fromCache int64
	led       map[string]int64 // by the facade's term

	days                                               map[int64]figures
	byPartner, byUser, byPair, partnerPages, userPages sums
	seen                                               int64 // views of the collaborator
	sent                                               []object
	accepted                                           map[string]string // hashid by UID and collection
	added, put                                         int64             // content users made, and content they put into collections
	personal                                           map[string]int    // personalisations by hashid
	active                                             map[string]bool   // UIDs that were named
}

func newPlatform(t *testing.T, h *house) *platform {
	t.Helper()
	p := &platform{
		t: t, h: h, admin: h.session(auth.Admin), dice: rand.New(rand.NewPCG(9, 9)), found: map[string]map[string]int64{},
		open: map[string]int{}, keepsakes: map[string]string{},
		calls: map[int]int64{}, ofPartner: map[string]map[int]int64{}, history: map[string]int64{}, cached: map[string]bool{},
		led: map[string]int64{}, days: map[int64]figures{},
		byPartner: sums{}, byUser: sums{}, byPair: sums{}, partnerPages: sums{}, userPages: sums{},
		accepted: map[string]string{}, personal: map[string]int{}, active: map[string]bool{},
	}
	portugal := p.make("destinations", object{"name": "Portugal"})
	lisbon := p.make("destinations", object{"name": "Lisbon", "parent_id": portugal})
	p.make("facades", object{"term": "Lissabon", "destination_id": lisbon, "type": "correction"})
	p.make("facades", object{"term": "pastéis", "destination_id": portugal, "type": "related"})
	p.make("collaborators", object{"name": "Guides & Co", "slug": "guides"})
	for _, name := range []string{"Harbour", "Meridian"} {
		c := &client{name: name}
		c.id = p.make("partners", object{"name": name})
		item := p.ask("GET", fmt.Sprintf("partners/%d", c.id), nil)["item"].(object)
		c.pid, _ = item["alt_id"].(string)
		pair := p.ask("POST", fmt.Sprintf("partners/%d/api-secret", c.id), object{})
		c.key, _ = pair["api_key"].(string)
		c.secret, _ = pair["api_secret"].(string)
		p.ask("PUT", fmt.Sprintf("partners/%d", c.id),
			object{"whitelist_domains": []string{strings.ToLower(name) + ".example"}})
		for i := range 3 {
			c.users = append(c.users, p.user(fmt.Sprintf("%s%d", name, i), c.id))
		}
		p.partners = append(p.partners, c)
		p.ofPartner[name] = map[int]int64{}
		library := p.make("libraries", object{"name": name + "'s", "partner_id": c.id})
		p.fill(c, library, lisbon)
		for _, public := range []any{nil, "2020-01-01"} {
			collection := p.ask("POST", "collections", object{
				"name": name + "'s best", "type": "partner", "partner_id": c.id,
				"inspires_publish_at": public,
			})["item"].(object)
			alt, _ := collection["alt_id"].(string)
			p.open[c.name+" "+alt] = 0
		}
	}
	for i := range 3 {
		p.advisors = append(p.advisors, p.user(fmt.Sprintf("Advisor%d", i), 0))
	}
	return p
}

// fill gives a partner content: some about walks, some at a destination, some that is not to be seen.
func (p *platform) fill(c *client, library, lisbon int64) {
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
		p.make("content", object{
			"title": title, "content_url": fmt.Sprintf("https://%s.example/%d", strings.ToLower(c.name), i),
			"library_ids": []int64{library}, "destination_ids": at, "published_at": published,
		})
		if i >= 7 {
			continue
		}
		if i == 1 {
			found["pastéis"]++ // the word itself
		} else {
			found["walks"]++
		}
		if len(at) > 0 {
			found["Lissabon"]++
			found["pastéis"]++ // and what is in Portugal
		}
	}
	p.found[c.name] = found
}

func (p *platform) user(name string, partner int64) member {
	p.t.Helper()
	in := object{
		"first_name": name, "email": strings.ToLower(name) + "@test.example", "password": "correct horse",
		"password_confirmation": "correct horse",
	}
	if partner != 0 {
		in["partner_id"] = partner
	}
	item := p.ask("POST", "users", in)["item"].(object)
	uid, _ := item["alt_id"].(string)
	m := member{id: int64(item["id"].(float64)), uid: uid, name: name}
	own := p.ask("POST", "collections", object{"name": "Mine", "type": "personal", "user_id": m.id})["item"].(object)
	p.keepsakes[uid], _ = own["alt_id"].(string)
	return m
}

func (p *platform) make(path string, in object) int64 {
	p.t.Helper()
	item, _ := p.ask("POST", path, in)["item"].(object)
	id, ok := item["id"].(float64)
	if !ok {
		p.t.Fatalf("%s: %v", path, item)
	}
	return int64(id)
}

// ask makes a call of the console's.
func (p *platform) ask(method, path string, in any) object {
	p.t.Helper()
	body := ""
	if in != nil {
		encoded, err := json.Marshal(in)
		if err != nil {
			p.t.Fatal(err)
		}
		body = string(encoded)
	}
	answer := p.h.do(method, "/api/admin/"+path, p.admin, body)
	var out object
	if err := json.NewDecoder(answer.Body).Decode(&out); (err != nil && answer.StatusCode != http.StatusNoContent) ||
		answer.StatusCode >= 300 {
		p.t.Fatalf("%s %s: %d %v", method, path, answer.StatusCode, out)
	}
	return out
}

// call makes a call of the public API as somebody, and writes it into the books.
func (p *platform) call(as func(*http.Request), who, method, path string, in any, want int) object {
	p.t.Helper()
	body := ""
	if in != nil {
		encoded, err := json.Marshal(in)
		if err != nil {
			p.t.Fatal(err)
		}
		body = string(encoded)
	}
	request, err := http.NewRequestWithContext(p.t.Context(), method, p.h.URL+"/api/v1/"+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	request.Host = ownHost
	request.Header.Set("Content-Type", "application/json")
	as(request)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != want {
		p.t.Fatalf("%s %s: %d, want %d: %s", method, path, response.StatusCode, want, text)
	}
	p.calls[want]++
	if who != "" {
		p.ofPartner[who][want]++
	}
	var out object
	if err := json.Unmarshal(text, &out); err != nil {
		p.t.Fatalf("%s: not JSON: %s", path, text)
	}
	return out
}

func (c *client) server(r *http.Request) { r.SetBasicAuth(c.key, c.secret) }

func (c *client) page(r *http.Request) {
	r.Header.Set("X-Api-Key", c.key)
	r.Header.Set("Origin", "https://www."+strings.ToLower(c.name)+".example")
}

func asApp(r *http.Request) { r.Header.Set("Authorization", "Bearer the key of the app") }

func pick[T any](p *platform, list []T) T { return list[p.dice.IntN(len(list))] }

func (p *platform) day(steps int) {
	p.t.Helper()
	for range steps {
		c := pick(p, p.partners)
		switch n := p.dice.IntN(20); {
		case n < 7:
			p.search(c)
		case n < 12:
			p.events(c)
		case n == 12 && len(p.sent) > 0:
			p.again()
		case n == 13:
			p.call(func(r *http.Request) { r.SetBasicAuth(c.key, "wrong") }, "", "GET", "search/content?query=x", nil,
				http.StatusUnauthorized)
		case n == 14:
			p.call(c.server, c.name, "GET", "search/content?nonsense=1", nil, http.StatusUnprocessableEntity)
		case n == 15:
			p.call(c.server, c.name, "GET", "collections/nowhere", nil, http.StatusNotFound)
		case n == 16:
			p.collection(c)
		case n == 17:
			p.accept(c)
		case n == 18:
			p.create(c)
		default:
			p.personalise(c)
		}
	}
	// The cache is cleared in between: what was found before is looked for anew.
	p.ask("POST", "tools/clear-cache", object{"confirm": true})
	p.cached = map[string]bool{}
	for range 30 {
		p.search(pick(p, p.partners))
	}
}

func (p *platform) search(c *client) {
	p.t.Helper()
	term := pick(p, slices.Sorted(maps.Keys(p.found[c.name])))
	query := url.Values{"query": {term}}
	if p.dice.IntN(3) == 0 {
		query.Set("per_page", "2")
	}
	as := pick(p, []func(*http.Request){c.server, c.page})
	key := c.name + query.Encode()
	if p.dice.IntN(3) == 0 {
		uid := pick(p, c.users).uid
		query.Set("uid", uid)
		p.active[uid] = true
	}
	answer := p.call(as, c.name, "GET", "search/content?"+query.Encode(), nil, http.StatusOK)
	meta, _ := answer["meta"].(object)
	if got := int64(meta["total"].(float64)); got != p.found[c.name][term] {
		p.t.Fatalf("%s finds %d for %q, want %d", c.name, got, term, p.found[c.name][term])
	}
	if answer["cached"] != p.cached[key] {
		p.t.Fatalf("%s for %q: cached is %v", c.name, term, answer["cached"])
	}
	if p.cached[key] {
		p.fromCache++
	}
	p.cached[key] = true
	p.history[term]++
	if p.found[c.name][term] == 0 {
		p.misses++
	}
	if term == "Lissabon" || term == "pastéis" {
		p.led[term]++
		if answer["facade"] == nil {
			p.t.Errorf("%q stands for nothing", term)
		}
	}
}

// events sends some, up to two months late, by a server, a page or the app.
func (p *platform) events(c *client) {
	p.t.Helper()
	list := []object{}
	for range 1 + p.dice.IntN(20) {
		kind, ago := p.dice.IntN(4), p.dice.IntN(60)
		at := clock.Now().AddDate(0, 0, -ago)
		one := object{
			"id": fmt.Sprintf("e%d-%d", p.dice.Uint64(), len(list)), "kind": kinds[kind],
			"occurred_at": at.Format(time.RFC3339Nano),
		}
		var who *member
		if p.dice.IntN(4) > 0 {
			m := pick(p, slices.Concat(c.users, p.advisors))
			who, one["uid"] = &m, m.uid
			p.active[m.uid] = true
		}
		page := ""
		if p.dice.IntN(5) > 0 {
			page = fmt.Sprintf("https://%s.example/trips/%d?from=ü", strings.ToLower(c.name), p.dice.IntN(15))
			one["source_url"] = page
		}
		if p.dice.IntN(4) == 0 {
			one["collaborator"] = "guides"
			if kind == 0 {
				p.seen++
			}
		}
		p.count(c, who, page, kind, clock.Day(at))
		list = append(list, one)
	}
	batch := object{"events": list}
	if p.dice.IntN(3) == 0 {
		batch["pid"] = c.pid
		p.call(asApp, "", "POST", "copilot/events", batch, http.StatusOK)
	} else {
		p.call(pick(p, []func(*http.Request){c.server, c.page}), c.name, "POST", "copilot/events", batch, http.StatusOK)
	}
	p.sent = append(p.sent, object{"pid": c.pid, "events": list})
}

func (p *platform) count(c *client, who *member, page string, kind int, day int64) {
	f := p.days[day]
	f[kind]++
	p.days[day] = f
	if day <= clock.Day(clock.Now())-30 {
		return
	}
	p.byPartner.add(c.name, kind)
	if page != "" {
		p.partnerPages.add(c.name+" "+page, kind)
	}
	if who != nil {
		p.byUser.add(who.name, kind)
		p.byPair.add(c.name+" "+who.name, kind)
		if page != "" {
			p.userPages.add(who.name+" "+page, kind)
		}
	}
}

// again sends a batch that was sent before, as programs do that have heard no answer.
func (p *platform) again() {
	p.t.Helper()
	batch := pick(p, p.sent)
	answer := p.call(asApp, "", "POST", "copilot/events", batch, http.StatusOK)
	if answer["accepted"] != 0.0 {
		p.t.Fatalf("events that came before: %v", answer)
	}
}

func (p *platform) collection(c *client) {
	p.t.Helper()
	for _, name := range slices.Sorted(maps.Keys(p.open)) {
		if owner, alt, _ := strings.Cut(name, " "); owner == c.name {
			answer := p.call(c.server, c.name, "GET", "collections/"+alt, nil, http.StatusOK)
			inside, _ := answer["item"].(object)["content"].(object)["items"].([]any)
			if len(inside) != p.open[name] {
				p.t.Errorf("%s shows %d of %d", name, len(inside), p.open[name])
			}
		}
	}
}

// accept lets somebody have a collection of the partner's: users, advisors, and now and then somebody new.
func (p *platform) accept(c *client) {
	p.t.Helper()
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(p.open)), func(name string) bool {
		return !strings.HasPrefix(name,
			c.name)
	})
	_, alt, _ := strings.Cut(pick(p, names), " ")
	m, in := pick(p, slices.Concat(c.users, p.advisors)), object{}
	in["uid"] = m.uid
	if p.dice.IntN(6) == 0 {
		name := fmt.Sprintf("new%d", p.dice.IntN(1_000_000_000))
		in = object{"email": name + "@Test.example", "first_name": name}
		answer, _ := p.call(c.server, c.name, "POST", "invites/"+alt+"/accept", in, http.StatusCreated)["item"].(object)
		uid, _ := answer["uid"].(string)
		if answer["signed_up"] != true || uid == "" {
			p.t.Fatalf("somebody new: %v", answer)
		}
		p.accepted[uid+" "+alt], _ = answer["hashid"].(string)
		p.active[uid] = true
		return
	}
	p.active[m.uid] = true
	want, before := http.StatusCreated, p.accepted[m.uid+" "+alt]
	if before != "" {
		want = http.StatusOK
	}
	answer, _ := p.call(c.server, c.name, "POST", "invites/"+alt+"/accept", in, want)["item"].(object)
	if before != "" && answer["hashid"] != before {
		p.t.Fatalf("accepted twice: %v and %s", answer, before)
	}
	p.accepted[m.uid+" "+alt], _ = answer["hashid"].(string)
}

// create lets a user add content and put it into their own collection, each twice.
func (p *platform) create(c *client) {
	p.t.Helper()
	m := pick(p, c.users)
	p.active[m.uid] = true
	in := object{"uid": m.uid, "title": "Found by " + m.name, "content_url": fmt.Sprintf("https://blog.example/%d",
		p.dice.Uint64())}
	first, _ := p.call(c.server, c.name, "POST", "content", in, http.StatusCreated)["item"].(object)
	second, _ := p.call(asApp, "", "POST", "content", in, http.StatusOK)["item"].(object)
	if first["id"] != second["id"] {
		p.t.Fatalf("the same content twice: %v and %v", first, second)
	}
	p.added++
	into := object{"uid": m.uid, "content_ids": []any{first["id"]}}
	for _, want := range []float64{1, 0} {
		answer := p.call(c.server, c.name, "POST", "collections/"+p.keepsakes[m.uid]+"/content", into, http.StatusOK)
		if answer["added"] != want {
			p.t.Fatalf("put into a collection: %v", answer)
		}
	}
	p.put++
}

func (p *platform) personalise(c *client) {
	p.t.Helper()
	names := slices.Sorted(maps.Keys(p.accepted))
	names = slices.DeleteFunc(names, func(name string) bool {
		_, alt, _ := strings.Cut(name, " ")
		_, theirs := p.open[c.name+" "+alt]
		return !theirs
	})
	if len(names) == 0 {
		return
	}
	name := pick(p, names)
	uid, _, _ := strings.Cut(name, " ")
	list := []object{}
	for i := range p.dice.IntN(4) {
		list = append(list, object{
			"name": fmt.Sprintf("Client %d", i), "personal_message": "For you", "cta_display": "book",
			"content_customisations_count": i,
		})
	}
	for range 2 {
		answer := p.call(c.server, c.name, "PUT", "shared-collections/"+p.accepted[name]+"/personalisations",
			object{"uid": uid, "personalisations": list}, http.StatusOK)
		if items, _ := answer["items"].([]any); len(items) != len(list) {
			p.t.Fatalf("personalised: %v", answer)
		}
	}
	p.active[uid] = true
	p.personal[p.accepted[name]] = len(list)
}

// settle lets the log be written and events be summed up by the queue, as on any day.
func (p *platform) settle() {
	p.t.Helper()
	if err := p.h.Start(p.t.Context()); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = p.h.Queue.Stop(context.Background()) })
	all := int64(0)
	for _, n := range p.calls {
		all += n
	}
	deadline := time.Now().Add(30 * time.Second)
	for p.h.count("SELECT count(*) FROM api_logs") < all || p.h.count("SELECT count(*) FROM copilot_fresh") > 0 ||
		p.h.count("SELECT last_day FROM copilot_window") == 0 {
		if time.Now().After(deadline) {
			p.t.Fatalf("%d of %d calls are in the log, %d events are to be summed up",
				p.h.count("SELECT count(*) FROM api_logs"), all, p.h.count("SELECT count(*) FROM copilot_fresh"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// total is how many rows a list of the console's says there are.
func (p *platform) total(path string) int64 {
	p.t.Helper()
	meta, _ := p.ask("GET", path, nil)["meta"].(object)
	n, ok := meta["total"].(float64)
	if !ok {
		p.t.Fatalf("%s: no total", path)
	}
	return int64(n)
}

func (p *platform) is(what string, got, want int64) {
	p.t.Helper()
	if got != want {
		p.t.Errorf("%s: %d, the books say %d", what, got, want)
	}
}

func (p *platform) logs() {
	p.t.Helper()
	all, fine := int64(0), int64(0)
	for status, n := range p.calls {
		all += n
		if status < 400 {
			fine += n
		}
	}
	p.is("all calls", p.total("api-logs"), all)
	p.is("calls that succeeded", p.total("api-logs?status=success"), fine)
	for _, c := range p.partners {
		all, fine = 0, 0
		for status, n := range p.ofPartner[c.name] {
			all += n
			if status < 400 {
				fine += n
			}
		}
		p.is("calls of "+c.name, p.total(fmt.Sprintf("api-logs?partner=%d", c.id)), all)
		p.is("calls of "+c.name+" that succeeded", p.total(fmt.Sprintf("api-logs?partner=%d&status=success", c.id)), fine)
		item, _ := p.ask("GET", fmt.Sprintf("partners/%d", c.id), nil)["item"].(object)
		if item["last_api_activity_at"] == nil || item["last_login_at"] == nil {
			p.t.Errorf("%s was never here: %v", c.name, item)
		}
	}
}

func (p *platform) searches() {
	p.t.Helper()
	all := int64(0)
	for term, n := range p.history {
		all += n
		p.is("searches for "+term, p.total("search-history?query="+url.QueryEscape(term)), n)
	}
	counts, _ := p.ask("GET", "search-history?counts=1&per_page=100", nil)["meta"].(object)["counts"].(object)
	for tab, want := range map[string]int64{"all": all, "zero": p.misses, "has": all - p.misses} {
		p.is("searches: "+tab, int64(counts[tab].(object)["total"].(float64)), want)
	}
	p.is("searches from the cache", p.h.count("SELECT count(*) FROM search_history WHERE cached"), p.fromCache)
	p.is("searches without results on the dashboard", p.total("dashboard/searches-with-no-results"), p.misses)
	items, _ := p.ask("GET", "facades?per_page=100", nil)["items"].([]any)
	for _, item := range items {
		facade, _ := item.(object)
		term, _ := facade["term"].(string)
		p.is("views of "+term, int64(facade["views"].(float64)), p.led[term])
	}
}

func figuresOf(row object) figures {
	f := figures{}
	for i, name := range []string{"views", "clicks", "lead_intents", "leads"} {
		n, _ := row[name].(float64)
		f[i] = int64(n)
	}
	return f
}

// table reads all pages of an insight table, and compares it with the books.
func (p *platform) table(path string, want sums, name func(object) string, more func(name string, row object)) {
	p.t.Helper()
	got, last := sums{}, int64(1<<60)
	for page := 1; ; page++ {
		items, _ := p.ask("GET", fmt.Sprintf("copilot-insights/%s?page=%d", path, page), nil)["items"].([]any)
		for _, item := range items {
			row, _ := item.(object)
			f := figuresOf(row)
			if f[0] > last {
				p.t.Errorf("%s is not sorted by views", path)
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
		p.t.Errorf("%s: %v, the books say %v", path, got, want)
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

// part are the sums about one, by the rest of their names.
func (s sums) part(first string) sums {
	part := sums{}
	for key, f := range s {
		if rest, ok := strings.CutPrefix(key, first+" "); ok {
			part[rest] = f
		}
	}
	return part
}

func (p *platform) insights() {
	p.t.Helper()
	p.table("views-by-partner", p.byPartner, partnerName, func(name string, row object) {
		p.is("advisors of "+name, int64(row["advisors_count"].(float64)), int64(len(p.byPair.part(name))))
	})
	p.table("views-by-user", p.byUser, userName, func(name string, row object) {
		n := int64(0)
		for key := range p.byPair {
			if strings.HasSuffix(key, " "+name) {
				n++
			}
		}
		p.is("partners of "+name, int64(row["partners_count"].(float64)), n)
	})
	for _, c := range p.partners {
		p.table(fmt.Sprintf("partner/%d/views-by-user", c.id), p.byPair.part(c.name), userName, nil)
		p.table(fmt.Sprintf("partner/%d/views-by-page", c.id), p.partnerPages.part(c.name), pageURL, nil)
		for _, m := range c.users {
			p.table(fmt.Sprintf("user/%d/views-by-page", m.id), p.userPages.part(m.name), pageURL, nil)
		}
	}
	for _, m := range p.advisors {
		mine := sums{}
		for _, c := range p.partners {
			if f, ok := p.byPair[c.name+" "+m.name]; ok {
				mine[c.name] = f
			}
		}
		p.table(fmt.Sprintf("user/%d/views-by-partner", m.id), mine, partnerName, nil)
		p.table(fmt.Sprintf("user/%d/views-by-page", m.id), p.userPages.part(m.name), pageURL, nil)
	}
	now, before := figures{}, figures{}
	today := clock.Day(clock.Now())
	for day, f := range p.days {
		for i := range f {
			if day > today-30 {
				now[i] += f[i]
			} else if day > today-60 {
				before[i] += f[i]
			}
		}
	}
	tiles := p.ask("GET", "users/highlights", nil)
	if got := figuresOf(tiles["now"].(object)); got != now {
		p.t.Errorf("the highlights are %v, the books say %v", got, now)
	}
	if got := figuresOf(tiles["previous"].(object)); got != before {
		p.t.Errorf("the highlights before are %v, the books say %v", got, before)
	}
	collaborators, _ := p.ask("GET", "collaborators", nil)["items"].([]any)
	p.is("views of the collaborator", int64(collaborators[0].(object)["views"].(float64)), p.seen)
}

// rest is what users did: what they accepted, made of it, added, and that they were there.
func (p *platform) rest() {
	p.t.Helper()
	p.is("shared collections", p.total("shared-collections?type=user-accepted"), int64(len(p.accepted)))
	personal := int64(0)
	for _, n := range p.personal {
		personal += int64(n)
	}
	p.is("personalisations", p.h.count("SELECT count(*) FROM personalisations"), personal)
	p.is("personalisations in the list",
		p.h.count("SELECT coalesce(sum(personalisations_count), 0) FROM shared_collections"), personal)
	p.is("content of users", p.total("dashboard/content-added-by-users"), p.added)
	p.is("content users put into collections", p.total("dashboard/content-added-to-collections"), p.put)
	p.is("users who were active", p.h.count("SELECT count(*) FROM users WHERE active_at IS NOT NULL AND NOT internal"),
		int64(len(p.active)))
	p.is("days users were active", p.h.count("SELECT count(DISTINCT user_id) FROM user_active_days"), int64(len(p.active)))
	shown := p.h.count("SELECT count(*) FROM content WHERE last_api_at IS NOT NULL AND deleted_at IS NULL")
	p.is("content that was shown", p.total("content?api_requests=success"), shown)
	if shown == 0 || shown >= p.h.count("SELECT count(*) FROM content") {
		p.t.Errorf("%d items were shown", shown)
	}
	signedUp := p.h.count("SELECT count(*) FROM users WHERE signup_source = 'invite' AND signup_partner_id IS NOT NULL AND signup_collection_id IS NOT NULL AND partner_id IS NULL AND NOT internal")
	p.is("users who signed up by an invitation", signedUp, p.h.count("SELECT count(*) FROM users WHERE email LIKE 'new%'"))
	if signedUp == 0 {
		p.t.Error("nobody signed up")
	}
}
