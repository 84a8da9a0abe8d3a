package main

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"waymark/internal/kit/db"
)

// Rates are compared under load: all connections of one server, then those of the other, and again in the other order.
const (
	rateSize        = 100_000
	rateConnections = 16
	rateRounds      = 5
	rateWarmUp      = 300 * time.Millisecond
	rateWindow      = 1500 * time.Millisecond
	// ratePartner is the partner that searches. The demo data gives it libraries.
	ratePartner = 2
)

// rateCase is a kind of request whose rate must have grown.
type rateCase struct {
	useCase
	// minRatios are the lowest permitted requests per second, as multiples of those of the old binary.
	minRatios map[db.Engine]float64
	// byPartner says that a partner's server sends the requests.
	byPartner bool
	// samples are those of the old and the new binary, one per round.
	samples [2][]sample
}

func (c *rateCase) ratio() float64 {
	ratios := make([]float64, len(c.samples[0]))
	for i := range ratios {
		ratios[i] = c.samples[1][i].perSecond / c.samples[0][i].perSecond
	}
	return median(ratios)
}

func newRateCases() []*rateCase {
	read := func(name string, sqlite, postgres float64, path func(size, i int) string) *rateCase {
		return &rateCase{
			useCase:   useCase{name: name, method: http.MethodGet, path: path},
			minRatios: map[db.Engine]float64{db.SQLite: sqlite, db.Postgres: postgres},
		}
	}
	write := func(c useCase, sqlite, postgres float64) *rateCase {
		return &rateCase{useCase: c, minRatios: map[db.Engine]float64{db.SQLite: sqlite, db.Postgres: postgres}}
	}
	search := read("a partner's uncached search, common word", 8, 0, newSearch)
	search.byPartner = true
	return []*rateCase{
		read("list, pages 1 to 400", 2.5, 2, func(_, i int) string {
			return contentPath + "?page=" + strconv.Itoa(1+i*7%400)
		}),
		read("filter by type and status", 5, 6, fixedPath(contentPath+"?type_id=4&published=published")),
		read("page 2,000", 2, 0, fixedPath(contentPath+"?page="+strconv.Itoa(farPage))),
		read("common word", 1.5, 0, fixedPath(contentPath+"?query="+commonTitleWord)),
		read("read one", 3, 3, func(size, i int) string {
			return contentPath + "/" + strconv.Itoa(articleID(size, i))
		}),
		search,
		write(createContent, 4, 8),
		write(updateContent, 4.2, 4),
	}
}

// rates compares the requests per second of two binaries on an engine.
func rates(ctx context.Context, before, after *engine) (failed []string, err error) {
	measured, err := ratesOn(ctx, before, after)
	if err != nil {
		return nil, err
	}
	return reportRates(os.Stdout, before.kind, measured), nil
}

// newPair returns the engines of an old and a new binary.
func newPair(ctx context.Context, folder string, kind db.Engine, oldProgram, newProgram string) (before, after *engine,
	err error,
) {
	server := os.Getenv("WAYMARK_TEST_POSTGRES")
	if server == "" {
		return nil, nil, errors.New("WAYMARK_TEST_POSTGRES is not set; scripts/with-postgres starts a PostgreSQL server")
	}
	sides := make([]*engine, 2)
	for i, program := range []string{oldProgram, newProgram} {
		own := filepath.Join(folder, fmt.Sprintf("%s-%d", kind, i))
		if err := os.Mkdir(own, 0o700); err != nil {
			return nil, nil, fmt.Errorf("create folder: %w", err)
		}
		copied, err := copyProgram(program, own)
		if err != nil {
			return nil, nil, err
		}
		sides[i] = &engine{
			kind: kind, folder: own, program: copied, server: server, noPages: !servesPages(ctx, copied),
		}
	}
	return sides[0], sides[1], nil
}

func ratesOn(ctx context.Context, before, after *engine) (measured []*rateCase, err error) {
	sides := []*engine{before, after}
	credentials := make([]string, len(sides))
	for k, e := range sides {
		defer func() { err = errors.Join(err, e.close()) }()
		if err := e.open(ctx, rateSize); err != nil {
			return nil, err
		}
		if credentials[k], err = e.fixtures[0].partnerCredentials(ctx); err != nil {
			return nil, err
		}
	}
	measured = selectRateCases()
	for round := range rateRounds {
		progress("%s: round %d of %d", before.kind, round+1, rateRounds)
		for _, c := range measured {
			for _, k := range [][]int{{0, 1}, {1, 0}}[round%2] {
				s, err := sides[k].fixtures[0].rate(ctx, c, credentials[k])
				if err != nil {
					return nil, fmt.Errorf("%s, %s binary: %w", c.name, []string{"old", "new"}[k], err)
				}
				c.samples[k] = append(c.samples[k], s)
			}
		}
	}
	return measured, nil
}

func selectRateCases() []*rateCase {
	all := newRateCases()
	chosen := all[:0]
	for _, c := range all {
		if selected(c.name) {
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// open creates a database of the given size and signs in to a server that uses it.
func (e *engine) open(ctx context.Context, size int) error {
	addresses, err := e.createDatabases(ctx, []int{size})
	if err != nil {
		return err
	}
	if err := e.openFixture(ctx, size, addresses[0]); err != nil {
		return err
	}
	if err := e.fixtures[0].server.signIn(ctx); err != nil {
		return err
	}
	return e.vacuum(ctx)
}

// partnerCredentials returns the header line with which a partner's server proves who it is.
func (b *fixture) partnerCredentials(ctx context.Context) (string, error) {
	path := fmt.Sprintf("%s/%d/refresh-api-keys", partnersPath, ratePartner)
	answer, err := fetch(ctx, b.server.address, b.server.cookie, http.MethodPut, path, map[string]bool{"confirm": true})
	if err != nil {
		return "", fmt.Errorf("new keys of a partner: %w", err)
	}
	var keys struct {
		Key    string `json:"api_key"`
		Secret string `json:"api_secret"`
		Item   struct {
			Key    string `json:"api_key"`
			Secret string `json:"api_secret"`
		} `json:"item"`
	}
	if err := json.Unmarshal(answer, &keys); err != nil {
		return "", fmt.Errorf("new keys of a partner: %w", err)
	}
	pair := cmp.Or(keys.Key, keys.Item.Key) + ":" + cmp.Or(keys.Secret, keys.Item.Secret)
	return "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(pair)) + "\r\n", nil
}

func (b *fixture) rate(ctx context.Context, c *rateCase, credentials string) (sample, error) {
	b.server.truncateLog()
	open := func() (*connection, error) {
		if c.byPartner {
			return dialWithHeader(ctx, b.server.address, "Host: "+b.server.address+"\r\n"+credentials)
		}
		return b.dial(ctx, c.useCase)
	}
	send := func(w *connection, i int) error {
		var body any
		if c.body != nil {
			body = c.body(i)
		}
		return w.do(c.method, b.path(c.useCase, i), body, io.Discard)
	}
	r := &runner{plan: plan{warmUp: rateWarmUp}}
	return r.runConnections(ctx, rateConnections, open, rateWindow, b.counter(c.name), send)
}

// reportRates prints the cases and returns the ratios that are too low.
func reportRates(out io.Writer, kind db.Engine, measured []*rateCase) (failed []string) {
	_, _ = fmt.Fprintf(out, "\n%s, %s items, %d connections: requests per second, medians of %d rounds\n\n",
		kind, thousands(rateSize), rateConnections, rateRounds)
	rows := [][]string{{"", "old", "new", "new ÷ old", "at least"}, nil}
	for _, c := range measured {
		limit := c.minRatios[kind]
		rows = append(rows, []string{
			c.name, decimal(medianOf(c.samples[0]).perSecond), decimal(medianOf(c.samples[1]).perSecond),
			decimal(c.ratio()), decimal(limit),
		})
		if c.ratio() < limit {
			failed = append(failed, fmt.Sprintf("%s: %s is %s times as fast as before, not %s.",
				kind, c.name, decimal(c.ratio()), decimal(limit)))
		}
	}
	printTable(out, rows)
	return failed
}
