package webpage

import (
	"encoding/json"
	"strings"
	"time"
)

// Limits on how much JSON-LD is read.
const (
	maxDepth = 8
	maxNodes = 2000
	maxNames = 10
)

// linkedData contains the properties of the main object in a page's JSON-LD.
type linkedData struct {
	title, description, author, image, language string

	kind     Kind
	weight   int
	duration time.Duration
}

type node = map[string]any

// graph contains the objects in a page's JSON-LD.
type graph struct {
	nodes []node
	byID  map[string]node
}

func readLinked(scripts []string) linkedData {
	g := &graph{byID: map[string]node{}}
	for _, script := range scripts {
		var value any
		// Line breaks inside strings are the only common error. Scripts with other errors are ignored.
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

// add adds objects that describe the page or a part of it, and leaves out those that it only mentions.
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

// typeOf returns the last part of an object's first type in lower case: recipe for http://schema.org/Recipe.
func typeOf(n node) string { return typeWord(text(n["@type"])) }

func typeWord(full string) string {
	return strings.ToLower(full[strings.LastIndexAny(full, "/#:")+1:])
}

func kindOfNode(n node) (kind Kind, weight int) {
	types, isList := n["@type"].([]any)
	if !isList {
		return weigh(typeOf(n))
	}
	for _, t := range types {
		if k, w := weigh(typeWord(text(t))); w > weight {
			kind, weight = k, w
		}
	}
	return kind, weight
}

// text returns a value that is a string, a list that starts with a string, or an object with a @value.
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

// names returns the names of the people that a value contains or refers to.
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

// address returns the URL of the first image that a value contains or refers to.
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

// referred returns the object that another one refers to by its id, or nil.
func (g *graph) referred(n node) any {
	id, _ := n["@id"].(string)
	if found := g.byID[id]; found != nil {
		return found
	}
	return nil
}
