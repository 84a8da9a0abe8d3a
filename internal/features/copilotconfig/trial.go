package copilotconfig

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/pathpattern"
	"waymark/internal/platform/gate"
)

// CopilotTrial is what Copilot would do on a page for the visitors of an advisor.
type CopilotTrial struct {
	Applies         bool                         `json:"applies" doc:"Whether Copilot changes the page."`
	Reason          *string                      `json:"reason" doc:"Why Copilot does nothing, or why no redirect is followed although one matches."`
	Redirect        *CopilotTrialRedirect        `json:"redirect" doc:"Where visitors are redirected, or null."`
	Transformations []CopilotTrialTransformation `json:"transformations" nullable:"false"`
	Disclaimer      *CopilotDisclaimer           `json:"disclaimer"`
	CSS             bool                         `json:"css" doc:"Whether the site has a style sheet."`
	Advisor         *CopilotAdvisor              `json:"advisor"`
	Language        string                       `json:"language"`
}

// CopilotTrialRedirect is where visitors of a page are redirected.
type CopilotTrialRedirect struct {
	Chain              []string `json:"chain" nullable:"false" doc:"The path of the page and those that it redirects to, one after the other. The last one is the target."`
	Target             string   `json:"target"`
	IgnorePreviousPage bool     `json:"ignore_previous_page" doc:"Whether the page is left out of the browser's history."`
}

// CopilotTrialTransformation is a transformation that Copilot applies.
type CopilotTrialTransformation struct {
	ID        int64    `json:"id"`
	Name      string   `json:"name"`
	Selectors []string `json:"selectors" nullable:"false"`
	Action    string   `json:"action" enum:"call_to_action,link_and_text,link,text,none" doc:"What changes in the elements."`
	Href      string   `json:"href" doc:"The new link, or empty. That of a call to action is an e-mail to the advisor."`
	Text      string   `json:"text" doc:"The new text, or empty."`
	Replace   bool     `json:"replace" doc:"Whether the elements are replaced by new ones."`
}

const maxURL = 2000

// mountTrial registers the endpoint of the console that tests what Copilot would do on a page.
func (s *Service) mountTrial(a *api.API) {
	api.Handle(a, api.Op{
		Method: "GET", Path: "/api/admin/partners/{partner_id}/sites/{site_id}/copilot-trial", ID: "testCopilot", Tag: "Site",
		Summary: "Test what Copilot does on a page",
		Query: []*huma.Param{
			api.TextParam("url", "The URL of a page of the site."),
			api.TextParam("uid", "The UID of the advisor."),
			api.TextParam("user_id", "The id of the advisor, instead of the UID."),
			api.TextParam("lang", "ISO 639-1 code of the language of the page. Defaults to English."),
		},
	}, func(ctx context.Context, call *api.Call) (*CopilotTrial, error) {
		partner, err := call.ID("partner_id")
		if err != nil {
			return nil, err
		}
		site, err := call.ID("site_id")
		if err != nil {
			return nil, err
		}
		return s.try(ctx, partner, site, call.Query())
	})
}

func (s *Service) try(ctx context.Context, partner, site int64, values url.Values) (*CopilotTrial, error) {
	c := s.DB.Read()
	exists, err := db.Exists(ctx, c, `
		SELECT 1
		FROM sites AS s
		JOIN partners AS p ON p.id = s.partner_id
		WHERE s.id = ? AND s.partner_id = ? AND s.deleted_at IS NULL AND p.deleted_at IS NULL`, site, partner)
	if err != nil {
		return nil, err
	}
	if !exists {
		return nil, apierr.NotFound()
	}
	var problems apierr.Fields
	page, problem := parsePage(values.Get("url"))
	if problem != "" {
		problems.Add("url", "%s", problem)
	}
	uid, err := s.findUID(ctx, values)
	if err != nil {
		return nil, err
	}
	if uid == "" {
		problems.Add("uid", "This field is required.")
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	in, err := s.findLanguage(ctx, values.Get("lang"))
	if err != nil {
		return nil, err
	}
	trial := &CopilotTrial{Transformations: []CopilotTrialTransformation{}, Language: in.code}
	found, err := load(ctx, c, question{
		partner: partner, host: gate.HostOf(page.Scheme + "://" + page.Host), uid: uid, language: in,
	})
	switch {
	case errors.Is(err, gate.ErrOrigin):
		return trial.refuse("This host is none of the site's Copilot domains."), nil
	case err != nil:
		return nil, err
	case found.unknownUser:
		return nil, apierr.Field("uid", "%s", found.problem)
	case found.Site == nil:
		return trial.refuse("This host is in the partner's whitelist, but none of the site's Copilot domains."), nil
	case found.Site.ID != site:
		return trial.refuse("This host is a Copilot domain of another site of this partner: " + found.Site.Domain + "."), nil
	case found.Advisor == nil:
		return trial.refuse(found.problem), nil
	}
	trial.apply(&found.CopilotConfig, page)
	return trial, nil
}

// findUID returns the UID that was sent, or that of the user whose id was sent. It is empty if there is neither.
func (s *Service) findUID(ctx context.Context, values url.Values) (string, error) {
	id, _ := strconv.ParseInt(values.Get("user_id"), 10, 64) // anything but a number is no user's id
	if uid := values.Get("uid"); uid != "" || id == 0 {
		return uid, nil
	}
	uid, err := db.Value[string](ctx, s.DB.Read(), "SELECT alt_id FROM users WHERE id = ?", id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return uid, err
}

func parsePage(address string) (page *url.URL, problem string) {
	page, err := url.Parse(address)
	switch {
	case address == "":
		return nil, "This field is required."
	case len(address) > maxURL:
		return nil, "Is too long."
	case err != nil || gate.HostOf(address) == "":
		return nil, "Must be a URL that starts with https:// or http://."
	}
	return page, ""
}

func (t *CopilotTrial) refuse(reason string) *CopilotTrial {
	t.Reason = &reason
	return t
}

func (t *CopilotTrial) apply(config *CopilotConfig, page *url.URL) {
	t.Applies, t.Advisor, t.Disclaimer, t.CSS = true, config.Advisor, config.Disclaimer, config.CSS != ""
	for _, r := range config.Transformations {
		t.Transformations = append(t.Transformations, r.describe(config.Email))
	}
	redirects := make([]pathpattern.Redirect, len(config.Redirects))
	for i, r := range config.Redirects {
		redirects[i] = r.redirect()
	}
	address := matchedAddress(page)
	steps := pathpattern.Follow(redirects, address)
	if len(steps) == 0 {
		if slices.ContainsFunc(redirects, func(r pathpattern.Redirect) bool { return r.Match(address) }) {
			t.refuse("The redirects of this path form a loop or are more than ten, so none is followed.")
		}
		return
	}
	t.Redirect = &CopilotTrialRedirect{Chain: []string{address}}
	for _, i := range steps {
		t.Redirect.Target = config.Redirects[i].Target
		t.Redirect.Chain = append(t.Redirect.Chain, t.Redirect.Target)
		t.Redirect.IgnorePreviousPage = t.Redirect.IgnorePreviousPage || config.Redirects[i].IgnorePreviousPage
	}
}

// describe returns what a transformation does. A call to action without a text has the label of the e-mail; without an
// e-mail it changes nothing.
func (r CopilotTransformation) describe(email *CopilotEmail) CopilotTrialTransformation {
	t := CopilotTrialTransformation{
		ID: r.ID, Name: r.Name, Selectors: r.Selectors, Href: r.Href, Text: r.Text, Replace: r.Replace,
	}
	switch {
	case r.AdvisorCTA && email == nil:
		t.Action = "none"
	case r.AdvisorCTA:
		t.Action, t.Href, t.Text = "call_to_action", "", cmp.Or(r.Text, email.Label)
	case r.Href != "" && r.Text != "":
		t.Action = "link_and_text"
	case r.Href != "":
		t.Action = "link"
	case r.Text != "":
		t.Action = "text"
	default:
		t.Action = "none"
	}
	return t
}

// matchedAddress returns the part of a URL that redirects are compared with: the path, and the query without the
// insider parameter.
func matchedAddress(page *url.URL) string {
	path := cmp.Or(page.EscapedPath(), "/")
	kept := []string{}
	for pair := range strings.SplitSeq(page.RawQuery, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if pair != "" && name != "insider" {
			kept = append(kept, pair)
		}
	}
	if len(kept) == 0 {
		return path
	}
	return path + "?" + strings.Join(kept, "&")
}
