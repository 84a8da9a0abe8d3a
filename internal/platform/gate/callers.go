package gate

import (
	"cmp"
	"context"
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
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
	for _, kind := range kinds {
		op.Credentials = append(op.Credentials, securitySchemes[kind])
	}
	api.Handle(a, op, func(ctx context.Context, call *api.Call) (T, error) {
		v := FromContext(ctx)
		var zero T
		if v.Kind == Anonymous {
			return zero, apierr.New(http.StatusUnauthorized, "Authentication required.")
		}
		if !slices.Contains(kinds, v.Kind) {
			return zero, apierr.NotAllowed("This type of key can't be used for this request.")
		}
		return fn(ctx, call, v)
	})
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
		statuses = append(statuses, http.StatusBadRequest)
	}
	return statuses
}

var errWrongKey = apierr.New(http.StatusUnauthorized, "The key or the secret is wrong.")

// identify returns the caller of a request. A request without credentials has the kind Anonymous; wrong credentials are
// an error. sentKey is a browser's key that is not in the header.
func (g *Gate) identify(ctx context.Context, r *http.Request, sentKey string) (Caller, error) {
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
		return Caller{}, nil
	}
	scheme, token, _ := strings.Cut(authorization, " ")
	if strings.EqualFold(scheme, "Bearer") && g.AppKey != "" && equalSecrets(token, g.AppKey) {
		return Caller{Kind: App}, nil
	}
	return Caller{}, errWrongKey
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
}

// findKeyOwner returns the partner an API key belongs to. Keys of partners in the trash are not valid.
func (g *Gate) findKeyOwner(ctx context.Context, key string) (keyOwner, error) {
	if !api.Storable(key) {
		return keyOwner{}, errWrongKey
	}
	partner, err := db.One[keyOwner](ctx, g.Store.DB.Read(), `
		SELECT id, name, coalesce(api_secret, '') AS api_secret, whitelist_domains
		FROM partners
		WHERE api_key = ? AND deleted_at IS NULL`, key)
	if errors.Is(err, sql.ErrNoRows) {
		return partner, errWrongKey
	}
	if err != nil {
		return partner, fmt.Errorf("find owner of API key: %w", err)
	}
	return partner, nil
}

func (g *Gate) identifyServer(ctx context.Context, key, password string) (Caller, error) {
	partner, err := g.findKeyOwner(ctx, key)
	if err != nil {
		return Caller{}, err
	}
	if partner.Sealed == "" { // a key without a secret does not authenticate a server
		return Caller{}, errWrongKey
	}
	stored, err := g.Key.Decrypt(partner.Sealed, key)
	if err != nil { // the stored value is damaged, or was copied from another record
		slog.ErrorContext(ctx, "decrypt stored API secret of partner", "partner", partner.ID, "error", err)
		return Caller{}, errWrongKey
	}
	if !equalSecrets(password, stored) {
		return Caller{}, errWrongKey
	}
	return Caller{Kind: Server, PartnerID: partner.ID, Partner: partner.Name}, nil
}

// identifyBrowser returns the partner of a page. For Copilot, the Copilot domains of the partner's sites count as
// whitelisted.
func (g *Gate) identifyBrowser(ctx context.Context, key, origin string, isCopilot bool) (Caller, error) {
	partner, err := g.findKeyOwner(ctx, key)
	if err != nil {
		return Caller{}, err
	}
	name := HostOf(origin)
	allowed := Whitelisted(name, partner.Whitelist)
	if !allowed && isCopilot {
		site, err := sites.FindCopilot(ctx, g.Store.DB.Read(), partner.ID, name)
		if err != nil {
			return Caller{}, err
		}
		allowed = site != 0
	}
	if !allowed {
		return Caller{}, ErrOrigin
	}
	return Caller{
		Kind: Browser, PartnerID: partner.ID, Partner: partner.Name, origin: origin, whitelist: partner.Whitelist,
	}, nil
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
	return id, nil
}

// Person is a user that a call refers to.
type Person struct {
	ID            int64      `db:"id"`
	UID           string     `db:"alt_id"`
	FirstName     string     `db:"first_name"`
	LastName      string     `db:"last_name"`
	Email         string     `db:"email"`
	PartnerID     *int64     `db:"partner_id"`
	Internal      bool       `db:"internal"`
	DeactivatedAt *time.Time `db:"deactivated_at"`
}

const personColumns = "id, alt_id, first_name, last_name, email, partner_id, internal, deactivated_at"

// As returns a context in which changes are attributed to a user, together with the calling program.
func (v *Visit) As(ctx context.Context, p Person) context.Context {
	actor, program := write.ActorOf(ctx), v.displayName()
	if v.Kind == App {
		program = "the app"
	}
	actor.UserID, actor.Name = p.ID, cmp.Or(auth.FullName(p.FirstName, p.LastName), p.Email)+", through "+program
	return write.WithActor(ctx, actor)
}

// UserScope is the set of users that a partner's call may refer to.
type UserScope int

// The scopes of users.
const (
	OwnUsers         UserScope = iota // the partner's own users
	UsersAndAdvisors                  // the partner's own users and all advisors
)

// FindPeople finds users by their UIDs. It returns those that the call may refer to, and a message for each of the
// others, both by UID.
func (v *Visit) FindPeople(
	ctx context.Context, c db.Conn, uids []string, scope UserScope,
) (found map[string]Person, problems map[string]string, err error) {
	found, problems = map[string]Person{}, map[string]string{}
	if len(uids) == 0 {
		return found, problems, nil
	}
	storable := slices.DeleteFunc(slices.Clone(uids), func(uid string) bool { return !api.Storable(uid) })
	query := "SELECT " + personColumns + " FROM users WHERE alt_id IN (?) AND deleted_at IS NULL"
	people, err := db.All[Person](ctx, c, query, storable)
	if err != nil {
		return nil, nil, fmt.Errorf("find users by UID: %w", err)
	}
	for _, p := range people {
		found[p.UID] = p
	}
	for _, uid := range uids {
		p, ok := found[uid]
		if problem := v.problem(p, ok, scope); problem != "" {
			problems[uid] = problem
			delete(found, uid)
		}
	}
	return found, problems, nil
}

// problem explains why a call may not refer to a user. A user outside the scope is reported as missing, so that callers
// can't find out which users exist.
func (v *Visit) problem(p Person, ok bool, scope UserScope) string {
	if ok && v.Kind != App {
		ok = (p.PartnerID == nil && scope == UsersAndAdvisors) || (p.PartnerID != nil && *p.PartnerID == v.PartnerID)
	}
	switch {
	case !ok || p.Internal:
		return "This user doesn't exist."
	case p.DeactivatedAt != nil:
		return "This user is deactivated."
	}
	return ""
}

// FindPerson finds the user that a call refers to and logs that they were active.
func (v *Visit) FindPerson(ctx context.Context, c db.Conn, uid string, scope UserScope) (Person, error) {
	if uid == "" {
		return Person{}, apierr.Field("uid", "This field is required.")
	}
	people, problems, err := v.FindPeople(ctx, c, []string{uid}, scope)
	if err != nil {
		return Person{}, err
	}
	if problem := problems[uid]; problem != "" {
		return Person{}, apierr.Field("uid", "%s", problem)
	}
	v.AddPeople(people[uid])
	return people[uid], nil
}

// FindPersonByPath finds the user whose UID is in the path of a call. A user that the call may not refer to is not
// found.
func (v *Visit) FindPersonByPath(ctx context.Context, c db.Conn, uid string) (Person, error) {
	people, problems, err := v.FindPeople(ctx, c, []string{uid}, OwnUsers)
	if err != nil {
		return Person{}, err
	}
	if problems[uid] != "" {
		return Person{}, apierr.NotFound()
	}
	return people[uid], nil
}

// AddPeople logs that users were active. The log names the user of a call if there is exactly one.
func (v *Visit) AddPeople(people ...Person) {
	v.entry.people = append(v.entry.people, people...)
}
