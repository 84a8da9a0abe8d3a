package api

import "strings"

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
