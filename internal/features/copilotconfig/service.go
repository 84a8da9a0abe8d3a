package copilotconfig

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/singleflight"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/slots"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/gate"
)

// Service serves configurations. Those that partners' pages ask for are cached as they are sent.
type Service struct {
	DB      *db.DB
	Gate    *gate.Gate
	Changes *changes.Watcher

	cache     changes.Cache[request, *response]
	languages changes.Cache[struct{}, languages]
	loading   singleflight.Group
	slots     *slots.Slots
	// maxOutage is how long cached configurations are sent while it is unknown whether they have changed.
	maxOutage time.Duration
}

const (
	defaultMaxOutage = 10 * time.Minute
	// maxLoading is how many configurations are loaded at the same time. Others wait.
	maxLoading  = 8
	loadingWait = 5 * time.Second
)

// Start prepares the service. It must be called once, before the watcher of changes runs.
func (s *Service) Start() {
	s.slots, s.maxOutage = slots.New(maxLoading, loadingWait), defaultMaxOutage
	s.cache.MaxBytes, s.languages.MaxBytes = maxCacheBytes, 1
	s.Changes.Listen(func(list []changes.Change) {
		s.cache.Discard(list)
		if changes.Records(list) == nil {
			s.languages.Discard(nil)
		}
	})
}

// request identifies a configuration that a page asks for.
type request struct {
	key, host, uid, language string
}

// ServeConfig serves the configuration of a page on a partner's site, as the parameters key, origin, lang and insider
// say. It is not logged as a call of the public API: every visitor of an advisor asks for it.
func (s *Service) ServeConfig(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	if origin := r.Header["Origin"]; len(origin) == 1 {
		header["Access-Control-Allow-Origin"] = origin
	}
	found, err := s.find(r)
	if err != nil {
		header.Set("Cache-Control", "no-store")
		header.Set("Vary", varyOrigin)
		api.WriteError(w, r, err)
		return
	}
	found.send(w, r)
}

const varyOrigin = "Origin, Accept-Encoding"

// find returns a configuration from the cache, or loads it.
func (s *Service) find(r *http.Request) (*response, error) {
	values, ctx, origin := r.URL.Query(), r.Context(), r.Header.Get("Origin")
	hostname, err := parseOrigin(values.Get("origin"))
	if err != nil {
		return nil, err
	}
	if origin != values.Get("origin") && gate.HostOf(origin) != hostname {
		return nil, gate.ErrOrigin
	}
	in, err := s.findLanguage(ctx, values.Get("lang"))
	if err != nil {
		return nil, err
	}
	asked := request{key: values.Get("key"), host: hostname, uid: values.Get("insider"), language: in.code}
	if found, ok := s.cache.Get(asked, clock.Now()); ok {
		if time.Since(s.Changes.SeenAt()) < s.maxOutage {
			return found, nil
		}
		return nil, apierr.Unavailable()
	}
	// Visitors who ask for the same at the same time wait for one load, which goes on if the first of them leaves.
	key := strings.Join([]string{asked.key, asked.host, asked.uid, asked.language}, "\n")
	found, err, _ := s.loading.Do(key, func() (any, error) {
		return s.load(context.WithoutCancel(ctx), asked, in)
	})
	var unknown *unknownUserError
	if errors.As(err, &unknown) {
		return unknown.response, s.Gate.LimitUnknown(ctx)
	}
	if err != nil {
		return nil, s.Gate.LimitRefused(ctx, err)
	}
	answer, _ := found.(*response)
	return answer, nil
}

// unknownUserError has the configuration for a user who doesn't exist. It is not cached: whoever asks for random users
// must not replace configurations that are in use.
type unknownUserError struct{ response *response }

func (*unknownUserError) Error() string { return "the user doesn't exist" }

func (s *Service) load(ctx context.Context, asked request, in language) (*response, error) {
	release, err := s.slots.Acquire(ctx, "")
	if err != nil {
		return nil, err
	}
	defer release()
	generation := s.cache.Generation()
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
	answer := newResponse(body, "application/json", found.caching(), varyOrigin)
	answer.depends = found.depends
	if found.unknownUser {
		return nil, &unknownUserError{answer}
	}
	s.cache.Put(asked, answer, generation)
	return answer, nil
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
