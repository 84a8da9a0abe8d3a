package app

import "net/http"

// embedPolicy isolates embed code. The sandbox gives it no origin, so it has no cookies or storage and can't call the
// API, and only the console's own pages can show it in a frame. The frame sets the same sandbox again.
const embedPolicy = "sandbox allow-scripts allow-popups allow-presentation; default-src 'none'; " +
	"script-src 'unsafe-inline' https:; style-src 'unsafe-inline' https:; img-src https: data:; media-src https:; " +
	"frame-src https:; font-src https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

// embedPage announces itself to the page that contains its frame, and replaces its own document with the code which
// that page sends. It ignores messages from all other windows.
const embedPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Embed preview</title>
<script>
const base = '<!doctype html><html lang="en"><title>Embed preview</title><style>' +
  'body{margin:8px;font:14px/1.5 system-ui,sans-serif}img,video{max-width:100%}</style>'
const fill = '<style>body{margin:0;overflow:hidden}' +
  'iframe,video,embed,object{position:absolute;inset:0;width:100%;height:100%;border:0}</style>'
addEventListener('message', (event) => {
  if (event.source !== parent || typeof event.data?.code !== 'string') return
  document.open()
  document.write(base + (event.data.fill ? fill : '') + event.data.code)
  document.close()
})
parent.postMessage('ready', '*')
</script>
</html>
`

// embedPreview serves the page in which the content form shows embed code. It needs no session, because the page
// contains no data.
func embedPreview(w http.ResponseWriter, _ *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", embedPolicy)
	header.Set("X-Frame-Options", "SAMEORIGIN")
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-cache")
	_, _ = w.Write([]byte(embedPage))
}
