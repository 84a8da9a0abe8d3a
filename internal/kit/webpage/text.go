package webpage

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// bytesPerCharacter is how many bytes of a text are read for each character of the limit: entities and tags are long.
const bytesPerCharacter = 16

// Clean returns plain text: entities are decoded, tags and invisible characters removed, and white space collapsed. A
// text with more characters than limit is shortened, preferably at the end of a word.
func Clean(text string, limit int) string {
	text = strings.ToValidUTF8(head(text, limit*bytesPerCharacter), "")
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
	return shorten(strings.Join(strings.Fields(text), " "), limit)
}

// invisible reports whether a character is not displayed or changes the direction of others. It is false for joiners,
// which some scripts and emoji need.
func invisible(r rune) bool {
	return unicode.IsControl(r) || r == '\u00ad' || r == '\u200b' || (0x202a <= r && r <= 0x202e) ||
		(0x2060 <= r && r <= 0x206f) || r == '\ufeff' ||
		(0xfff9 <= r && r <= 0xfffd) || r&0xfffe == 0xfffe
}

func visible(r rune) rune {
	if invisible(r) {
		return -1
	}
	return r
}

// head returns at most the given number of bytes from the start of a text, without splitting a character.
func head(text string, bytes int) string {
	if len(text) <= bytes {
		return text
	}
	for bytes > 0 && !utf8.RuneStart(text[bytes]) {
		bytes--
	}
	return text[:bytes]
}

// withoutTags returns the text between tags, without scripts and styles.
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

// shorten shortens a text to limit characters, at the end of a word if one ends in the last third.
func shorten(text string, limit int) string {
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
