// Package exports gives data out as files: five downloads, and any table of the console as it is filtered and sorted.
package exports

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/write"
)

// Service makes the files.
type Service struct {
	Kit resource.Kit
	// Site is where the console is, for addresses that are written into files.
	Site string
}

const (
	tag       = "Export"
	filesPath = "/api/admin/export/files/"
	purpose   = "export"
	// validFor is how long an address of a file can be used.
	validFor = 15 * time.Minute
	// patience is how long a client may take nothing of a file.
	patience = 2 * time.Minute
)

// SignedURLs are the addresses of the downloads, by their keys.
type SignedURLs struct {
	SignedURLs map[string]string `json:"signed_urls" nullable:"false" doc:"By all-content, content-in-collections, audio-content, video-content and, for admins, advisors. They work for 15 minutes, with the session of the person who asked for them."`
}

// Mount adds the calls.
func (s *Service) Mount() {
	op := api.Op{Method: "GET", Path: "/api/admin/export/signed-urls", Tag: tag, Summary: "Get the download links"}
	api.Handle(s.Kit.API, op, func(ctx context.Context, _ *api.Call) (*SignedURLs, error) {
		addresses, user := map[string]string{}, auth.Current(ctx)
		for key, file := range downloads {
			if !file.admins || user.Role == auth.Admin {
				addresses[key] = s.sign(key, user.ID)
			}
		}
		return &SignedURLs{addresses}, nil
	})
	s.mountTables()
	s.Kit.API.Mount("GET "+filesPath+"{key}", http.HandlerFunc(s.serve))
}

// Jobs declares the jobs.
func (s *Service) Jobs(set *jobs.Set) {
	jobs.Add(set, jobs.Slow, s.run)
	jobs.Add(set, jobs.Default, s.sweep)
	set.Every(time.Hour, Sweep{})
}

// sign makes an address with which one person can get a file for a while.
func (s *Service) sign(key string, by int64) string {
	return s.signUntil(key, by, clock.Now().Add(validFor))
}

func (s *Service) signUntil(key string, by int64, until time.Time) string {
	who, when := strconv.FormatInt(by, 10), strconv.FormatInt(until.Unix(), 10)
	values := url.Values{"by": {who}, "until": {when}, "signature": {s.Kit.Key.Sign(purpose, key+"\n"+who+"\n"+when)}}
	return filesPath + key + "?" + values.Encode()
}

// check refuses an address that was not made for a person, or is too old. The signature alone is not enough: an address may
// end up in a log, a mail or somebody's history.
func (s *Service) check(r *http.Request, user *auth.User) error {
	if user == nil {
		return apierr.SignInRequired()
	}
	q := r.URL.Query()
	who, when := q.Get("by"), q.Get("until")
	if !s.Kit.Key.Verify(purpose, r.PathValue("key")+"\n"+who+"\n"+when, q.Get("signature")) {
		return apierr.NotAllowed("This address is not valid.")
	}
	until, err := strconv.ParseInt(when, 10, 64)
	if err != nil || clock.Now().Unix() >= until {
		return apierr.NotAllowed("This address has expired: it was good for 15 minutes. Please start the download again on the Export page.")
	}
	if who != strconv.FormatInt(user.ID, 10) {
		return apierr.NotAllowed("This address was made for somebody else. Please start the download yourself on the Export page.")
	}
	return nil
}

// serve answers the addresses, to the person who asked for them.
func (s *Service) serve(w http.ResponseWriter, r *http.Request) {
	user := auth.Current(r.Context())
	if err := s.check(r, user); err != nil {
		api.WriteError(w, r, err)
		return
	}
	key := r.PathValue("key")
	if id, err := strconv.ParseInt(key, 10, 64); err == nil {
		s.serveStored(w, r, user, id)
		return
	}
	file, ok := downloads[key]
	if !ok {
		api.WriteError(w, r, apierr.NotFound())
		return
	}
	if file.admins && user.Role != auth.Admin {
		api.WriteError(w, r, apierr.NotAllowed("Only admins can do this."))
		return
	}
	s.give(w, r, write.Change{Name: file.label}, key, func(out http.ResponseWriter) error {
		turns, err := begin(r.Context())
		if err != nil {
			return err
		}
		defer turns.end()
		rows, err := sheet.New(turns, s.Site)
		if err != nil {
			return err
		}
		unlimited := db.WithStatementLimit(r.Context(), 0) // a download takes as long as the client takes to read it
		err = file.write(unlimited, s.Kit.Store.DB.Read(), rows, func() error { return pushed(out, rows, turns.next) })
		if err != nil {
			return err
		}
		return pushed(out, rows, turns.send)
	})
}

// as makes a context that of a member of staff.
func as(ctx context.Context, user *auth.User, requestID, ip string) context.Context {
	ctx = auth.WithUser(ctx, user)
	return write.WithActor(ctx, write.Actor{
		UserID: user.ID, Name: auth.FullName(user.FirstName, user.LastName),
		RequestID: requestID, IP: ip,
	})
}

// give sends a file that is made while it is sent. One that could not be made to its end is cut off, so that nobody takes it
// for a whole one.
func (s *Service) give(w http.ResponseWriter, r *http.Request, told write.Change, name string,
	send func(http.ResponseWriter) error,
) {
	ctx := r.Context()
	head := w.Header()
	head.Set("Content-Type", "text/csv; charset=utf-8")
	head.Set("Content-Disposition", `attachment; filename="`+s.dated(name)+`"`)
	head.Set("Cache-Control", "no-store")
	if r.Method == http.MethodHead {
		return
	}
	told.Action, told.Kind = "exported", "export"
	if err := s.Kit.Store.Do(ctx, func(tx *write.Tx) error { return tx.Record(ctx, told) }); err != nil {
		head.Del("Content-Disposition")
		head.Del("Content-Length")
		api.WriteError(w, r, err)
		return
	}
	if err := send(w); err != nil {
		if ctx.Err() == nil {
			slog.ErrorContext(ctx, "an export was cut off", "export", name, "error", err)
		}
		panic(http.ErrAbortHandler)
	}
}

func (s *Service) dated(name string) string {
	zone := s.Kit.Zone
	if zone == nil {
		zone = time.UTC
	}
	return fmt.Sprintf("%s-%s.csv", name, clock.Now().In(zone).Format(time.DateOnly))
}

// pushed sends what was written so far. A client may be as slow as it likes, as long as it receives something.
func pushed(w http.ResponseWriter, out *sheet.Writer, send func(io.Writer) error) error {
	control := http.NewResponseController(w)
	if err := extend(control); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if err := send(w); err != nil {
		return err
	}
	return control.Flush()
}

func extend(control *http.ResponseController) error {
	if err := control.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return fmt.Errorf("give the client time: %w", err)
	}
	return nil
}
