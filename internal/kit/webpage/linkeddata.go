package webpage

import (
	"encoding/json"
	"strings"
	"time"
)

// How far JSON-LD is followed.
const (
	maxDepth = 8
	maxNodes = 2000
	maxNames = 10
)

// linkedData is what the JSON-LD of a page says about the page's main thing.
type linkedData struct {
	title, description, author, image, language string

	kind     Kind
	weight   int
	duration time.Duration
}

type node = map[string]any

// graph is all the things of a page's JSON-LD.
type graph struct {
	nodes []node
	byID  map[string]node
}

func readLinked(scripts []string) linkedData {
	g := &graph{byID: map[string]node{}}
	for _, script := range scripts {
		var value any
		// Lines that are broken inside a text are the one fault that is common; what is broken otherwise says nothing.
		if json.Unmarshal([]byte(strings.Map(controlToSpace, script)), &value) == nil {
			g.add(value, 0)
		}
	}
	return g.describe()
}

func controlToSpace(r rune) rune {
	if r < ' ' {
		return ' '
	}
	return r
}

// add takes in things that stand for the page or for a part of it, not those it merely mentions.
func (g *graph) add(value any, depth int) {
	if depth > maxDepth || len(g.nodes) >= maxNodes {
		return
	}
	switch v := value.(type) {
	case []any:
		for _, element := range v {
			g.add(element, depth+1)
		}
	case node:
		g.nodes = append(g.nodes, v)
		if id, ok := v["@id"].(string); ok && len(v) > 1 && g.byID[id] == nil {
			g.byID[id] = v
		}
		for _, key := range []string{"@graph", "mainEntity", "mainEntityOfPage", "video", "audio", "associatedMedia"} {
			g.add(v[key], depth+1)
		}
	}
}

func (g *graph) describe() linkedData {
	var data linkedData
	var main node
	for _, n := range g.nodes {
		kind, weight := kindOfNode(n)
		if main == nil && kind == Unknown && strings.HasSuffix(typeOf(n), "page") {
			main = n
		}
		if weight > data.weight {
			main, data.kind, data.weight = n, kind, weight
		}
		if data.duration == 0 && (kind == Video || kind == Audio) {
			data.duration = firstDuration(isoDuration(text(n["duration"])), isoDuration(text(n["timeRequired"])))
		}
	}
	data.title = orElse(text(main["headline"]), text(main["name"]))
	data.description = orElse(text(main["description"]), text(main["abstract"]))
	data.author = g.names(orElse(main["author"], orElse(main["creator"], main["byArtist"])), 0)
	data.image = g.address(orElse(main["image"], main["thumbnailUrl"]), 0)
	data.language = text(main["inLanguage"])
	return data
}

func orElse[T any](value, other T) T {
	switch v := any(value).(type) {
	case nil:
		return other
	case string:
		if v == "" {
			return other
		}
	}
	return value
}

// typeOf is the last word of a thing's first type, in lower case: http://schema.org/Recipe is a recipe.
func typeOf(n node) string { return typeWord(text(n["@type"])) }

func typeWord(full string) string {
	return strings.ToLower(full[strings.LastIndexAny(full, "/#:")+1:])
}

func kindOfNode(n node) (kind Kind, weight int) {
	types, several := n["@type"].([]any)
	if !several {
		return weigh(typeOf(n))
	}
	for _, t := range types {
		if k, w := weigh(typeWord(text(t))); w > weight {
			kind, weight = k, w
		}
	}
	return kind, weight
}

// text is a value that is a text, or the first of a list, or written as a value of its own.
func text(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case []any:
		if len(v) > 0 {
			if word, ok := v[0].(string); ok {
				return word
			}
		}
	case node:
		word, _ := v["@value"].(string)
		return word
	}
	return ""
}

// names are those of the people a value holds or refers to.
func (g *graph) names(value any, depth int) string {
	if depth > maxDepth {
		return ""
	}
	switch v := value.(type) {
	case string:
		return name(v)
	case []any:
		found := []string{}
		for _, element := range v[:min(len(v), maxNames)] {
			if name := Clean(g.names(element, depth+1), maxAuthor); name != "" {
				found = append(found, name)
			}
		}
		return strings.Join(found, ", ")
	case node:
		if name := text(v["name"]); name != "" {
			return name
		}
		return g.names(g.referred(v), depth+1)
	}
	return ""
}

// address is that of the first picture a value holds or refers to.
func (g *graph) address(value any, depth int) string {
	if depth > maxDepth {
		return ""
	}
	switch v := value.(type) {
	case string:
		return v
	case []any:
		for _, element := range v[:min(len(v), maxNames)] {
			if found := g.address(element, depth+1); found != "" {
				return found
			}
		}
	case node:
		return orElse(orElse(text(v["url"]), text(v["contentUrl"])), g.address(g.referred(v), depth+1))
	}
	return ""
}

// referred is the thing that another only names by its id.
func (g *graph) referred(n node) any {
	id, _ := n["@id"].(string)
	if found := g.byID[id]; found != nil {
		return found
	}
	return nil
}
