package webpage

import "strings"

// Kind is the kind of content of a page.
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

// kindOfGraph returns the kind for an og:type. Pages without a specific type have the type "website".
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

// linkedKinds are the types of schema.org, in lower case.
var linkedKinds = map[string]Kind{
	"recipe": Recipe, "book": Book, "map": Map,
	"article": Article, "newsarticle": Article, "blogposting": Article, "analysisnewsarticle": Article,
	"reportagenewsarticle": Article,
	"opinionnewsarticle":   Article, "reviewnewsarticle": Article, "techarticle": Article, "scholarlyarticle": Article,
	"liveblogposting":    Article,
	"socialmediaposting": Article, "report": Article, "advertisercontentarticle": Article,
	"videoobject": Video, "clip": Video, "movie": Video, "tvepisode": Video, "tvseries": Video,
	"audioobject": Audio, "podcastepisode": Audio, "podcastseries": Audio, "musicrecording": Audio, "musicalbum": Audio,
	"musicplaylist": Audio,
	"audiobook":     Audio, "radioepisode": Audio, "radioseries": Audio,
}

// Weights of types: how likely an object describes the page itself. Articles often contain a video or an audio version,
// and sites mark recipes and podcasts as articles as well, but hardly any article contains a recipe.
const (
	weightPart = iota + 1
	weightArticle
	weightMain
)

func weigh(word string) (Kind, int) {
	switch kind := linkedKinds[word]; {
	case kind == Unknown:
		return Unknown, 0
	case kind == Article:
		return kind, weightArticle
	case word == "videoobject" || word == "audioobject" || word == "clip" || word == "map":
		return kind, weightPart
	default:
		return kind, weightMain
	}
}

// decideKind chooses between Open Graph and JSON-LD. Most pages have the Open Graph type "article", whatever they are.
func decideKind(graph Kind, linked linkedData) Kind {
	if graph == Unknown || (graph == Article && linked.weight == weightMain) {
		return linked.kind
	}
	return graph
}
