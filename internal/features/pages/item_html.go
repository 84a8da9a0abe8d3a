package pages

import (
	"html/template"
	"strconv"
	"strings"
)

// HTML returns the item as it is shown. It is written in Go because a page has up to 24 items, which took most of the
// time in the template.
func (i itemView) HTML() template.HTML {
	var b strings.Builder
	b.Grow(1024 + len(i.Synopsis) + len(i.Image))
	b.WriteString("\n<li class=\"item")
	if i.Image == "" {
		b.WriteString(" plain")
	}
	b.WriteString(`" data-id="` + strconv.FormatInt(i.ID, 10) + `">`)
	if i.Image != "" {
		b.WriteString(`<div class="picture`)
		if i.Embeds {
			b.WriteString(" play")
		}
		b.WriteString(`">` + string(i.Image) + `</div>`)
	}
	b.WriteString("\n<div class=\"words\">")
	element(&b, `<p class="lead-in">`, i.LeadIn, "</p>")
	if i.Title != "" {
		tag := "h2"
		if i.Sub {
			tag = "h3"
		}
		b.WriteString("<" + tag + ` class="name">`)
		i.writeName(&b)
		b.WriteString("</" + tag + ">")
	}
	element(&b, `<p class="facts">`, i.Facts, "</p>")
	if i.Synopsis != "" {
		b.WriteString(`<div class="text">` + string(i.Synopsis) + "</div>")
	}
	if i.Action != "" && i.Title != "" {
		element(&b, `<span class="go">`, i.Action, "</span>")
	} else if i.Action != "" {
		b.WriteString(`<a class="go whole"` + attribute("aria-label", i.Label))
		i.writeTarget(&b)
		element(&b, ">", i.Action, "</a>")
	}
	i.Credit.write(&b)
	b.WriteString("</div></li>")
	return template.HTML(b.String()) //nolint:gosec // all texts are escaped
}

func (i *itemView) writeName(b *strings.Builder) {
	if !i.Linked {
		b.WriteString(template.HTMLEscapeString(i.Title))
		return
	}
	b.WriteString(`<a class="whole"`)
	i.writeTarget(b)
	element(b, ">", i.Title, "</a>")
}

func (i *itemView) writeTarget(b *strings.Builder) {
	if i.Embeds {
		b.WriteString(" data-embed")
	}
	b.WriteString(" " + string(i.Target))
}

func (c *creditView) write(b *strings.Builder) {
	if c == nil {
		return
	}
	b.WriteString(`<p class="credit">`)
	if c.HasAttribution {
		credit(b, c.Text, c.TextTarget)
	}
	if c.HasAttribution && c.HasLicence {
		b.WriteString(" · ")
	}
	if c.HasLicence {
		credit(b, c.Licence, c.LicenceTarget)
	}
	b.WriteString("</p>")
}

func credit(b *strings.Builder, text string, target template.HTMLAttr) {
	if target == "" {
		b.WriteString(template.HTMLEscapeString(text))
		return
	}
	element(b, "<a "+string(target)+">", text, "</a>")
}

func element(b *strings.Builder, start, text, end string) {
	if text != "" {
		b.WriteString(start + template.HTMLEscapeString(text) + end)
	}
}
