// Package fold normalises text for comparing, sorting and searching. It removes case and accents, so that both
// databases give the same results.
package fold

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// strokes replaces letters that Unicode does not decompose, although staff type them without their strokes.
var strokes = strings.NewReplacer(
	"ø", "o", "ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ı", "i", "æ", "ae", "œ", "oe", "þ", "th",
)

// Key returns s without case, accents and surplus space. Names with the same key count as equal.
func Key(s string) string { return strings.Join(words(s), " ") }

// SearchText joins the searchable texts of a record into the text that is indexed. Each word is preceded by two spaces,
// so that prefixes of one or two letters form a trigram with them.
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

// Terms splits a query into terms that a search text must all contain. Words of three or more letters match anywhere in
// a word, shorter ones only at its start.
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
	if isASCII(s) {
		return strings.Fields(strings.ToLower(s))
	}
	// ToLower comes first because Fold maps Cherokee capitals to small letters and small letters to capitals.
	folded := strokes.Replace(cases.Fold().String(strings.ToLower(norm.NFKD.String(strings.ToValidUTF8(s, "\ufffd")))))
	stripped := strings.Map(func(r rune) rune {
		if isAccent(r) {
			return -1
		}
		return r
	}, norm.NFKD.String(folded))
	return strings.Fields(norm.NFKC.String(stripped))
}

// isAccent reports whether r is a mark above or below a letter of the Latin, Greek and Cyrillic alphabets. Marks of
// other scripts, such as Japanese voicing marks and Thai vowels, change the word and are not removed.
func isAccent(r rune) bool {
	return (0x300 <= r && r <= 0x36f) || (0x1ab0 <= r && r <= 0x1aff) || (0x1dc0 <= r && r <= 0x1dff)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
