package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"waymark/internal/features/attention"
	"waymark/internal/features/copilotconfig"
	"waymark/internal/features/exports"
	"waymark/internal/features/imports"
	"waymark/internal/features/leads"
	"waymark/internal/features/linkchecks"
	"waymark/internal/features/pages"
	"waymark/internal/features/partnerapi"
	"waymark/internal/features/signin"
	"waymark/internal/features/staff"
	"waymark/internal/features/status"
	"waymark/internal/kit/admission"
	"waymark/internal/kit/api"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/bulk"
	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/exporter"
	"waymark/internal/kit/fetch"
	"waymark/internal/kit/history"
	"waymark/internal/kit/importer"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/mail"
	"waymark/internal/kit/media"
	"waymark/internal/kit/memory"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/unavailable"
	"waymark/internal/kit/uses"
	"waymark/internal/kit/write"
	"waymark/internal/platform/apikeys"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/nodes"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
	"waymark/internal/platform/sites"
)

const (
	apiDescription = "The API of the console. Requests are authenticated with the session cookie " +
		"that is set when you sign in."
	// publicVersion is the version of the public API, not of the program. Only changes that could break callers raise it.
	publicVersion     = "1.0.0"
	publicDescription = "The API for partners and for the user-facing app. Partner servers authenticate with their " +
		"API key and secret, pages on partner sites with the API key alone, and the app with its own key. " +
		"All requests are logged and rate-limited per caller."
)

// App is the assembled server, without its network listener.
type App struct {
	Config   Config
	DB       *db.DB
	Store    *write.Store
	Queue    *jobs.Queue
	API      *api.API
	Public   *api.API
	Gate     *gate.Gate
	Key      *secret.Key
	Sessions *auth.Sessions

	kit       resource.Kit
	sites     sites.Sites
	media     *media.Library
	signin    *signin.Service
	bin       *trash.Bin
	exports   *exports.Service
	imports   *imports.Service
	leads     *leads.Service
	links     *linkchecks.Service
	attention *attention.Service
	backups   *backupSchedule
	changes   *changes.Watcher
	pages     *pages.Server
	copilot   *copilotconfig.Service
	search    *partnerapi.Service
	limiter   *admission.Limiter
	refusals  unavailable.Sampler
	status    *status.Service
	node      *nodes.Registration // nil until Start, and if the server is read-only
	draining  atomic.Bool

	sealing     sync.WaitGroup
	stopSealing context.CancelFunc
	stopTracing func(context.Context) error
}

// New opens the database and everything else the server needs. Close releases it again.
func New(ctx context.Context, config Config) (*App, error) {
	memory.SetDefaults()
	useTwoThreads()
	if err := config.Check(); err != nil {
		return nil, err
	}
	admin := config.firstAdmin(ctx)
	open := Open
	if config.ReadOnly {
		open = openForReading
	}
	d, err := open(ctx, config.Database)
	if err != nil {
		return nil, err
	}
	if err := d.AddReplicas(ctx, config.DatabaseReplicas, config.ReplicaLag); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	a, err := assemble(ctx, config, d, admin)
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return a, nil
}

// resources are the external resources an App uses.
type resources struct {
	db      *db.DB
	key     *secret.Key
	storage media.Storage
	mail    mail.Sender
	zone    *time.Location
}

func openResources(ctx context.Context, config Config, d *db.DB) (o resources, err error) {
	o.db = d
	if o.key, err = config.matchingKey(ctx, d); err != nil {
		return o, err
	}
	if o.storage, err = config.openStorage(); err != nil {
		return o, err
	}
	if o.mail, err = openMail(ctx, config, d); err != nil {
		return o, err
	}
	o.zone, err = time.LoadLocation(config.Timezone)
	return o, err
}

// wire connects the parts of the app. It reads nothing, so the API can be described without a database.
func wire(config Config, o resources) *App {
	a := &App{Config: config, DB: o.db, Key: o.key, Store: &write.Store{DB: o.db}}
	a.changes = &changes.Watcher{DB: o.db}
	a.Sessions = people.Sessions(o.db, strings.HasPrefix(config.PublicURL, "https://"))
	if config.ReadOnly {
		a.Sessions.Memory = &auth.Memory{}
	}
	a.media = &media.Library{Store: a.Store, Storage: o.storage, Fetch: fetch.New(config.AllowPrivateURLs)}
	references := trash.NewReferences()
	a.bin = &trash.Bin{
		Store: a.Store, Kinds: trashKinds(), References: references,
		Erase: func(table string, ids []int64) jobs.Args { return history.Erase{Table: table, IDs: ids} },
	}
	a.API = api.New(config.ProductName+" API", config.Version, apiDescription)
	a.Public = gate.NewAPI(config.ProductName+" public API", publicVersion, publicDescription)
	a.Gate = &gate.Gate{
		Store: a.Store, Key: o.key, AppKey: config.AppKey, PerMinute: config.APIRate, Log: gate.NewLog(a.Store),
		FilesOrigin: strings.TrimRight(config.LandingURL, "/"), Head: a.changes.Head,
	}
	a.API.RefuseChanges, a.Public.RefuseChanges = config.ReadOnly, config.ReadOnly
	a.kit = resource.Kit{
		API: a.API, Store: a.Store, Media: a.media, Zone: o.zone, Bulk: bulk.NewRunner(a.Store),
		Exports: exporter.NewRegistry(), Imports: importer.NewRegistry(), References: references, Key: o.key,
		Kinds: history.NewKinds(), Uses: uses.Declared{},
	}
	a.kit.Kinds.Add(schema.Users.Name, history.Kind{Name: "user", Title: schema.Users.NameSQL()})
	a.sites = config.sites()
	a.exports = &exports.Service{Kit: a.kit, Site: config.PublicURL}
	a.imports = &imports.Service{Kit: a.kit}
	a.signin = &signin.Service{
		API: a.API, Store: a.Store, Sessions: a.Sessions, Key: o.key, Mail: o.mail,
		PublicURL: config.PublicURL, Product: config.ProductName,
	}
	a.leads = &leads.Service{Store: a.Store, Mail: o.mail, Keep: config.KeepLeads, Added: countLead}
	a.watchContent(o.mail)
	a.copilot = &copilotconfig.Service{DB: o.db, Gate: a.Gate, Changes: a.changes}
	a.copilot.Start()
	a.pages = a.newPages()
	return a
}

func assemble(ctx context.Context, config Config, d *db.DB, admin firstAdmin) (*App, error) {
	o, err := openResources(ctx, config, d)
	if err != nil {
		return nil, err
	}
	a := wire(config, o)
	a.limiter = newLimiter(d)
	a.Gate.Limiter = a.limiter
	if a.Queue, err = jobs.Open(d, a.registerJobs(), config.Workers); err != nil {
		return nil, err
	}
	a.Store.Jobs = a.Queue
	if a.backups, err = newBackupSchedule(ctx, config, d, o.key); err != nil {
		return nil, err
	}
	a.status = a.newStatus(o)
	a.mountRoutes()
	if err := a.kit.Bulk.Check(); err != nil {
		return nil, err
	}
	if config.ReadOnly {
		return a, nil
	}
	return a, a.initialise(ctx, admin)
}

// initialise adds to a new database what a migration cannot create because it is random or configured: the public
// id and API keys of the house partner, and the first admin.
func (a *App) initialise(ctx context.Context, admin firstAdmin) error {
	if _, err := a.DB.Writer().Exec(ctx,
		"UPDATE partners SET alt_id = ? WHERE id = 1 AND alt_id = 'house'", secret.AltID()); err != nil {
		return fmt.Errorf("set public id of the house partner: %w", err)
	}
	key, sealed, err := a.Key.APIPair()
	if err != nil {
		return err
	}
	if _, err := a.DB.Writer().Exec(ctx,
		"UPDATE partners SET api_key = ?, api_secret = ? WHERE id = 1 AND api_key IS NULL", key, sealed); err != nil {
		return fmt.Errorf("set API keys of the house partner: %w", err)
	}
	if err := apikeys.BindSecrets(ctx, a.Store, a.Key, secretTables...); err != nil {
		return err
	}
	none, err := staff.None(ctx, a.DB.Read())
	if err != nil || !none {
		return err
	}
	return admin.add(ctx, a.Store)
}

// Start starts running jobs, sealing the audit log, folding counts and making scheduled backups. Close stops them. A
// server that is read-only only follows the changes that others make.
func (a *App) Start(ctx context.Context) error {
	if err := a.startTracing(ctx); err != nil {
		return err
	}
	ctx, a.stopSealing = context.WithCancel(context.WithoutCancel(ctx))
	a.sealing.Go(func() { memory.FreeWhenIdle(ctx, func() { a.releaseCaches(ctx) }) })
	a.DB.WatchReplicas(ctx, &a.sealing)
	a.changes.Run(ctx, &a.sealing)
	a.followKey(ctx, &a.sealing)
	if a.Config.ReadOnly {
		return nil
	}
	a.registerNode(ctx)
	a.auditLog().Run(ctx, &a.sealing)
	a.attention.Run(ctx, &a.sealing)
	derived.KeepFolding(ctx, a.DB, &a.sealing, schema.Counters()...)
	a.pages.Run(ctx, &a.sealing)
	a.backups.start(ctx)
	return a.Queue.Start(ctx)
}

// releaseCaches frees what is kept for a load that has ended. Pages and configurations stay, because they are also
// served while the database is unavailable.
func (a *App) releaseCaches(ctx context.Context) {
	a.search.ReleaseMemory()
	if err := a.DB.ReleaseMemory(); err != nil {
		slog.WarnContext(ctx, "caches of the database not released", "error", err)
	}
}

// Close flushes the log of public API calls, waits for running jobs and closes the database.
func (a *App) Close(ctx context.Context) error {
	a.backups.stop()
	a.links.Stop()
	err := errors.Join(a.Gate.Log.Close(ctx), a.Queue.Stop(ctx))
	if a.stopSealing != nil {
		a.stopSealing()
		a.sealing.Wait()
	}
	if a.stopTracing != nil {
		err = errors.Join(err, a.stopTracing(ctx))
	}
	return errors.Join(err, a.DB.Close())
}

// Handler returns the handler for all requests.
func (a *App) Handler() (http.Handler, error) {
	proxies, err := a.Config.proxies()
	if err != nil {
		return nil, err
	}
	console, err := a.console()
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { writeText(w, http.StatusOK, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := a.Ready(r.Context()); err != nil {
			slog.WarnContext(r.Context(), "not ready", "error", err)
			writeText(w, http.StatusServiceUnavailable, "not ready")
			return
		}
		writeText(w, http.StatusOK, "ready")
	})
	mux.Handle("/api/", api.SameOrigin(api.SignedIn(a.Sessions, noStore(
		api.ConsolePositions(a.DB, a.Sessions.Secure, a.API)))))
	mux.Handle("/api/v1/", a.Gate.Guard(noStore(api.Positions(a.DB, a.Public))))
	mux.Handle("/files/", a.media)
	mux.HandleFunc("GET /embed-preview", embedPreview)
	mux.HandleFunc("GET "+domainCheck, a.pages.CheckDomain)
	// Metrics and profiles are served on their own address. Without these two routes the console's page would be
	// returned for them here.
	mux.Handle("/metrics", http.NotFoundHandler())
	mux.Handle("/debug/", http.NotFoundHandler())
	mux.Handle("/", api.SignedIn(a.Sessions, console))
	site := withHeaders(a.securityHeaders(), gzhttp.GzipHandler(api.Routed("", mux)))
	return api.Identify(proxies, a.limitRequests(api.Log(a.closeWhenDraining(a.byHost(site))))), nil
}
