package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// secretsVariable names the file with secrets if the flag does not.
const secretsVariable = "WAYMARK_SECRETS"

// secretsName is the name of the file with secrets next to the configuration file. It is read without being named, so
// that commands use the same secrets as the server, which has always got them from the unit's EnvironmentFile.
const secretsName = "secrets.env"

// readSecrets adds the variables in the file with secrets to the environment. Variables that are set already keep their
// values. Only the file next to the configuration file may be missing.
func (s *sources) readSecrets(args []string) error {
	path := flagValue(args, "--secrets", secretsVariable)
	if path == "" {
		path = s.values["secrets"]
	}
	implied := path == "" && s.path != ""
	if implied {
		path = filepath.Join(filepath.Dir(s.path), secretsName)
	}
	if path == "" {
		return nil
	}
	text, err := os.ReadFile(path) //nolint:gosec // the operator names the file
	if implied && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the secrets: %w", err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, ";") {
			continue
		}
		name, value, found := strings.Cut(line, "=")
		value, ok := unquote(value)
		if !found || !ok || !variableName.MatchString(name) {
			return fmt.Errorf("%s, line %d: want NAME=VALUE, with quotes around values that have spaces at their ends, "+
				"quotes or backslashes", path, i+1)
		}
		if _, isSet := os.LookupEnv(name); isSet {
			continue
		}
		if err := os.Setenv(name, value); err != nil {
			return fmt.Errorf("%s, line %d: %w", path, i+1, err)
		}
	}
	return nil
}

var (
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	escaped      = regexp.MustCompile("\\\\([\"\\\\`$])")
)

// unquote returns a value as systemd reads it in an EnvironmentFile. What systemd reads differently from other
// programs, such as a value that continues on the next line, is refused.
func unquote(value string) (string, bool) {
	value = strings.TrimSpace(value)
	if value == "" || !strings.ContainsAny(value, `"'\`) {
		return value, true
	}
	inner, quote := "", value[0]
	if len(value) > 1 && value[len(value)-1] == quote {
		inner = value[1 : len(value)-1]
	}
	switch {
	case inner == "" && value != `""` && value != "''":
		return "", false
	case quote == '\'':
		return inner, !strings.Contains(inner, "'")
	case quote == '"':
		rest := escaped.ReplaceAllString(inner, "")
		return escaped.ReplaceAllString(inner, "$1"), !strings.ContainsAny(rest, `"\`)
	}
	return "", false
}
