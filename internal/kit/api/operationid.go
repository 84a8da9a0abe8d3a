package api

import "strings"

func operationID(op Op) string {
	path := strings.TrimPrefix(strings.TrimPrefix(op.Path, "/api/admin"), "/api")
	words := strings.FieldsFunc(strings.ToLower(op.Method)+" "+path, func(r rune) bool { return strings.ContainsRune("/{}_ ", r) })
	return strings.Join(words, "-")
}
