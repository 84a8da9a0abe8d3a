// Package attention lists the items of content that need attention, and why: broken and moved links, dates that are
// near, missing fields, likely duplicates. A worker follows the numbered changes of content and keeps the reasons in a
// table, so that saving content costs nothing and the list is short work however much content there is.
package attention

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/mail"
	"waymark/internal/kit/resource"
)

// The reasons for which an item needs attention.
const (
	broken        = "broken"
	moved         = "moved"
	expiring      = "expiring" // within Window
	expired       = "expired"  // but still in a public collection
	duplicate     = "duplicate"
	noImage       = "no_image"
	noSynopsis    = "no_synopsis"
	noDestination = "no_destination"
	noSubjectArea = "no_subject_area"
	noLibrary     = "no_library"
)

// snoozed is the tab with the rows that are hidden until a date, whatever their reason.
const snoozed = "snoozed"

// all is the tab with all rows that are not snoozed.
const all = "all"

var reasons = []string{
	broken, moved, expiring, expired, duplicate, noImage, noSynopsis, noDestination, noSubjectArea, noLibrary,
}

var tabs = append(append([]string{all}, reasons...), snoozed)

// Window is how long before its expiry date an item needs attention.
const Window = 30 * 24 * time.Hour

// Service keeps and serves the list.
type Service struct {
	Kit  resource.Kit
	Mail mail.Sender
	// Product and PublicURL are the name and the address of the console in e-mails.
	Product, PublicURL string
	// Now returns the time, for tests. It is clock.Now if nil.
	Now func() time.Time

	items *resource.Resource[Finding]
	wake  chan struct{}
}

// New returns a service.
func New(kit resource.Kit, sender mail.Sender, product, publicURL string) *Service {
	return &Service{Kit: kit, Mail: sender, Product: product, PublicURL: publicURL, wake: make(chan struct{}, 1)}
}

func (s *Service) now() time.Time {
	if s.Now != nil {
		return s.Now()
	}
	return clock.Now()
}

// Mount registers the endpoints.
func (s *Service) Mount() {
	kit := s.Kit
	kit.API.NameRecords("attention", "attention-item", "attention-items")
	kit.Exports, kit.Imports = nil, nil // the rows are worked out from content, which can be exported
	s.items = resource.Mount(kit, s.definition())
	s.items.MountList(s.list)
	api.Handle(kit.API, api.Op{
		Method: "GET", Path: "/api/admin/attention/counts", Tag: label, ID: "countAttentionItems",
		Summary: "Count what needs attention", Replica: true,
	}, s.count)
	s.mountDuplicates()
	s.mountActions()
	s.mountFixes()
}

// FindingCounts are the numbers of rows in the tabs of the list.
type FindingCounts struct {
	Counts map[string]int64 `json:"counts" doc:"Number of rows by reason; all of them; those that are snoozed."`
	Mine   int64            `json:"mine" doc:"Number of rows that are assigned to you."`
}

func (s *Service) count(ctx context.Context, _ *api.Call) (*FindingCounts, error) {
	return s.counts(ctx, callerID(ctx))
}

// counts reads the stored counts, which triggers maintain.
func (s *Service) counts(ctx context.Context, userID int64) (*FindingCounts, error) {
	stored, err := db.All[struct {
		Facet string `db:"facet"`
		Value string `db:"value"`
		N     int64  `db:"n"`
	}](ctx, s.Kit.Store.DB.Read(), `SELECT facet, value, n FROM current_counts
		WHERE list = 'attention' AND (facet IN ('tab', 'open') OR (facet = 'assignee' AND value = ?))`, fmt.Sprint(userID))
	if err != nil {
		return nil, fmt.Errorf("count what needs attention: %w", err)
	}
	counts := &FindingCounts{Counts: map[string]int64{}}
	for _, tab := range tabs {
		counts.Counts[tab] = 0
	}
	for _, count := range stored {
		if count.Facet == "assignee" {
			counts.Mine = count.N
		} else {
			counts.Counts[count.Value] = count.N
		}
	}
	return counts, nil
}
