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

// One returns one record at a path, for summaries: "a publisher". A noun that is its own plural has no article.
func (a *API) One(path, noun string) string {
	names, ok := a.irregular[path[strings.LastIndex(path, "/")+1:]]
	if ok && names.singular == names.plural {
		return noun
	}
	return Article(noun)
}

// Article is a noun behind its indefinite article, for summaries: "an image", "a user template". Nouns that begin with
// the sound of "you" take "a".
func Article(noun string) string {
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
