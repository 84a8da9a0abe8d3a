package api

import "encoding/json"

// duplicateKey finds a key that an object in valid JSON has twice. Parsers disagree on which of the two counts, so one
// program could check a value and another one store the other.
func duplicateKey(body []byte) (key string, found bool) {
	type level struct {
		object bool
		keys   map[string]bool
	}
	stack := []level{}
	expectKey := false
	for i := 0; i < len(body); i++ {
		switch body[i] {
		case '{':
			stack, expectKey = append(stack, level{object: true}), true
		case '[':
			stack, expectKey = append(stack, level{}), false
		case '}', ']':
			stack, expectKey = stack[:len(stack)-1], false
		case ',':
			expectKey = stack[len(stack)-1].object
		case '"':
			end := endOfString(body, i)
			if expectKey {
				expectKey = false
				name := keyOf(body[i : end+1])
				top := &stack[len(stack)-1]
				if top.keys[name] {
					return name, true
				}
				if top.keys == nil {
					top.keys = make(map[string]bool, 8)
				}
				top.keys[name] = true
			}
			i = end
		}
	}
	return "", false
}

func endOfString(body []byte, start int) int {
	for i := start + 1; i < len(body); i++ {
		switch body[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(body) - 1
}

// keyOf decodes a key, which may be written with escapes: "\u006eame" is "name".
func keyOf(quoted []byte) string {
	for _, b := range quoted {
		if b == '\\' {
			var name string
			_ = json.Unmarshal(quoted, &name) // the body is valid
			return name
		}
	}
	return string(quoted[1 : len(quoted)-1])
}
