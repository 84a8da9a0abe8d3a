package pages

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/host"
)

// Event is something that a visitor did on a page.
type Event struct {
	PartnerID int64
	UserID    *int64 // the advisor whose visitor it was, or nil
	ID        string
	Kind      string // view, click, lead_intent or lead
	SourceURL string
}

const (
	maxEvent        = 8 << 10
	eventsPerMinute = 120
)

var eventID = regexp.MustCompile(`^[0-9A-Za-z-]{16,64}$`)

// visitorEvents are the events that pages report. Leads are counted when a form is stored.
var visitorEvents = []string{"view", "click", "lead_intent"}

// sentEvent is an event as page.js sends it.
type sentEvent struct {
	Page string `json:"page"` // the last part of the page's path
	Kind string `json:"kind"` // the kind of the page
	UID  string `json:"uid"`

	ID    string `json:"id"`
	Event string `json:"event"`
	URL   string `json:"url"`
}

// recordEvent counts what visitors do. It answers with 204, and with 400 for anything that page.js does not send.
func (s *Server) recordEvent(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if origin := r.Header.Get("Origin"); origin != "" && !sameHost(origin, r.Host) {
		http.Error(w, "Events are accepted from pages only.", http.StatusForbidden)
		return
	}
	var sent sentEvent
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxEvent)).Decode(&sent); err != nil {
		http.Error(w, "This is not an event.", http.StatusBadRequest)
		return
	}
	status, err := s.takeEvent(r, sent)
	if refused, ok := apierr.As(err); ok {
		status, err = refused.GetStatus(), nil
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.WriteHeader(status)
}

func (s *Server) takeEvent(r *http.Request, sent sentEvent) (status int, err error) {
	ctx := r.Context()
	kind := Kind(sent.Kind)
	if kind == Personalised {
		kind = Landing
	}
	if !slices.Contains([]Kind{Landing, Invitation, Embed}, kind) || !slices.Contains(visitorEvents, sent.Event) ||
		!eventID.MatchString(sent.ID) {
		return http.StatusBadRequest, nil
	}
	at, ok := newAddress(kind, sent.Page, url.Values{"uid": {sent.UID}}, siteOf(r).partner)
	if !ok {
		return http.StatusBadRequest, nil
	}
	wait, err := auth.Limits{DB: s.DB}.Hit(ctx, auth.Limit{
		Key: "event " + auth.AddressKey(api.ClientIP(ctx)), Allowed: eventsPerMinute, Per: time.Minute,
	})
	if err != nil || wait > 0 {
		return http.StatusTooManyRequests, err
	}
	page, err := s.page(ctx, at)
	if err != nil || page.status != http.StatusOK {
		return http.StatusNotFound, err
	}
	return http.StatusNoContent, s.RecordEvent(ctx, Event{
		PartnerID: page.partner, UserID: page.user, ID: sent.ID, Kind: sent.Event, SourceURL: page.sourceURL(r, sent.URL),
	})
}

// sourceURL returns where an event happened: on the page itself, or for an embed on a site that may show it. Parameters
// are left out, since they may be personal.
func (p *rendered) sourceURL(r *http.Request, sent string) string {
	parsed, err := url.Parse(sent)
	if err != nil || (parsed.Scheme != "http" && parsed.Scheme != "https") {
		return p.canonical
	}
	allowed := sameHost(sent, r.Host)
	if p.kind == Embed {
		allowed = allowed || slices.ContainsFunc(p.frameAncestors, func(site string) bool {
			return host.Normalise(site) == host.Normalise(parsed.Host)
		})
	}
	if !allowed {
		return p.canonical
	}
	return parsed.Scheme + "://" + parsed.Host + parsed.EscapedPath()
}
