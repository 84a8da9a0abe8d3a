package copilotconfig

import (
	_ "embed"

	"waymark/internal/kit/prepared"
)

// The script is minified by make gen: see web/minify.mjs.
//
//go:embed scripts/copilot.min.js
var script []byte

// ServeScript serves the script of Copilot, which partners include in their pages.
var ServeScript = prepared.Script(script)
