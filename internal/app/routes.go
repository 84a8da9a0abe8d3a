package app

import (
	"context"

	"waymark/internal/features/accounttypes"
	"waymark/internal/features/activity"
	"waymark/internal/features/apilogs"
	"waymark/internal/features/calendar"
	"waymark/internal/features/clienterrors"
	"waymark/internal/features/collaborators"
	"waymark/internal/features/collections"
	"waymark/internal/features/content"
	"waymark/internal/features/contentdepths"
	"waymark/internal/features/contentdomains"
	"waymark/internal/features/copilot"
	"waymark/internal/features/countries"
	"waymark/internal/features/dashboard"
	"waymark/internal/features/destinations"
	"waymark/internal/features/directories"
	"waymark/internal/features/facades"
	"waymark/internal/features/failedjobs"
	"waymark/internal/features/fonts"
	"waymark/internal/features/globaltags"
	"waymark/internal/features/impersonation"
	"waymark/internal/features/languages"
	"waymark/internal/features/libraries"
	"waymark/internal/features/mediatypes"
	"waymark/internal/features/pages"
	"waymark/internal/features/partnerapi"
	"waymark/internal/features/partnermarkets"
	"waymark/internal/features/partners"
	"waymark/internal/features/partnersites"
	"waymark/internal/features/publishers"
	"waymark/internal/features/regions"
	"waymark/internal/features/savedviews"
	"waymark/internal/features/search"
	"waymark/internal/features/searchhistory"
	"waymark/internal/features/sharedcollections"
	"waymark/internal/features/staff"
	"waymark/internal/features/subjectareas"
	trashfeature "waymark/internal/features/trash"
	"waymark/internal/features/uploads"
	"waymark/internal/features/users"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/history"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/table"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
	"waymark/internal/platform/apikeys"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
)

// mountRoutes mounts both APIs: one line per feature.
func (a *App) mountRoutes() {
	a.signin.Mount()
	staff.Mount(a.kit)
	savedviews.Mount(a.kit)
	activity.Mount(a.kit, a.undoer())
	trashfeature.Mount(a.API, a.bin)
	search.Mount(a.kit)
	failedjobs.Mount(a.API, a.Store, a.Queue)
	a.status.Mount(a.API)
	clienterrors.Mount(a.API)
	uploads.Mount(a.API, a.media)
	a.kit.Bulk.Mount(a.API)

	content.Mount(a.kit)
	a.links.Mount()
	a.attention.Mount()
	libraries.Mount(a.kit)
	collections.Mount(a.kit, a.sites)
	sharedcollections.Mount(a.kit, a.sites)
	collaborators.Mount(a.kit)

	accounttypes.Mount(a.kit)
	partners.Mount(a.kit, a.sites)
	pages.MountPreview(a.kit, a.sites)
	partnersites.Mount(a.kit)
	users.Mount(a.kit)
	directories.Mount(a.kit)
	impersonate := &impersonation.Service{Store: a.Store, Key: a.Key, AppURL: a.Config.AppURL}
	impersonate.Mount(a.API)
	impersonate.MountPublic(a.Public)

	a.search = partnerapi.Mount(a.kit, a.Public, a.changes, partnerapi.Rules{
		Filters:       content.PublicFilters(),
		Published:     content.Published,
		AtDestination: content.AtDestination,
	})
	content.MountPublic(a.kit, a.Public)
	collections.MountPublic(a.kit, a.Public)
	(&sharedcollections.Public{Kit: a.kit, Sites: a.sites, SignUp: users.SignUp(a.kit)}).Mount(a.Public)
	(&copilot.Events{Store: a.Store, Keep: a.Config.KeepTraffic}).MountPublic(a.Public)
	a.copilot.Mount(a.API, a.Public)

	calendar.Mount(a.kit)
	dashboard.Mount(a.kit, a.Queue)
	copilot.Mount(a.kit)
	a.leads.Mount(a.kit)
	searchhistory.Mount(a.kit)
	apilogs.Mount(a.kit)
	a.exports.Mount()
	a.imports.Mount()

	a.mountReferenceData()
	fonts.Mount(a.kit)
	activity.MountRestore(a.kit, a.kit.Kinds)
	a.mountDocuments()
}

// mountReferenceData mounts what content and partners are classified by.
func (a *App) mountReferenceData() {
	mediatypes.Mount(a.kit)
	contentdepths.Mount(a.kit)
	contentdomains.Mount(a.kit)
	subjectareas.Mount(a.kit)
	globaltags.Mount(a.kit)
	facades.Mount(a.kit)
	publishers.Mount(a.kit)

	countries.Mount(a.kit)
	regions.Mount(a.kit)
	destinations.Mount(a.kit)
	languages.Mount(a.kit)
	partnermarkets.Mount(a.kit)
}

// registerJobs returns all background jobs: one line per feature.
func (a *App) registerJobs() *jobs.Set {
	set := jobs.NewSet()
	a.signin.Jobs(set)
	a.media.Jobs(set)
	trashfeature.Jobs(set, a.bin)
	a.kit.Bulk.Jobs(set)
	a.undoer().Jobs(set)
	a.auditLog().Jobs(set, a.Config.KeepActivity)
	users.Jobs(set, a.Store)
	copilot.Jobs(set, a.Store, a.Config.KeepTraffic)
	gate.Jobs(set, a.Store, a.Config.KeepTraffic)
	a.leads.Jobs(set)
	a.links.Jobs(set)
	a.attention.Jobs(set)
	a.exports.Jobs(set)
	a.imports.Jobs(set)
	return set
}

// undoer undoes changes of all tables that keep their history.
func (a *App) undoer() *history.Undoer {
	return &history.Undoer{
		Store: a.Store, Tables: schema.Histories(), Uploads: "uploads", Kinds: a.kit.Kinds,
		Trash: []history.TrashKind{
			{Kind: content.Trash, Column: "block_type", Value: "content"},
			{Kind: content.ImageTrash, Column: "block_type", Value: "image"},
			{Kind: collections.Trash},
			{Kind: people.Trash},
			{Kind: partners.Trash},
		},
		MayChange: a.mayUndo,
		Refresh:   map[string]string{schema.SharedCollections.Name: schema.SetSharedSearchText},
		Reports:   map[string]table.Report{schema.ContentTags.Table: schema.ContentTags.Reports},
		Secrets: map[string]func(context.Context, *write.Tx) (map[string]any, error){
			"collaborators": func(ctx context.Context, tx *write.Tx) (map[string]any, error) {
				key, sealed, err := apikeys.NewPair(ctx, tx, a.Key)
				return map[string]any{"api_key": key, "api_secret": sealed}, err
			},
		},
	}
}

// mayUndo refuses editors where the rights depend on the call that made the change.
func (a *App) mayUndo(ctx context.Context, change history.RowChange) error {
	if auth.IsAdmin(ctx) {
		return nil
	}
	if change.Operation == "startImport" {
		if err := a.kit.Imports.MayWrite(ctx, change.Table); err != nil {
			return err
		}
	}
	return content.MayUndo(change)
}

// trashKinds returns the kinds of records that can be in the trash.
func trashKinds() []trash.Kind {
	return []trash.Kind{content.Trash, content.ImageTrash, collections.Trash, people.Trash, partners.Trash}
}
