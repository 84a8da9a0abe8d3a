package pages

import "encoding/json"

// parts are places in a page.
type parts struct {
	// start is the length of the beginning, which all pages of a partner have in common.
	start int
	// The lead form is written again if there is something wrong in it.
	formStart, formEnd int
}

// page writes a page.
func (w *writer) page(v *view) (at parts, err error) {
	w.markup("<!doctype html>\n<html")
	w.attribute("lang", v.Language)
	if v.RTL {
		w.markup(` dir="rtl"`)
	}
	w.markup(">\n<head>\n<meta charset=\"utf-8\">\n")
	w.markup("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<style>")
	v.Look.write(w)
	w.markup("</style>\n")
	at.start = len(w.out)
	w.element("<title>", v.Title, "</title>")
	w.head(v)
	w.resources(v)
	if err := w.scripts(v.Head); err != nil {
		return parts{}, err
	}
	w.markup("\n</head>\n")
	w.body(v)
	w.header(v)
	w.content(v, &at)
	if v.Footer != nil {
		w.markup("\n<footer>")
		w.linkOrText(v.Footer)
		w.markup("</footer>")
	}
	w.markup("\n</body>\n</html>\n")
	return at, nil
}

// head writes what search engines and other sites show of the page.
func (w *writer) head(v *view) {
	h := v.Head
	if h == nil {
		return
	}
	meta := func(start markup, value string) { w.element(start, value, `">`) }
	meta("\n<meta name=\"description\" content=\"", h.Description)
	if h.NoIndex {
		w.markup("\n<meta name=\"robots\" content=\"noindex\">")
	}
	meta("\n<link rel=\"canonical\" href=\"", h.Canonical)
	meta("\n<meta property=\"og:url\" content=\"", h.Canonical)
	meta("\n<meta property=\"og:title\" content=\"", v.Heading)
	w.markup("\n<meta property=\"og:type\" content=\"website\">")
	if h.Full {
		meta("\n<meta property=\"og:site_name\" content=\"", h.SiteName)
		meta("\n<meta property=\"og:description\" content=\"", h.Description)
		meta("\n<meta property=\"og:image\" content=\"", h.ImageURL)
		if h.ImageURL != "" {
			w.markup("\n<meta name=\"twitter:card\" content=\"summary_large_image\">")
		}
	}
}

// resources writes links to what the page loads.
func (w *writer) resources(v *view) {
	if v.Favicon != "" {
		w.markup("\n<link rel=\"icon\"")
		w.attribute("href", v.Favicon)
		w.markup(">")
	}
	for _, file := range v.Look.fonts {
		w.element("\n<link rel=\"preload\" href=\"/fonts/", file.Name(), `.woff2" as="font" type="font/woff2" crossorigin>`)
	}
}

// scripts writes the script, which a preview doesn't have, and the structured data.
func (w *writer) scripts(h *head) error {
	if h == nil {
		return nil
	}
	if h.Data != nil {
		data, err := json.Marshal(h.Data) // escapes < and >, so that no text can end the script element
		if err != nil {
			return err
		}
		w.markup("\n<script type=\"application/ld+json\">")
		w.out = append(w.out, data...)
		w.markup("</script>")
	}
	w.markup("\n<script src=\"/page.js\" defer></script>")
	return nil
}

// body writes the start tag of the body.
func (w *writer) body(v *view) {
	w.markup("<body")
	w.attribute("data-kind", string(v.Kind))
	w.attribute("data-theme", v.Look.Theme)
	w.markup(` data-columns="`)
	w.number(int64(v.Look.Columns))
	w.markup(`"`)
	w.attribute("data-overlay", v.Look.Overlay)
	w.flag("data-gradient", v.Look.Gradient)
	w.flag("data-dark", v.Look.Dark)
	w.optional("data-scrim", v.Look.Scrim)
	w.optional("data-pid", v.PID)
	w.optional("data-collection", v.AltID)
	w.optional("data-uid", v.UID)
	w.markup(">")
	if !v.Preview {
		w.element("\n<a class=\"skip\" href=\"#content\">", v.Words.Skip, "</a>")
	}
}

func (w *writer) header(v *view) {
	if !v.ShowHeader {
		return
	}
	w.markup("\n<header>")
	w.bar(v.Bar)
	w.markup("\n<div class=\"hero\" data-part=\"header\">")
	w.picture(v.Background)
	const overlay = `<div class="overlay"></div>`
	if v.Look.Overlay == "full" {
		w.markup(overlay)
	}
	w.markup("\n<div class=\"panel\">")
	if v.Look.Overlay == overlayPanel {
		w.markup(overlay)
	}
	w.logo(v.Logo, v.Wordmark)
	w.element("\n<h1 class=\"title\">", v.Heading, "</h1>")
	w.lines("\n<p class=\"message\">", v.HeadMessage, "</p>")
	w.link("\n<a class=\"button\"", v.Button)
	w.markup("\n</div>\n</div>\n</header>")
}

func (w *writer) bar(b *bar) {
	if b == nil {
		return
	}
	w.markup("\n<div class=\"bar\" data-part=\"top\">")
	w.logo(b.Logo, b.Wordmark)
	if b.Photo != nil || b.Name != "" || b.Company != "" {
		w.markup("\n<div class=\"person\">")
		w.picture(b.Photo)
		w.markup("<p>")
		w.element("<strong>", b.Name, "</strong>")
		w.element("<span>", b.Company, "</span>")
		w.markup("</p></div>")
	}
	if b.Phone != nil || b.Email != nil {
		w.markup("\n<p class=\"contacts\">")
		w.link("<a", b.Phone)
		w.link("<a", b.Email)
		w.markup("</p>")
	}
	w.link("\n<a class=\"button\"", b.Button)
	w.markup("\n</div>")
}

// logo writes the logo, or the name of the partner instead.
func (w *writer) logo(logo *picture, wordmark string) {
	if logo == nil {
		w.element("\n<p class=\"wordmark\">", wordmark, "</p>")
		return
	}
	w.markup("\n")
	w.picture(logo)
}

func (w *writer) content(v *view, at *parts) {
	w.markup("\n<main id=\"content\">")
	if !v.ShowHeader {
		w.element("\n<h1 class=\"hidden\">", v.Heading, "</h1>")
	}
	w.lines("\n<p class=\"letter\">", v.Letter, "</p>")
	if v.SectionHeading != "" || v.Intro != "" {
		w.markup("\n<div class=\"block\" data-part=\"heading\">")
		w.element("\n<h2 class=\"heading\">", v.SectionHeading, "</h2>")
		w.markup("\n")
		w.html(v.Intro)
		w.markup("\n</div>")
	}
	w.items(v.Items)
	if v.Previous != nil || v.Next != nil {
		w.markup("\n<nav class=\"pages\"")
		w.attribute("aria-label", v.Words.Pages)
		w.markup(">")
		w.link(`<a class="button" rel="prev"`, v.Previous)
		w.link(`<a class="button" rel="next"`, v.Next)
		w.markup("</nav>")
	}
	if v.About != nil {
		w.markup("\n<section class=\"block about\">")
		w.element("\n<h2 class=\"heading\">", v.About.Heading, "</h2>")
		w.markup("\n")
		w.html(v.About.Text)
		w.markup("\n</section>")
	}
	at.formStart = len(w.out)
	w.form(v.Form, v.Words)
	at.formEnd = len(w.out)
	w.more(v)
	w.markup("\n</main>")
}

// more writes links to other collections.
func (w *writer) more(v *view) {
	if len(v.More) == 0 {
		return
	}
	w.markup("\n<section class=\"more\" data-part=\"inspires\">")
	w.element("\n<h2 class=\"heading\">", v.Words.More, "</h2>")
	w.markup("\n<ul>")
	for i := range v.More {
		w.markup("\n<li class=\"tile\">")
		w.picture(v.More[i].Image)
		w.link("<a", &v.More[i].link)
		w.markup("</li>")
	}
	w.markup("\n</ul>\n</section>")
}
