// Package exports provides data as CSV files: five predefined downloads, and any table of the console with its
// filters and sort order.
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

// Service writes and serves the files.
type Service struct {
	Kit resource.Kit
	// Site is the origin of the console, used in URLs inside the files.
	Site string
}

const (
	tag       = "Export"
	filesPath = "/api/admin/export/files/"
	purpose   = "export"
	// linkLifetime is how long the URL of a file is valid.
	linkLifetime = 15 * time.Minute
	// writeTimeout is how long a client may take to receive one part of a file.
	writeTimeout = 2 * time.Minute
)

// SignedURLs holds the URLs of the downloads.
type SignedURLs struct {
	SignedURLs map[string]string `json:"signed_urls" nullable:"false" doc:"Download links by key. They work for 15 minutes and only for the signed-in user."`
}

// Mount registers the endpoints.
func (s *Service) Mount() {
	op := api.Op{
		Method: "GET", Path: "/api/admin/export/signed-urls", Tag: tag, Summary: "Get the download links",
		Description: "The keys are all-content, content-in-collections, audio-content, video-content and, " +
			"for admins, advisors.",
	}
	api.Handle(s.Kit.API, op, func(ctx context.Context, _ *api.Call) (*SignedURLs, error) {
		urls, user := map[string]string{}, auth.Current(ctx)
		for key, file := range downloads {
			if !file.admins || user.Role == auth.Admin {
				urls[key] = s.sign(key, user.ID)
			}
		}
		return &SignedURLs{urls}, nil
	})
	s.mountTables()
	s.Kit.API.MountSlow("GET "+filesPath+"{key}", http.HandlerFunc(s.serve))
}

// Jobs registers the background jobs.
func (s *Service) Jobs(set *jobs.Set) {
	jobs.Add(set, jobs.Slow, s.run)
	jobs.Add(set, jobs.Default, s.sweep)
	set.Every(time.Hour, Sweep{})
}

// sign returns a URL with which one user can download a file for a limited time.
func (s *Service) sign(key string, by int64) string {
	return s.signUntil(key, by, clock.Now().Add(linkLifetime))
}

func (s *Service) signUntil(key string, by int64, until time.Time) string {
	user, expiry := strconv.FormatInt(by, 10), strconv.FormatInt(until.Unix(), 10)
	signature := s.Kit.Key.Sign(purpose, key+"\n"+user+"\n"+expiry)
	values := url.Values{"by": {user}, "until": {expiry}, "signature": {signature}}
	return filesPath + key + "?" + values.Encode()
}

// check refuses a URL that is forged, expired or made for another user. A valid signature alone is not enough,
// because a URL may end up in a log, an e-mail or a browser history.
func (s *Service) check(r *http.Request, user *auth.User) error {
	if user == nil {
		return apierr.SignInRequired()
	}
	q := r.URL.Query()
	by, expiry := q.Get("by"), q.Get("until")
	if !s.Kit.Key.Verify(purpose, r.PathValue("key")+"\n"+by+"\n"+expiry, q.Get("signature")) {
		return apierr.NotAllowed("This download link is not valid.")
	}
	until, err := strconv.ParseInt(expiry, 10, 64)
	if err != nil || clock.Now().Unix() >= until {
		return apierr.NotAllowed("This download link has expired: it is valid for 15 minutes. " +
			"Please start the download again on the Export page.")
	}
	if by != strconv.FormatInt(user.ID, 10) {
		return apierr.NotAllowed("This download link belongs to another user. " +
			"Please start the download yourself on the Export page.")
	}
	return nil
}

// serve sends the file that a signed URL names.
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
	s.send(w, r, write.Change{Name: file.label}, key, func(out http.ResponseWriter) error {
		chunks, err := newChunkWriter(r.Context())
		if err != nil {
			return err
		}
		defer chunks.close()
		rows, err := sheet.New(chunks, s.Site)
		if err != nil {
			return err
		}
		// A download takes as long as the client needs to receive it.
		unlimited := db.WithStatementLimit(r.Context(), 0)
		err = file.write(unlimited, s.Kit.Store.DB.Read(), rows, func() error { return push(out, rows, chunks.next) })
		if err != nil {
			return err
		}
		return push(out, rows, chunks.flush)
	})
}

// send audits a download and sends the file, which may be generated while it is sent. If that fails the connection is
// aborted, so that the client notices that the file is incomplete.
func (s *Service) send(
	w http.ResponseWriter, r *http.Request, change write.Change, name string,
	writeFile func(http.ResponseWriter) error,
) {
	ctx := r.Context()
	header := w.Header()
	header.Set("Content-Type", "text/csv; charset=utf-8")
	header.Set("Content-Disposition", `attachment; filename="`+s.fileName(name)+`"`)
	header.Set("Cache-Control", "no-store")
	if r.Method == http.MethodHead {
		return
	}
	change.Action, change.Kind = "exported", "export"
	if err := s.record(ctx, change); err != nil {
		header.Del("Content-Disposition")
		header.Del("Content-Length")
		api.WriteError(w, r, err)
		return
	}
	if err := writeFile(w); err != nil {
		if ctx.Err() == nil {
			slog.ErrorContext(ctx, "export aborted", "export", name, "error", err)
		}
		panic(http.ErrAbortHandler)
	}
}

// fileName returns the name of a download, with today's date.
func (s *Service) fileName(name string) string {
	zone := s.Kit.Zone
	if zone == nil {
		zone = time.UTC
	}
	return fmt.Sprintf("%s-%s.csv", name, clock.Now().In(zone).Format(time.DateOnly))
}

func (s *Service) record(ctx context.Context, change write.Change) error {
	return s.Kit.Store.Do(ctx, func(tx *write.Tx) error { return tx.Record(ctx, change) })
}

// push sends what was written so far. The deadline applies to each part of a file, so that slow clients can receive
// large files.
func push(w http.ResponseWriter, out *sheet.Writer, send func(io.Writer) error) error {
	control := http.NewResponseController(w)
	if err := extendDeadline(control); err != nil {
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

func extendDeadline(control *http.ResponseController) error {
	if err := control.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return fmt.Errorf("extend write deadline: %w", err)
	}
	return nil
}
