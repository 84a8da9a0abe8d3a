package calendar

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/db"
)

// sourceDay holds how many events a source has on a day, and the first of them: each as a list of its time, in
// microseconds, and the id of its record.
type sourceDay struct {
	Source int             `db:"source"`
	Day    int             `db:"day"`
	Total  int64           `db:"total"`
	First  json.RawMessage `db:"first"`
}

// countDays counts the events of each source on each day in one statement. Each subquery reads a short range of an
// index and no rows, however many the tables have.
func (s service) countDays(ctx context.Context, q *query) ([]sourceDay, error) {
	c := s.kit.Store.DB.Read()
	list, moment := "json_group_array(json_array(at, id))", "?"
	if c.Engine == db.Postgres {
		list, moment = "json_agg(json_build_array((extract(epoch FROM at) * 1000000)::bigint, id))", "?::timestamptz"
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
			(SELECT %[4]s FROM (SELECT %[7]s AS at, id %[2]s%[6]s LIMIT %[5]d) AS first) AS first
			FROM days`, src.rank, events, maxTotal, list, shown, src.indexOrder(), src.column))
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
	days, first := make([]*EventDay, len(q.bounds)-1), make([][]cursor, len(q.bounds)-1)
	for i := range days {
		days[i] = &EventDay{Day: q.bounds[i].Format(time.DateOnly), Events: []*ScheduledEvent{}}
	}
	for _, count := range counts {
		day := days[count.Day]
		day.Total += count.Total
		day.TotalIsCapped = day.TotalIsCapped || count.Total == maxTotal
		var pairs [][2]int64
		if err := json.Unmarshal(count.First, &pairs); err != nil {
			return nil, fmt.Errorf("read the first events of a day: %w", err)
		}
		for _, pair := range pairs {
			first[count.Day] = append(first[count.Day], cursor{time.UnixMicro(pair[0]), count.Source, pair[1]})
		}
	}
	return days, s.addEvents(ctx, days, first)
}

// addEvents adds the events to each day that are shown, of the first ones of its sources.
func (s service) addEvents(ctx context.Context, days []*EventDay, first [][]cursor) error {
	ids := map[string][]int64{}
	for i := range first {
		slices.SortFunc(first[i], cursor.compare)
		first[i] = first[i][:min(shown, len(first[i]))]
		for _, place := range first[i] {
			table := sources[place.rank].table
			ids[table] = append(ids[table], place.id)
		}
	}
	records, err := s.load(ctx, ids)
	if err != nil {
		return err
	}
	for i, day := range days {
		for _, place := range first[i] {
			src := sources[place.rank]
			if event := records[src.table][place.id].event(src); event != nil {
				day.Events = append(day.Events, event)
			}
		}
	}
	return nil
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
