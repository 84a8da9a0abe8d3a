package linkchecks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/linkcheck"
	"waymark/internal/kit/lookup"
	"waymark/internal/platform/schema"
)

// Link is what is known about the link of an item.
type Link struct {
	URL          string     `json:"url"`
	Status       string     `json:"status" enum:",ok,moved,broken,unsure" doc:"Empty until it has been checked."`
	Code         int        `json:"code" doc:"Status code of the last response; 0 if there was none." example:"404"`
	FinalURL     string     `json:"final_url" doc:"Where the link leads."`
	Problem      string     `json:"problem" example:"The page does not exist."`
	CheckedAt    *time.Time `json:"checked_at"`
	FailingSince *time.Time `json:"failing_since"`
	DueAt        *time.Time `json:"due_at" doc:"When it is checked next; null if checks are switched off."`
	Host         string     `json:"host"`
	HostDue      int64      `json:"host_due" doc:"Number of links to the same site that wait to be checked, at most 1,000."`
	Checks       []Check    `json:"checks" nullable:"false" db:"-" doc:"Results that differ from the one before, newest first."`
}

// Check is the result of a check.
type Check struct {
	CheckedAt time.Time `json:"checked_at"`
	URL       string    `json:"url"`
	Status    string    `json:"status"`
	Code      int       `json:"code"`
	FinalURL  string    `json:"final_url"`
	Problem   string    `json:"problem"`
}

const maxHostDue = 1000

// Mount registers the endpoints.
func (s *Service) Mount() {
	a := s.Kit.API
	lookup.MountWords(a, "options/link-statuses", "List the statuses of links", []lookup.Word{
		{ID: "all", Name: "All links"},
		{ID: "ok", Name: "Working"},
		{ID: "moved", Name: "Moved"},
		{ID: "broken", Name: "Broken"},
		{ID: "unsure", Name: "Unsure"},
		{ID: "unchecked", Name: "Not checked"},
	})
	api.Handle(a, api.Op{
		Method: "GET", Path: "/api/admin/content/{id}/link", Tag: "Content", ID: "getContentLink",
		Summary: "Get what is known about the link of an item", Progress: true,
	}, s.read)
	api.Handle(a, api.Op{
		Method: "POST", Path: "/api/admin/content/{id}/check-link", Tag: "Content", ID: "checkContentLink",
		Summary:     "Check the link of an item now",
		Description: "Returns 409 if the site is being visited, or wants to be left alone. Then the link is checked next.",
		NoUndo:      "A check changes nothing that could be undone.",
	}, s.checkNow)
}

func (s *Service) read(ctx context.Context, call *api.Call) (*api.Item[*Link], error) {
	id, err := call.ID("id")
	if err != nil {
		return nil, err
	}
	l, err := s.load(ctx, id)
	if err != nil {
		return nil, err
	}
	return &api.Item[*Link]{Item: l}, nil
}

func (s *Service) load(ctx context.Context, id int64) (*Link, error) {
	c := s.Kit.Store.DB.Read()
	found, err := db.All[Link](ctx, c, `
		SELECT content_url AS url, coalesce(status, '') AS status, coalesce(code, 0) AS code,
			coalesce(final_url, '') AS final_url, coalesce(problem, '') AS problem, checked_at, failing_since, due_at,
			coalesce(host, '') AS host, (SELECT count(*) FROM (SELECT 1 FROM content_links AS others
				WHERE others.host = content_links.host AND others.due_at <= ? LIMIT ?) AS due) AS host_due
		FROM content
		LEFT JOIN content_links ON content_id = id AND url = content_url
		WHERE id = ? AND content_url <> ''`+schema.Content.AndLive(), clock.Now(), maxHostDue, id)
	if err != nil {
		return nil, fmt.Errorf("read the link of item %d: %w", id, err)
	}
	if len(found) == 0 {
		return nil, apierr.NotFound()
	}
	l := &found[0]
	if s.Every == 0 {
		l.DueAt = nil
	}
	l.Checks, err = db.All[Check](ctx, c, `SELECT checked_at, url, status, code, final_url, problem FROM link_checks
		WHERE content_id = ? ORDER BY id DESC`, id)
	return l, wrap(err, "read the checks of a link")
}

// checkNow checks a link while the caller waits.
func (s *Service) checkNow(ctx context.Context, call *api.Call) (*api.Item[*Link], error) {
	id, err := call.ID("id")
	if err != nil {
		return nil, err
	}
	if _, err := s.load(ctx, id); err != nil {
		return nil, err
	}
	err = s.Kit.Store.DB.Write(ctx, func(tx *db.Tx) error { return s.planBatch(ctx, tx, []int64{id}, s.soon) })
	if err != nil {
		return nil, err
	}
	links, err := db.All[link](ctx, s.Kit.Store.DB.Read(),
		"SELECT "+linkColumns+" FROM content_links WHERE content_id = ?", id)
	if err != nil || len(links) == 0 {
		return nil, errors.Join(err, apierr.NotFound())
	}
	if err := s.checkWaiting(ctx, links[0]); err != nil {
		return nil, err
	}
	l, err := s.load(ctx, id)
	if err != nil {
		return nil, err
	}
	return &api.Item[*Link]{Item: l}, nil
}

// checkLimit is how long someone waits for a check.
const checkLimit = 25 * time.Second

func (s *Service) checkWaiting(ctx context.Context, l link) error {
	var busy error = apierr.Conflict("This site is being visited right now. The link is checked next.")
	ctx, cancel := context.WithTimeout(db.WithStatementLimit(ctx, 0), checkLimit)
	defer cancel()
	t := &turns{Service: s, held: map[string]*turn{}}
	defer func() { _ = t.release(context.WithoutCancel(ctx)) }() // a lease that is not returned ends by itself
	_, err := t.find(ctx, l.Host)
	if errors.Is(err, linkcheck.ErrBusy) {
		return cmp.Or(s.first(context.WithoutCancel(ctx), l), busy)
	}
	if err != nil {
		return err
	}
	err = s.check(ctx, t, l)
	if errors.Is(err, linkcheck.ErrBusy) || errors.Is(err, context.DeadlineExceeded) {
		return busy
	}
	return err
}

// first makes a link the next one of its host.
func (s *Service) first(ctx context.Context, l link) error {
	_, err := s.Kit.Store.DB.Writer().Exec(ctx, "UPDATE content_links SET due_at = ? WHERE content_id = ?",
		time.UnixMicro(0), l.ContentID)
	return wrap(err, "plan a check")
}
