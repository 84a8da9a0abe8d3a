package media

import (
	"errors"
	"log/slog"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"
)

var keyShape = regexp.MustCompile(`^[0-9a-z]{24}/[0-9a-z-]+\.(jpg|png)$`)

// ServeHTTP gives files out under /files/. Their names never come again, so they may be kept for good; nothing in them runs.
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
		slog.ErrorContext(r.Context(), "a file can't be read", "key", key, "error", err)
		http.Error(w, "The files can't be reached.", http.StatusServiceUnavailable)
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
