package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"waymark/internal/kit/db"
)

// useCase is one kind of request. It is measured at every size that has enough rows.
type useCase struct {
	name   string
	method string
	// path and body return those of the i-th request in a database of the given size. No i repeats.
	path func(size, i int) string
	body func(i int) any
	// minRows is the number of rows that the case needs.
	minRows int
	// extremesOnly is for lists whose length does not depend on the size. They are measured only at the smallest and the
	// largest size, and for a shorter time.
	extremesOnly bool
	// brief is for the many filters of a list. They are measured only at two sizes, and for a shorter time.
	brief bool
	// alone is for requests that change many rows: they are made one after the other.
	alone bool
	// maxGrowth limits the time at the largest size, as a multiple of the time at the smallest size that is measured. Zero
	// means no limit.
	maxGrowth float64
	// minShare limits the requests per second, as a share of those of the same SQL in process.
	minShare float64
	// page returns the path of the i-th request of a visitor. Cases that have it are sent to the address of public pages
	// with the header lines of pageHeader, and compared with a bare server that sends the same bytes.
	page       func(public publicIDs, i int) string
	pageHeader string
	// minBareShare limits the requests per second, as a share of those of a bare HTTP server, on each engine.
	minBareShare map[db.Engine]float64
	// sql runs the SQL of the request in process, as the ceiling it is compared with.
	sql func(ctx context.Context, d *db.DB, size, i int) error
}

// bareResponse names what the bare HTTP server sends that the case is compared with.
func (c useCase) bareResponse() string {
	if c.page != nil {
		return c.name
	}
	return "a list"
}

// isWrite reports whether requests change data. Such cases are measured last, so that the others run on databases of
// the reported size.
func (c useCase) isWrite() bool { return c.method != http.MethodGet }

// cases lists everything that is measured. A feature adds its cases here, and its rows to demoSizes.
var cases = slices.Concat(
	publisherCases, contentCases, collectionCases, userCases, partnerCases, referenceCases, trafficCases, pageCases,
)

// demoSizes returns the arguments of `waymark demo` for a database of the given size.
func demoSizes(size int) []string {
	return []string{
		"--publishers", strconv.Itoa(size),
		"--content", strconv.Itoa(size),
		"--collections", strconv.Itoa(collectionCount(size)),
		"--users", strconv.Itoa(userCount(size)),
		"--partners", strconv.Itoa(partnerCount(size)),
		"--events", strconv.Itoa(eventCount(size)),
		"--calls", strconv.Itoa(callCount(size)),
	}
}

// measuredAt reports whether a case is measured on a database of the given size.
func (c useCase) measuredAt(size int, sizes []int) bool {
	if c.extremesOnly {
		return size == sizes[0] || size == sizes[len(sizes)-1]
	}
	if c.brief {
		return size == longList || size == sizes[len(sizes)-1]
	}
	return size >= max(c.minRows, longList)
}

const (
	publishersPath = "/api/admin/publishers"
	perPage        = 25
	longList       = 10_000 // rows
	farPage        = 2000
	commonWord     = "harbour"
)

var publisherCases = []useCase{
	{name: "list", method: http.MethodGet, path: fixedPath(publishersPath), maxGrowth: 3, sql: publisherPage(0)},
	{
		name: "list, page 2,000", method: http.MethodGet, path: fixedPath(publishersPath + "?page=" + strconv.Itoa(farPage)),
		minRows: perPage * farPage, maxGrowth: 3, sql: publisherPage(perPage * (farPage - 1)),
	},
	{name: "sort by count", method: http.MethodGet, path: fixedPath(publishersPath + "?sort=-content_count")},
	{
		name: "search, common word", method: http.MethodGet, maxGrowth: 10,
		path: fixedPath(publishersPath + "?query=" + commonWord),
		sql:  func(ctx context.Context, d *db.DB, _, _ int) error { return searchPublishers(ctx, d, commonWord) },
	},
	{
		name: "search, rare word", method: http.MethodGet, maxGrowth: 10,
		path: func(size, i int) string { return publishersPath + "?query=" + rareWord(size, i) },
		sql: func(ctx context.Context, d *db.DB, size, i int) error {
			return searchPublishers(ctx, d, rareWord(size, i))
		},
	},
	{
		name: "read one", method: http.MethodGet, path: publisherPath, maxGrowth: 3,
		sql: func(ctx context.Context, d *db.DB, size, i int) error {
			return publisherRows(ctx, d, []int64{int64(spreadID(size, i))})
		},
	},
	{
		name: "create", method: http.MethodPost, path: fixedPath(publishersPath), sql: insertPublisher,
		body: func(i int) any { return map[string]string{"name": fmt.Sprintf("Brand New Books %d", i)} },
	},
	{
		name: "update", method: http.MethodPut, path: publisherPath,
		body: func(i int) any { return map[string]string{"name": fmt.Sprintf("Renamed Review %d", i)} },
	},
}

func fixedPath(path string) func(size, i int) string {
	return func(int, int) string { return path }
}

func publisherPath(size, i int) string { return publishersPath + "/" + strconv.Itoa(spreadID(size, i)) }

// spreadID returns the id of the i-th request. Consecutive ids are far apart, so that they do not share a database
// page. The step is a prime that divides no size, so every id from 1 to size occurs.
func spreadID(size, i int) int { return 1 + i*7919%size }

// rareWord returns the serial number in the name of a publisher. All have the same number of digits, so each occurs in
// hardly more than one name.
func rareWord(size, i int) string {
	first := size / 10
	return strconv.Itoa(first + spreadID(size-first, i) - 1)
}
