package app

import (
	"waymark/internal/features/attention"
	"waymark/internal/features/linkchecks"
	"waymark/internal/kit/mail"
	"waymark/internal/platform/changes"
)

// watchContent connects what watches over content: the checks of its links, and the list of what needs attention.
func (a *App) watchContent(sender mail.Sender) {
	a.links = linkchecks.New(a.kit, a.Config.CheckLinksEvery, a.Config.PublicURL)
	a.attention = attention.New(a.kit, sender, a.Config.ProductName, a.Config.PublicURL)
	a.links.Changed = a.attention.Refresh
	a.changes.Listen(func([]changes.Change) { a.attention.Wake() })
}
