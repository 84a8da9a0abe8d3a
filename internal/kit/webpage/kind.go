package webpage

import "strings"

// Kind is what a page is about, in the few words that are told apart here.
type Kind string

// The kinds.
const (
	Unknown Kind = ""
	Article Kind = "article"
	Audio   Kind = "audio"
	Book    Kind = "book"
	Map     Kind = "map"
	Recipe  Kind = "recipe"
	Video   Kind = "video"
)

// kindOfGraph reads og:type. A website is what everything is that says nothing else.
func kindOfGraph(word string) Kind {
	switch group, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(word)), "."); group {
	case "article", "news", "blog":
		return Article
	case "video", "movie", "tv_show", "episode":
		return Video
	case "music", "podcast", "audio", "song", "album":
		return Audio
	case "book", "books":
		return Book
	case "recipe":
		return Recipe
	case "map":
		return Map
	}
	return Unknown
}

// Types of schema.org, in lower case. Audio books are listened to.
var linkedKinds = map[string]Kind{
	"recipe": Recipe, "book": Book, "map": Map,
	"article": Article, "newsarticle": Article, "blogposting": Article, "analysisnewsarticle": Article, "reportagenewsarticle": Article,
	"opinionnewsarticle": Article, "reviewnewsarticle": Article, "techarticle": Article, "scholarlyarticle": Article, "liveblogposting": Article,
	"socialmediaposting": Article, "report": Article, "advertisercontentarticle": Article,
	"videoobject": Video, "clip": Video, "movie": Video, "tvepisode": Video, "tvseries": Video,
	"audioobject": Audio, "podcastepisode": Audio, "podcastseries": Audio, "musicrecording": Audio, "musicalbum": Audio, "musicplaylist": Audio,
	"audiobook": Audio, "radioepisode": Audio, "radioseries": Audio,
}

// How surely a thing is what the page itself is. An article often holds a video or is read aloud, and sites call their
// recipes and podcasts articles too; hardly any article holds a recipe.
const (
	aPart = iota + 1
	anArticle
	theThing
)

func weigh(word string) (Kind, int) {
	switch kind := linkedKinds[word]; {
	case kind == Unknown:
		return Unknown, 0
	case kind == Article:
		return kind, anArticle
	case word == "videoobject" || word == "audioobject" || word == "clip" || word == "map":
		return kind, aPart
	default:
		return kind, theThing
	}
}

// decideKind weighs what Open Graph and JSON-LD say. Open Graph has one word for most pages, which is article.
func decideKind(graph Kind, linked linkedData) Kind {
	if graph == Unknown || (graph == Article && linked.weight == theThing) {
		return linked.kind
	}
	return graph
}
