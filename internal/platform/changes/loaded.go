package changes

import (
	"fmt"
	"strings"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/platform/schema"
)

// Loaded describes records that were inserted in bulk while the triggers were disabled.
type Loaded struct {
	Now time.Time
	// FirstContent and FirstCollection are the first new ids, or 0 if there are none. No new record is in the trash.
	FirstContent, FirstCollection int64
}

// Statements returns the statements that number new records and put them into the feeds. They do the same as Number
// for each record, in a few passes over the tables.
func (l Loaded) Statements(engine db.Engine) []string {
	now := fmt.Sprint(l.Now.UnixMicro())
	statements := []string{}
	if engine == db.Postgres {
		now = "'" + l.Now.UTC().Format(time.RFC3339Nano) + "'::timestamptz"
		statements = append(statements, fmt.Sprintf("SELECT pg_advisory_xact_lock(%d)", int64(lockNumber)))
	}
	statements = append(statements,
		fmt.Sprintf("UPDATE change_counter SET number = %[1]d WHERE id = 1 AND number < %[1]d", l.Now.UnixMicro()))
	fill := func(first int64, list ...string) {
		if first > 0 {
			for _, statement := range list {
				statements = append(statements, strings.NewReplacer("$first", fmt.Sprint(first), "$now", now).Replace(statement))
			}
		}
	}
	fill(l.FirstContent,
		"DELETE FROM installation WHERE key IN ('"+LinksKey+"', '"+AttentionKey+"')",
		feedOf(schema.ChangedContent, `SELECT content_id AS record_id, library_id AS stream_id
			FROM content_libraries
			JOIN content ON content.id = content_id
			WHERE content_id >= $first AND published_at <= $now AND (expires_at IS NULL OR expires_at > $now)`),
		skipNumbers("SELECT count(*) FROM content_libraries WHERE content_id >= $first"),
		dueOf(schema.ChangedContent, schema.Content.Name, "published_at"),
		dueOf(schema.ChangedContent, schema.Content.Name, "expires_at"))
	const live = "FROM collections WHERE id >= $first AND (expires_at IS NULL OR expires_at > $now)"
	fill(l.FirstCollection,
		feedOf(schema.ChangedCollection, `SELECT id AS record_id, partner_id AS stream_id `+live+` AND partner_id IS NOT NULL
			UNION ALL
			SELECT id, `+fmt.Sprint(PublicStream)+" "+live+` AND inspires_publish_at <= $now`),
		skipNumbers("SELECT 2 * count(*) FROM collections WHERE id >= $first"),
		dueOf(schema.ChangedCollection, schema.Collections.Name, "inspires_publish_at"),
		dueOf(schema.ChangedCollection, schema.Collections.Name, "inspires_feature_at"),
		dueOf(schema.ChangedCollection, schema.Collections.Name, "expires_at"),
		`INSERT INTO recent_changes (number, kind, record_id)
			SELECT (SELECT number FROM change_counter) + row_number() OVER (ORDER BY partner_id), '`+
			schema.ChangedPartnerCollections+`', partner_id
			FROM (SELECT DISTINCT partner_id FROM collections WHERE id >= $first AND partner_id IS NOT NULL) AS owners`,
		skipNumbers("SELECT count(*) FROM collections WHERE id >= $first"))
	return statements
}

// feedOf returns a statement that inserts the records and streams of a query into the feed.
func feedOf(kind, query string) string {
	return `INSERT INTO feed (kind, record_id, stream_id, number, visible)
		SELECT '` + kind + `', record_id, stream_id,
			(SELECT number FROM change_counter) + row_number() OVER (ORDER BY record_id, stream_id), TRUE
		FROM (` + query + `) AS visible_records
		ORDER BY record_id, stream_id`
}

// skipNumbers returns a statement that increases the number of the newest change.
func skipNumbers(count string) string {
	return "UPDATE change_counter SET number = number + (" + count + ") WHERE id = 1"
}

// dueOf returns a statement that notes the future dates in a column.
func dueOf(kind, table, column string) string {
	return "INSERT INTO due_changes (due_at, kind, record_id) SELECT " + column + ", '" + kind + "', id FROM " + table +
		" WHERE id >= $first AND " + column + " > $now ON CONFLICT DO NOTHING"
}
