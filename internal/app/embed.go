package app

import "net/http"

// embedPolicy keeps embed code apart: what it loads comes from elsewhere, it has no origin (so no cookie, no storage and
// no call of ours), and only our own pages can show it. The frame that shows it says the same once more.
const embedPolicy = "sandbox allow-scripts allow-popups allow-presentation; default-src 'none'; script-src 'unsafe-inline' https:; " +
	"style-src 'unsafe-inline' https:; img-src https: data:; media-src https:; frame-src https:; font-src https: data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

// embedPage says that it is there, and then becomes whatever the page around it sends. Nobody else is heard.
const embedPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Embed preview</title>
<script>
const looks = '<!doctype html><html lang="en"><title>Embed preview</title><style>body{margin:8px;font:14px/1.5 system-ui,sans-serif}img,video{max-width:100%}</style>'
const fills = '<style>body{margin:0;overflow:hidden}iframe,video,embed,object{position:absolute;inset:0;width:100%;height:100%;border:0}</style>'
addEventListener('message', (event) => {
  if (event.source !== parent || typeof event.data?.code !== 'string') return
  document.open()
  document.write(looks + (event.data.fill ? fills : '') + event.data.code)
  document.close()
})
parent.postMessage('ready', '*')
</script>
</html>
`

// embedPreview is the page in which the content form shows embed code. It knows nobody and has nothing to hide.
func embedPreview(w http.ResponseWriter, _ *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", embedPolicy)
	header.Set("X-Frame-Options", "SAMEORIGIN")
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-cache")
	_, _ = w.Write([]byte(embedPage))
}
