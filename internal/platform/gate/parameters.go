package gate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"waymark/internal/kit/api"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/write"
)

// The limits of what is logged of a call.
const (
	maxText       = 500 // characters of a text
	maxListText   = 1000
	maxNestedText = 200 // characters of a text within a list or an object
	maxParameters = 50
	maxEntries    = 20 // entries of a list, fields of an object, invalid fields
	maxDepth      = 4
	maxName       = 100
	maxMethod     = 20
)

func newEntry(r *http.Request) entry {
	e := entry{
		at: clock.Now(), method: clean(r.Method, maxMethod), path: clean(r.URL.Path, maxText),
		parameters: map[string]string{}, ip: api.ClientIP(r.Context()), agent: clean(r.UserAgent(), maxText),
		origin: HostOf(r.Header.Get("Origin")),
	}
	for name, values := range r.URL.Query() {
		e.setParameter(name, strings.Join(values, ", "), maxText)
	}
	return e
}

// SetParameters logs the fields of the request body.
func (v *Visit) SetParameters(object map[string]json.RawMessage) {
	for name, raw := range object {
		text, limit := parameterText(raw)
		v.entry.setParameter(name, text, limit)
	}
}

// setParameter logs a parameter. Values that may be secret are redacted.
func (e *entry) setParameter(name, value string, limit int) {
	if len(e.parameters) >= maxParameters {
		return
	}
	name = clean(name, maxName)
	if secretNames.MatchString(name) {
		value = write.Redacted
	}
	e.parameters[name] = cleanValue(value, limit)
}

// parameterText returns a field of a body as it is logged, and the number of characters it may have. Lists show their
// first entries.
func parameterText(raw json.RawMessage) (text string, limit int) {
	switch raw[0] { // the body is valid JSON
	case '"':
		_ = json.Unmarshal(raw, &text)
		return text, maxText
	case '[':
		var list []json.RawMessage
		_ = json.Unmarshal(raw, &list)
		texts := []string{}
		for _, entry := range list[:min(len(list), maxEntries)] {
			texts = append(texts, entryText(entry))
		}
		text = strings.Join(texts, ", ") + more(len(list))
		if text == "" {
			text = "[]"
		}
		return text, maxListText
	case '{':
		return entryText(raw), maxListText
	}
	return string(raw), maxText
}

// entryText returns an entry of a list: a text without quotes, and anything else as JSON.
func entryText(raw json.RawMessage) string {
	var value any
	_ = json.Unmarshal(raw, &value)
	value = abridged(value, 0)
	if text, ok := value.(string); ok {
		return text
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value) // it was JSON before
	return strings.TrimSpace(text.String())
}

// abridged returns a copy of a JSON value in which secrets are redacted and long texts, lists and objects are cut.
func abridged(value any, depth int) any {
	switch value := value.(type) {
	case string:
		return cleanValue(value, maxNestedText)
	case []any:
		if depth >= maxDepth {
			return "…"
		}
		list := []any{}
		for _, entry := range value[:min(len(value), maxEntries)] {
			list = append(list, abridged(entry, depth+1))
		}
		if text := more(len(value)); text != "" {
			list = append(list, strings.TrimSpace(text))
		}
		return list
	case map[string]any:
		if depth >= maxDepth {
			return "…"
		}
		object := map[string]any{}
		names := slices.Sorted(maps.Keys(value))
		for _, name := range names[:min(len(names), maxEntries)] {
			entry := abridged(value[name], depth+1)
			if secretNames.MatchString(name) {
				entry = write.Redacted
			}
			object[clean(name, maxName)] = entry
		}
		return object
	}
	return value
}

// more says how many entries of a list are not shown.
func more(length int) string {
	if length <= maxEntries {
		return ""
	}
	return fmt.Sprintf(" and %d more", length-maxEntries)
}

// secretNames matches parameters whose values must not be logged. No endpoint expects them, but callers may send them
// by mistake.
var secretNames = regexp.MustCompile(
	`(?i)secret|pass(w|phrase|$)|pwd|token|jwt|bearer|auth(ori[sz]ation)?$|credential|session|cookie|signature|keys?$`)

// The parts of URLs that may be secret: user names and passwords, and parameters with such names.
var (
	urlCredentials = regexp.MustCompile(`://[^/?#\s@]*@`)
	urlParameters  = regexp.MustCompile(`([?&#;])([^=?&#;\s]+)=([^?&#;\s"]+)`)
)

// cleanValue makes a value storable, and redacts what may be secret in URLs.
func cleanValue(text string, limit int) string {
	text = clean(text, 4*limit) // what is cut here is not part of the result, even if redacting makes it shorter
	if strings.Contains(text, "://") {
		text = urlCredentials.ReplaceAllString(text, "://"+write.Redacted+"@")
		text = urlParameters.ReplaceAllStringFunc(text, func(found string) string {
			name, _, _ := strings.Cut(found[1:], "=")
			if secretNames.MatchString(name) {
				return found[:1] + name + "=" + write.Redacted
			}
			return found
		})
	}
	return clean(text, limit)
}

// clean makes external text storable: it replaces invalid characters and shortens it to limit characters.
func clean(text string, limit int) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "?")
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}
