package main

import (
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"

	"waymark/internal/app"
)

// readingCommands are those that change no database. All others say which one they use before they change it;
// serve does so when it has checked its settings.
var readingCommands = []string{
	"serve", "health", "staff list", "jobs list", "backup", "verify", "verify-audit", "openapi", "notices", "version",
}

// changesDatabase reports whether a command changes a database. The command has the names of its arguments, such as
// "staff add <email>".
func changesDatabase(command string) bool {
	name, _, _ := strings.Cut(command, " <")
	return !slices.Contains(readingCommands, name)
}

// nameDatabase says on standard error which database a command uses, without the password, and which one it writes to
// if that is another one.
func (s *settings) nameDatabase(to string) {
	lines := []any{"database", app.DescribeDatabase(s.Database)}
	if to != "" {
		lines = append(lines, "to", app.DescribeDatabase(to))
	}
	if s.LogJSON {
		slog.Info("command started", lines...)
		return
	}
	for i := 0; i < len(lines); i += 2 {
		label := fmt.Sprint(lines[i])
		fmt.Fprintf(os.Stderr, "%s: %s\n", strings.ToUpper(label[:1])+label[1:], lines[i+1])
	}
}
