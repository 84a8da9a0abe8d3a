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
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/host"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// Kind is what sort of program calls.
type Kind int

// Who may call.
const (
	Nobody  Kind = iota
	Server       // a partner's server: key and secret
	Browser      // a page of a partner's: the key alone, from a site on the whitelist
	App          // the user-facing app
)

// credentials are what each kind shows, by their names in the document.
var credentials = map[Kind]string{Server: "keyAndSecret", Browser: "keyOfSite", App: "appKey"}

// NewAPI is a public API without calls.
func NewAPI(title, version, description string) *api.API {
	return api.NewPublic(title, version, description, map[string]*huma.SecurityScheme{
		credentials[Server]: {Type: "http", Scheme: "basic", Description: "A partner's key and secret, for servers."},
		credentials[Browser]: {
			Type: "apiKey", In: "header", Name: "X-Api-Key",
			Description: "A partner's key alone, for pages of sites on the partner's whitelist.",
		},
		credentials[App]: {Type: "http", Scheme: "bearer", Description: "The user-facing app's key."},
	})
}

// Caller is who makes a call.
type Caller struct {
	Kind      Kind
	PartnerID int64 // 0 for the app
	Partner   string
	origin    string // of a page that may read the answer
}

func (c Caller) called() string {
	switch c.Kind {
	case App:
		return "The app"
	case Nobody:
		return "Anonymous"
	case Server, Browser:
	}
	return c.Partner + " (API)"
}

// Handle adds a call to the public API for some kinds of callers.
func Handle[T any](a *api.API, op api.Op, kinds []Kind, fn func(context.Context, *api.Call, *Visit) (T, error)) {
	op.Access = api.Public
	for _, kind := range kinds {
		op.Credentials = append(op.Credentials, credentials[kind])
	}
	api.Handle(a, op, func(ctx context.Context, call *api.Call) (T, error) {
		v := Of(ctx)
		var none T
		if v.Kind == Nobody {
			return none, apierr.New(http.StatusUnauthorized, "Authentication required.")
		}
		if !slices.Contains(kinds, v.Kind) {
			return none, apierr.NotAllowed("This call is not open to this kind of key.")
		}
		return fn(ctx, call, v)
	})
}

var errWrongKey = apierr.New(http.StatusUnauthorized, "The key or the secret is wrong.")

// identify finds out who calls. No credential at all is nobody; a wrong one is refused.
func (g *Gate) identify(ctx context.Context, r *http.Request) (Caller, error) {
	if key, given, ok := r.BasicAuth(); ok {
		return g.server(ctx, key, given)
	}
	if key := r.Header.Get("X-Api-Key"); key != "" {
		return g.browser(ctx, key, r.Header.Get("Origin"))
	}
	authorization := r.Header.Get("Authorization")
	if authorization == "" {
		return Caller{}, nil
	}
	if scheme, sent, _ := strings.Cut(authorization, " "); strings.EqualFold(scheme, "Bearer") && g.AppKey != "" &&
		same(sent, g.AppKey) {
		return Caller{Kind: App}, nil
	}
	return Caller{}, errWrongKey
}

// same compares in a time that tells nothing of either.
func same(a, b string) bool {
	return subtle.ConstantTimeCompare([]byte(secret.Hash(a)), []byte(secret.Hash(b))) == 1
}

type keeper struct {
	ID        int64    `db:"id"`
	Name      string   `db:"name"`
	Sealed    string   `db:"api_secret"`
	Whitelist []string `db:"whitelist_domains"`
}

// keeper is the partner a key belongs to. Those in the trash have none that is valid.
func (g *Gate) keeper(ctx context.Context, key string) (keeper, error) {
	if !api.Storable(key) {
		return keeper{}, errWrongKey
	}
	partner, err := db.One[keeper](ctx, g.Store.DB.Read(),
		"SELECT id, name, coalesce(api_secret, '') AS api_secret, whitelist_domains FROM partners WHERE api_key = ? AND deleted_at IS NULL", key)
	if errors.Is(err, sql.ErrNoRows) {
		return partner, errWrongKey
	}
	if err != nil {
		return partner, fmt.Errorf("find whose key it is: %w", err)
	}
	return partner, nil
}

func (g *Gate) server(ctx context.Context, key, given string) (Caller, error) {
	partner, err := g.keeper(ctx, key)
	if err != nil {
		return Caller{}, err
	}
	if partner.Sealed == "" { // a key alone, which opens nothing here
		return Caller{}, errWrongKey
	}
	kept, err := g.Key.Decrypt(partner.Sealed, key)
	if err != nil { // damaged, or copied from another record: nobody knows the right one
		slog.ErrorContext(ctx, "the stored secret of a partner can't be opened", "partner", partner.ID, "error", err)
		return Caller{}, errWrongKey
	}
	if !same(given, kept) {
		return Caller{}, errWrongKey
	}
	return Caller{Kind: Server, PartnerID: partner.ID, Partner: partner.Name}, nil
}

func (g *Gate) browser(ctx context.Context, key, origin string) (Caller, error) {
	partner, err := g.keeper(ctx, key)
	if err != nil {
		return Caller{}, err
	}
	if !whitelisted(origin, partner.Whitelist) {
		return Caller{}, apierr.NotAllowed("This site is not on the partner's whitelist.")
	}
	return Caller{Kind: Browser, PartnerID: partner.ID, Partner: partner.Name, origin: origin}, nil
}

// whitelisted compares sites as the whitelist keeps them: without www., whatever the port.
func whitelisted(origin string, sites []string) bool {
	at, err := url.Parse(origin)
	if err != nil || at.Host == "" || (at.Scheme != "https" && at.Scheme != "http") {
		return false
	}
	name := host.Normalise(at.Host)
	return slices.ContainsFunc(sites, func(site string) bool { return host.Normalise(site) == name })
}

// Person is a user a call names.
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

// As makes a user the one who changes something, and tells through which program.
func (v *Visit) As(ctx context.Context, p Person) context.Context {
	actor, program := write.ActorOf(ctx), v.called()
	if v.Kind == App {
		program = "the app"
	}
	actor.UserID, actor.Name = p.ID, cmp.Or(auth.FullName(p.FirstName, p.LastName), p.Email)+", through "+program
	return write.WithActor(ctx, actor)
}

// Whom is how wide the circle of users is that a partner may name.
type Whom int

// The circles.
const (
	Own         Whom = iota // the partner's own users
	AndAdvisors             // advisors, too
)

// People finds the users that a call names by their UIDs. What is wrong with one is told of by its UID.
func (v *Visit) People(ctx context.Context, c db.Conn, uids []string, whom Whom) (map[string]Person, map[string]string,
	error,
) {
	found, wrong := map[string]Person{}, map[string]string{}
	if len(uids) == 0 {
		return found, wrong, nil
	}
	asked := slices.DeleteFunc(slices.Clone(uids), func(uid string) bool { return !api.Storable(uid) })
	people, err := db.All[Person](ctx, c, "SELECT "+personColumns+" FROM users WHERE alt_id IN (?) AND deleted_at IS NULL",
		asked)
	if err != nil {
		return nil, nil, fmt.Errorf("find the users of a call: %w", err)
	}
	for _, p := range people {
		found[p.UID] = p
	}
	for _, uid := range uids {
		p, ok := found[uid]
		if problem := v.problem(p, ok, whom); problem != "" {
			wrong[uid] = problem
			delete(found, uid)
		}
	}
	return found, wrong, nil
}

// problem is why a call may not name a user. Whom it may not know of are not there for it.
func (v *Visit) problem(p Person, ok bool, whom Whom) string {
	if ok && v.Kind != App {
		ok = (p.PartnerID == nil && whom == AndAdvisors) || (p.PartnerID != nil && *p.PartnerID == v.PartnerID)
	}
	switch {
	case !ok || p.Internal:
		return "There is no such user."
	case p.DeactivatedAt != nil:
		return "This user is deactivated."
	}
	return ""
}

// Person finds the one user a call names, and notes that they were active.
func (v *Visit) Person(ctx context.Context, c db.Conn, uid string, whom Whom) (Person, error) {
	if uid == "" {
		return Person{}, apierr.Field("uid", "This field is required.")
	}
	people, wrong, err := v.People(ctx, c, []string{uid}, whom)
	if err != nil {
		return Person{}, err
	}
	if problem := wrong[uid]; problem != "" {
		return Person{}, apierr.Field("uid", "%s", problem)
	}
	v.Named(people[uid])
	return people[uid], nil
}

// Named notes that a user was active: the log tells who it was when there is one.
func (v *Visit) Named(people ...Person) {
	v.entry.people = append(v.entry.people, people...)
}
