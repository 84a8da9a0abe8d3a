// Package dashboard tells how the queues are doing and what happened lately. Its table of searches that found nothing is with
// the history of searches.
package dashboard

import (
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/resource"
)

// Mount adds the calls.
func Mount(kit resource.Kit, queue *jobs.Queue) {
	mountQueues(kit, queue)
	mountAdded(kit)
	mountByUsers(kit)
	mountNowhere(kit)
}
