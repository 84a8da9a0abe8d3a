package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
)

// configVariable names the configuration file if the flag does not.
const configVariable = "WAYMARK_CONFIG"

// sources are where flags that are not on the command line get their values from: their environment variable, a file
// named by the same variable with the suffix _FILE, and the configuration file, in this order. The file with secrets
// adds environment variables.
type sources struct {
	path   string // of the configuration file; empty if there is none
	values map[string]string
}

// openSources reads the configuration file and the file with secrets.
func openSources(args []string) (*sources, error) {
	s := &sources{path: flagValue(args, "--config", configVariable), values: map[string]string{}}
	if s.path != "" {
		if err := s.readConfig(); err != nil {
			return nil, err
		}
	}
	return s, s.readSecrets(args)
}

func (s *sources) readConfig() error {
	text, err := os.ReadFile(s.path)
	if err != nil {
		return fmt.Errorf("read the configuration: %w", err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, found := strings.Cut(line, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if strings.HasPrefix(value, `"`) {
			value, err = strconv.Unquote(value)
		}
		if _, repeated := s.values[name]; !found || name == "" || err != nil || repeated {
			return fmt.Errorf("%s, line %d: want NAME = VALUE, and each name once", s.path, i+1)
		}
		s.values[name] = value
	}
	return nil
}

// flagValue returns the value of a flag, or of its environment variable, before the flags can be parsed.
func flagValue(args []string, flag, variable string) string {
	for i, arg := range args {
		if value, ok := strings.CutPrefix(arg, flag+"="); ok {
			return value
		}
		if arg == flag && i+1 < len(args) {
			return args[i+1]
		}
		if arg == "--" {
			break
		}
	}
	return os.Getenv(variable)
}

// Validate refuses names that are no flags of any command.
func (s *sources) Validate(application *kong.Application) error {
	known := map[string]bool{}
	var visit func(node *kong.Node)
	visit = func(node *kong.Node) {
		for _, flag := range node.Flags {
			known[flag.Name] = true
		}
		for _, child := range node.Children {
			visit(child)
		}
	}
	visit(application.Node)
	for name := range s.values {
		if !known[name] || name == "config" || name == "help" || name == "version" {
			return fmt.Errorf("%s: there is no setting %q", s.path, name)
		}
	}
	return nil
}

// Resolve returns the value of a flag that is not on the command line, or nil if it keeps that of its environment
// variable or its default.
func (s *sources) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	isSet := func(name string) bool {
		_, found := os.LookupEnv(name)
		return found
	}
	for _, name := range flag.Envs {
		path, found := os.LookupEnv(name + "_FILE")
		switch {
		case found && isSet(name):
			return nil, fmt.Errorf("%s and %s_FILE are both set", name, name)
		case found:
			text, err := os.ReadFile(path) //nolint:gosec // the operator names the file
			if err != nil {
				return nil, fmt.Errorf("read the file of %s_FILE: %w", name, err)
			}
			return strings.TrimRight(string(text), "\r\n"), nil
		}
	}
	if value, found := s.values[flag.Name]; found && !slices.ContainsFunc(flag.Envs, isSet) {
		return value, nil
	}
	return nil, nil //nolint:nilnil // Kong's way to say that there is no value
}
