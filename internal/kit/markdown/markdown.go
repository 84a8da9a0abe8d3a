// Package markdown renders the parts of Markdown that staff use in texts: paragraphs with line breaks, headings, lists,
// quotations, emphasis, code and links. Everything else is escaped, so that nothing in a text can become markup.
package markdown

import (
	"html/template"
	"regexp"
	"strings"
)

// Links says what becomes of links.
type Links int

// NewTab opens links in a new tab. NoLinks keeps their texts as links without a target.
const (
	NewTab Links = iota
	SameTab
	NoLinks
)

// maxDepth is how deep lists and quotations are nested; deeper ones are shown as text.
const maxDepth = 8

var (
	heading = regexp.MustCompile(`^ {0,3}#{1,6}\s+(.*?)(?:\s+#+)?\s*$`)
	rule    = regexp.MustCompile(`^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$`)
	quote   = regexp.MustCompile(`^ {0,3}> ?`)
	bullet  = regexp.MustCompile(`^( {0,3})([-*+]|[0-9]{1,9}[.)])( +|$)`)
)

// HTML renders a text. Headings become bold paragraphs, because the text doesn't know the headings around it.
func HTML(text string, links Links) template.HTML {
	if text == "" {
		return ""
	}
	r := &renderer{links: links}
	r.out.Grow(len(text) + len(text)/8 + 16)
	r.blocks(strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), 0)
	return template.HTML(r.out.String()) //nolint:gosec // all text was escaped
}

// Text returns a text without its marks, on one line, for descriptions.
func Text(text string) string {
	return strings.Join(strings.Fields(plainText(string(HTML(text, NoLinks)))), " ")
}

type renderer struct {
	out   strings.Builder
	links Links
}

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

// mayStartBlock reports whether a line begins with a character that starts a block other than a paragraph.
func mayStartBlock(line string) bool {
	line = strings.TrimLeft(line, " ")
	return line != "" && strings.IndexByte("#*-_>+0123456789", line[0]) >= 0
}

func startsBlock(line string) bool {
	return mayStartBlock(line) &&
		(heading.MatchString(line) || rule.MatchString(line) || quote.MatchString(line) || bullet.MatchString(line))
}

// blocks renders lines, one block after the other.
func (r *renderer) blocks(lines []string, depth int) {
	if depth > maxDepth {
		r.paragraph(lines)
		return
	}
	for len(lines) > 0 {
		line := lines[0]
		n := 1
		switch {
		case isBlank(line):
		case !mayStartBlock(line):
			n = r.text(lines)
		case heading.MatchString(line):
			r.out.WriteString("<p><strong>")
			r.inline(heading.FindStringSubmatch(line)[1], 0)
			r.out.WriteString("</strong></p>")
		case rule.MatchString(line):
			r.out.WriteString("<hr>")
		case quote.MatchString(line):
			n = r.quotation(lines, depth)
		case bullet.MatchString(line):
			n = r.list(lines, depth)
		default:
			n = r.text(lines)
		}
		lines = lines[n:]
	}
}

// text renders a paragraph.
func (r *renderer) text(lines []string) int {
	n := countLines(lines, func(next string) bool { return !isBlank(next) && !startsBlock(next) })
	r.out.WriteString("<p>")
	r.paragraph(lines[:n])
	r.out.WriteString("</p>")
	return n
}

// countLines counts the first line and the lines after it for which a condition holds.
func countLines(lines []string, holds func(string) bool) int {
	n := 1
	for n < len(lines) && holds(lines[n]) {
		n++
	}
	return n
}

func (r *renderer) quotation(lines []string, depth int) int {
	n := countLines(lines, func(next string) bool {
		return quote.MatchString(next) || (!isBlank(next) && !startsBlock(next))
	})
	quoted := make([]string, n)
	for i, line := range lines[:n] {
		quoted[i] = line[len(quote.FindString(line)):]
	}
	r.out.WriteString("<blockquote>")
	r.blocks(quoted, depth+1)
	r.out.WriteString("</blockquote>")
	return n
}

// list renders a list. Lines that are indented, or that continue a paragraph, belong to the item above them.
func (r *renderer) list(lines []string, depth int) int {
	numbered := isNumbered(bullet.FindStringSubmatch(lines[0])[2])
	items, indent, n := [][]string{}, 0, 0
	for ; n < len(lines); n++ {
		line := lines[n]
		start := bullet.FindStringSubmatch(line)
		space := len(line) - len(strings.TrimLeft(line, " "))
		switch {
		case start != nil && len(start[1]) < max(indent, 1) && !rule.MatchString(line):
			if isNumbered(start[2]) != numbered {
				return r.closeList(items, numbered, depth, n)
			}
			indent = len(start[0])
			items = append(items, []string{line[indent:]})
		case len(items) == 0:
			return r.closeList(items, numbered, depth, n)
		case !isBlank(line) && (space >= indent || (!startsBlock(line) && !isBlank(lines[n-1]))):
			items[len(items)-1] = append(items[len(items)-1], line[min(indent, space):])
		case isBlank(line) && n+1 < len(lines) && continuesList(lines[n+1], indent):
			items[len(items)-1] = append(items[len(items)-1], "")
		default:
			return r.closeList(items, numbered, depth, n)
		}
	}
	return r.closeList(items, numbered, depth, n)
}

func isNumbered(mark string) bool { return mark[0] >= '0' && mark[0] <= '9' }

func continuesList(line string, indent int) bool {
	return bullet.MatchString(line) || (!isBlank(line) && len(line)-len(strings.TrimLeft(line, " ")) >= indent)
}

func (r *renderer) closeList(items [][]string, numbered bool, depth, n int) int {
	tag := "ul"
	if numbered {
		tag = "ol"
	}
	r.out.WriteString("<" + tag + ">")
	for _, item := range items {
		text := countLines(item, func(line string) bool { return !isBlank(line) && !startsBlock(line) })
		r.out.WriteString("<li>")
		r.paragraph(item[:text])
		r.blocks(item[text:], depth+1)
		r.out.WriteString("</li>")
	}
	r.out.WriteString("</" + tag + ">")
	return max(n, 1)
}

func (r *renderer) paragraph(lines []string) {
	for i, line := range lines {
		if i > 0 {
			r.out.WriteString("<br>")
		}
		r.inline(strings.TrimSuffix(strings.TrimSpace(line), `\`), 0)
	}
}
