package accounttypes

// PermissionGroup is a group of permissions for one part of the platform.
type PermissionGroup struct {
	Group       string       `json:"group"`
	Label       string       `json:"label"`
	Permissions []Permission `json:"permissions" nullable:"false"`
}

// Permission is something that a user template may allow.
type Permission struct {
	Key         string `json:"key"`
	Label       string `json:"label"`
	Description string `json:"description"`
}

// Catalogue lists all permissions. Keys are stored with templates: a key may be removed, but its meaning must not
// change.
var Catalogue = []PermissionGroup{
	{"collections", "Collections", []Permission{
		{"collections.create", "Create collections", "Start new collections, and copy those they can see."},
		{"collections.edit", "Edit collections", "Change names, tags and dates, and what is in a collection."},
		{"collections.delete", "Delete collections", "Remove collections for everybody."},
		{"collections.folders", "Organise folders", "Make, rename and move folders, and move collections between them."},
		{"collections.publish", "Publish on Inspires", "Show collections to the public on Inspires, or take them down."},
		{"collections.share", "Share collections", "Send landing pages and invitations."},
	}},
	{"content", "Content", []Permission{
		{"content.browse", "Browse libraries", "Search the libraries their partner has."},
		{"content.create", "Add own content", "Add articles, videos and other items by their address."},
		{"content.edit", "Edit own content", "Change what they or their team have added."},
		{"content.delete", "Delete own content", "Remove what they or their team have added."},
		{"content.images", "Upload images", "Add photos of their own."},
	}},
	{"sites", "Sites and embeds", []Permission{
		{"sites.view", "View sites", "See the partner's sites and how they are set up."},
		{"sites.edit", "Edit sites", "Change domains, disclaimers and calls to action."},
		{"sites.transformations", "Change pages", "Edit JavaScript transformations and redirects."},
		{"sites.embed", "Embed collections", "Copy the snippet that shows collections on another site."},
	}},
	{"branding", "Branding", []Permission{
		{"branding.edit", "Edit branding", "Change colours, fonts and layouts of landing pages."},
		{"branding.images", "Change logos", "Upload logos, favicons and header images."},
		{"branding.themes", "Choose themes", "Switch between the themes the partner has."},
	}},
	{"marketing", "Marketing", []Permission{
		{"marketing.personalise", "Personalise collections", "Add messages and calls to action for single clients."},
		{"marketing.contact_bar", "Use the contact bar", "Show their own contact details on links they share."},
		{"marketing.forms", "Build forms", "Create surveys and forms that collect leads."},
		{"marketing.leads", "See leads", "Read who has asked to be contacted."},
	}},
	{"team", "Team", []Permission{
		{"team.view", "View the team", "See the other users of the partner."},
		{"team.invite", "Invite people", "Add new users to the partner."},
		{"team.edit", "Edit people", "Change names, details and user templates of others."},
		{"team.remove", "Remove people", "Take users out of the partner."},
	}},
	{"insights", "Insights", []Permission{
		{"insights.own", "Own figures", "See views, clicks and leads of their own links."},
		{"insights.team", "Figures of the team", "See the figures of everybody at the partner."},
		{"insights.export", "Export figures", "Download figures as a file."},
	}},
	{"api", "API", []Permission{
		{"api.keys", "Manage API keys", "See and refresh the partner's key and secret."},
		{"api.logs", "Read API logs", "See the calls that were made with the partner's key."},
	}},
	{"itineraries", "Itineraries", []Permission{
		{"itineraries.create", "Create itineraries", "Start itineraries from collections."},
		{"itineraries.edit", "Edit itineraries", "Change days, places and notes."},
		{"itineraries.share", "Share itineraries", "Send itineraries to clients."},
	}},
}

// noPermissions returns all permissions, none of them granted.
func noPermissions() map[string]bool {
	all := map[string]bool{}
	for _, group := range Catalogue {
		for _, permission := range group.Permissions {
			all[permission.Key] = false
		}
	}
	return all
}
