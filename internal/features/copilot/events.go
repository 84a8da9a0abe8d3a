package copilot

import (
	"context"
	"encoding/json"
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

// SentEvents is a request to record Copilot events of a partner's sites.
type SentEvents struct {
	Key    string      `json:"key,omitempty" doc:"Key of the partner, in a text/plain body that a page sends. Other callers authenticate with a header." example:""`
	PID    string      `json:"pid,omitempty" doc:"PID of the partner. Required for the app; other callers are identified by their key and must not send it." example:""`
	Events []SentEvent `json:"events" minItems:"1" maxItems:"1000" nullable:"false" doc:"The events."`
}

// SentEvent is a Copilot event as a caller sends it.
type SentEvent struct {
	ID           string     `json:"id" maxLength:"64" doc:"Chosen by the caller, such as a UUID. A repeated id counts once." example:"8c1e6c0e-6f1d-4a43-9d3a-0f5a3f1f5c11"`
	Kind         string     `json:"kind" enum:"view,click,lead_intent,lead" doc:"What happened."`
	UID          string     `json:"uid,omitempty" doc:"UID of the user whose Copilot sent the event." example:"U5erAn4Qx7"`
	SourceURL    string     `json:"source_url,omitempty" maxLength:"2000" doc:"URL of the page it happened on." example:"https://www.harbour.example/lisbon"`
	Collaborator string     `json:"collaborator,omitempty" doc:"Slug of the collaborator whose content it was about." example:"guides"`
	OccurredAt   *time.Time `json:"occurred_at,omitempty" doc:"When it happened. Defaults to now."`
}

// TakenEvents reports how many events were recorded.
type TakenEvents struct {
	Accepted   int64 `json:"accepted" doc:"Number of events that were recorded." example:"1"`
	Duplicates int64 `json:"duplicates" doc:"Number of events that were already recorded." example:"0"`

	Rejected []RejectedEvent `json:"rejected" nullable:"false" doc:"Events that were not recorded. Sending them again is refused again."`
}

// RejectedEvent is an event that was not recorded.
type RejectedEvent struct {
	Index int    `json:"index" doc:"Position in events, from 0." example:"3"`
	Code  string `json:"code" enum:"malformed,invalid_id,repeated_id,invalid_kind,invalid_uid,unknown_collaborator,invalid_source_url,invalid_occurred_at" doc:"What is wrong first: malformed is no object, or has unknown fields or values of another type." example:"invalid_uid"`
}

const (
	maxEvents    = 1000
	maxID        = 64
	maxURL       = 2000
	maxClockSkew = 10 * time.Minute // How far a caller's clock may be ahead.
)

var kinds = []string{"view", "click", "lead_intent", "lead"}

// Events records Copilot events.
type Events struct {
	Store *write.Store
	// Keep is how long single events are stored; 0 keeps them forever. Older events are refused, because duplicates
	// among them could no longer be detected.
	Keep time.Duration
}

// MountPublic registers the endpoint that partners' sites and the app send events to.
func (e *Events) MountPublic(a *api.API) {
	op := api.Op{
		Method: "POST", Path: gate.CopilotEventsPath, ID: "recordCopilotEvents", Tag: "Copilot",
		Summary: "Record Copilot events", Body: a.SchemaOf(SentEvents{}), MaxBody: gate.MaxEventsBody,
		Description: "Up to 1,000 events. Events that were recorded before are ignored. If some are invalid, the others " +
			"are recorded, and rejected names those that were not; if all are, the response is 422 with the reasons. " +
			"Statistics are updated within seconds. Pages may send the JSON as text/plain, with their key in the field key: " +
			"then browsers need no preflight request, and can send it while a page is closed. The origin of the page must be " +
			"in the partner's whitelist or a Copilot domain of one of its sites.",
	}
	gate.Handle(a, op, []gate.Kind{gate.Server, gate.Browser, gate.App}, e.take)
}

func (e *Events) take(ctx context.Context, call *api.Call, v *gate.Visit) (*TakenEvents, error) {
	// Events are decoded one by one, so that an error names the event that is malformed.
	sent, err := gate.Decode[struct {
		Key    string            `json:"key"` // checked by the gate
		PID    string            `json:"pid"`
		Events []json.RawMessage `json:"events"`
	}](ctx, call)
	if err != nil {
		return nil, err
	}
	partner, err := v.FindPartner(ctx, e.Store.DB.Read(), sent.PID)
	if err != nil {
		return nil, err
	}
	if n := len(sent.Events); n == 0 || n > maxEvents {
		return nil, apierr.Field("events", "Must be 1 to %d events.", maxEvents)
	}
	rows, rejected, err := e.read(ctx, v, sent.Events)
	if err != nil {
		return nil, err
	}
	taken := &TakenEvents{Rejected: rejected}
	err = e.Store.Do(ctx, func(tx *write.Tx) error {
		taken.Accepted, err = store(ctx, tx, partner, rows)
		return err
	})
	taken.Duplicates = int64(len(rows)) - taken.Accepted
	v.SetResults(taken.Accepted)
	return taken, err
}

// Record records an event of a page that the platform serves itself, for a user or nil.
func Record(ctx context.Context, tx *write.Tx, partner int64, user *int64, event SentEvent) error {
	address, problem := cleanURL(event.SourceURL)
	if problem != "" {
		address = ""
	}
	event.SourceURL = address
	_, err := store(ctx, tx, partner, []*row{{event: event, user: user, at: tx.Now}})
	return err
}

// row is an event to be stored.
type row struct {
	event        SentEvent
	user         *int64
	collaborator *int64
	page         *int64
	at           time.Time
}

// findCollaborators returns the ids of collaborators by slug.
func findCollaborators(ctx context.Context, c db.Conn, slugs []string) (map[string]int64, error) {
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
		return nil, fmt.Errorf("find collaborators of events: %w", err)
	}
	for _, collaborator := range list {
		found[collaborator.Slug] = collaborator.ID
	}
	return found, nil
}

// cleanURL returns a URL without user name and password, or the problem with it.
func cleanURL(address string) (cleaned, problem string) {
	if address == "" {
		return "", ""
	}
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || (parsed.Scheme != "http" && parsed.Scheme != "https") || !api.Storable(address) {
		return "", "Must be a URL that starts with http:// or https://."
	}
	if utf8.RuneCountInString(address) > maxURL {
		return "", fmt.Sprintf("Must have at most %d characters.", maxURL)
	}
	if parsed.User != nil {
		parsed.User = nil
		return parsed.String(), ""
	}
	return address, ""
}

// store inserts events and enqueues their roll-up. It skips events that were stored before and returns the number of
// new ones.
func store(ctx context.Context, tx *write.Tx, partner int64, rows []*row) (int64, error) {
	if err := resolvePages(ctx, tx, rows); err != nil {
		return 0, err
	}
	// A fixed order prevents deadlocks between nodes that receive the same events.
	slices.SortFunc(rows, func(a, b *row) int { return strings.Compare(a.event.ID, b.event.ID) })
	values := make([][]any, len(rows))
	for i, r := range rows {
		values[i] = []any{
			partner, r.event.ID, r.event.Kind, r.user, r.collaborator, r.page, r.at, clock.Day(r.at), tx.Now,
		}
	}
	events := db.Insertion{
		Into: `copilot_events
			(partner_id, event_id, kind, user_id, collaborator_id, page_id, occurred_at, day, received_at)`,
		End: "ON CONFLICT (partner_id, event_id) DO NOTHING RETURNING id",
	}
	fresh := [][]any{}
	for query, args := range events.Statements(values) {
		ids, err := db.All[int64](ctx, tx.Conn, query, args...)
		if err != nil {
			return 0, fmt.Errorf("store events: %w", err)
		}
		for _, id := range ids {
			fresh = append(fresh, []any{id})
		}
	}
	if len(fresh) == 0 {
		return 0, nil
	}
	if err := tx.InsertRows(ctx, db.Insertion{Into: "copilot_fresh (event_id)"}, fresh); err != nil {
		return 0, fmt.Errorf("mark fresh events: %w", err)
	}
	return int64(len(fresh)), tx.Enqueue(ctx, RollUpJob{})
}

// resolvePages sets the page ids of events and inserts pages that are new.
func resolvePages(ctx context.Context, tx *write.Tx, rows []*row) error {
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
	known, err := pagesByHash(ctx, tx.Conn, list)
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
		_, err := tx.Exec(ctx, "INSERT INTO copilot_pages (url_hash, url) VALUES (?, ?)"+
			strings.Repeat(", (?, ?)", len(args)/2-1)+" ON CONFLICT (url_hash) DO NOTHING", args...)
		if err != nil {
			return fmt.Errorf("insert pages: %w", err)
		}
		if known, err = pagesByHash(ctx, tx.Conn, list); err != nil {
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

// pagesByHash returns the ids of pages by the hash of their URL.
func pagesByHash(ctx context.Context, c db.Conn, hashes []string) (map[string]int64, error) {
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
