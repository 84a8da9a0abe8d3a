package gate

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
	"waymark/internal/platform/sites"
)

// Kind is the kind of program that makes a call.
type Kind int

// The kinds of callers.
const (
	Anonymous Kind = iota // no credentials
	Server                // a partner's server, with key and secret
	Browser               // a web page of a partner, with the key alone, from a site on the whitelist
	App                   // the user-facing app
)

// securitySchemes maps each kind to the name of its security scheme in the OpenAPI document.
var securitySchemes = map[Kind]string{Server: "keyAndSecret", Browser: "keyOfSite", App: "appKey"}

// NewAPI returns a public API without endpoints.
func NewAPI(title, version, description string) *api.API {
	return api.NewPublic(title, version, description, map[string]*huma.SecurityScheme{
		securitySchemes[Server]: {Type: "http", Scheme: "basic", Description: "A partner's key and secret, for servers."},
		securitySchemes[Browser]: {
			Type: "apiKey", In: "header", Name: "X-Api-Key",
			Description: "A partner's key alone, for pages on sites in the partner's whitelist. Copilot's own requests " +
				"may send it as key instead, and come from a Copilot domain of one of the partner's sites.",
		},
		securitySchemes[App]: {Type: "http", Scheme: "bearer", Description: "The key of the user-facing app."},
	})
}

// Caller identifies the program that makes a call.
type Caller struct {
	Kind      Kind
	PartnerID int64 // 0 for the app
	Partner   string
	origin    string // the origin of the web page, for CORS
	whitelist []string
}

// Origin returns the origin of the web page that makes the call, or "".
func (c Caller) Origin() string { return c.origin }

// MayReport reports whether the caller may send events of a page. A web page, whose key everybody can read, may do so
// for its own site and for those on the whitelist only.
func (c Caller) MayReport(page string) bool {
	name := HostOf(page)
	return c.Kind != Browser || name == HostOf(c.origin) || Whitelisted(name, c.whitelist)
}

func (c Caller) displayName() string {
	switch c.Kind {
	case App:
		return "The app"
	case Anonymous:
		return "Anonymous"
	case Server, Browser:
	}
	return c.Partner + " (API)"
}

// Handle registers an endpoint of the public API that is open to the given kinds of callers.
func Handle[T any](a *api.API, op api.Op, kinds []Kind, fn func(context.Context, *api.Call, *Visit) (T, error)) {
	op.Access = api.Public
	op.Errors = errorsOf(op)
	op.Authorise = func(ctx context.Context) error { return FromContext(ctx).authorise(kinds) }
	for _, kind := range kinds {
		op.Credentials = append(op.Credentials, securitySchemes[kind])
	}
	api.Handle(a, op, func(ctx context.Context, call *api.Call) (T, error) {
		return fn(ctx, call, FromContext(ctx))
	})
}

// authorise refuses callers without credentials, and those of other kinds.
func (v *Visit) authorise(kinds []Kind) error {
	if v.Kind == Anonymous {
		return apierr.New(http.StatusUnauthorized, "Authentication required.")
	}
	if !slices.Contains(kinds, v.Kind) {
		return apierr.NotAllowed("This type of key can't be used for this request.")
	}
	return nil
}

// errorsOf returns the statuses of errors that an endpoint of the public API may respond with.
func errorsOf(op api.Op) []int {
	statuses := []int{
		http.StatusUnauthorized, http.StatusForbidden, http.StatusUnprocessableEntity, http.StatusTooManyRequests,
		http.StatusServiceUnavailable,
	}
	if strings.Contains(op.Path, "{") {
		statuses = append(statuses, http.StatusNotFound)
	}
	if op.Body != nil {
		statuses = append(statuses, http.StatusBadRequest, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge,
			http.StatusUnsupportedMediaType)
	}
	return statuses
}

var errWrongKey = apierr.New(http.StatusUnauthorized, "The key or the secret is wrong.")

// identify returns the caller of a request. A request without credentials has the kind Anonymous; wrong credentials are
// an error. sentKey is a browser's key that is not in the header. owner is the partner that the key belongs to, or 0,
// also if the caller is refused: for the log only.
func (g *Gate) identify(ctx context.Context, r *http.Request, sentKey string) (caller Caller, owner int64, err error) {
	if key, password, ok := r.BasicAuth(); ok {
		return g.identifyServer(ctx, key, password)
	}
	authorization := r.Header.Get("Authorization")
	key := r.Header.Get("X-Api-Key")
	if key == "" && authorization == "" {
		key = sentKey
	}
	if key != "" {
		return g.identifyBrowser(ctx, key, r.Header.Get("Origin"), isCopilot(r))
	}
	if authorization == "" {
		return Caller{}, 0, nil
	}
	scheme, token, _ := strings.Cut(authorization, " ")
	if strings.EqualFold(scheme, "Bearer") && g.AppKey != "" && equalSecrets(token, g.AppKey) {
		return Caller{Kind: App}, 0, nil
	}
	return Caller{}, 0, errWrongKey
}

// equalSecrets compares two secrets in a time that depends on neither their content nor their length.
func equalSecrets(a, b string) bool {
	return subtle.ConstantTimeCompare([]byte(secret.Hash(a)), []byte(secret.Hash(b))) == 1
}

type keyOwner struct {
	ID        int64    `db:"id"`
	Name      string   `db:"name"`
	Sealed    string   `db:"api_secret"`
	Whitelist []string `db:"whitelist_domains"`
	Deleted   bool     `db:"deleted"`
}

// findKeyOwner returns the partner an API key belongs to. Keys of partners in the trash are not valid: the partner is
// returned together with an error.
func (g *Gate) findKeyOwner(ctx context.Context, key string) (keyOwner, error) {
	if !api.Storable(key) {
		return keyOwner{}, errWrongKey
	}
	partner, err := db.One[keyOwner](ctx, g.Store.DB.Read(), `
		SELECT id, name, coalesce(api_secret, '') AS api_secret, whitelist_domains,
			deleted_at IS NOT NULL AS deleted
		FROM partners
		WHERE api_key = ?`, key)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && partner.Deleted) {
		return partner, errWrongKey
	}
	if err != nil {
		return partner, fmt.Errorf("find owner of API key: %w", err)
	}
	return partner, nil
}

func (g *Gate) identifyServer(ctx context.Context, key, password string) (caller Caller, owner int64, err error) {
	partner, err := g.findKeyOwner(ctx, key)
	if err != nil {
		return Caller{}, partner.ID, err
	}
	if partner.Sealed == "" { // a key without a secret does not authenticate a server
		return Caller{}, partner.ID, errWrongKey
	}
	stored, err := g.Key.Decrypt(partner.Sealed, key)
	if err != nil { // the stored value is damaged, or was copied from another record
		slog.ErrorContext(ctx, "decrypt stored API secret of partner", "partner", partner.ID, "error", err)
		return Caller{}, partner.ID, errWrongKey
	}
	if !equalSecrets(password, stored) {
		return Caller{}, partner.ID, errWrongKey
	}
	return Caller{Kind: Server, PartnerID: partner.ID, Partner: partner.Name}, partner.ID, nil
}

// identifyBrowser returns the partner of a page. For Copilot, the Copilot domains of the partner's sites count as
// whitelisted.
func (g *Gate) identifyBrowser(
	ctx context.Context, key, origin string, isCopilot bool,
) (caller Caller, owner int64, err error) {
	partner, err := g.findKeyOwner(ctx, key)
	if err != nil {
		return Caller{}, partner.ID, err
	}
	name := HostOf(origin)
	allowed := Whitelisted(name, partner.Whitelist)
	if !allowed && isCopilot {
		site, err := sites.FindCopilot(ctx, g.Store.DB.Read(), partner.ID, name)
		if err != nil {
			return Caller{}, partner.ID, err
		}
		allowed = site != 0
	}
	if !allowed {
		return Caller{}, partner.ID, ErrOrigin
	}
	return Caller{
		Kind: Browser, PartnerID: partner.ID, Partner: partner.Name, origin: origin, whitelist: partner.Whitelist,
	}, partner.ID, nil
}

// FindPartner returns the id of the partner that a call is about: the owner of the key, or for the app the partner with
// a PID.
func (v *Visit) FindPartner(ctx context.Context, c db.Conn, pid string) (int64, error) {
	if v.Kind != App {
		if pid != "" {
			return 0, apierr.Field("pid", "Only the app can send this; other callers are identified by their key.")
		}
		return v.PartnerID, nil
	}
	if pid == "" {
		return 0, apierr.Field("pid", "This field is required.")
	}
	id, err := db.Value[int64](ctx, c, "SELECT id FROM partners WHERE alt_id = ? AND deleted_at IS NULL", pid)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, apierr.Field("pid", "This partner doesn't exist.")
	}
	if err != nil {
		return 0, fmt.Errorf("find partner by PID: %w", err)
	}
	v.entry.partner = id
	return id, nil
}
