package app

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/secret"
)

//go:embed docs
var docs embed.FS

// docsPage is the content of a documentation page: a guide and the reference of all operations.
type docsPage struct {
	Links     []docsLink
	Guide     []docsSection
	Reference *api.Reference
	Style     template.CSS
	Script    template.JS
}

type docsLink struct{ Text, URL string }

type docsSection struct {
	ID, Title string
	Body      template.HTML
}

// guideSections are the sections of the guide, by the names of their templates.
var guideSections = []docsSection{
	{ID: "quick-start", Title: "Quick start"},
	{ID: "authentication", Title: "Authentication"},
	{ID: "names", Title: "Names"},
	{ID: "errors", Title: "Errors"},
	{ID: "rate-limits", Title: "Rate limits"},
	{ID: "etags", Title: "ETags"},
	{ID: "own-changes", Title: "Your own changes"},
	{ID: "pagination", Title: "Pagination"},
	{ID: "sync", Title: "Keeping a copy in sync"},
	{ID: "cors", Title: "Calls from the browser"},
}

// program is a program of the quick start. Tests run it as it is shown.
type program struct {
	ID, Name, File, Needs, Command, Code string
}

var programs = []program{
	{
		ID: "curl", Name: "curl", File: "quickstart.sh", Needs: "Needs Bash and curl 7.82.",
		Command: "bash quickstart.sh",
	},
	{
		ID: "python", Name: "Python", File: "quickstart.py", Needs: "Needs Python 3 without packages.",
		Command: "python3 quickstart.py",
	},
	{
		ID: "typescript", Name: "TypeScript", File: "quickstart.ts", Needs: "Needs Node.js 22 without packages.",
		Command: "node --experimental-strip-types quickstart.ts",
	},
}

// publicTags are the groups of the public API's operations in the order of the page.
var publicTags = []string{
	"Account", "Partner", "Users", "Search", "Content", "Collections", "Lookups", "Sharing", "Copilot", "Impersonation",
}

// credentialNames are the names of the security schemes on the page.
var credentialNames = map[string]string{
	"keyAndSecret": "Server", "keyOfSite": "Browser", "appKey": "App", "session": "Session",
}

const (
	etagExample = `curl --user "$API_KEY:$API_SECRET" --header 'If-None-Match: "2jmj7l5rSw0yVb_vlWAYkK_YBwk"' \
  "$API_URL/api/v1/partner"`
	browserExample = `const response = await fetch(API_URL + "/api/v1/search/content?query=lisbon", {
  headers: { "X-Api-Key": API_KEY },
});
if (response.status === 429) console.log("Retry in", response.headers.get("Retry-After"), "seconds");`
)

func (a *App) consoleDocs() ([]byte, error) {
	reference, err := a.API.Reference()
	if err != nil {
		return nil, err
	}
	return renderDocs(docsPage{
		Reference: reference,
		Links:     []docsLink{{"OpenAPI 3.1 document", "/api/openapi.json"}, {"Public API", "/api/v1/docs"}},
	}, nil)
}

func (a *App) publicDocs() ([]byte, error) {
	reference, err := a.Public.Reference(publicTags...)
	if err != nil {
		return nil, err
	}
	shown := slices.Clone(programs)
	for i := range shown {
		code, err := docs.ReadFile("docs/quickstart/" + shown[i].File)
		if err != nil {
			return nil, fmt.Errorf("read quick start: %w", err)
		}
		shown[i].Code = string(code)
	}
	refusal, err := json.MarshalIndent(apierr.Field("limit", "Must be between 1 and 500."), "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode example: %w", err)
	}
	codes := slices.DeleteFunc(slices.Clone(apierr.Codes), func(c apierr.Code) bool { return c.ConsoleOnly })
	return renderDocs(docsPage{
		Reference: reference, Guide: guideSections,
		Links: []docsLink{{"OpenAPI 3.1 document", "/api/v1/openapi.json"}},
	}, map[string]any{
		"BaseURL": strings.TrimRight(a.Config.PublicURL, "/"), "Programs": shown, "Codes": codes,
		"PerMinute": a.Config.APIRate, "ErrorExample": string(refusal), "ETagExample": etagExample,
		"BrowserExample": browserExample,
	})
}

// renderDocs renders a page. guide has the values that its guide refers to.
func renderDocs(page docsPage, guide map[string]any) ([]byte, error) {
	templates, err := template.New("page.html").Funcs(template.FuncMap{
		"credential": func(name string) string { return credentialNames[name] },
	}).ParseFS(docs, "docs/page.html", "docs/guide.html")
	if err != nil {
		return nil, fmt.Errorf("parse documentation: %w", err)
	}
	style, err := docs.ReadFile("docs/page.css")
	if err != nil {
		return nil, fmt.Errorf("read documentation: %w", err)
	}
	script, err := docs.ReadFile("docs/page.js")
	if err != nil {
		return nil, fmt.Errorf("read documentation: %w", err)
	}
	page.Style, page.Script = template.CSS(style), template.JS(script) //nolint:gosec // our own files
	page.Guide = slices.Clone(page.Guide)
	for i := range page.Guide {
		body := bytes.Buffer{}
		if err := templates.ExecuteTemplate(&body, page.Guide[i].ID, guide); err != nil {
			return nil, fmt.Errorf("render %s: %w", page.Guide[i].ID, err)
		}
		page.Guide[i].Body = template.HTML(body.String()) //nolint:gosec // escaped by its template
	}
	rendered := bytes.Buffer{}
	if err := templates.Execute(&rendered, page); err != nil {
		return nil, fmt.Errorf("render documentation: %w", err)
	}
	return rendered.Bytes(), nil
}

// serveDocs serves a documentation page, which is rendered on the first request.
func serveDocs(render func() ([]byte, error)) http.Handler {
	build := sync.OnceValues(render)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, err := build()
		if err != nil {
			api.WriteError(w, r, err)
			return
		}
		nonce := secret.Token()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'nonce-"+nonce+"'; style-src 'nonce-"+nonce+
			"'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		_, _ = w.Write(bytes.ReplaceAll(page, []byte("{{nonce}}"), []byte(nonce)))
	})
}
