package copilotconfig

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/prepared"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/gate"
)

// Service serves configurations. Those that partners' pages ask for are cached as they are sent.
type Service struct {
	DB      *db.DB
	Gate    *gate.Gate
	Changes *changes.Watcher

	configs   *changes.Loader[request, *response]
	languages changes.Cache[struct{}, languages]
	requests  requests
}

// Start prepares the service. It must be called once, before the watcher of changes runs.
func (s *Service) Start() {
	s.languages.MaxBytes = 1
	// What configurations are made of is discarded before them, so that none is loaded from what is outdated.
	s.Changes.Listen(func(list []changes.Change) {
		if changes.Records(list) == nil {
			s.languages.Discard(nil)
			s.requests.discard() // another language may be meant
		}
	})
	s.configs = changes.NewLoader[request, *response](s.Changes, maxCacheBytes)
}

// request identifies a configuration that a page asks for.
type request struct {
	key, host, uid, language string
}

// String returns a text that no other request has.
func (r request) String() string { return fmt.Sprintf("%q %q %q %q", r.key, r.host, r.uid, r.language) }

// ServeConfig serves the configuration of a page on a partner's site, as the parameters key, origin, lang and uid
// (or insider) say. It is not logged as a call of the public API: every visitor of an advisor asks for it.
func (s *Service) ServeConfig(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	if origin := r.Header["Origin"]; len(origin) == 1 {
		header["Access-Control-Allow-Origin"] = origin
	}
	found, err := s.find(r)
	if err != nil {
		header.Set("Cache-Control", "no-store")
		header.Set("Vary", "Origin")
		api.WriteError(w, r, err)
		return
	}
	found.Send(w, r)
}

// find returns a configuration from the cache, or loads it.
func (s *Service) find(r *http.Request) (*response, error) {
	ctx, text := r.Context(), textOf(r)
	asked, known := s.requests.get(text)
	if !known {
		var err error
		if asked, err = s.parse(r); err != nil {
			return nil, err
		}
	}
	found, err := s.configs.Get(ctx, asked, func(ctx context.Context) (*response, bool, error) {
		found, err := s.load(ctx, asked)
		return found, err == nil && !found.unknownUser, err
	})
	if err != nil {
		return nil, s.Gate.LimitRefused(ctx, err)
	}
	if found.unknownUser {
		return found, s.Gate.LimitUnknown(ctx)
	}
	if !known {
		s.requests.put(text, asked)
	}
	return found, nil
}

// parse returns what a request asks for. A page can ask for its own origin only.
func (s *Service) parse(r *http.Request) (request, error) {
	values, origin := r.URL.Query(), r.Header.Get("Origin")
	hostname, err := parseOrigin(values.Get("origin"))
	if err != nil {
		return request{}, err
	}
	if origin != values.Get("origin") && gate.HostOf(origin) != hostname {
		return request{}, gate.ErrOrigin
	}
	in, err := s.findLanguage(r.Context(), values.Get("lang"))
	if err != nil {
		return request{}, err
	}
	uid, err := parseUID(values)
	return request{key: values.Get("key"), host: hostname, uid: uid, language: in.code}, err
}

func (s *Service) load(ctx context.Context, asked request) (*response, error) {
	in, err := s.findLanguage(ctx, asked.language)
	if err != nil {
		return nil, err
	}
	partner, err := s.Gate.IdentifyPage(ctx, asked.key, "https://"+asked.host)
	if err != nil {
		return nil, err
	}
	ctx = media.WithOrigin(ctx, s.Gate.FilesOrigin)
	found, err := load(ctx, s.DB.Read(), question{partner: partner, host: asked.host, uid: asked.uid, language: in})
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(&found.CopilotConfig)
	if err != nil {
		return nil, fmt.Errorf("encode configuration: %w", err)
	}
	prepared := prepared.New(body, prepared.Options{
		ContentType: "application/json", CacheControl: found.caching(), Vary: "Origin",
	})
	return &response{Response: prepared, unknownUser: found.unknownUser, depends: found.depends}, nil
}

// caching returns how long browsers may use the configuration without asking again. Without an advisor they always ask:
// the user may be reactivated.
func (l *loaded) caching() string {
	if l.cacheMinutes <= 0 || l.Advisor == nil {
		return "no-cache"
	}
	return "public, max-age=" + strconv.FormatInt(60*l.cacheMinutes, 10)
}

// parseOrigin returns the normalised host of an origin, such as https://www.example.com.
func parseOrigin(origin string) (string, error) {
	if origin == "" {
		return "", apierr.Field("origin", "This field is required.")
	}
	name := gate.HostOf(origin)
	parsed, err := url.Parse(origin)
	if err != nil || name == "" || parsed.User != nil || len(origin) > maxOrigin ||
		origin != parsed.Scheme+"://"+parsed.Host {
		return "", apierr.Field("origin", "Must be the origin of a page, such as https://www.example.com.")
	}
	return name, nil
}

const maxOrigin = 300

// CacheStats describes the use of the cache of configurations.
func (s *Service) CacheStats() changes.CacheStats { return s.configs.Stats() }
