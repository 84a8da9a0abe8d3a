package calendar

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"waymark/internal/kit/db"
)

// sourceDay holds how many events a source has on a day, and the first of them.
type sourceDay struct {
	Source int             `db:"source"`
	Day    int             `db:"day"`
	Total  int64           `db:"total"`
	IDs    json.RawMessage `db:"ids"`
}

// countDays counts the events of each source on each day in one statement. Each subquery reads a short range of an
// index, however many rows the tables have.
func (s service) countDays(ctx context.Context, q *query) ([]sourceDay, error) {
	c := s.kit.Store.DB.Read()
	list, moment := "json_group_array", "?"
	if c.Engine == db.Postgres {
		list, moment = "json_agg", "?::timestamptz"
	}
	days, args := []string{}, []any{}
	for i := range len(q.bounds) - 1 {
		days = append(days, fmt.Sprintf("(%d, %s, %s)", i, moment, moment))
		args = append(args, q.bounds[i], q.bounds[i+1])
	}
	parts := []string{}
	for _, src := range q.sources() {
		where := q.where(src)
		events := fmt.Sprintf("FROM %s WHERE %s >= begins AND %[2]s < ends AND deleted_at IS NULL%s",
			src.table, src.column, where.sql)
		parts = append(parts, fmt.Sprintf(`SELECT %[1]d AS source, day,
			(SELECT count(*) FROM (SELECT 1 %[2]s LIMIT %[3]d) AS counted) AS total,
			(SELECT %[4]s(id) FROM (SELECT id %[2]s%[6]s LIMIT %[5]d) AS first) AS ids
			FROM days`, src.rank, events, maxTotal, list, shown, src.order()))
		args = append(append(args, where.args...), where.args...)
	}
	if len(parts) == 0 {
		return nil, nil
	}
	rows, err := db.All[sourceDay](ctx, c, "WITH days (day, begins, ends) AS (VALUES "+strings.Join(days, ", ")+
		") SELECT * FROM ("+strings.Join(parts, " UNION ALL ")+") AS counts WHERE total > 0", args...)
	if err != nil {
		return nil, fmt.Errorf("count the events of a month: %w", err)
	}
	return rows, nil
}

// month returns the days of a period with their first events.
func (s service) month(ctx context.Context, q *query) ([]*EventDay, error) {
	counts, err := s.countDays(ctx, q)
	if err != nil {
		return nil, err
	}
	ids, days := map[string][]int64{}, make([]*EventDay, len(q.bounds)-1)
	for i := range days {
		days[i] = &EventDay{Day: q.bounds[i].Format(time.DateOnly), Events: []*ScheduledEvent{}}
	}
	first := make([][]int64, len(counts))
	for i, count := range counts {
		if err := json.Unmarshal(count.IDs, &first[i]); err != nil {
			return nil, fmt.Errorf("read the ids of events: %w", err)
		}
		table := sources[count.Source].table
		ids[table] = append(ids[table], first[i]...)
	}
	records, err := s.load(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i, count := range counts {
		day, src := days[count.Day], sources[count.Source]
		day.Total += count.Total
		day.TotalIsCapped = day.TotalIsCapped || count.Total == maxTotal
		for _, id := range first[i] {
			if event := records[src.table][id].event(src); event != nil {
				day.Events = append(day.Events, event)
			}
		}
	}
	return days, nil
}

// record is a record with its dates.
type record struct {
	ID                int64      `db:"id"`
	Kind              string     `db:"kind"`
	Name              string     `db:"name"`
	Version           int64      `db:"version"`
	PublishedAt       *time.Time `db:"published_at"`
	InspiresPublishAt *time.Time `db:"inspires_publish_at"`
	InspiresFeatureAt *time.Time `db:"inspires_feature_at"`
	ExpiresAt         *time.Time `db:"expires_at"`
}

// load returns records by table and id. Rows of each table are read once, for all of its dates.
func (s service) load(ctx context.Context, ids map[string][]int64) (map[string]map[int64]*record, error) {
	found := map[string]map[int64]*record{}
	for table, list := range ids {
		var src source
		columns := []string{}
		for _, other := range sources {
			if other.table == table {
				src, columns = other, append(columns, other.column)
			}
		}
		c := s.kit.Store.DB.Read()
		rows, err := db.All[record](ctx, c, fmt.Sprintf("SELECT id, %s AS kind, %s AS name, version, %s FROM %s WHERE %s",
			src.kind, src.title, strings.Join(columns, ", "), table, c.OneOf("id")), db.IDs(list))
		if err != nil {
			return nil, fmt.Errorf("load %s of a month: %w", table, err)
		}
		found[table] = map[int64]*record{}
		for i := range rows {
			found[table][rows[i].ID] = &rows[i]
		}
	}
	return found, nil
}

// event returns the event of a source, or nil if the record has lost that date in the meantime.
func (r *record) event(src source) *ScheduledEvent {
	if r == nil {
		return nil
	}
	at := map[string]*time.Time{
		"published_at": r.PublishedAt, "inspires_publish_at": r.InspiresPublishAt,
		"inspires_feature_at": r.InspiresFeatureAt, "expires_at": r.ExpiresAt,
	}[src.column]
	if at == nil {
		return nil
	}
	return src.complete(&ScheduledEvent{Kind: r.Kind, ID: r.ID, Name: r.Name, At: *at, Version: r.Version})
}
