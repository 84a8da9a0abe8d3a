package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"time"

	"waymark/internal/kit/db"
)

// A comparison of two binaries sends each request to both servers in turn, so that other load on the machine affects
// both alike. What affects only one of them for a while, such as a vacuum of its database, is in one of the rounds.
const (
	compareRounds = 3
	pairWarmUp    = 3
	minPairs      = 11
	maxPairs      = 41
	// pairTime limits how long a case is measured in a round once there are minPairs.
	pairTime = time.Second
	// slowRatio is the time of a case, as a multiple of that of the old binary, above which it is reported.
	slowRatio = 1.1
	// maxMeanRatio limits the geometric mean of all cases. It allows for the precision of the measurements.
	maxMeanRatio = 1.03
)

// comparison is what was measured of one case.
type comparison struct {
	name string
	// oldTimes, newTimes and ratios have the median of each round.
	oldTimes, newTimes []time.Duration
	ratios             []float64
	// oldSize and newSize are the bytes of the last response.
	oldSize, newSize int64
	// problem says why the case could not be compared.
	problem string
}

func (c *comparison) ratio() float64 { return median(c.ratios) }

func median[T cmp.Ordered](list []T) T {
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}

// compare compares two binaries on an engine, prints the results, and returns the exceeded limits.
func compare(ctx context.Context, before, after *engine) (failed []string, err error) {
	p := newPlan("small")
	found, err := compareOn(ctx, p, before, after)
	if err != nil {
		return nil, err
	}
	return reportComparison(os.Stdout, before.kind, p.sizes[len(p.sizes)-1], found), nil
}

// compareOn measures all cases on the largest size of a plan.
func compareOn(ctx context.Context, p plan, before, after *engine) (found []*comparison, err error) {
	size := p.sizes[len(p.sizes)-1]
	for _, e := range []*engine{before, after} {
		defer func() { err = errors.Join(err, e.close()) }()
		if err := e.open(ctx, size); err != nil {
			return nil, err
		}
	}
	for _, writing := range []bool{false, true} {
		part := []*comparison{}
		measured := []useCase{}
		for _, c := range cases {
			if c.isWrite() == writing && c.measuredAt(size, p.sizes) && (c.page == nil || !before.noPages && !after.noPages) {
				measured, part = append(measured, c), append(part, &comparison{name: c.name})
			}
		}
		for round := range compareRounds {
			progress("%s: round %d of %d", before.kind, round+1, compareRounds)
			for i, c := range measured {
				if part[i].problem != "" {
					continue
				}
				if err := part[i].measure(ctx, before.fixtures[0], after.fixtures[0], c); err != nil {
					return nil, err
				}
			}
		}
		found = append(found, part...)
	}
	return found, nil
}

// vacuum does what PostgreSQL would otherwise do while the new databases are measured.
func (e *engine) vacuum(ctx context.Context) error {
	if e.kind != db.Postgres {
		return nil
	}
	if _, err := e.fixtures[0].db.Writer().Exec(db.WithStatementLimit(ctx, 0), "VACUUM (ANALYZE)"); err != nil {
		return fmt.Errorf("vacuum: %w", err)
	}
	return nil
}

// measure sends the same requests to both servers. Every second pair begins with the new one.
func (c *comparison) measure(ctx context.Context, before, after *fixture, of useCase) error {
	sides := []*fixture{before, after}
	connections, took, sizes := make([]*connection, 2), make([][]time.Duration, 2), make([]int64, 2)
	for k, side := range sides {
		side.server.truncateLog()
		w, err := side.dial(ctx, of)
		if err != nil {
			return err
		}
		defer w.close()
		connections[k] = w
	}
	started := time.Now()
	for pair := range maxPairs + pairWarmUp {
		if len(took[0]) >= minPairs && time.Since(started) > pairTime {
			break
		}
		i := int(before.counter(of.name).Add(1) - 1)
		for _, k := range [][]int{{0, 1}, {1, 0}}[pair%2] {
			spent, size, err := timeRequest(connections[k], of, sides[k].path(of, i), i)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				c.problem = []string{"old: ", "new: "}[k] + err.Error()
				return nil
			}
			if pair >= pairWarmUp {
				took[k] = append(took[k], spent)
			}
			sizes[k] = size
		}
	}
	c.oldTimes, c.newTimes = append(c.oldTimes, median(took[0])), append(c.newTimes, median(took[1]))
	c.ratios = append(c.ratios, float64(median(took[1]))/float64(median(took[0])))
	c.oldSize, c.newSize = sizes[0], sizes[1]
	return nil
}

func timeRequest(w *connection, c useCase, path string, i int) (time.Duration, int64, error) {
	var body any
	if c.body != nil {
		body = c.body(i)
	}
	var received byteCount
	started := time.Now()
	err := w.do(c.method, path, body, &received)
	return time.Since(started), int64(received), err
}

// byteCount counts what is written to it.
type byteCount int64

func (n *byteCount) Write(p []byte) (int, error) {
	*n += byteCount(len(p))
	return len(p), nil
}

// reportComparison prints the cases, the slowest ratio first, and returns the exceeded limits.
func reportComparison(out io.Writer, kind db.Engine, size int, found []*comparison) (failed []string) {
	measured := slices.DeleteFunc(slices.Clone(found), func(c *comparison) bool { return c.problem != "" })
	slices.SortStableFunc(measured, func(a, b *comparison) int { return cmp.Compare(b.ratio(), a.ratio()) })
	_, _ = fmt.Fprintf(out, "\n%s, %s rows: requests sent to both servers in turn, medians of %d rounds\n\n",
		kind, thousands(size), compareRounds)
	rows := [][]string{{"", "old", "new", "new ÷ old", "bytes"}, {"", "ms", "ms", "", "new ÷ old"}, nil}
	logs, slow := 0.0, 0
	for _, c := range measured {
		rows = append(rows, []string{
			c.name, decimal(milliseconds(median(c.oldTimes))), decimal(milliseconds(median(c.newTimes))), decimal(c.ratio()),
			decimal(float64(c.newSize) / float64(max(c.oldSize, 1))),
		})
		logs += math.Log(c.ratio())
		if c.ratio() > slowRatio {
			slow++
		}
	}
	printTable(out, rows)
	for _, c := range found {
		if c.problem != "" {
			_, _ = fmt.Fprintf(out, "%s could not be compared: %s\n", c.name, c.problem)
		}
	}
	mean := math.Exp(logs / float64(max(len(measured), 1)))
	_, _ = fmt.Fprintf(out, "\nGeometric mean of %d cases: %.3f. %d are slower than %s times the old binary.\n",
		len(measured), mean, slow, decimal(slowRatio))
	if len(measured) == 0 || mean > maxMeanRatio {
		failed = append(failed, fmt.Sprintf("On %s, the new binary takes %.3f times as long; the limit is %s.",
			kind, mean, decimal(maxMeanRatio)))
	}
	return failed
}
