// Command overload proves that the server stays useful when it gets five times the requests that it can handle. The
// server and the clients run on one processor each. First clients that wait for their responses find out how many
// requests the server handles per second: lists, records, changes and calls of the public API. Then requests arrive at
// five times that rate, whether or not earlier ones have been answered. This is done six times.
//
// In the overload the server must still do 80 % of the work that it did before, 99 % of the requests within a second,
// with less than 400 MB of memory, and refuse the others with 503 and Retry-After. Work is counted rather than
// requests, because changes go before others in an overload, and requests take different amounts of time: each counts
// as the time that one of its kind takes if the server gets no others.
// Somebody signs in every second, which must always work.
//
//	make prove overload
//
// BENCH_ENGINE=sqlite or postgres runs it on one engine only.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"waymark/scripts/prove/internal/server"
)

const (
	items       = 5000
	partners    = 4
	rounds      = 6
	measureFor  = 4 * time.Second
	overloadFor = 6 * time.Second
	factor      = 5
	minGoodput  = 0.8
	maxLatency  = time.Second
	maxMemory   = 400 // MB
	maxSignIn   = 5 * time.Second
	serverOn    = 0 // processors
	generatorOn = 1
	maxUnsent   = 0.05 // of the requests
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == busyCommand {
		go keepBusy()
		_, _ = io.Copy(io.Discard, os.Stdin) // until the proof ends
		return
	}
	if runtime.NumCPU() < 2 {
		fmt.Println("SKIPPED: the server and the clients need a processor each")
		return
	}
	// The server is started on the same processor, so that it knows that it has one, and is pinned to its own then.
	if err := server.Pin(os.Getpid(), generatorOn); err != nil {
		fmt.Println("FAILED:", err)
		os.Exit(1)
	}
	runtime.GOMAXPROCS(1)
	if err := keepProcessorBusy(); err != nil {
		fmt.Println("FAILED:", err)
		os.Exit(1)
	}
	server.Prove("overload", prove)
}

const busyCommand = "keep-busy"

// keepProcessorBusy uses what the clients leave of their processor. Virtual processors can share a core, so that the
// server is slower while the clients have more to do: without this, the peak would be measured on a faster machine.
func keepProcessorBusy() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	busy := exec.Command("nice", "--adjustment=19", program, busyCommand)
	if _, err := busy.StdinPipe(); err != nil { // closed when this process ends
		return err
	}
	return busy.Start()
}

func keepBusy() {
	for n := 0; ; n++ {
	}
}

func prove(ctx context.Context, d server.Database) error {
	fmt.Println(d.Engine)
	if err := d.Fill(ctx, items); err != nil {
		return err
	}
	log, err := os.CreateTemp("", "waymark-overload-*.log")
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(log.Close(), os.Remove(log.Name())) }()
	s, err := server.StartSignedIn(ctx, log, append(d.Flags, "--api-rate=100000000", "--check-links-every=0")...)
	if err != nil {
		return err
	}
	defer s.Kill()
	if err := s.Pin(serverOn); err != nil {
		return err
	}
	keys, err := partnerKeys(s)
	if err != nil {
		return err
	}
	g, err := newGenerator(ctx, s, keys)
	if err != nil {
		return err
	}
	g.closedLoop(8, measureFor, g.next) // fills the caches
	if err := s.ResetPeakMemory(); err != nil {
		return err
	}
	signIns := startSignIns(s)
	alone := g.ratesOfKinds()
	peak, overload, err := g.alternate()
	if err != nil {
		return err
	}
	memory, err := s.PeakMemory()
	if err != nil {
		return err
	}
	signIns.stop()
	goodput := overload.work(alone) / peak.work(alone)
	fmt.Printf("  at the peak: %s\n  overloaded:  %s\n", peak, overload)
	fmt.Printf("  goodput %.0f %% of the peak (%.0f %% as many requests), memory %d MB\n",
		100*goodput, 100*overload.goodput()/peak.goodput(), memory)
	fmt.Printf("  %d sign-ins, slowest %s, %d failed\n", signIns.count, signIns.slowest.Round(time.Millisecond),
		len(signIns.failed))
	return check(overload, goodput, memory, signIns)
}

// alternate measures the peak and overloads the server in turn, because the speed of a machine changes.
func (g *generator) alternate() (peak, overload *result, err error) {
	clients := g.bestClients()
	peak, overload = &result{}, &result{}
	for range rounds {
		found := g.closedLoop(clients, measureFor, g.next)
		fmt.Printf("  %d clients: %s\n", clients, found)
		if len(found.problems) > 0 {
			return nil, nil, errors.New(found.problems[0])
		}
		peak.add(found)
		rate := factor * found.goodput()
		round := g.openLoop(rate, overloadFor)
		fmt.Printf("  %.0f requests per second: %s\n", rate, round)
		overload.add(round)
	}
	return peak, overload, nil
}

// bestClients returns the number of clients that wait for their responses with which the server handles most requests.
// Each number is tried twice, because the speed of a machine changes.
func (g *generator) bestClients() (best int) {
	handled := map[int]float64{}
	for range 2 {
		for _, clients := range []int{4, 8, 16} {
			handled[clients] += g.closedLoop(clients, measureFor, g.next).goodput()
			if handled[clients] > handled[best] {
				best = clients
			}
		}
	}
	return best
}

// ratesOfKinds measures each kind of request alone.
func (g *generator) ratesOfKinds() (alone rates) {
	for k := range alone {
		alone[k] = g.closedLoop(8, measureFor/2, g.only(kind(k))).goodput()
	}
	fmt.Printf("  alone: %.0f lists, %.0f records, %.0f changes or %.0f calls per second\n",
		alone[lists], alone[records], alone[changes], alone[calls])
	return alone
}

// check returns an error that names every limit that was missed.
func check(result *result, goodput float64, memory int, signIns *signIns) error {
	problems := slices.Concat(result.problems, signIns.failed)
	problems = problems[:min(len(problems), 5)]
	for _, limit := range []struct {
		message string
		missed  bool
	}{
		{fmt.Sprintf("goodput below %.0f %% of the peak", 100*minGoodput), goodput < minGoodput},
		{"99 % of the admitted requests took longer than a second", percentile(result.all(), 0.99) > maxLatency},
		{fmt.Sprintf("more than %d MB of memory", maxMemory), memory > maxMemory},
		{"a sign-in took longer than " + maxSignIn.String(), signIns.slowest > maxSignIn},
		{"no request was refused", result.refused == 0},
		{"the clients could not send the requests in time", float64(result.unsent) > maxUnsent*float64(result.sent())},
	} {
		if limit.missed {
			problems = append(problems, limit.message)
		}
	}
	if len(problems) > 0 {
		return errors.New(strings.Join(problems, "; "))
	}
	return nil
}

// keyPair is what a partner's server authenticates with.
type keyPair struct {
	Key    string `json:"api_key"`
	Secret string `json:"api_secret"`
}

func partnerKeys(s *server.Server) ([]keyPair, error) {
	keys := make([]keyPair, partners)
	for i := range keys {
		status, text := s.Post(fmt.Sprintf("/api/admin/partners/%d/api-secret", i+1), "")
		if err := json.Unmarshal([]byte(text), &keys[i]); err != nil || status != http.StatusOK {
			return nil, fmt.Errorf("get the keys of partner %d: %d %.200s", i+1, status, text)
		}
	}
	return keys, nil
}
