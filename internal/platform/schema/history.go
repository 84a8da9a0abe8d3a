package schema

import (
	_ "embed"
	"slices"
	"strings"

	"waymark/internal/kit/derived"
)

// columnsText lists all tables with their columns. An asterisk marks those of the primary key. A test compares it with
// the databases, and writes it with -update.
//
//go:embed columns.txt
var columnsText string

// Untracked are the tables whose changes can't be undone, with the reason.
var Untracked = map[string]string{
	"api_logs": "a log", "attention": "worked out from content", "audit_log": "a log", "change_counter": "bookkeeping",
	"change_rows": "bookkeeping",
	"change_sets": "bookkeeping", "copilot_days": "figures", "copilot_events": "a log", "copilot_fresh": "bookkeeping",
	"copilot_pages": "figures", "copilot_partner_days": "figures", "copilot_partner_page_days": "figures",
	"copilot_partner_page_window": "figures", "copilot_partner_window": "figures", "copilot_user_page_days": "figures",
	"copilot_user_page_window": "figures", "copilot_user_partner_days": "figures",
	"copilot_user_partner_window": "figures", "copilot_user_window": "figures", "copilot_window": "figures",
	"counter_deltas": "worked out by triggers", "derived_objects": "bookkeeping", "due_changes": "bookkeeping",
	"content_links": "checks of links", "exports": "files that were downloaded", "advisor_activity": "figures",
	"feed": "bookkeeping", "font_files": "a cache", "impersonation_tokens": "secrets", "import_rejections": "bookkeeping",
	"imports": "bookkeeping", "installation": "bookkeeping", "leads": "written by visitors", "limits": "bookkeeping",
	"link_checks": "checks of links", "link_hosts": "checks of links", "live_count_deltas": "worked out by triggers",
	"live_counts": "worked out by triggers", "nodes": "bookkeeping", "password_resets": "secrets",
	"pending_changes": "bookkeeping", "recent_changes": "bookkeeping",
	"saved_view_defaults": "personal settings", "search_history": "a log", "sessions": "secrets",
	"site_domains": "worked out by triggers", "staff_settings": "personal settings",
	"tasks": "bookkeeping", "user_active_days": "a log",
}

// uploads is the table of images. Undo claims and releases them, but they are never restored: their files are gone.
const uploads = "uploads"

// placedInTree are columns that follow from the name and the ancestors of a record. After an undo they are worked out.
var placedInTree = []string{"label", "label_key", "path", "search_text"}

// extra are columns whose changes are not kept, but which come back with a row: those that the traffic changes,
// and those that follow from others.
var extra = map[string][]string{
	"":              {"version"}, // of every table
	"collaborators": {"views", "extended_content_experiences_count", "extended_collection_versions_max_created_at"},
	"content":       {"last_api_at", "link_status", "link_checked_at"},
	"destinations":  placedInTree,
	"facades":       {"views"},
	"folders":       placedInTree,
	"partners":      {"last_api_activity_at", "last_login_at"},
	"users":         {"active_at", "email_verified_at"},
}

// ignored are columns that are not kept: those that triggers work out, besides counters, and secrets.
var ignored = map[string][]string{
	"":                   {"updated_at"}, // of every table
	"collaborators":      {"api_key", "api_secret"},
	"content":            {"added_at"},
	"partners":           {"api_key", "api_secret"},
	"shared_collections": {"search_text"},
	uploads: {
		"storage_key", "name", "content_type", "width", "height", "bytes", "conversions", "converted_at", "created_by_id",
		"created_at", "kept_until",
	},
	"users": {"account_type_id", "password_hash", "session_epoch"},
}

// Histories returns what keeps the changes of tables, so that they can be undone.
func Histories() []derived.History {
	counted := map[string][]string{}
	for _, c := range Counters() {
		counted[c.Table.Name] = append(counted[c.Table.Name], c.Column)
	}
	histories := []derived.History{}
	for table, columns := range Columns() {
		if Untracked[table] != "" {
			continue
		}
		h := derived.History{Table: table, UpdatesOnly: table == uploads}
		for _, column := range columns {
			name, isKey := strings.CutSuffix(column, "*")
			if isKey {
				h.Key = append(h.Key, name)
			}
			switch {
			case slices.Contains(slices.Concat(ignored[""], ignored[table], counted[table]), name):
				h.Ignored = append(h.Ignored, name)
			case slices.Contains(slices.Concat(extra[""], extra[table]), name):
				h.Extra = append(h.Extra, name)
			default:
				h.Columns = append(h.Columns, name)
			}
		}
		histories = append(histories, h)
	}
	slices.SortFunc(histories, func(a, b derived.History) int { return strings.Compare(a.Table, b.Table) })
	return histories
}

// Columns returns the columns of all tables. Those of a primary key end with an asterisk.
func Columns() map[string][]string {
	tables := map[string][]string{}
	for line := range strings.Lines(columnsText) {
		table, columns, _ := strings.Cut(line, ":")
		tables[table] = strings.Fields(columns)
	}
	return tables
}
