package schema

import (
	"strings"

	"waymark/internal/kit/derived"
)

// IsAdvisor is the condition that a row of users, with the given alias, is an advisor who is not in the trash.
func IsAdvisor(alias string) string {
	return strings.ReplaceAll("$.partner_id IS NULL AND NOT $.internal AND $.deleted_at IS NULL", "$", alias)
}

// CopilotAttribution keeps Copilot's figures complete when users and partners are deleted, and the numbers of advisors
// and partners equal to what staff see. In the tables of figures, the rows of user, partner or page 0 have the figures
// that belong to none: events that name none, and those of records that were deleted permanently.
var CopilotAttribution = derived.Custom{
	ID: "copilot_attribution",
	On: []string{
		Users.Name, Partners.Name, "copilot_window", "copilot_days", "copilot_partner_days", "copilot_user_partner_days",
		"copilot_partner_page_days", "copilot_user_page_days", "copilot_partner_window", "copilot_user_window",
		"copilot_user_partner_window", "copilot_partner_page_window", "copilot_user_page_window",
	},
	SQLite:    derived.Statements{Create: copilotTriggers(sqliteTrigger), Drop: dropSQLiteTriggers},
	Postgres:  derived.Statements{Create: copilotTriggers(postgresTrigger), Drop: dropPostgresTriggers},
	Refresh:   refreshCopilot(),
	Differing: "SELECT " + countDiffering(partnerAdvisors) + " + " + countDiffering(userPartners),
}

// copilotCount is a number of other records in the window, such as that of a partner's advisors.
type copilotCount struct{ table, key, column, other, others, counted string }

var (
	partnerAdvisors = copilotCount{
		"copilot_partner_window", "partner_id", "advisors_count", "user_id", "users", IsAdvisor("other"),
	}
	userPartners = copilotCount{
		"copilot_user_window", "user_id", "partners_count", "partner_id", "partners", "other.deleted_at IS NULL",
	}
)

func (c copilotCount) expand(sql string) string {
	old, now := strings.ReplaceAll(c.counted, "other.", "old."), strings.ReplaceAll(c.counted, "other.", "new.")
	return strings.NewReplacer("$table", c.table, "$key", c.key, "$column", c.column, "$others", c.others,
		"$other", c.other, "$counted", c.counted, "$old", "("+old+")", "$new", "("+now+")").Replace(sql)
}

// recount is the number as it should be.
const recount = `(SELECT count(*) FROM copilot_user_partner_window AS pair
    JOIN $others AS other ON other.id = pair.$other
    WHERE pair.$key = $table.$key AND $counted)`

func countDiffering(c copilotCount) string {
	return c.expand("(SELECT count(*) FROM $table WHERE $key <> 0 AND $column <> " + recount + ")")
}

type copilotTrigger struct {
	name, event, condition string
	body                   []string
}

func copilotTriggers(create func(copilotTrigger) []string) []string {
	statements := []string{}
	for _, c := range []copilotCount{partnerAdvisors, userPartners} {
		linked := " WHERE $key IN (SELECT $key FROM copilot_user_partner_window WHERE $other = "
		statements = append(statements, create(copilotTrigger{
			name: "copilot_" + c.column, event: c.expand("UPDATE ON $others"), condition: c.expand("$old <> $new"),
			body: []string{
				c.expand("UPDATE $table SET $column = $column + CASE WHEN $new THEN 1 ELSE -1 END" + linked + "new.id)"),
			},
		})...)
		body := []string{c.expand("UPDATE $table SET $column = $column - 1" + linked + "old.id) AND $old")}
		if c.other == "user_id" {
			body = append(body, moveToNone("copilot_user_window", "user_id")...)
		} else {
			body = append(body, moveToNone("copilot_partner_window", "partner_id")...)
			body = append(body, moveToNone("copilot_partner_days", "partner_id", "day")...)
		}
		body = append(body, moveToNone("copilot_user_partner_window", c.other, c.key)...)
		body = append(body, moveToNone("copilot_user_partner_days", c.other, c.key, "day")...)
		pages := "DELETE FROM copilot_" + strings.TrimSuffix(c.other, "_id") + "_page_"
		body = append(body,
			pages+"window WHERE "+c.other+" = old.id", pages+"days WHERE "+c.other+" = old.id")
		statements = append(statements, create(copilotTrigger{
			name: "copilot_" + c.others + "_purged", event: "DELETE ON " + c.others, body: body,
		})...)
	}
	return statements
}

var copilotTriggerNames = []string{
	"copilot_advisors_count", "copilot_partners_count", "copilot_users_purged", "copilot_partners_purged",
}

var (
	dropSQLiteTriggers   = dropCopilotTriggers("TRIGGER", "")
	dropPostgresTriggers = dropCopilotTriggers("FUNCTION", "() CASCADE")
)

func dropCopilotTriggers(kind, end string) []string {
	drops := []string{}
	for _, name := range copilotTriggerNames {
		drops = append(drops, "DROP "+kind+" IF EXISTS "+name+end)
	}
	return drops
}

func sqliteTrigger(t copilotTrigger) []string {
	when := ""
	if t.condition != "" {
		when = " WHEN " + t.condition
	}
	return []string{"CREATE TRIGGER " + t.name + " AFTER " + t.event + when + " BEGIN\n    " +
		strings.Join(t.body, ";\n    ") + ";\nEND"}
}

// postgresTrigger also locks the window, because a roll-up would not see the change, nor the change the rows that the
// roll-up is about to insert.
func postgresTrigger(t copilotTrigger) []string {
	when := ""
	if t.condition != "" {
		when = " WHEN (" + t.condition + ")"
	}
	return []string{
		"CREATE FUNCTION " + t.name + "() RETURNS trigger LANGUAGE plpgsql AS $$\nBEGIN\n" +
			"    PERFORM 1 FROM copilot_window WHERE id = 1 FOR UPDATE;\n    " +
			strings.Join(t.body, ";\n    ") + ";\n    RETURN NULL;\nEND;\n$$",
		"CREATE TRIGGER " + t.name + " AFTER " + t.event + " FOR EACH ROW" + when + " EXECUTE FUNCTION " + t.name + "()",
	}
}

var copilotFigures = []string{"views", "clicks", "lead_intents", "leads"}

// eachFigure lists the figures, each in the given pattern.
func eachFigure(pattern, separator string) string {
	list := []string{}
	for _, figure := range copilotFigures {
		list = append(list, strings.ReplaceAll(pattern, "$", figure))
	}
	return strings.Join(list, separator)
}

// addToNone adds the figures of some rows of a table to those whose key is 0.
func addToNone(table, where, key string, others ...string) string {
	with := func(first string) string { return strings.Join(append([]string{first}, others...), ", ") }
	group := ""
	if len(others) > 0 {
		group = " GROUP BY " + strings.Join(others, ", ")
	}
	return "INSERT INTO " + table + " (" + with(key) + ", " + eachFigure("$", ", ") + ") SELECT " + with("0") + ", " +
		eachFigure("sum($)", ", ") + " FROM " + table + " WHERE " + where + group + " HAVING count(*) > 0" +
		" ON CONFLICT (" + with(key) + ") DO UPDATE SET " + eachFigure("$ = "+table+".$ + excluded.$", ", ")
}

// moveToNone moves the figures of a record that is deleted to those of no record.
func moveToNone(table, key string, others ...string) []string {
	where := key + " = old.id"
	return []string{addToNone(table, where, key, others...), "DELETE FROM " + table + " WHERE " + where}
}

// refreshCopilot corrects the rows of no record, and the numbers of advisors and partners.
func refreshCopilot() []string {
	gone := "partner_id <> 0 AND partner_id NOT IN (SELECT id FROM partners)"
	statements := []string{
		addToNone("copilot_partner_days", gone, "partner_id", "day"),
		addToNone("copilot_partner_window", gone, "partner_id"),
		addToNone("copilot_user_partner_days", gone, "partner_id", "user_id", "day"),
		addToNone("copilot_user_partner_window", gone, "partner_id", "user_id"),
	}
	for _, table := range []string{"partner_days", "partner_window", "user_partner_days", "user_partner_window"} {
		statements = append(statements, "DELETE FROM copilot_"+table+" WHERE "+gone)
	}
	for _, table := range []string{"user_partner_days", "user_partner_window", "user_window"} {
		statements = append(statements, "DELETE FROM copilot_"+table+" WHERE user_id NOT IN (SELECT id FROM users)")
	}
	for _, owner := range []string{"partner", "user"} {
		for _, table := range []string{"days", "window"} {
			statements = append(statements, "DELETE FROM copilot_"+owner+"_page_"+table+
				" WHERE page_id = 0 OR "+owner+"_id NOT IN (SELECT id FROM "+owner+"s)")
		}
	}
	statements = append(statements,
		addRemainder("copilot_user_partner_days", "user_id", "copilot_partner_days", "partner_id", "day"),
		addRemainder("copilot_user_partner_window", "user_id", "copilot_partner_window", "partner_id"),
		"INSERT INTO copilot_user_window (user_id, "+eachFigure("$", ", ")+") SELECT user_id, "+eachFigure("sum($)", ", ")+
			" FROM copilot_user_partner_window WHERE user_id = 0 GROUP BY user_id",
		addRemainder("copilot_partner_page_days", "page_id", "copilot_partner_days", "partner_id", "day"),
		addRemainder("copilot_partner_page_window", "page_id", "copilot_partner_window", "partner_id"),
		addRemainder("copilot_user_page_days", "page_id", "copilot_user_partner_days", "user_id", "day"),
		addRemainder("copilot_user_page_window", "page_id", "copilot_user_window", "user_id"),
	)
	for _, c := range []copilotCount{partnerAdvisors, userPartners} {
		statements = append(statements, c.expand("UPDATE $table SET $column = "+recount+" WHERE $column <> "+recount))
	}
	return statements
}

// addRemainder inserts, for the key 0, the figures of a table of totals that no row of the table has.
func addRemainder(table, key, totals string, others ...string) string {
	list := strings.Join(others, ", ")
	sums := "SELECT " + list + ", " + eachFigure("sum($) AS $", ", ") + " FROM "
	rest := eachFigure("total.$ - coalesce(known.$, 0)", ", ")
	where := ""
	if owner := others[0]; key == "page_id" {
		where = owner + " <> 0 AND "
	}
	return "INSERT INTO " + table + " (" + key + ", " + list + ", " + eachFigure("$", ", ") + ") SELECT 0, " +
		"total." + strings.Join(others, ", total.") + ", " + rest +
		" FROM (" + sums + totals + " GROUP BY " + list + ") AS total" +
		" LEFT JOIN (" + sums + table + " GROUP BY " + list + ") AS known USING (" + list + ")" +
		" WHERE " + where + "(" + eachFigure("total.$ <> coalesce(known.$, 0)", " OR ") + ")"
}
