package pages

import "strconv"

// form writes the lead form, or the thanks for it.
func (w *writer) form(f *formView, words *words) {
	if f == nil {
		return
	}
	w.markup("\n<section class=\"enquiry\" id=\"enquiry\">")
	if f.Sent {
		w.element("\n<div role=\"status\"><h2 class=\"heading\">", words.Sent, "</h2>")
		w.element("\n<p>", words.SentText, "</p></div>")
	} else {
		w.element("\n<h2 class=\"heading\">", words.FormTitle, "</h2>")
		w.fields(f, words)
	}
	w.markup("\n</section>")
}

func (w *writer) fields(f *formView, words *words) {
	w.markup("\n<form method=\"post\"")
	w.attribute("action", f.Action)
	w.markup(">")
	w.element("\n<p class=\"problem\" role=\"alert\">", f.Error, "</p>")
	for i := range f.Fields {
		w.field(&f.Fields[i], words)
	}
	w.markup("\n" + trap)
	for _, h := range f.Hidden {
		w.markup("\n<input type=\"hidden\"")
		w.attribute("name", h.Name)
		w.attribute("value", h.Value)
		w.markup(">")
	}
	w.element("\n<button class=\"button\">", words.Send, "</button>")
	w.markup("\n</form>")
}

const trap = `<div class="trap" aria-hidden="true">` +
	`<label for="lead-` + HoneypotField + `">Leave this empty</label>` +
	`<input id="lead-` + HoneypotField + `" name="` + HoneypotField + `" tabindex="-1" autocomplete="off"></div>`

func (w *writer) field(f *field, words *words) {
	id := "lead-" + f.Name
	w.markup("\n<div class=\"field")
	if f.Long {
		w.markup(" wide")
	}
	w.markup("\">\n<label")
	w.attribute("for", id)
	w.markup(">")
	w.text(f.Label)
	if !f.Required {
		w.element(" <span>(", words.Optional, ")</span>")
	}
	w.markup("</label>\n")
	if f.Long {
		w.markup("<textarea rows=\"5\"")
	} else {
		w.markup("<input")
		w.attribute("type", f.Kind)
		w.attribute("value", f.Value)
		w.attribute("autocomplete", f.Autocomplete)
		w.flag("required", f.Required)
	}
	w.attribute("id", id)
	w.attribute("name", f.Name)
	if f.Max > 0 {
		w.attribute("maxlength", strconv.Itoa(f.Max))
	}
	if f.Error != "" {
		w.attribute("aria-invalid", "true")
		w.attribute("aria-describedby", id+"-error")
	}
	w.markup(">")
	if f.Long {
		w.text(f.Value)
		w.markup("</textarea>")
	}
	if f.Error != "" {
		w.markup("\n<p class=\"problem\"")
		w.attribute("id", id+"-error")
		w.element(">", f.Error, "</p>")
	}
	w.markup("\n</div>")
}
