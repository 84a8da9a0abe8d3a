package media

import (
	"errors"
	"log/slog"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync/atomic"
	"time"
)

var keyShape = regexp.MustCompile(`^[0-9a-z]{24}/[0-9a-z-]+\.(jpg|png)$`)

// ServeHTTP serves files under /files/. Their names are never reused, so clients may cache them permanently. The
// headers prevent browsers from executing anything in them.
func (l *Library) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := strings.TrimPrefix(r.URL.Path, "/files/")
	if (r.Method != http.MethodGet && r.Method != http.MethodHead) || !keyShape.MatchString(key) {
		http.NotFound(w, r)
		return
	}
	file, err := l.Storage.Open(r.Context(), key)
	if errors.Is(err, ErrNoFile) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		respondUnavailable(w, r, key, err)
		return
	}
	defer func() { _ = file.Close() }()
	header := w.Header()
	header.Set("Content-Type", map[string]string{".jpg": "image/jpeg", ".png": "image/png"}[path.Ext(key)])
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	http.ServeContent(w, r, "", time.Time{}, file)
}

// lastLogged is when an unreadable file was last logged, in seconds. It limits the log, because a page may show fifty
// images.
var lastLogged atomic.Int64

func respondUnavailable(w http.ResponseWriter, r *http.Request, key string, err error) {
	if r.Context().Err() == nil {
		if now, last := time.Now().Unix(), lastLogged.Load(); now > last && lastLogged.CompareAndSwap(last, now) {
			slog.ErrorContext(r.Context(), "a file can't be read", "key", key, "error", err)
		}
	}
	w.Header().Set("Retry-After", "2")
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, "Files can't be reached right now. Please try again.", http.StatusServiceUnavailable)
}
