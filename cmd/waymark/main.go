// Command waymark runs the console's server and the maintenance commands around it.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
	_ "time/tzdata" // The office's time zone must be available on systems without a zone database.

	"github.com/alecthomas/kong"

	"waymark/internal/app"
)

// version is set by the linker.
var version = "dev"

// settings are the flags that all commands share. Each can also be set with an environment variable.
type settings struct {
	Config           string   `help:"File with settings, one per line: NAME = VALUE, where NAME is that of a flag. Flags and environment variables take precedence." env:"WAYMARK_CONFIG" type:"path"`
	Secrets          string   `help:"File with secrets as environment variables, one per line: WAYMARK_SECRET_KEY=… If not set, the file secrets.env next to the file of --config, if there is one." env:"WAYMARK_SECRETS" type:"path"`
	Database         string   `help:"Database to use: sqlite:PATH or postgres://…" env:"WAYMARK_DATABASE" default:"sqlite:data/waymark.db"`
	Storage          string   `help:"Where to store uploaded files: file:PATH or s3://KEY:SECRET@HOST/BUCKET. If not set, a folder next to the database." env:"WAYMARK_STORAGE"`
	PublicURL        string   `name:"public-url" help:"URL at which people open the console. Requests for other host names are refused." env:"WAYMARK_PUBLIC_URL" default:"http://localhost:8080"`
	AppURL           string   `name:"app-url" help:"URL of the user-facing app." env:"WAYMARK_APP_URL" default:"https://app.waymark.example"`
	InspiresURL      string   `name:"inspires-url" help:"URL of Inspires." env:"WAYMARK_INSPIRES_URL" default:"${inspires_url}"`
	LandingURL       string   `name:"landing-url" help:"URL of landing pages." env:"WAYMARK_LANDING_URL" default:"${landing_url}"`
	ProductName      string   `help:"Name of the product in the console and in mail." env:"WAYMARK_PRODUCT_NAME" default:"Waymark"`
	SecretKey        string   `help:"Key that signs and encrypts data, at least 16 characters. The command rotate-key replaces it. On SQLite it is generated if not set." env:"WAYMARK_SECRET_KEY"`
	OldSecretKey     string   `help:"The key that --secret-key replaces, until the command rotate-key has finished." env:"WAYMARK_OLD_SECRET_KEY"`
	Timezone         string   `help:"Time zone of the office. Dates picked in the console start and end in it." env:"WAYMARK_TIMEZONE" default:"UTC"`
	SMTPURL          string   `name:"smtp-url" help:"Mail server: smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS. If not set, mail is written to the log." env:"WAYMARK_SMTP_URL"`
	TrustedProxies   []string `help:"Addresses or networks of proxies whose X-Forwarded-For header is trusted." env:"WAYMARK_TRUSTED_PROXIES"`
	Workers          int      `help:"Number of background jobs to run at the same time on the default queue. The slow queue runs half as many." env:"WAYMARK_WORKERS" default:"4"`
	AppKey           string   `help:"Credential of the user-facing app for /api/v1. If not set, the app is refused." env:"WAYMARK_APP_KEY"`
	APIRate          int64    `name:"api-rate" help:"Calls to /api/v1 that each partner may make per minute, on all nodes together." env:"WAYMARK_API_RATE" default:"1200"`
	KeepTrafficDays  int      `name:"keep-traffic-days" help:"Days to keep API logs, searches and single Copilot events; 0 keeps them for ever. Daily totals are always kept." env:"WAYMARK_KEEP_TRAFFIC_DAYS" default:"90"`
	KeepLeadsDays    int      `name:"keep-leads-days" help:"Days to keep the leads that visitors send; 0 keeps them for ever." env:"WAYMARK_KEEP_LEADS_DAYS" default:"730"`
	KeepActivityDays int      `name:"keep-activity-days" help:"Days to keep the activity of staff; 0 keeps it for ever." env:"WAYMARK_KEEP_ACTIVITY_DAYS" default:"400"`
	SingleNode       bool     `help:"Confirm that this is the only node on PostgreSQL, so that uploaded files may be in a folder." env:"WAYMARK_SINGLE_NODE"`
	AllowPrivateURLs bool     `name:"allow-private-urls" help:"Allow fetching URLs in private networks. For tests and development only." env:"WAYMARK_ALLOW_PRIVATE_URLS"`
	AdminEmail       string   `help:"E-mail address of the first admin of a new database." env:"WAYMARK_ADMIN_EMAIL"`
	AdminPassword    string   `help:"Password of the first admin. If not set, it is generated and written to the log." env:"WAYMARK_ADMIN_PASSWORD"`
	LogLevel         string   `help:"Log lines of this level and above: debug, info, warn or error." env:"WAYMARK_LOG_LEVEL" enum:"debug,info,warn,error" default:"info"`
	LogJSON          bool     `name:"log-json" help:"Write the log as JSON." env:"WAYMARK_LOG_JSON"`
}

// maxDays is a century. A time.Duration could not represent 300 years.
const maxDays = 36_500

func days(n int) time.Duration { return time.Duration(min(n, maxDays)) * 24 * time.Hour }

func (s *settings) config() app.Config {
	return app.Config{
		Database: s.Database, Storage: s.Storage, PublicURL: s.PublicURL, AppURL: s.AppURL, InspiresURL: s.InspiresURL,
		LandingURL: s.LandingURL, ProductName: s.ProductName, SecretKey: s.SecretKey, OldSecretKey: s.OldSecretKey,
		Timezone: s.Timezone,
		SMTPURL:  s.SMTPURL, TrustedProxies: s.TrustedProxies, Workers: s.Workers, AppKey: s.AppKey, APIRate: s.APIRate,
		KeepTraffic: days(s.KeepTrafficDays), KeepLeads: days(s.KeepLeadsDays),
		KeepActivity: days(s.KeepActivityDays), SingleNode: s.SingleNode, AllowPrivateURLs: s.AllowPrivateURLs,
		Version: version, AdminEmail: s.AdminEmail, AdminPassword: s.AdminPassword,
	}
}

type cli struct {
	settings

	PrintVersion kong.VersionFlag `name:"version" help:"Print the version."`

	Serve       serve        `cmd:"" help:"Run the server."`
	Health      health       `cmd:"" help:"Check that a running server is ready."`
	Migrate     migrate      `cmd:"" help:"Create the database, or update its schema."`
	Staff       staff        `cmd:"" help:"Manage the staff who may use the console."`
	Demo        demo         `cmd:"" help:"Add demo data to the database."`
	Jobs        jobs         `cmd:"" help:"List and retry failed background jobs."`
	Backup      backup       `cmd:"" help:"Back up the database, uploaded files and secret key to one file. The server may keep running. SQLite only."`
	Verify      verify       `cmd:"" help:"Check a backup without restoring it."`
	Restore     restore      `cmd:"" help:"Verify a backup and restore it. Existing data is never overwritten."`
	Move        move         `cmd:"" help:"Copy a SQLite database, and uploaded files, to an empty PostgreSQL database. The source is not changed."`
	RotateKey   rotateKey    `cmd:"" help:"Replace the secret key: encrypt everything with --secret-key that --old-secret-key has encrypted. On SQLite a new key file is generated if they are not set."`
	VerifyAudit verifyAudit  `cmd:"" help:"Check that the audit log has not been tampered with."`
	ForgetAudit forgetAudit  `cmd:"" help:"Delete old entries from the audit log."`
	OpenAPI     openapi      `cmd:"" name:"openapi" help:"Print the OpenAPI document of the console's API."`
	Notices     notices      `cmd:"" help:"Print the licences of third-party software, typefaces and data."`
	Version     printVersion `cmd:"" help:"Print the version."`
}

func main() { os.Exit(run(os.Args[1:])) }

// Exit codes.
const (
	exitFailed = 1
	exitUsage  = 2
)

func run(args []string) int {
	var c cli
	config, err := openSources(args)
	if err != nil {
		fail(err, wantsJSON(args), "")
		return exitUsage
	}
	parser := kong.Must(&c, kong.Name("waymark"), kong.Resolvers(config), kong.Help(printHelp),
		kong.Description("The back office of a travel content platform."),
		kong.Vars{"version": version, "inspires_url": app.DefaultInspiresURL, "landing_url": app.DefaultLandingURL})
	command, err := parser.Parse(args)
	if err != nil {
		fail(err, wantsJSON(args), fmt.Sprintf("Run `%s --help` for usage.", commandName(err)))
		return exitUsage
	}
	app.SetLogOutput(os.Stderr, c.LogJSON, c.LogLevel)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	command.BindTo(ctx, (*context.Context)(nil))
	if changesDatabase(command.Command()) {
		c.nameDatabase(c.Move.To)
	}
	if err := command.Run(&c.settings); err != nil {
		fail(err, c.LogJSON, "")
		return exitFailed
	}
	return 0
}

// fail prints the error that ends the program: as a line of text, or as JSON if the log is JSON.
func fail(err error, asJSON bool, hint string) {
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	switch {
	case asJSON:
		app.SetLogOutput(os.Stderr, true, "error")
		slog.Error(text)
	case hint != "":
		fmt.Fprintf(os.Stderr, "waymark: error: %s\n%s\n", text, hint)
	default:
		fmt.Fprintf(os.Stderr, "waymark: error: %s\n", text)
	}
}

// commandName returns the command whose arguments could not be parsed.
func commandName(err error) string {
	command := "waymark"
	var failure *kong.ParseError
	if !errors.As(err, &failure) || failure.Context == nil {
		return command
	}
	for _, step := range failure.Context.Path {
		if step.Command != nil {
			command += " " + step.Command.Name
		}
	}
	return command
}

// wantsJSON reports whether the log is JSON. It looks at the raw arguments, because they could not be parsed.
func wantsJSON(args []string) bool {
	wanted, _ := strconv.ParseBool(os.Getenv("WAYMARK_LOG_JSON"))
	for _, arg := range args {
		if value, ok := strings.CutPrefix(arg, "--log-json"); ok && (value == "" || value[0] == '=') {
			given, err := strconv.ParseBool(strings.TrimPrefix(value, "="))
			wanted = value == "" || (err == nil && given)
		}
	}
	return wanted
}
