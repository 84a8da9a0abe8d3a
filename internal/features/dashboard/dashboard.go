// Package dashboard tells how the queues are doing and what happened lately.
package dashboard

import (
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/resource"
)

// Mount adds the calls.
func Mount(_ resource.Kit, _ *jobs.Queue) {}
