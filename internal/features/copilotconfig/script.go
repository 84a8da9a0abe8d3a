package copilotconfig

import (
	_ "embed"
	"net/http"
	"sync"
)

//go:embed scripts/copilot.js
var script []byte

var scriptResponse = sync.OnceValue(func() *response {
	return newResponse(script, "text/javascript; charset=utf-8", "public, max-age=3600", "Accept-Encoding")
})

// ServeScript serves the script of Copilot, which partners include in their pages.
func ServeScript(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	scriptResponse().send(w, r)
}
