package app

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"waymark/internal/features/copilot"
	"waymark/internal/features/copilotconfig"
	"waymark/internal/features/demosite"
	"waymark/internal/features/leads"
	"waymark/internal/features/pages"
	"waymark/internal/kit/api"
	"waymark/internal/kit/write"
)

// newPages connects the server of public pages with what it needs from other features.
func (a *App) newPages() *pages.Server {
	server := &pages.Server{
		DB: a.DB, Sites: a.sites, Changes: a.changes, Files: a.media, Fetch: a.media.Fetch,
		CopilotScript: copilotconfig.ServeScript, CopilotConfig: http.HandlerFunc(a.copilot.ServeConfig),
		CopilotEvents: a.Gate.Limit(a.refuse(), a.Gate.Guard(noStore(a.Public))),
		SubmitLead: func(ctx context.Context, l pages.Lead) error {
			_, _, err := a.leads.Submit(ctx, leads.Submission{
				PartnerID: l.PartnerID, UserID: l.UserID, CollectionID: l.CollectionID, Name: l.Name, Email: l.Email,
				Phone: l.Phone, Message: l.Message, PageURL: l.PageURL,
			})
			return err
		},
		RecordEvent: func(ctx context.Context, e pages.Event) error {
			return a.Store.Do(ctx, func(tx *write.Tx) error {
				return copilot.Record(ctx, tx, e.PartnerID, e.UserID,
					copilot.SentEvent{ID: e.ID, Kind: e.Kind, SourceURL: e.SourceURL})
			})
		},
	}
	server.Start()
	return server
}

// countLead counts a new lead in Insights.
func countLead(ctx context.Context, tx *write.Tx, id int64, form leads.Submission) error {
	return copilot.Record(ctx, tx, form.PartnerID, form.UserID,
		copilot.SentEvent{ID: "lead-" + strconv.FormatInt(id, 10), Kind: "lead", SourceURL: form.PageURL})
}

// PagesHandler returns the handler of an address that serves public pages only.
func (a *App) PagesHandler() (http.Handler, error) {
	proxies, err := a.Config.proxies()
	if err != nil {
		return nil, err
	}
	site := &demosite.Site{DB: a.DB, Pages: strings.TrimRight(a.Config.LandingURL, "/")}
	pages := a.limitPages()
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.Config.Demo && site.Serves(r) {
			site.ServeHTTP(w, r)
			return
		}
		if r.URL.Path == domainCheck && r.Method == http.MethodGet {
			a.pages.CheckDomain(w, r)
			return
		}
		pages.ServeHTTP(w, r)
	})
	return api.Identify(proxies, api.Log(a.closeWhenDraining(handler))), nil
}
