package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"waymark/internal/kit/db"
)

// useCase is one kind of request. It is measured at every size that has enough rows for it.
type useCase struct {
	name   string
	method string
	// path and body are those of the i-th request in a database of the given size; i never comes twice.
	path func(size, i int) string
	body func(i int) any
	// least is how many rows there must be.
	least int
	// ends is for the many lists that should not notice how much hangs on them: they are measured at the smallest
	// and the largest size only, and more briefly.
	ends bool
	// brief is for the many ways to narrow one list: measured where it is long and where it is longest.
	brief bool
	// atMost is the promise: how many times as long it may take at the largest size as at the smallest
	// it is measured at. None when zero.
	atMost float64
	// atLeast is the other promise: which share of the requests a second of the same SQL in process it reaches.
	atLeast float64
	// data is the same work as bare SQL, the ceiling it is compared with.
	data func(ctx context.Context, d *db.DB, size, i int) error
}

// writes tells whether requests change the data. Such cases are measured last, so that the others meet
// the size they are reported under.
func (c useCase) writes() bool { return c.method != http.MethodGet }

// cases are all that is measured. A feature adds its own here, and its rows to demoSizes.
var cases = slices.Concat(publisherCases, contentCases, collectionCases, userCases, partnerCases, referenceCases,
	trafficCases)

// demoSizes are the arguments of `waymark demo` for a database of a size.
func demoSizes(size int) []string {
	return []string{
		"--publishers", strconv.Itoa(size), "--content", strconv.Itoa(size), "--collections",
		strconv.Itoa(collectionsOf(size)), "--users", strconv.Itoa(usersOf(size)), "--partners",
		strconv.Itoa(partnersOf(size)), "--events", strconv.Itoa(eventsOf(size)), "--calls", strconv.Itoa(callsOf(size)),
	}
}

// measuredAt tells whether a case is measured on a database of a size.
func (c useCase) measuredAt(size int, sizes []int) bool {
	if c.ends {
		return size == sizes[0] || size == sizes[len(sizes)-1]
	}
	if c.brief {
		return size == enough || size == sizes[len(sizes)-1]
	}
	return size >= max(c.least, enough)
}

const (
	publishersPath = "/api/admin/publishers"
	perPage        = 25
	enough         = 10_000 // rows for a list to be long
	farPage        = 2000
	commonWord     = "harbour"
)

var publisherCases = []useCase{
	{name: "list", method: http.MethodGet, path: fixed(publishersPath), atMost: 3, data: publisherPage(0)},
	{
		name: "list, page 2,000", method: http.MethodGet, path: fixed(publishersPath + "?page=" + strconv.Itoa(farPage)),
		least: perPage * farPage, atMost: 3, data: publisherPage(perPage * (farPage - 1)),
	},
	{name: "sort by count", method: http.MethodGet, path: fixed(publishersPath + "?sort=-content_count")},
	{
		name: "search, common word", method: http.MethodGet, path: fixed(publishersPath + "?query=" + commonWord), atMost: 10,
		data: func(ctx context.Context, d *db.DB, _, _ int) error { return searchPublishers(ctx, d, commonWord) },
	},
	{
		name: "search, rare word", method: http.MethodGet, atMost: 10,
		path: func(size, i int) string { return publishersPath + "?query=" + rareWord(size, i) },
		data: func(ctx context.Context, d *db.DB, size, i int) error {
			return searchPublishers(ctx, d, rareWord(size, i))
		},
	},
	{
		name: "read one", method: http.MethodGet, path: onePublisher, atMost: 3,
		data: func(ctx context.Context, d *db.DB, size, i int) error {
			return publisherRows(ctx, d, []int64{int64(spread(size, i))})
		},
	},
	{
		name: "create", method: http.MethodPost, path: fixed(publishersPath), data: insertPublisher,
		body: func(i int) any { return map[string]string{"name": fmt.Sprintf("Brand New Books %d", i)} },
	},
	{
		name: "update", method: http.MethodPut, path: onePublisher,
		body: func(i int) any { return map[string]string{"name": fmt.Sprintf("Renamed Review %d", i)} },
	},
}

func fixed(path string) func(size, i int) string {
	return func(int, int) string { return path }
}

func onePublisher(size, i int) string { return publishersPath + "/" + strconv.Itoa(spread(size, i)) }

// spread walks the ids 1 to size in leaps, so that neighbouring requests do not share a page of the
// database. A prime that divides no size meets every id.
func spread(size, i int) int { return 1 + i*7919%size }

// rareWord is the running number in the name of a publisher. All of a size have the same number of
// digits, which leaves each in hardly more than one name.
func rareWord(size, i int) string {
	least := size / 10
	return strconv.Itoa(least + spread(size-least, i) - 1)
}
