package pages

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fetch"
	"waymark/internal/platform/fonts"
	"waymark/internal/platform/schema"
)

// fontFiles fetches the font files that partners have chosen, once, and serves them from the site of the pages: a page
// that loaded them from elsewhere would reveal its visitors.
type fontFiles struct {
	// source is the address of the style sheets that name the files, and files is where those must be.
	source, files string

	db      *db.DB
	fetch   *fetch.Client
	lock    sync.Mutex
	waiting chan FontFile
	tried   map[FontFile]time.Time
}

const (
	fontSource   = "https://fonts.googleapis.com/css2"
	fontHost     = "https://fonts.gstatic.com/"
	maxFontSheet = 256 << 10
	maxFontFile  = 1 << 20
	// fontAgent is a browser that reads WOFF2. Others are sent larger files in older formats.
	fontAgent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
	// retryFont is how long a font that could not be fetched is not asked for again.
	retryFont = time.Hour
)

func (f *fontFiles) start(d *db.DB, client *fetch.Client) {
	f.db, f.fetch = d, client
	if f.source == "" {
		f.source, f.files = fontSource, fontHost
	}
	f.waiting, f.tried = make(chan FontFile, 100), map[FontFile]time.Time{}
}

// run fetches fonts until ctx is done.
func (f *fontFiles) run(ctx context.Context, done *sync.WaitGroup) {
	done.Go(func() {
		for {
			select {
			case file := <-f.waiting:
				if err := f.load(ctx, file); err != nil && ctx.Err() == nil {
					slog.WarnContext(ctx, "a font can't be fetched; pages show a substitute", "font", file.Name(), "error", err)
				}
			case <-ctx.Done():
				return
			}
		}
	})
}

// available returns which of the files can be served. The others are fetched in the background.
func (f *fontFiles) available(ctx context.Context, c db.Conn, files []FontFile) (map[string]bool, error) {
	result := map[string]bool{}
	if len(files) == 0 {
		return result, nil
	}
	names := make([]string, len(files))
	for i, file := range files {
		names[i] = file.Name()
	}
	found, err := db.All[string](ctx, c, "SELECT name FROM font_files WHERE name IN (?)", names)
	if err != nil {
		return nil, fmt.Errorf("find fonts: %w", err)
	}
	for _, file := range files {
		if result[file.Name()] = slices.Contains(found, file.Name()); !result[file.Name()] {
			f.ask(file)
		}
	}
	return result, nil
}

// ask has a file fetched, unless that was tried a short time ago.
func (f *fontFiles) ask(file FontFile) {
	f.lock.Lock()
	defer f.lock.Unlock()
	if time.Since(f.tried[file]) < retryFont {
		return
	}
	select {
	case f.waiting <- file:
		f.tried[file] = time.Now()
	default: // too many are waiting already
	}
}

// latinFont matches the part of a style sheet that is for Latin letters, and its file.
var latinFont = regexp.MustCompile(`/\* latin \*/[^}]*url\((https?://[^)\s]+\.woff2)\)`)

// load fetches and stores a font file.
func (f *fontFiles) load(ctx context.Context, file FontFile) error {
	font, ok := fonts.Find(file.ID)
	if !ok {
		return errors.New("not in the catalogue")
	}
	query := url.Values{"family": {font.Family + ":wght@" + file.Weight}, "display": {"swap"}}
	sheet, err := f.fetch.Get(fetch.WithUserAgent(ctx, fontAgent), f.source+"?"+query.Encode(), maxFontSheet)
	if err != nil {
		return err
	}
	match := latinFont.FindSubmatch(sheet.Body)
	if match == nil || !strings.HasPrefix(string(match[1]), f.files) {
		return errors.New("the style sheet names no file for Latin letters")
	}
	var content bytes.Buffer
	if err := f.fetch.Download(ctx, string(match[1]), maxFontFile, &content); err != nil {
		return err
	}
	if !bytes.HasPrefix(content.Bytes(), []byte("wOF2")) {
		return errors.New("the file is no WOFF2 font")
	}
	return f.db.Write(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO font_files (name, content, fetched_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
			file.Name(), content.Bytes(), clock.Now())
		if err != nil {
			return fmt.Errorf("store font %s: %w", file.Name(), err)
		}
		// All servers render their pages again, with the font.
		_, err = tx.Exec(ctx, "INSERT INTO pending_changes (kind, record_id) VALUES (?, 0)", schema.ChangedWords)
		return err
	})
}

var fontName = regexp.MustCompile(`^[a-z0-9-]{1,80}$`)

// serveFont serves a font file. Its name contains everything that determines its content.
func (s *Server) serveFont(w http.ResponseWriter, r *http.Request) {
	name, isFont := strings.CutSuffix(r.PathValue("file"), ".woff2")
	if !isFont || !fontName.MatchString(name) {
		s.serveMissing(w, r)
		return
	}
	content, err := db.Value[[]byte](r.Context(), s.DB.Read(), "SELECT content FROM font_files WHERE name = ?", name)
	if errors.Is(err, sql.ErrNoRows) {
		s.serveMissing(w, r)
		return
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "font/woff2")
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	_, _ = w.Write(content) //nolint:gosec // a font, of which load has checked the type
}
