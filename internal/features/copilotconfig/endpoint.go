package copilotconfig

import (
	"cmp"
	"context"
	"net/url"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/platform/gate"
)

// Mount registers the endpoints of the console and of the public API.
func (s *Service) Mount(console, public *api.API) {
	s.mountTrial(console)
	s.mountConfig(public)
}

func (s *Service) mountConfig(a *api.API) {
	origin := api.TextParam("origin", "The origin of the page, such as https://www.example.com.")
	origin.Required = true
	gate.Handle(a, api.Op{
		Method: "GET", Path: gate.CopilotConfigPath, ID: "getCopilotConfig", Tag: "Copilot",
		Summary: "Get the configuration of Copilot",
		Description: "What Copilot changes on the pages of a site for the visitors of an advisor. " +
			"The origin must be in the partner's whitelist or a Copilot domain of one of its sites; a page can ask for its " +
			"own origin only. The script of Copilot reads the same from the origin of public pages, where responses are " +
			"cached as the partner has chosen.",
		Query: []*huma.Param{
			origin,
			api.TextParam("lang", "ISO 639-1 code of the language of the page. Defaults to English."),
			api.TextParam("uid", "UID of the advisor."),
			api.TextParam("insider", "Alias of uid, as in the links of advisors. Both must be the same."),
			api.TextParam("key", "A partner's key, for pages that don't send it as a header."),
			api.TextParam("pid", "PID of the partner. Required for the app; others must not send it."),
		},
	}, []gate.Kind{gate.Server, gate.Browser, gate.App}, s.config)
}

func (s *Service) config(ctx context.Context, call *api.Call, v *gate.Visit) (*CopilotConfig, error) {
	values, c := call.Query(), s.DB.Read()
	hostname, err := parseOrigin(values.Get("origin"))
	if err != nil {
		return nil, err
	}
	if v.Kind == gate.Browser && gate.HostOf(v.Origin()) != hostname {
		return nil, gate.ErrOrigin
	}
	partner, err := v.FindPartner(ctx, c, values.Get("pid"))
	if err != nil {
		return nil, err
	}
	in, err := s.findLanguage(ctx, values.Get("lang"))
	if err != nil {
		return nil, err
	}
	uid, err := parseUID(values)
	if err != nil {
		return nil, err
	}
	found, err := load(ctx, c, question{partner: partner, host: hostname, uid: uid, language: in})
	if err != nil {
		return nil, err
	}
	if found.Advisor != nil {
		v.SetSubject(found.subject)
	}
	v.SetResults(1)
	return &found.CopilotConfig, nil
}

// parseUID returns the UID of the advisor, which has two names: uid as in all calls, and insider as in links.
func parseUID(values url.Values) (string, error) {
	uid, insider := values.Get("uid"), values.Get("insider")
	if uid != "" && insider != "" && uid != insider {
		return "", apierr.Field("insider", "Is another name of uid. Send one of them, or the same value.")
	}
	return cmp.Or(uid, insider), nil
}
