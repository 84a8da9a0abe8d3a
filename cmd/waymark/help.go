package main

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// The settings that commands share. The help of a command has only those that it uses; a configuration file can have
// all of them.
var (
	sourceSettings   = []string{"help", "config", "secrets", "log-level", "log-json"}
	databaseSettings = slices.Concat(sourceSettings, []string{"database", "secret-key", "old-secret-key"})
	fileSettings     = slices.Concat(databaseSettings, []string{"storage", "single-node"})
	adminSettings    = []string{"admin-email", "admin-password"}
)

// settingsOf are the shared settings that commands use. Those that are missing here use all.
var settingsOf = map[string][]string{
	"":             append([]string{"version"}, sourceSettings...),
	"health":       sourceSettings,
	"migrate":      append([]string{"database"}, sourceSettings...),
	"staff":        slices.Concat(databaseSettings, adminSettings, []string{"public-url"}),
	"demo":         slices.Concat(fileSettings, adminSettings),
	"jobs":         databaseSettings,
	"backup":       fileSettings,
	"verify":       databaseSettings,
	"restore":      fileSettings,
	"move":         fileSettings,
	"rotate-key":   databaseSettings,
	"verify-audit": databaseSettings,
	"forget-audit": databaseSettings,
	"openapi":      append([]string{"product-name"}, sourceSettings...),
	"notices":      sourceSettings,
	"version":      sourceSettings,
}

// printHelp prints the help of a command without the settings that it does not use.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	command := ""
	if selected := ctx.Selected(); selected != nil {
		command = strings.Fields(selected.FullPath())[1]
	}
	used, limited := settingsOf[command]
	for _, flag := range ctx.Model.Flags {
		flag.Hidden = limited && !slices.Contains(used, flag.Name) || command != "" && flag.Name == "version"
	}
	return kong.DefaultHelpPrinter(options, ctx)
}
