package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// What is promised besides the ratios of the cases, in bytes.
const (
	largestProgram = 60_000_000
	largestAtRest  = 80_000_000
)

// report prints what was measured on one engine.
func report(out io.Writer, p plan, f *findings) {
	_, _ = fmt.Fprintf(out, "\n%s by %s: %d connections, medians of %d rounds of %s\n\n", f.engine, f.driver, connections,
		p.rounds, p.window)
	rows := heading(p)
	for _, c := range cases {
		rows = append(rows, caseRow(p, f, c))
	}
	rows = append(rows, nil, ceilingRow(p, "ceiling: bare HTTP", f.http))
	for _, c := range cases {
		if c.data != nil {
			rows = append(rows, ceilingRow(p, "ceiling: SQL of "+c.name, f.data[c.name]))
		}
	}
	printTable(out, rows)
	_, _ = fmt.Fprintln(out, "\nGrowth is the time at the largest size over that at the smallest it is measured at, and what it may be at most.")
	_, _ = fmt.Fprintln(out, "Ours over a ceiling compares requests per second at the largest size.")
	for _, s := range f.starts {
		_, _ = fmt.Fprintf(out, "Cold start on %s: %s ms\n", s.on, decimal(milliseconds(s.took)))
	}
	m := f.memory
	_, _ = fmt.Fprintf(out, "Memory on the largest database: %s MB after the start, %s MB after a sign-in, %s MB after the load\n",
		decimal(megabytes(m.started)), decimal(megabytes(m.signedIn)), decimal(megabytes(m.loaded)))
	f.reportExports(out)
}

func heading(p plan) [][]string {
	top, below := []string{""}, []string{""}
	for _, size := range p.sizes {
		top, below = append(top, thousands(size), ""), append(below, "per second", "ms")
	}
	return [][]string{append(top, "growth", "", "ours ÷", "ours ÷"), append(below, "", "at most", "bare HTTP", "SQL"), nil}
}

func caseRow(p plan, f *findings, c useCase) []string {
	row := []string{c.name}
	for _, size := range p.sizes {
		row = append(row, rate(f.cases[c.name][size])...)
	}
	growth, promise := "–", "–"
	if times, _, ok := f.growth(p, c); ok {
		growth = decimal(times)
	}
	if c.atMost > 0 {
		promise = decimal(c.atMost)
	}
	ours := f.cases[c.name][p.sizes[len(p.sizes)-1]]
	return append(row, growth, promise, share(ours, f.http), share(ours, f.data[c.name]))
}

func ceilingRow(p plan, name string, samples []sample) []string {
	row := []string{name}
	for range p.sizes[1:] {
		row = append(row, "", "")
	}
	return append(append(row, rate(samples)...), "", "", "", "")
}

// growth is how many times as long a case takes at the largest size as at the smallest it is measured at;
// false when there is only one.
func (f *findings) growth(p plan, c useCase) (times float64, smallest int, ok bool) {
	largest := p.sizes[len(p.sizes)-1]
	for _, size := range p.sizes[:len(p.sizes)-1] {
		if samples := f.cases[c.name][size]; len(samples) > 0 {
			return float64(middle(f.cases[c.name][largest]).median) / float64(middle(samples).median), size, true
		}
	}
	return 0, 0, false
}

// brokenPromises are sentences, one for each. With little data the ratios tell too little to fail on.
func brokenPromises(p plan, f *findings) []string {
	broken := f.brokenExports()
	for _, c := range cases {
		times, smallest, ok := f.growth(p, c)
		if ok && !p.small && c.atMost > 0 && times > c.atMost {
			broken = append(broken, fmt.Sprintf("On %s, %q takes %s times as long with %s rows as with %s; at most %s times is promised.",
				f.engine, c.name, decimal(times), thousands(p.sizes[len(p.sizes)-1]), thousands(smallest), decimal(c.atMost)))
		}
	}
	for _, c := range cases {
		ours, bare := f.cases[c.name][p.sizes[len(p.sizes)-1]], f.data[c.name]
		if c.atLeast > 0 && !p.small && len(bare) > 0 && middle(ours).perSecond < c.atLeast*middle(bare).perSecond {
			broken = append(broken, fmt.Sprintf("On %s, %q reaches %s of the same SQL in process; at least %s is promised.",
				f.engine, c.name, share(ours, bare), decimal(c.atLeast)))
		}
	}
	if resting := max(f.memory.started, f.memory.signedIn); resting > largestAtRest {
		broken = append(broken, fmt.Sprintf("On %s, the server holds %s MB at rest; it must stay under %s.",
			f.engine, decimal(megabytes(resting)), decimal(megabytes(largestAtRest))))
	}
	return broken
}

func rate(samples []sample) []string {
	if len(samples) == 0 {
		return []string{"–", "–"}
	}
	s := middle(samples)
	return []string{decimal(s.perSecond), decimal(milliseconds(s.median))}
}

func share(ours, ceiling []sample) string {
	if len(ours) == 0 || len(ceiling) == 0 {
		return "–"
	}
	return decimal(middle(ours).perSecond / middle(ceiling).perSecond)
}

// printTable sets the first column left and the others right. A row without cells is an empty line.
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

// decimal writes a number with about three digits: more than that a measurement does not hold.
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
