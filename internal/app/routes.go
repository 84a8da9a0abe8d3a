package app

import (
	"waymark/internal/features/activity"
	"waymark/internal/features/failedjobs"
	"waymark/internal/features/globaltags"
	"waymark/internal/features/mediatypes"
	"waymark/internal/features/publishers"
	"waymark/internal/features/staff"
	"waymark/internal/features/trashbin"
	"waymark/internal/features/uploads"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/trash"
)

// routes is the map of the API: one line per feature.
func (a *App) routes() {
	a.signin.Mount()
	staff.Mount(a.kit)
	activity.Mount(a.kit)
	trashbin.Mount(a.API, a.bin)
	failedjobs.Mount(a.API, a.Store, a.Queue)
	uploads.Mount(a.API, a.media)

	publishers.Mount(a.kit)
	globaltags.Mount(a.kit)
	mediatypes.Mount(a.kit)

	a.documents()
}

// jobs is the map of background work: one line per feature.
func (a *App) jobs() *jobs.Set {
	set := jobs.NewSet()
	a.signin.Jobs(set)
	a.media.Jobs(set)
	trashbin.Jobs(set, a.bin)
	return set
}

// trashKinds is what can be in the trash.
func trashKinds() []trash.Kind { return []trash.Kind{staff.Trash} }
