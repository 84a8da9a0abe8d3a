// Package dashboard reports the status of the queues and lists recent content. Package searchhistory provides the
// dashboard's table of searches without results.
package dashboard

import (
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/resource"
)

// Mount registers the endpoints.
func Mount(kit resource.Kit, queue *jobs.Queue) {
	mountQueues(kit, queue)
	mountAddedToCollections(kit)
	mountCreatedByUsers(kit)
	mountWithoutDestination(kit)
}
