package webpage

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// roughly is how much of a text is looked at for each character that is kept.
const roughly = 16

// Clean makes a text plain: entities decoded, tags and invisible characters gone, spaces collapsed, and cut at a word
// where it has more characters than the limit.
func Clean(text string, limit int) string {
	text = strings.ToValidUTF8(head(text, limit*roughly), "")
	text = withoutTags(html.UnescapeString(text))
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case invisible(r):
			return -1
		}
		return r
	}, text)
	return cut(strings.Join(strings.Fields(text), " "), limit)
}

// invisible tells characters that show nothing, or turn around how others are shown. Joiners stay: scripts and emoji need them.
func invisible(r rune) bool {
	return unicode.IsControl(r) || r == '\u00ad' || r == '\u200b' || (0x202a <= r && r <= 0x202e) || (0x2060 <= r && r <= 0x206f) || r == '\ufeff' ||
		(0xfff9 <= r && r <= 0xfffd) || r&0xfffe == 0xfffe
}

func visible(r rune) rune {
	if invisible(r) {
		return -1
	}
	return r
}

// head is the beginning of a text, cut between characters.
func head(text string, bytes int) string {
	if len(text) <= bytes {
		return text
	}
	for bytes > 0 && !utf8.RuneStart(text[bytes]) {
		bytes--
	}
	return text[:bytes]
}

// withoutTags leaves what stands between tags, except scripts and styles.
func withoutTags(text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	var b strings.Builder
	hidden := false
	tokens := html.NewTokenizer(strings.NewReader(text))
	for {
		switch tokens.Next() { //nolint:exhaustive // comments and doctypes are left out
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			if !hidden {
				b.Write(tokens.Raw())
			}
		case html.StartTagToken:
			tag, _ := tokens.TagName()
			if hidden = string(tag) == "script" || string(tag) == "style"; !hidden {
				tokens.NextIsNotRawText()
			}
			b.WriteByte(' ')
		case html.EndTagToken, html.SelfClosingTagToken:
			hidden = false
			b.WriteByte(' ')
		}
	}
}

// cut shortens a text to so many characters, at a word where one ends in its last third.
func cut(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	runes := []rune(text)[:limit-1]
	short := string(runes)
	if at := strings.LastIndexByte(short, ' '); at > len(short)*2/3 {
		short = short[:at]
	}
	return strings.TrimRight(short, " ,;:–—-") + "…"
}
