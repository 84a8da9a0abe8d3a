package gate

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// refusal is the error that a call was answered with, as it is logged.
type refusal struct {
	code, message string
	fields        map[string][]string
}

// OtherFields is the name under which the log counts the invalid fields that it leaves out.
const OtherFields = "…"

func newRefusal(problem *apierr.Error) refusal {
	r := refusal{code: problem.Code, message: cleanValue(problem.Message, maxText), fields: map[string][]string{}}
	if problem.RequestID != "" {
		r.message += " (request_id " + problem.RequestID + ")"
	}
	names := slices.Sorted(maps.Keys(problem.Errors))
	for _, name := range names[:min(len(names), maxEntries)] {
		r.fields[clean(name, maxName)] = []string{cleanValue(strings.Join(problem.Errors[name], " "), maxNestedText)}
	}
	if text := more(len(names)); text != "" {
		r.fields[OtherFields] = []string{strings.TrimSpace(text)}
	}
	return r
}

// words are the texts by which a refused call is found.
func (r refusal) words() []string {
	words := []string{r.code, r.message}
	for _, name := range slices.Sorted(maps.Keys(r.fields)) {
		words = append(append(words, name), r.fields[name]...)
	}
	return words
}

// kindNames are the names of kinds in the log.
var kindNames = map[Kind]string{Anonymous: "anonymous", Server: "server", Browser: "browser", App: "app"}

func (e *entry) refused() bool { return e.status >= http.StatusBadRequest }

// partnerID returns the partner of a call, or nil: that of the key, and for the app the one the call is about.
func (e *entry) partnerID() *int64 {
	switch {
	case e.caller.PartnerID != 0 && !e.unattributed:
		return &e.caller.PartnerID
	case e.partner != 0:
		return &e.partner
	}
	return e.partnerOfPeople()
}

// partnerOfPeople returns the partner of the users that a call of the app names, or nil unless it is the same one.
func (e *entry) partnerOfPeople() *int64 {
	people := e.named()
	if e.caller.Kind != App || len(people) == 0 || people[0].PartnerID == nil {
		return nil
	}
	for _, p := range people {
		if p.PartnerID == nil || *p.PartnerID != *people[0].PartnerID {
			return nil
		}
	}
	return people[0].PartnerID
}

// named returns the users that a call refers to: those who were active, or else the one it is about.
func (e *entry) named() []Person {
	if len(e.people) == 0 && e.subject != nil {
		return []Person{*e.subject}
	}
	return e.people
}

// userID returns the user of a call, or nil unless the call refers to exactly one.
func (e *entry) userID() *int64 {
	people := e.named()
	for _, p := range people {
		if p.ID != people[0].ID {
			return nil
		}
	}
	if len(people) == 0 {
		return nil
	}
	return &people[0].ID
}

// claimsPerMinute is the number of refused calls per minute that are logged under a partner although nothing proves
// that they are the partner's: nobody can fill the log of somebody else.
const claimsPerMinute = 60

// claims counts such calls by partner.
type claims struct {
	counts map[int64]int
	ends   time.Time
}

func (c *claims) take(partner int64) bool {
	if now := clock.Now(); c.counts == nil || !now.Before(c.ends) {
		c.counts, c.ends = map[int64]int{}, now.Add(time.Minute)
	}
	c.counts[partner]++
	return c.counts[partner] <= claimsPerMinute
}

// attribute finds the partners and users of refused calls that have ended before they were looked up: those that the
// PID, the UID and the origin of the request name. It costs nothing if no call of the batch was refused.
func (l *Log) attribute(ctx context.Context, tx *write.Tx, batch []entry) error {
	found, err := findNamed(ctx, tx.Conn, batch)
	if err != nil {
		return err
	}
	for i := range batch {
		e := &batch[i]
		if !e.refused() || e.attributed { // the transaction may be retried
			continue
		}
		e.attributed = true
		if e.caller.Kind != Anonymous && e.userID() == nil {
			e.subject = found.user(e)
		}
		if e.partnerID() == nil {
			e.partner = found.partner(e)
		}
		// The key of a page is public, so a page that makes too many calls may be anybody's.
		unproven := e.caller.Kind == Anonymous || (e.caller.Kind == Browser && e.status == http.StatusTooManyRequests)
		if id := e.partnerID(); unproven && id != nil && !l.claims.take(*id) {
			e.partner, e.unattributed = 0, true
		}
	}
	return nil
}

// namedRecords are the records that refused calls name.
type namedRecords struct {
	partners map[string]int64 // by PID
	sites    map[string]int64 // partners by the host of their site
	users    map[string]Person
}

func (n namedRecords) partner(e *entry) int64 {
	if id := n.partners[e.parameters["pid"]]; id != 0 && e.caller.PartnerID == 0 {
		return id
	}
	return n.sites[e.origin]
}

// user returns the user whose UID a call has sent, unless the caller may not know of them.
func (n namedRecords) user(e *entry) *Person {
	p, ok := n.users[e.parameters["uid"]]
	partner := e.caller.PartnerID
	if !ok || p.Internal || (e.caller.Kind != App && p.PartnerID != nil && *p.PartnerID != partner) {
		return nil
	}
	return &p
}

func findNamed(ctx context.Context, c db.Conn, batch []entry) (namedRecords, error) {
	pids, hosts, uids := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i := range batch {
		if e := &batch[i]; e.refused() && !e.attributed {
			if e.caller.PartnerID == 0 {
				pids[e.parameters["pid"]], hosts[e.origin] = true, true
			}
			if e.caller.Kind != Anonymous {
				uids[e.parameters["uid"]] = true
			}
		}
	}
	found := namedRecords{partners: map[string]int64{}, sites: map[string]int64{}, users: map[string]Person{}}
	err := find(ctx, c, found.partners, pids, "SELECT alt_id AS name, id FROM partners WHERE alt_id IN (?)")
	if err != nil {
		return found, err
	}
	for _, query := range []string{
		`SELECT landing_page_domain AS name, id FROM partners
		WHERE landing_page_domain IN (?) AND landing_page_domain <> '' AND deleted_at IS NULL`,
		`SELECT d.domain AS name, s.partner_id AS id FROM site_domains AS d JOIN sites AS s ON s.id = d.site_id
		WHERE d.domain IN (?) AND s.deleted_at IS NULL`,
	} {
		if err := find(ctx, c, found.sites, hosts, query); err != nil {
			return found, err
		}
	}
	if delete(uids, ""); len(uids) > 0 {
		query := "SELECT " + personColumns + " FROM users WHERE alt_id IN (?)"
		people, err := db.All[Person](ctx, c, query, slices.Sorted(maps.Keys(uids)))
		if err != nil {
			return found, fmt.Errorf("find users of refused calls: %w", err)
		}
		for _, p := range people {
			found.users[p.UID] = p
		}
	}
	return found, nil
}

// find adds the ids of the records that a query finds by their names.
func find(ctx context.Context, c db.Conn, into map[string]int64, names map[string]bool, query string) error {
	if delete(names, ""); len(names) == 0 {
		return nil
	}
	list, err := db.All[struct {
		Name string `db:"name"`
		ID   int64  `db:"id"`
	}](ctx, c, query, slices.Sorted(maps.Keys(names)))
	if err != nil {
		return fmt.Errorf("find partners of refused calls: %w", err)
	}
	for _, record := range list {
		into[record.Name] = record.ID
	}
	return nil
}
