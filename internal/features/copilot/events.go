package copilot

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
	"waymark/internal/platform/gate"
)

// SentEvents are what a partner's sites tell of Copilot.
type SentEvents struct {
	PID    string      `json:"pid,omitempty" doc:"Whose site it was, by the partner's PID. Only the app says so; a partner's own keys do it otherwise."`
	Events []SentEvent `json:"events" minItems:"1" maxItems:"1000" nullable:"false"`
}

// SentEvent is something that happened in Copilot.
type SentEvent struct {
	ID           string     `json:"id" maxLength:"64" doc:"The caller's own name for it. The same one sent again counts once."`
	Kind         string     `json:"kind" enum:"view,click,lead_intent,lead"`
	UID          string     `json:"uid,omitempty" doc:"Whose Copilot it was."`
	SourceURL    string     `json:"source_url,omitempty" maxLength:"2000" doc:"The page it happened on."`
	Collaborator string     `json:"collaborator,omitempty" doc:"The slug of the collaborator whose content it was about."`
	OccurredAt   *time.Time `json:"occurred_at,omitempty" doc:"Now when not given."`
}

// TakenEvents tells what became of events.
type TakenEvents struct {
	Accepted   int64 `json:"accepted"`
	Duplicates int64 `json:"duplicates" doc:"How many had come before."`
}

const (
	mostEvents = 1000
	mostBytes  = 4 << 20
	maxID      = 64
	maxURL     = 2000
	ahead      = 10 * time.Minute // how far a caller's clock may be ahead
)

var kinds = []string{"view", "click", "lead_intent", "lead"}

// Events takes events in.
type Events struct {
	Store *write.Store
	// Keep is how long single events are kept, 0 for ever. Older ones are refused: nobody could tell any more whether they had come before.
	Keep time.Duration
}

// MountPublic adds the call for partners' programs and the app.
func (e *Events) MountPublic(a *api.API) {
	op := api.Op{
		Method: "POST", Path: "/api/v1/copilot/events", ID: "recordCopilotEvents", Tag: "Copilot",
		Summary: "Record Copilot events", Body: a.SchemaOf(SentEvents{}), MaxBody: mostBytes,
		Description: "Up to 1,000 events: all are recorded, or none. Events that were recorded before are ignored. Statistics are updated within seconds.",
	}
	gate.Handle(a, op, []gate.Kind{gate.Server, gate.Browser, gate.App}, e.take)
}

func (e *Events) take(ctx context.Context, call *api.Call, v *gate.Visit) (*TakenEvents, error) {
	// Each event by itself, so that one that can't be read is told from the others.
	sent, err := gate.Decode[struct {
		PID    string            `json:"pid"`
		Events []json.RawMessage `json:"events"`
	}](ctx, call)
	if err != nil {
		return nil, err
	}
	partner, err := e.partner(ctx, v, sent.PID)
	if err != nil {
		return nil, err
	}
	if n := len(sent.Events); n == 0 || n > mostEvents {
		return nil, apierr.Field("events", "Must be 1 to %d events.", mostEvents)
	}
	events, err := gate.DecodeList[SentEvent]("events", sent.Events)
	if err != nil {
		return nil, err
	}
	rows, err := e.check(ctx, v, events)
	if err != nil {
		return nil, err
	}
	taken := &TakenEvents{}
	err = e.Store.Do(ctx, func(tx *write.Tx) error {
		taken.Accepted, err = store(ctx, tx, partner, rows)
		return err
	})
	taken.Duplicates = int64(len(rows)) - taken.Accepted
	v.SetResults(taken.Accepted)
	return taken, err
}

// partner is whose site the events come from.
func (e *Events) partner(ctx context.Context, v *gate.Visit, pid string) (int64, error) {
	if v.Kind != gate.App {
		if pid != "" {
			return 0, apierr.Field("pid", "Is only for the app: the key tells whose site it is.")
		}
		return v.PartnerID, nil
	}
	if pid == "" {
		return 0, apierr.Field("pid", "This field is required.")
	}
	id, err := db.Value[int64](ctx, e.Store.DB.Read(), "SELECT id FROM partners WHERE alt_id = ? AND deleted_at IS NULL",
		pid)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, apierr.Field("pid", "There is no such partner.")
	}
	if err != nil {
		return 0, fmt.Errorf("find the partner of events: %w", err)
	}
	return id, nil
}

// row is an event as it is stored.
type row struct {
	event        SentEvent
	user         *int64
	collaborator *int64
	page         *int64
	at           time.Time
}

func collaborators(ctx context.Context, c db.Conn, slugs []string) (map[string]int64, error) {
	found := map[string]int64{}
	slugs = slices.DeleteFunc(slugs, func(slug string) bool { return !api.Storable(slug) })
	if len(slugs) == 0 {
		return found, nil
	}
	list, err := db.All[struct {
		ID   int64  `db:"id"`
		Slug string `db:"slug"`
	}](ctx, c, "SELECT id, slug FROM collaborators WHERE slug IN (?)", slugs)
	if err != nil {
		return nil, fmt.Errorf("find the collaborators of events: %w", err)
	}
	for _, one := range list {
		found[one.Slug] = one.ID
	}
	return found, nil
}

// pageOf is the page an address leads to, without the name and password that some addresses carry, or what is wrong with it.
func pageOf(address string) (page, problem string) {
	if address == "" {
		return "", ""
	}
	at, err := url.Parse(address)
	if err != nil || at.Host == "" || (at.Scheme != "http" && at.Scheme != "https") || !api.Storable(address) {
		return "", "Must be an address that begins with http:// or https://."
	}
	if utf8.RuneCountInString(address) > maxURL {
		return "", fmt.Sprintf("Must have at most %d characters.", maxURL)
	}
	if at.User != nil {
		at.User = nil
		return at.String(), ""
	}
	return address, ""
}

// store writes events down and leaves them to be summed up. Those that came before are left out.
func store(ctx context.Context, tx *write.Tx, partner int64, rows []*row) (int64, error) {
	if err := pages(ctx, tx, rows); err != nil {
		return 0, err
	}
	// In one order, so that two nodes that are sent the same events take turns.
	slices.SortFunc(rows, func(a, b *row) int { return strings.Compare(a.event.ID, b.event.ID) })
	const marks = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
	args := make([]any, 0, 9*len(rows))
	for _, r := range rows {
		args = append(args, partner, r.event.ID, r.event.Kind, r.user, r.collaborator, r.page, r.at, clock.Day(r.at), tx.Now)
	}
	fresh, err := db.All[int64](ctx, tx.Conn,
		"INSERT INTO copilot_events (partner_id, event_id, kind, user_id, collaborator_id, page_id, occurred_at, day, received_at) VALUES "+
			marks+strings.Repeat(", "+marks, len(rows)-1)+" ON CONFLICT (partner_id, event_id) DO NOTHING RETURNING id", args...)
	if err != nil {
		return 0, fmt.Errorf("store events: %w", err)
	}
	if len(fresh) == 0 {
		return 0, nil
	}
	if _, err := tx.Exec(ctx, "INSERT INTO copilot_fresh (event_id) VALUES (?)"+strings.Repeat(", (?)", len(fresh)-1),
		anys(fresh)...); err != nil {
		return 0, fmt.Errorf("mark fresh events: %w", err)
	}
	return int64(len(fresh)), tx.Enqueue(ctx, SumUp{})
}

func anys(ids []int64) []any {
	list := make([]any, len(ids))
	for i, id := range ids {
		list[i] = id
	}
	return list
}

// pages finds the pages events happened on, and keeps those that are new.
func pages(ctx context.Context, tx *write.Tx, rows []*row) error {
	hashes := map[string]string{}
	for _, r := range rows {
		if address := r.event.SourceURL; address != "" && hashes[address] == "" {
			hashes[address] = secret.Hash(address)
		}
	}
	if len(hashes) == 0 {
		return nil
	}
	list := make([]string, 0, len(hashes))
	urls := map[string]string{}
	for address, hash := range hashes {
		list, urls[hash] = append(list, hash), address
	}
	slices.Sort(list)
	known, err := pagesBy(ctx, tx.Conn, list)
	if err != nil {
		return err
	}
	if len(known) < len(list) {
		args := []any{}
		for _, hash := range list {
			if known[hash] == 0 {
				args = append(args, hash, urls[hash])
			}
		}
		_, err := tx.Exec(ctx, "INSERT INTO copilot_pages (url_hash, url) VALUES (?, ?)"+strings.Repeat(", (?, ?)",
			len(args)/2-1)+" ON CONFLICT (url_hash) DO NOTHING", args...)
		if err != nil {
			return fmt.Errorf("keep pages: %w", err)
		}
		if known, err = pagesBy(ctx, tx.Conn, list); err != nil {
			return err
		}
	}
	for _, r := range rows {
		if hash := hashes[r.event.SourceURL]; hash != "" {
			id := known[hash]
			r.page = &id
		}
	}
	return nil
}

func pagesBy(ctx context.Context, c db.Conn, hashes []string) (map[string]int64, error) {
	list, err := db.All[struct {
		ID   int64  `db:"id"`
		Hash string `db:"url_hash"`
	}](ctx, c, "SELECT id, url_hash FROM copilot_pages WHERE url_hash IN (?)", hashes)
	if err != nil {
		return nil, fmt.Errorf("find pages: %w", err)
	}
	known := map[string]int64{}
	for _, page := range list {
		known[page.Hash] = page.ID
	}
	return known, nil
}
