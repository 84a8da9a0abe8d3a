package pages

func (w *writer) items(items []itemView) {
	if len(items) == 0 {
		return
	}
	w.markup("\n<ul class=\"items\" data-part=\"content\">")
	for i := range items {
		w.item(&items[i])
	}
	w.markup("\n</ul>")
}

func (w *writer) item(i *itemView) {
	w.markup("\n<li class=\"item")
	if i.Image == nil {
		w.markup(" plain")
	}
	w.markup(`" data-id="`)
	w.number(i.ID)
	w.markup(`">`)
	if i.Image != nil {
		w.markup(`<div class="picture`)
		if i.Embeds {
			w.markup(" play")
		}
		w.markup(`">`)
		w.picture(i.Image)
		w.markup(`</div>`)
	}
	w.markup("\n<div class=\"words\">")
	w.element(`<p class="lead-in">`, i.LeadIn, "</p>")
	w.itemName(i)
	w.element(`<p class="facts">`, i.Facts, "</p>")
	if i.Synopsis != "" {
		w.markup(`<div class="text">`)
		w.html(i.Synopsis)
		w.markup("</div>")
	}
	if i.Title != "" {
		w.element(`<span class="go">`, i.Action, "</span>")
	} else if i.Action != "" {
		w.markup(`<a class="go whole"`)
		w.attribute("aria-label", i.Label)
		w.itemLink(i, i.Action)
	}
	w.credit(i.Credit)
	w.markup("</div></li>")
}

func (w *writer) itemName(i *itemView) {
	if i.Title == "" {
		return
	}
	start, end := markup(`<h2 class="name">`), markup("</h2>")
	if i.Sub {
		start, end = `<h3 class="name">`, "</h3>"
	}
	w.markup(start)
	if i.Linked {
		w.markup(`<a class="whole"`)
		w.itemLink(i, i.Title)
	} else {
		w.text(i.Title)
	}
	w.markup(end)
}

// itemLink writes the end of the start tag of an item's link, and its text.
func (w *writer) itemLink(i *itemView, text string) {
	w.flag("data-embed", i.Embeds)
	w.target(i.Target)
	w.element(">", text, "</a>")
}

func (w *writer) credit(c *creditView) {
	if c == nil {
		return
	}
	w.markup(`<p class="credit">`)
	w.linkOrText(&c.Attribution)
	if c.Attribution.Text != "" && c.Licence.Text != "" {
		w.markup(" · ")
	}
	w.linkOrText(&c.Licence)
	w.markup("</p>")
}
