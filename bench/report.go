package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Limits in bytes, in addition to the ratios of the cases.
const (
	maxProgramSize = 60_000_000
	maxIdleMemory  = 50_000_000
	maxPeakMemory  = 250_000_000
)

// report prints the results of one engine.
func report(out io.Writer, p plan, f *findings) {
	_, _ = fmt.Fprintf(out, "\n%s with %s: %d connections, medians of %d rounds of %s\n\n",
		f.engine, f.driver, connections, p.rounds, p.window)
	rows := heading(p)
	for _, c := range cases {
		rows = append(rows, caseRow(p, f, c))
	}
	rows = append(rows, nil)
	for _, name := range slices.Sorted(maps.Keys(f.bare)) {
		rows = append(rows, ceilingRow(p, "ceiling: bare HTTP, "+name, f.bare[name]))
	}
	for _, c := range cases {
		if c.sql != nil {
			rows = append(rows, ceilingRow(p, "ceiling: SQL of "+c.name, f.sql[c.name]))
		}
	}
	printTable(out, rows)
	_, _ = fmt.Fprintln(out, "\nGrowth is the time at the largest size divided by that at the smallest size measured, "+
		"followed by its limit.")
	_, _ = fmt.Fprintln(out, "The next two columns divide our requests per second at the largest size by a ceiling.")
	_, _ = fmt.Fprintf(out, "Noise: the slowest round of a bare HTTP server reached %s of its fastest.\n",
		decimal(f.noise()))
	for _, s := range f.starts {
		_, _ = fmt.Fprintf(out, "Cold start on %s: %s ms\n", s.on, decimal(milliseconds(s.took)))
	}
	m := f.memory
	_, _ = fmt.Fprintf(out,
		"Memory on the largest database: %s MB after the start, %s MB after a sign-in, at most %s MB under load, "+
			"%s MB after it\n",
		decimal(megabytes(m.started)), decimal(megabytes(m.signedIn)), decimal(megabytes(m.peak)),
		decimal(megabytes(m.loaded)))
	f.reportExports(out)
}

func heading(p plan) [][]string {
	top, below := []string{""}, []string{""}
	for _, size := range p.sizes {
		top, below = append(top, thousands(size), ""), append(below, "per second", "ms")
	}
	return [][]string{
		append(top, "growth", "", "ours ÷", "ours ÷", "statements"),
		append(below, "", "limit", "bare HTTP", "SQL", "per request"),
		nil,
	}
}

func caseRow(p plan, f *findings, c useCase) []string {
	row := []string{c.name}
	for _, size := range p.sizes {
		row = append(row, rate(f.cases[c.name][size])...)
	}
	growth, limit := "–", "–"
	if times, _, ok := f.growth(p, c); ok {
		growth = decimal(times)
	}
	if c.maxGrowth > 0 {
		limit = decimal(c.maxGrowth)
	}
	ours := f.cases[c.name][p.sizes[len(p.sizes)-1]]
	return append(row, growth, limit, share(ours, f.bare[c.bareResponse()]), share(ours, f.sql[c.name]),
		statementsOf(ours))
}

// statementsOf returns the statements per request, which are few enough that a decimal is of interest.
func statementsOf(samples []sample) string {
	if len(samples) == 0 || medianOf(samples).statements == 0 {
		return "–"
	}
	return strconv.FormatFloat(medianOf(samples).statements, 'f', 1, 64)
}

// noise returns the lowest rate of a bare HTTP server in any round as a share of its highest. It does the same work
// each time, so differences between other rates that are smaller than this mean nothing.
func (f *findings) noise() float64 {
	lowest := 1.0
	for _, samples := range f.bare {
		rates := make([]float64, len(samples))
		for i, s := range samples {
			rates[i] = s.perSecond
		}
		lowest = min(lowest, slices.Min(rates)/slices.Max(rates))
	}
	return lowest
}

func ceilingRow(p plan, name string, samples []sample) []string {
	row := []string{name}
	for range p.sizes[1:] {
		row = append(row, "", "")
	}
	return append(append(row, rate(samples)...), "", "", "", "", "")
}

// growth returns the time of a case at the largest size as a multiple of that at the smallest size measured. It returns
// false if the case was measured at one size only.
func (f *findings) growth(p plan, c useCase) (times float64, smallest int, ok bool) {
	largest := p.sizes[len(p.sizes)-1]
	for _, size := range p.sizes[:len(p.sizes)-1] {
		if samples := f.cases[c.name][size]; len(samples) > 0 {
			return float64(medianOf(f.cases[c.name][largest]).median) / float64(medianOf(samples).median), size, true
		}
	}
	return 0, 0, false
}

// failedLimits returns a sentence for each exceeded limit. Ratios are ignored in a small run,
// which has too little data.
func failedLimits(p plan, f *findings) []string {
	failed := f.failedExports()
	for _, c := range cases {
		times, smallest, ok := f.growth(p, c)
		if ok && !p.small && c.maxGrowth > 0 && times > c.maxGrowth {
			failed = append(failed, fmt.Sprintf("On %s, %q takes %s times as long with %s rows as with %s; the limit is %s.",
				f.engine, c.name, decimal(times), thousands(p.sizes[len(p.sizes)-1]), thousands(smallest), decimal(c.maxGrowth)))
		}
	}
	for _, c := range cases {
		ours, bare := f.cases[c.name][p.sizes[len(p.sizes)-1]], f.sql[c.name]
		if c.minShare > 0 && !p.small && len(bare) > 0 && medianOf(ours).perSecond < c.minShare*medianOf(bare).perSecond {
			failed = append(failed, fmt.Sprintf("On %s, %q reaches %s of the same SQL in process; it must reach %s.",
				f.engine, c.name, share(ours, bare), decimal(c.minShare)))
		}
	}
	failed = append(failed, f.failedShares(p)...)
	if idle := max(f.memory.started, f.memory.signedIn); idle > maxIdleMemory {
		failed = append(failed, fmt.Sprintf("On %s, the idle server uses %s MB of memory; the limit is %s MB.",
			f.engine, decimal(megabytes(idle)), decimal(megabytes(maxIdleMemory))))
	}
	if peak := f.memory.peak; peak > maxPeakMemory {
		failed = append(failed, fmt.Sprintf("On %s, the server uses up to %s MB of memory; the limit is %s MB.",
			f.engine, decimal(megabytes(peak)), decimal(megabytes(maxPeakMemory))))
	}
	return failed
}

// failedShares returns a sentence for each case that is too slow compared with a bare HTTP server.
func (f *findings) failedShares(p plan) (failed []string) {
	if p.small {
		return nil
	}
	for _, c := range cases {
		ours, bare, limit := f.cases[c.name][p.sizes[len(p.sizes)-1]], f.bare[c.bareResponse()], c.minBareShare[f.engine]
		if limit > 0 && len(bare) > 0 && medianOf(ours).perSecond < limit*medianOf(bare).perSecond {
			failed = append(failed, fmt.Sprintf("On %s, %q reaches %s of a bare HTTP server; it must reach %s.",
				f.engine, c.name, share(ours, bare), decimal(limit)))
		}
	}
	return failed
}

func rate(samples []sample) []string {
	if len(samples) == 0 {
		return []string{"–", "–"}
	}
	s := medianOf(samples)
	return []string{decimal(s.perSecond), decimal(milliseconds(s.median))}
}

func share(ours, ceiling []sample) string {
	if len(ours) == 0 || len(ceiling) == 0 {
		return "–"
	}
	return decimal(medianOf(ours).perSecond / medianOf(ceiling).perSecond)
}

// printTable aligns the first column left and the others right. A row without cells is an empty line.
func printTable(out io.Writer, rows [][]string) {
	widths := map[int]int{}
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			padding := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				line.WriteString(cell + padding)
				continue
			}
			line.WriteString("  " + padding + cell)
		}
		_, _ = fmt.Fprintln(out, strings.TrimRight(line.String(), " "))
	}
}

// decimal formats a number with about three digits, which is the precision of the measurements.
func decimal(x float64) string {
	switch {
	case x >= 100:
		return thousands(int(x + 0.5))
	case x >= 10:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}

func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func megabytes(bytes int64) float64 { return float64(bytes) / 1_000_000 }
