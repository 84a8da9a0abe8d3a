package markdown

import (
	"html"
	"html/template"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxLink is how long the text or the address of a link may be. Without a limit, a text of brackets takes quadratic
// time.
const maxLink = 2000

// escapable are the characters that a backslash escapes.
const escapable = "\\`*_{}[]()#+-.!~<>|\"'&"

var (
	autolink = regexp.MustCompile(`^<((?:https?://|mailto:)[^\s<>]+)>`)
	bareURL  = regexp.MustCompile(`^https?://[^\s<]*[^\s<.,:;"')\]!?*_~]`)
	target   = regexp.MustCompile(`^\(\s*<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"]*")?\s*\)`)
	emphasis = []struct{ mark, tag string }{
		{"**", "strong"}, {"__", "strong"}, {"~~", "del"}, {"*", "em"}, {"_", "em"},
	}
)

// inline renders the marks inside a line.
func (r *renderer) inline(text string, depth int) {
	if depth > maxDepth {
		r.escape(text)
		return
	}
	var unclosed marks // marks that are not closed in the rest of the text
	for at := 0; at < len(text); {
		n := plain(text[at:])
		if n > 0 {
			r.escape(text[at : at+n])
			at += n
			continue
		}
		switch c := text[at]; {
		case c == '\\' && at+1 < len(text) && strings.IndexByte(escapable, text[at+1]) >= 0:
			r.escape(text[at+1 : at+2])
			n = 2
		case c == '`':
			n = r.code(text[at:], &unclosed)
		case c == '[' || (c == '!' && strings.HasPrefix(text[at:], "![")):
			n = r.link(text[at:], depth)
		case c == '<':
			if found := autolink.FindStringSubmatch(head(text[at:])); found != nil {
				r.anchor(found[1], func() { r.escape(strings.TrimPrefix(found[1], "mailto:")) })
				n = len(found[0])
			}
		case c == 'h' && !endsInWord(text[:at]):
			if found := bareURL.FindString(head(text[at:])); found != "" {
				r.anchor(found, func() { r.escape(found) })
				n = len(found)
			}
		case c == '*' || c == '_' || c == '~':
			n = r.emphasis(text, at, depth, &unclosed)
		}
		if n == 0 { // not a mark after all
			n = 1
			r.escape(text[at : at+n])
		}
		at += n
	}
}

// marks is a set of marks. Most texts have none.
type marks map[string]bool

func (m *marks) add(mark string) {
	if *m == nil {
		*m = marks{}
	}
	(*m)[mark] = true
}

// plain returns the length of the text up to the next character that may start a mark.
func plain(text string) int {
	for i := range len(text) {
		switch text[i] {
		case '\\', '`', '[', '!', '<', 'h', '*', '_', '~':
			return i
		}
	}
	return len(text)
}

// head returns the part of a text in which a link must end.
func head(text string) string { return text[:min(len(text), maxLink)] }

func (r *renderer) escape(text string) { r.out.WriteString(template.HTMLEscapeString(text)) }

func endsInWord(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return unicode.IsLetter(last) || unicode.IsDigit(last)
}

func startsInWord(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(first) || unicode.IsDigit(first)
}

// code renders a code span at the beginning of a text, and returns its length or 0.
func (r *renderer) code(text string, unclosed *marks) int {
	mark := text[:len(text)-len(strings.TrimLeft(text, "`"))]
	if (*unclosed)[mark] {
		return 0
	}
	end := strings.Index(text[len(mark):], mark)
	if end < 1 {
		unclosed.add(mark)
		return 0
	}
	r.out.WriteString("<code>")
	r.escape(strings.TrimSpace(text[len(mark) : len(mark)+end]))
	r.out.WriteString("</code>")
	return 2*len(mark) + end
}

// emphasis renders emphasised text at a position, and returns its length or 0.
func (r *renderer) emphasis(text string, at, depth int, unclosed *marks) int {
	for _, e := range emphasis {
		inner, ok := strings.CutPrefix(text[at:], e.mark)
		if !ok || (*unclosed)[e.mark] || inner == "" || isSpace(inner[0]) {
			continue
		}
		if e.mark[0] == '_' && endsInWord(text[:at]) {
			continue
		}
		end := closing(inner, e.mark)
		if end < 0 {
			unclosed.add(e.mark)
			continue
		}
		r.out.WriteString("<" + e.tag + ">")
		r.inline(inner[:end], depth+1)
		r.out.WriteString("</" + e.tag + ">")
		return 2*len(e.mark) + end
	}
	return 0
}

// closing finds the mark that closes an emphasised text: after a word, and for a single mark not part of a double one.
func closing(text, mark string) int {
	for from := 1; from < len(text); {
		i := strings.Index(text[from:], mark)
		if i < 0 {
			return -1
		}
		i += from
		run := len(text[i:]) - len(strings.TrimLeft(text[i:], mark[:1]))
		fits := run == len(mark) || (len(mark) == 2 && run > 2)
		if fits && !isSpace(text[i-1]) && (mark[0] != '_' || !startsInWord(text[i+run:])) {
			return i + run - len(mark)
		}
		from = i + run
	}
	return -1
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

// link renders a link or image at the beginning of a text, and returns its length or 0. An image becomes a link.
func (r *renderer) link(text string, depth int) int {
	start := strings.IndexByte(text, '[') + 1
	end := start
	for open := 1; end < min(len(text), maxLink); end++ {
		switch text[end] {
		case '[':
			open++
		case ']':
			open--
		}
		if open == 0 {
			break
		}
	}
	if end >= len(text) || text[end] != ']' {
		return 0
	}
	found := target.FindStringSubmatch(head(text[end+1:]))
	if found == nil {
		return 0
	}
	r.anchor(found[1], func() { r.inline(text[start:end], depth+1) })
	return end + 1 + len(found[0])
}

// anchor renders a link to a page or an e-mail address. Any other address becomes a link without a target.
func (r *renderer) anchor(address string, content func()) {
	r.out.WriteString("<a")
	if r.links != NoLinks && isSafe(address) {
		r.out.WriteString(` href="` + template.HTMLEscapeString(address) + `"`)
		if r.links == NewTab && !strings.HasPrefix(strings.ToLower(address), "mailto:") {
			r.out.WriteString(` rel="noopener" target="_blank"`)
		}
	}
	r.out.WriteString(">")
	content()
	r.out.WriteString("</a>")
}

func isSafe(address string) bool {
	parsed, err := url.Parse(address)
	if err != nil {
		return false
	}
	switch parsed.Scheme {
	case "http", "https":
		return parsed.Host != ""
	case "mailto":
		return true
	}
	return false
}

var tags = regexp.MustCompile(`<[^>]*>`)

// plainText returns the text of rendered HTML. Tags separate words, except for emphasis.
func plainText(rendered string) string {
	return html.UnescapeString(tags.ReplaceAllStringFunc(rendered, func(tag string) string {
		switch strings.Trim(tag, "</>") {
		case "strong", "em", "del", "code", "a":
			return ""
		}
		return " "
	}))
}
