package copilotconfig

import (
	_ "embed"

	"waymark/internal/kit/prepared"
)

//go:embed scripts/copilot.js
var script []byte

// ServeScript serves the script of Copilot, which partners include in their pages.
var ServeScript = prepared.Script(script)
