package app

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"waymark/internal/features/signin"
	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/secret"
	"waymark/web"
)

//go:embed placeholder
var placeholder embed.FS

// policy is what the console's pages may load: their own files, and styles and scripts that carry the page's nonce.
func policy(nonce string) string {
	return "default-src 'self'; script-src 'self' 'nonce-" + nonce + "'; style-src 'self' 'nonce-" + nonce +
		"'; img-src 'self' data: blob: https:; " +
		"font-src 'self'; connect-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// permissions turns off what the console has no use for, also for whatever it may show in a frame.
const permissions = "accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()"

// headers are set on every answer; handlers with a policy of their own set it over this one.
func (a *App) headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("X-Frame-Options", "DENY")
		header.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		header.Set("Permissions-Policy", permissions)
		header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		if a.Sessions.Secure {
			header.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// private answers belong to one person and one moment.
func private(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

func compressed(next http.Handler) http.Handler { return gzhttp.GzipHandler(next) }

// start is what the page knows before it asks: who is signed in, and what the product is called.
type start struct {
	Product  string     `json:"product"`
	Timezone string     `json:"timezone"` // the office's: picked dates are days there
	Demo     bool       `json:"demo"`
	User     *signin.Me `json:"user"`
}

// console serves the web app: its files, and its one page for every other path.
func (a *App) console() (http.Handler, error) {
	files, built := web.App()
	if !built {
		var err error
		if files, err = fs.Sub(placeholder, "placeholder"); err != nil {
			return nil, fmt.Errorf("web app: %w", err)
		}
	}
	page, err := fs.ReadFile(files, "index.html")
	if err != nil {
		return nil, fmt.Errorf("web app: %w", err)
	}
	page = bytes.ReplaceAll(page, []byte("{{product}}"), []byte(html.EscapeString(a.Config.ProductName)))
	assets := http.FileServerFS(files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			api.WriteError(w, r, apierr.New(http.StatusMethodNotAllowed, "This address does not take that method."))
			return
		}
		if isFile(r.URL.Path) {
			switch {
			case strings.HasPrefix(r.URL.Path, "/assets/"):
				w.Header().Set("Cache-Control", "public, max-age=31536000, immutable") // their names change with their content
			case strings.HasPrefix(r.URL.Path, "/icon"):
				w.Header().Set("Cache-Control", "public, max-age=86400")
			}
			if !serveCompressed(w, r, files) {
				assets.ServeHTTP(w, r)
			}
			return
		}
		a.servePage(w, r, page)
	}), nil
}

// isFile tells the web app's files from its screens, whose addresses may have a dot in them too: /countries/1.5.
func isFile(address string) bool {
	folder, name := path.Split(address)
	return path.Ext(name) != "" && address != "/index.html" && (folder == "/" || strings.HasPrefix(address, "/assets/") ||
		strings.HasPrefix(address, "/icons/"))
}

// serveCompressed serves the twin of a file that the build made smaller, to those who can read it.
func serveCompressed(w http.ResponseWriter, r *http.Request, files fs.FS) bool {
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "br") {
		return false
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	twin, err := files.Open(name + ".br")
	if err != nil {
		return false
	}
	defer func() { _ = twin.Close() }()
	content, ok := twin.(io.ReadSeeker)
	if !ok {
		return false
	}
	w.Header().Set("Content-Encoding", "br")
	http.ServeContent(w, r, name, time.Time{}, content)
	return true
}

func (a *App) servePage(w http.ResponseWriter, r *http.Request, page []byte) {
	knows := start{Product: a.Config.ProductName, Timezone: a.Config.Timezone, Demo: a.Config.Demo}
	if user := auth.Current(r.Context()); user != nil {
		me := signin.Describe(user)
		knows.User = &me
	}
	encoded, err := json.Marshal(knows) // escapes <, > and &: it can't end its script element
	if err != nil {
		api.WriteError(w, r, err)
		return
	}
	nonce := secret.Token()
	page = bytes.ReplaceAll(page, []byte("{{nonce}}"), []byte(nonce))
	page = bytes.ReplaceAll(page, []byte("{{start}}"), encoded)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", policy(nonce))
	w.Header().Set("Cache-Control", "no-store")
	if strings.HasPrefix(r.URL.Path, "/reset-password/") { // the address is a credential
		w.Header().Set("Referrer-Policy", "no-referrer")
	}
	_, _ = w.Write(page)
}
