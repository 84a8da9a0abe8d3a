// Package fold turns text into the form in which it is compared, sorted and searched:
// without case and without accents, the same on both databases.
package fold

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Letters that Unicode does not take apart, though staff type them without their strokes.
var strokes = strings.NewReplacer("ø", "o", "ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ı", "i", "æ", "ae", "œ", "oe", "þ", "th")

// Key is s without case, accents and surplus space. Two names with the same key are the same name.
func Key(s string) string { return strings.Join(words(s), " ") }

// SearchText joins what a record is found by into the text the search indexes hold. Two spaces stand
// before each word: words of one and two letters then have trigrams of their own at the start of a word.
func SearchText(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		for _, word := range words(part) {
			b.WriteString("  ")
			b.WriteString(word)
		}
	}
	return b.String()
}

// Terms are the pieces of a query that must all stand in a search text: words of three letters and
// more anywhere, shorter ones only where a word begins.
func Terms(query string) []string {
	terms := words(query)
	for i, term := range terms {
		switch len([]rune(term)) {
		case 1:
			terms[i] = "  " + term
		case 2:
			terms[i] = " " + term
		}
	}
	return terms
}

func words(s string) []string {
	if isPlain(s) {
		return strings.Fields(strings.ToLower(s))
	}
	// Lower case comes first because Fold trades Cherokee capitals for small letters and small letters for capitals.
	folded := strokes.Replace(cases.Fold().String(strings.ToLower(norm.NFKD.String(strings.ToValidUTF8(s, "\ufffd")))))
	stripped := strings.Map(func(r rune) rune {
		if isAccent(r) {
			return -1
		}
		return r
	}, norm.NFKD.String(folded))
	return strings.Fields(norm.NFKC.String(stripped))
}

// The marks above and below letters of the alphabets we know. Signs of other scripts (Japanese voicing, Thai
// vowels) make other words and stay.
func isAccent(r rune) bool {
	return (0x300 <= r && r <= 0x36f) || (0x1ab0 <= r && r <= 0x1aff) || (0x1dc0 <= r && r <= 0x1dff)
}

func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
