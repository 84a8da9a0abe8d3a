// Command workbooks proves that no workbook makes the server use too much memory or time. It sends hostile workbooks to
// a server as imports, one at a time and twelve at once, while other clients measure the latency of ordinary requests.
// The server must not use more than 256 MB, must answer 99 % of the other requests within a second, and must analyse
// or refuse each workbook within ten seconds.
//
//	make prove workbooks
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"waymark/internal/kit/sheettest"
	"waymark/scripts/prove/internal/server"
)

const (
	maxMemory   = 256 // MB
	maxAnswer   = 10 * time.Second
	maxLatency  = time.Second
	atOnce      = 12
	measureGap  = 10 * time.Millisecond
	path        = "/api/admin/imports?path=publishers"
	importsPath = "/api/admin/imports"
	share       = 0.99
)

func main() {
	server.Prove("workbooks", func(ctx context.Context, d server.Database) error {
		files := sheettest.Hostile()
		s, err := server.StartSignedIn(ctx, nil, d.Flags...)
		if err != nil {
			return err
		}
		defer s.Kill()
		p := &proof{server: s, statuses: map[int]int{}}
		return p.run(ctx, d.Engine, files)
	})
}

type proof struct {
	server *server.Server

	mu       sync.Mutex
	statuses map[int]int
	slowest  time.Duration
	slowName string
	problems []string
}

func (p *proof) run(ctx context.Context, engine string, files []sheettest.File) error {
	fmt.Printf("%s: %d workbooks\n", engine, len(files))
	latencies := p.measureLatencies(ctx)
	for _, file := range files {
		p.upload(file)
	}
	p.report(engine + ", one at a time")
	for batch := range slices.Chunk(files, atOnce) {
		p.uploadAll(batch)
	}
	p.report(fmt.Sprintf("%s, %d at once", engine, atOnce))
	for _, name := range []string{"texts of 60 MB", "cells of 25,000 pieces", "rows of 2 MB"} {
		i := slices.IndexFunc(files, func(f sheettest.File) bool { return f.Name == name })
		p.uploadAll(slices.Repeat(files[i:i+1], atOnce))
		p.report(fmt.Sprintf("%s, %d × %s", engine, atOnce, name))
	}
	return p.verify(engine, latencies())
}

func (p *proof) uploadAll(files []sheettest.File) {
	var all sync.WaitGroup
	for _, file := range files {
		all.Go(func() { p.upload(file) })
	}
	all.Wait()
}

// upload uploads a workbook, and discards the import.
func (p *proof) upload(file sheettest.File) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "rows.xlsx")
	if err == nil {
		_, err = part.Write(file.Content)
	}
	if err := errors.Join(err, form.Close()); err != nil {
		p.problem("%s: %v", file.Name, err)
		return
	}
	began := time.Now()
	status, text := p.server.Do(http.MethodPost, path, form.FormDataContentType(), &body)
	took := time.Since(began)
	if os.Getenv("VERBOSE") != "" {
		fmt.Printf("  %-40s %d %5d ms %.120s\n", file.Name, status, took.Milliseconds(), strings.TrimSpace(text))
	}
	switch {
	case status == http.StatusCreated:
		p.discard(text)
	case status == http.StatusUnprocessableEntity && strings.Contains(text, `"file":[`):
	case status == http.StatusServiceUnavailable: // with Retry-After; see server.Do
	default:
		p.problem("%s: got %d: %.200s", file.Name, status, text)
	}
	if took > maxAnswer {
		p.problem("%s took %s", file.Name, took.Round(time.Millisecond))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.statuses[status]++
	if took > p.slowest {
		p.slowest, p.slowName = took, file.Name
	}
}

func (p *proof) discard(text string) {
	var id int
	_, after, _ := strings.Cut(text, `"id":`)
	if _, err := fmt.Sscan(strings.Split(after, ",")[0], &id); err != nil {
		p.problem("read the id of an import: %v", err)
		return
	}
	if status, text := p.server.Do(http.MethodDelete, fmt.Sprintf("%s/%d", importsPath, id), "", nil); status/100 != 2 {
		p.problem("discard an import: got %d: %.200s", status, text)
	}
}

func (p *proof) problem(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = append(p.problems, fmt.Sprintf(format, args...))
}

func (p *proof) report(what string) {
	peak, err := p.server.PeakMemory()
	if err != nil {
		p.problem("%v", err)
	}
	fmt.Printf("%-50s peak memory %d MB\n", what, peak)
}

// measureLatencies makes ordinary requests until the returned function is called, which returns their latencies.
func (p *proof) measureLatencies(ctx context.Context) func() []time.Duration {
	ctx, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	found := []time.Duration{}
	for _, path := range []string{"/api/admin/publishers", "/api/auth/me"} {
		all.Go(func() {
			for ; ctx.Err() == nil; time.Sleep(measureGap) {
				began := time.Now()
				status, text := p.server.Get(path)
				took := time.Since(began)
				if status != http.StatusOK {
					p.problem("%s: got %d: %.200s", path, status, text)
				}
				p.mu.Lock()
				found = append(found, took)
				p.mu.Unlock()
			}
		})
	}
	return func() []time.Duration {
		cancel()
		all.Wait()
		slices.Sort(found)
		return found
	}
}

func (p *proof) verify(engine string, latencies []time.Duration) error {
	peak, err := p.server.PeakMemory()
	if err != nil {
		return err
	}
	p99 := latencies[int(share*float64(len(latencies)-1))]
	fmt.Printf("%s: peak memory %d MB (limit %d)\n", engine, peak, maxMemory)
	fmt.Printf("%s: %d other requests, 99 %% within %s (limit %s)\n", engine, len(latencies),
		p99.Round(time.Millisecond), maxLatency)
	fmt.Printf("%s: slowest %s, %s (limit %s)\n", engine, p.slowName, p.slowest.Round(time.Millisecond), maxAnswer)
	for _, status := range slices.Sorted(maps.Keys(p.statuses)) {
		fmt.Printf("%s: status %d × %d\n", engine, status, p.statuses[status])
	}
	if peak > maxMemory {
		p.problem("too much memory")
	}
	if p99 >= maxLatency {
		p.problem("other requests were too slow")
	}
	if len(p.problems) > 0 {
		return errors.New(strings.Join(p.problems, "\n"))
	}
	return nil
}
