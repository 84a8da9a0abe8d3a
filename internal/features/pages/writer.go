package pages

import (
	"html/template"
	"strconv"
	"sync"
)

// writer writes HTML. Pages are written in Go because html/template took a third of the time that a page takes.
type writer struct{ out []byte }

// markup is written as it is. An ordinary string can't be passed as markup by accident: constants convert to it, and
// variables don't.
type markup string

// writers are reused. A page is copied out of its writer.
var writers = sync.Pool{New: func() any { return &writer{out: make([]byte, 0, 64<<10)} }}

func (w *writer) markup(m markup) { w.out = append(w.out, m...) }

// escapes are the characters that can end a text or an attribute.
var escapes = [256]string{
	'"': "&#34;", '\'': "&#39;", '&': "&amp;", '<': "&lt;", '>': "&gt;", 0: "\uFFFD",
}

// text writes a text.
func (w *writer) text(text string) {
	start := 0
	for i := range len(text) {
		if escaped := escapes[text[i]]; escaped != "" {
			w.out = append(append(w.out, text[start:i]...), escaped...)
			start = i + 1
		}
	}
	w.out = append(w.out, text[start:]...)
}

// html writes what has been made of a text by a function that escapes it.
func (w *writer) html(rendered template.HTML) { w.out = append(w.out, rendered...) }

func (w *writer) number(n int64) { w.out = strconv.AppendInt(w.out, n, 10) }

// element writes a text between two tags, or nothing if the text is empty.
func (w *writer) element(start markup, text string, end markup) {
	if text != "" {
		w.markup(start)
		w.text(text)
		w.markup(end)
	}
}

// attribute writes an attribute.
func (w *writer) attribute(name markup, value string) {
	w.markup(" ")
	w.markup(name)
	w.markup(`="`)
	w.text(value)
	w.markup(`"`)
}

// optional writes an attribute unless its value is empty.
func (w *writer) optional(name markup, value string) {
	if value != "" {
		w.attribute(name, value)
	}
}

// flag writes an attribute without a value.
func (w *writer) flag(name markup, set bool) {
	if set {
		w.markup(" ")
		w.markup(name)
	}
}

// lines writes lines of text.
func (w *writer) lines(start markup, lines []string, end markup) {
	if len(lines) == 0 {
		return
	}
	w.markup(start)
	for i, line := range lines {
		if i > 0 {
			w.markup("<br>")
		}
		w.text(line)
	}
	w.markup(end)
}

// link writes a link with a class, or nothing.
func (w *writer) link(start markup, l *link) {
	if l != nil {
		w.markup(start)
		w.target(l.Target)
		w.element(">", l.Text, "</a>")
	}
}

// linkOrText writes a link, or only its text if it leads nowhere.
func (w *writer) linkOrText(l *link) {
	if l.Target.href == "" {
		w.text(l.Text)
	} else {
		w.link("<a", l)
	}
}

func (w *writer) target(t target) {
	w.optional("href", t.href)
	if t.newTab {
		w.markup(` rel="noopener" target="_blank"`)
	}
}

// picture writes an image. Browsers choose among its sizes, and reserve its place by width and height.
func (w *writer) picture(p *picture) {
	if p == nil {
		return
	}
	w.markup("<img")
	w.optional("class", p.class)
	w.attribute("src", p.src)
	if p.srcset != "" {
		w.attribute("srcset", p.srcset)
		w.attribute("sizes", p.sizes)
	}
	if p.width > 0 && p.height > 0 {
		w.attribute("width", strconv.Itoa(p.width))
		w.attribute("height", strconv.Itoa(p.height))
	}
	w.markup(p.loading)
	w.attribute("alt", p.alt)
	w.markup(">")
}
