package db

import (
	"net/url"
	"path/filepath"
	"strings"
)

// Describe returns the address of a database for messages: without passwords, and with the whole path of a file.
func Describe(address string) string {
	if path, ok := strings.CutPrefix(address, "sqlite:"); ok {
		if whole, err := filepath.Abs(path); err == nil {
			path = whole
		}
		return "sqlite:" + path
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" && u.Path == "" {
		scheme, _, _ := strings.Cut(address, ":")
		return scheme + ":…"
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	query := u.Query()
	for name := range query {
		if strings.Contains(strings.ToLower(name), "pass") {
			query.Del(name)
		}
	}
	u.RawQuery = query.Encode()
	return u.String()
}
