package api

import (
	"cmp"
	"strings"
)

// Plural returns what the records at a path are called, for summaries: "publishers", "media types".
func (a *API) Plural(path string) string {
	segment := path[strings.LastIndex(path, "/")+1:]
	return strings.ReplaceAll(cmp.Or(a.irregular[segment].plural, segment), "-", " ")
}

// Article is a noun behind its indefinite article, for summaries: "an image", "a user template". Nouns that begin with
// the sound of "you" take "a", and content is counted in items.
func Article(noun string) string {
	if noun == "content" {
		return "a content item"
	}
	lower := strings.ToLower(noun)
	for _, sound := range []string{"use", "uni", "eu", "one", "uti"} {
		if strings.HasPrefix(lower, sound) {
			return "a " + noun
		}
	}
	if lower != "" && strings.ContainsRune("aeiou", rune(lower[0])) {
		return "an " + noun
	}
	return "a " + noun
}
