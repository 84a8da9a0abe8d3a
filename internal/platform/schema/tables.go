// Package schema declares the tables that features refer to, the links between them, and the objects derived from
// their rows: search tables, counters and totals. Columns and indexes are created by the migrations.
package schema

import "waymark/internal/kit/table"

// Tables of places and languages.
var (
	Languages      = table.Table{Name: "languages"}
	Countries      = table.Table{Name: "countries"}
	CountryRegions = table.Table{Name: "country_regions"}
	Regions        = table.Table{Name: "regions"}
	Destinations   = table.Table{Name: "destinations"}
	// LabelledDestinations are destinations whose title is their full path: Europe > France.
	LabelledDestinations = table.Table{Name: "destinations", Title: "label"}
)

// Tables of accounts.
var (
	AccountTypes  = table.Table{Name: "account_types"}
	UserTemplates = table.Table{Name: "user_templates"}
	Users         = table.Table{
		Name: "users", Trash: true, Named: "trim(first_name || ' ' || last_name)", Key: "email", IDOrder: true,
	}
	Consortia     = table.Table{Name: "consortia"}
	HostAgencies  = table.Table{Name: "host_agencies"}
	Collaborators = table.Table{Name: "collaborators"}
	SavedViews    = table.Table{Name: "saved_views"}
)

// Tables of partners and their settings.
var (
	Partners            = table.Table{Name: "partners", Trash: true}
	PartnerLanguages    = table.Table{Name: "partner_languages"}
	PartnerMarkets      = table.Table{Name: "partner_markets", Trash: true}
	Sites               = table.Table{Name: "sites", Trash: true}
	SiteTransformations = table.Table{Name: "site_transformations"}
	SiteRedirects       = table.Table{Name: "site_redirects"}
)

// Tables of content and its classification.
var (
	Content        = table.Table{Name: "content", Trash: true, Title: "title", IDOrder: true}
	ContentTypes   = table.Table{Name: "content_types"}
	ContentDepths  = table.Table{Name: "content_depths"}
	ContentDomains = table.Table{Name: "content_domains", Title: "display_name"}
	Tags           = table.Table{Name: "tags", Title: "tag"}
	GlobalTags     = table.Table{Name: "global_tags"}
	Publishers     = table.Table{Name: "publishers"}
	Libraries      = table.Table{Name: "libraries"}
	Facades        = table.Table{Name: "facades", Title: "term"}
	Attention      = table.Table{Name: "attention", Title: "reason"}
)

// Tables of collections.
var (
	Folders           = table.Table{Name: "folders"}
	Collections       = table.Table{Name: "collections", Trash: true, IDOrder: true}
	SharedCollections = table.Table{Name: "shared_collections", Trash: true, IDOrder: true}
	Personalisations  = table.Table{Name: "personalisations"}
)

// Tables of logged activity.
var (
	APILogs       = table.Table{Name: "api_logs"}
	SearchHistory = table.Table{Name: "search_history"}
	CopilotPages  = table.Table{Name: "copilot_pages"}
	Leads         = table.Table{Name: "leads"}
	AuditLog      = table.Table{Name: "audit_log"}
	ChangeSets    = table.Table{Name: "change_sets", Title: "record_name"}
)
