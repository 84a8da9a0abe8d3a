// Command waymark runs the console's server and the chores around it.
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
	_ "time/tzdata" // picked dates need the office zone, also where the system has no zones

	"github.com/alecthomas/kong"

	"waymark/internal/app"
)

// version is set when the binary is built.
var version = "dev"

// settings are the flags most commands share. Each has an environment twin.
type settings struct {
	Database         string   `help:"sqlite:PATH or postgres://…" env:"WAYMARK_DATABASE" default:"sqlite:data/waymark.db"`
	Storage          string   `help:"Where uploaded files are kept: file:PATH or s3://KEY:SECRET@HOST/BUCKET. Beside the database when not given." env:"WAYMARK_STORAGE"`
	PublicURL        string   `name:"public-url" help:"Where people reach the console." env:"WAYMARK_PUBLIC_URL" default:"http://localhost:8080"`
	AppURL           string   `name:"app-url" help:"Where the user-facing app is." env:"WAYMARK_APP_URL" default:"https://app.waymark.example"`
	InspiresURL      string   `name:"inspires-url" help:"Where Inspires is." env:"WAYMARK_INSPIRES_URL" default:"https://inspires.waymark.example"`
	LandingURL       string   `name:"landing-url" help:"Where landing pages are." env:"WAYMARK_LANDING_URL" default:"https://go.waymark.example"`
	ProductName      string   `help:"What the product is called." env:"WAYMARK_PRODUCT_NAME" default:"Waymark"`
	SecretKey        string   `help:"Signs and encrypts. On SQLite one is made when not given." env:"WAYMARK_SECRET_KEY"`
	Timezone         string   `help:"The office's time zone: picked dates begin and end in it." env:"WAYMARK_TIMEZONE" default:"UTC"`
	SMTPURL          string   `name:"smtp-url" help:"smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS. Without it, mail goes to the log." env:"WAYMARK_SMTP_URL"`
	TrustedProxies   []string `help:"Addresses or networks whose X-Forwarded-For is believed." env:"WAYMARK_TRUSTED_PROXIES"`
	Workers          int      `help:"Background jobs at a time." env:"WAYMARK_WORKERS" default:"4"`
	AppKey           string   `help:"The user-facing app's credential for /api/v1." env:"WAYMARK_APP_KEY"`
	APIRate          int64    `name:"api-rate" help:"How many calls of /api/v1 a partner may make in a minute, on all nodes together." env:"WAYMARK_API_RATE" default:"1200"`
	KeepTrafficDays  int      `name:"keep-traffic-days" help:"How many days API logs, searches and single Copilot events are kept; 0 for ever. Figures by day stay." env:"WAYMARK_KEEP_TRAFFIC_DAYS" default:"90"`
	SingleNode       bool     `help:"PostgreSQL with one node only: files may be in a folder." env:"WAYMARK_SINGLE_NODE"`
	AllowPrivateURLs bool     `name:"allow-private-urls" help:"Fetch addresses inside private networks. For tests and development only." env:"WAYMARK_ALLOW_PRIVATE_URLS"`
	AdminEmail       string   `help:"The first admin of a new database." env:"WAYMARK_ADMIN_EMAIL"`
	AdminPassword    string   `help:"The first admin's password." env:"WAYMARK_ADMIN_PASSWORD"`
	LogJSON          bool     `name:"log-json" help:"Write the log as JSON." env:"WAYMARK_LOG_JSON"`
}

// mostDays is a century; more would not fit into a time.Duration.
const mostDays = 36_500

func (s *settings) config() app.Config {
	return app.Config{
		Database: s.Database, Storage: s.Storage, PublicURL: s.PublicURL, AppURL: s.AppURL, InspiresURL: s.InspiresURL,
		LandingURL:  s.LandingURL,
		ProductName: s.ProductName, SecretKey: s.SecretKey, Timezone: s.Timezone, SMTPURL: s.SMTPURL,
		TrustedProxies: s.TrustedProxies,
		Workers:        s.Workers, AppKey: s.AppKey, APIRate: s.APIRate,
		KeepTraffic: time.Duration(min(s.KeepTrafficDays, mostDays)) * 24 * time.Hour, SingleNode: s.SingleNode,
		AllowPrivateURLs: s.AllowPrivateURLs, Version: version,
		AdminEmail: s.AdminEmail, AdminPassword: s.AdminPassword,
	}
}

type cli struct {
	settings

	Serve       serve       `cmd:"" help:"Run the server."`
	Migrate     migrate     `cmd:"" help:"Bring the database's schema up to date."`
	Staff       staff       `cmd:"" help:"Manage who may use the console."`
	Demo        demo        `cmd:"" help:"Fill the database with demo data, of any size."`
	Jobs        jobs        `cmd:"" help:"Look at failed background jobs and retry them."`
	Backup      backup      `cmd:"" help:"Copy database, files and key into one file, while the server runs."`
	Verify      verify      `cmd:"" help:"Check a backup without restoring it."`
	Restore     restore     `cmd:"" help:"Verify a backup and restore it where no data is yet."`
	VerifyAudit verifyAudit `cmd:"" help:"Check that nobody has changed the audit log."`
	ForgetAudit forgetAudit `cmd:"" help:"Delete old entries of the audit log."`
	OpenAPI     openapi     `cmd:"" name:"openapi" help:"Print the OpenAPI document."`
	Notices     notices     `cmd:"" help:"Print the licences of third-party software, typefaces and data."`
	Version     show        `cmd:"" help:"Print the version."`
}

func main() { os.Exit(run(os.Args[1:])) }

// Exit codes.
const (
	exitFailed = 1
	exitUsage  = 2
)

func run(args []string) int {
	var c cli
	parser := kong.Must(&c, kong.Name("waymark"),
		kong.Description("The back-office of a travel content-curation platform."))
	command, err := parser.Parse(args)
	if err != nil {
		fail(err, wantsJSON(args), fmt.Sprintf("Run `%s --help` for usage.", triedCommand(err)))
		return exitUsage
	}
	app.SetLogOutput(os.Stderr, c.LogJSON)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	command.BindTo(ctx, (*context.Context)(nil))
	if err := command.Run(&c.settings); err != nil {
		fail(err, c.LogJSON, "")
		return exitFailed
	}
	return 0
}

// fail reports why the program ends: as a line for people, or as JSON where the log is JSON.
func fail(err error, asJSON bool, hint string) {
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	switch {
	case asJSON:
		app.SetLogOutput(os.Stderr, true)
		slog.Error(text)
	case hint != "":
		fmt.Fprintf(os.Stderr, "waymark: error: %s\n%s\n", text, hint)
	default:
		fmt.Fprintf(os.Stderr, "waymark: error: %s\n", text)
	}
}

// triedCommand is the command whose arguments could not be understood.
func triedCommand(err error) string {
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

// wantsJSON looks for the setting itself, because the arguments could not be parsed.
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
