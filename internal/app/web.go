package app

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"strings"
	"time"

	"waymark/internal/features/demosite"
	"waymark/internal/features/signin"
	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/secret"
	"waymark/web"
)

//go:embed placeholder
var placeholder embed.FS

// contentPolicy returns the Content-Security-Policy of the console's pages. They may load their own files, and inline
// styles and scripts only with the page's nonce.
func contentPolicy(nonce string) string {
	return "default-src 'self'; script-src 'self' 'nonce-" + nonce + "'; style-src 'self' 'nonce-" + nonce + "'; " +
		"img-src 'self' data: blob: https:; font-src 'self'; connect-src 'self'; frame-src 'self'; " +
		"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// permissionsPolicy turns off browser features that the console does not use, also in the frames it contains.
const permissionsPolicy = "accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), " +
	"gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()"

// securityHeaders returns the default security headers of every response. Handlers may overwrite them, which does not
// change the values that all responses share.
func (a *App) securityHeaders() http.Header {
	header := http.Header{}
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Frame-Options", "DENY")
	header.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Permissions-Policy", permissionsPolicy)
	header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	if a.Sessions.Secure {
		header.Set("Strict-Transport-Security", "max-age=31536000")
	}
	return header
}

func withHeaders(header http.Header, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		maps.Copy(w.Header(), header)
		next.ServeHTTP(w, r)
	})
}

// noStore forbids caching: API responses depend on the caller and the time.
func noStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// pageData is embedded into the console's page, so that the web app needs no request to show its first screen.
type pageData struct {
	Product  string `json:"product"`
	Timezone string `json:"timezone"` // of the office; dates picked in the console are days in it
	Demo     bool   `json:"demo"`
	ReadOnly bool   `json:"read_only"` // nothing can be saved at the moment
	DemoSite string `json:"demo_site"` // the website on which Copilot can be tried, or empty
	// DemoAdmin is the admin of the demo data, or empty if the operator has chosen another one.
	DemoAdmin string     `json:"demo_admin"`
	User      *signin.Me `json:"user"`
	// Icons are the pictures of the icons that lists show, by name.
	Icons map[string]string `json:"icons"`
	// FirstRequest is the URL of the list that the screen shows. The page requests it before the app has loaded.
	FirstRequest string `json:"first_request"`
}

// consolePage is the page of the web app with the files of its build.
type consolePage struct {
	html    []byte
	files   fs.FS
	screens firstLoads
}

// console returns the handler that serves the web app: its files, and its single page for every other path.
func (a *App) console() (http.Handler, error) {
	files, built := web.App()
	if !built {
		var err error
		if files, err = fs.Sub(placeholder, "placeholder"); err != nil {
			return nil, fmt.Errorf("web app: %w", err)
		}
	}
	text, err := fs.ReadFile(files, "index.html")
	if err != nil {
		return nil, fmt.Errorf("web app: %w", err)
	}
	page := consolePage{files: files}
	page.html = bytes.ReplaceAll(text, []byte("{{product}}"), []byte(html.EscapeString(a.Config.ProductName)))
	if page.screens, err = readFirstLoads(web.FirstLoads()); err != nil {
		return nil, err
	}
	assets := http.FileServerFS(files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			api.WriteError(w, r, apierr.New(http.StatusMethodNotAllowed, "This method is not allowed here."))
			return
		}
		if isFile(r.URL.Path) {
			switch {
			case strings.HasPrefix(r.URL.Path, "/assets/"): // The file names contain a hash of the content.
				w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
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

// isFile reports whether a path is that of a file and not of a screen. The extension alone does not decide, because the
// path of a screen may contain a dot too: /countries/1.5.
func isFile(address string) bool {
	folder, name := path.Split(address)
	return path.Ext(name) != "" && address != "/index.html" &&
		(folder == "/" || strings.HasPrefix(address, "/assets/") || strings.HasPrefix(address, "/icons/"))
}

// serveCompressed serves the Brotli version of a file if the build has written one and the client accepts it. It
// reports whether it did.
func serveCompressed(w http.ResponseWriter, r *http.Request, files fs.FS) bool {
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "br") {
		return false
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	compressed, err := files.Open(name + ".br")
	if err != nil {
		return false
	}
	defer func() { _ = compressed.Close() }()
	content, ok := compressed.(io.ReadSeeker)
	if !ok {
		return false
	}
	w.Header().Set("Content-Encoding", "br")
	http.ServeContent(w, r, name, time.Time{}, content)
	return true
}

func (a *App) servePage(w http.ResponseWriter, r *http.Request, page consolePage) {
	data := pageData{
		Product: a.Config.ProductName, Timezone: a.Config.Timezone, Demo: a.Config.Demo, ReadOnly: a.Config.ReadOnly,
	}
	if a.Config.Demo {
		data.DemoSite = demosite.URL(a.Config.LandingURL)
		if a.Config.AdminEmail == DemoAdmin && a.Config.AdminPassword == DemoPassword {
			data.DemoAdmin = DemoAdmin
		}
	}
	links := ""
	if user := auth.Current(r.Context()); user != nil {
		me, err := signin.Describe(r.Context(), a.Store.DB.Read(), user)
		if err != nil {
			api.WriteError(w, r, err)
			return
		}
		data.User = me
		if data.Icons, err = usedIcons(r.Context(), a.Store.DB.Read(), page.files); err != nil {
			api.WriteError(w, r, err)
			return
		}
		if screen := page.screens.find(r.URL.Path); screen != nil {
			links, data.FirstRequest = screen.links(), screen.requestFor(r, me)
		}
	}
	encoded, err := json.Marshal(data) // Marshal escapes <, > and &, so data can't close its script element.
	if err != nil {
		api.WriteError(w, r, err)
		return
	}
	nonce := secret.Token()
	text := bytes.ReplaceAll(page.html, []byte("{{nonce}}"), []byte(nonce))
	text = bytes.ReplaceAll(text, []byte("<!--{{links}}-->"), []byte(links))
	text = bytes.ReplaceAll(text, []byte("{{start}}"), encoded)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", contentPolicy(nonce))
	w.Header().Set("Cache-Control", "no-store")
	if strings.HasPrefix(r.URL.Path, "/reset-password/") { // The URL is a credential.
		w.Header().Set("Referrer-Policy", "no-referrer")
	}
	_, _ = w.Write(text)
}

func writeText(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}
