package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"waymark/internal/kit/auth"
)

const (
	adminEmail    = "bench@waymark.example"
	adminPassword = "a long enough password for a bench"
	startTimeout  = time.Minute
	stopTimeout   = 15 * time.Second
)

// node is a running server.
type node struct {
	address string
	pages   string // address of public pages, or "" if the server has none
	metrics string
	cookie  string
	// ready is the time from the start of the process to the first successful response of /readyz.
	ready   time.Duration
	log     string
	command *exec.Cmd
	cancel  context.CancelFunc
	done    chan struct{}
}

// startNode starts the server and waits until it is ready. The server stops when the context is cancelled.
func startNode(ctx context.Context, program, log string, withPages bool, flags []string) (*node, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	metrics, err := freeAddress()
	if err != nil {
		return nil, err
	}
	flags = append(flags, "--metrics-addr", metrics)
	pages := ""
	if withPages {
		if pages, err = freeAddress(); err != nil {
			return nil, err
		}
		flags = append(flags, "--pages-addr", pages, "--landing-url", "http://"+pagesHost)
	}
	// The file is opened for appending, so that truncateLog can empty it while the server writes.
	output, err := os.OpenFile(log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open log: %w", err)
	}
	defer func() { _ = output.Close() }()
	ctx, cancel := context.WithCancel(ctx)
	n := &node{
		address: address, pages: pages, metrics: metrics, log: log, cancel: cancel, done: make(chan struct{}),
	}
	n.command = exec.CommandContext(ctx, program, append([]string{"serve", "--addr", address}, flags...)...)
	n.command.Env, n.command.Stderr = environment(), output
	n.command.Cancel = func() error { return n.command.Process.Signal(syscall.SIGTERM) }
	n.command.WaitDelay = stopTimeout
	started := time.Now()
	if err := n.command.Start(); err != nil {
		cancel()
		return nil, fmt.Errorf("start server: %w", err)
	}
	go func() {
		_ = n.command.Wait()
		close(n.done)
	}()
	if err := n.awaitReady(ctx); err != nil {
		n.stop()
		return nil, fmt.Errorf("%w\n%s", err, n.logTail())
	}
	n.ready = time.Since(started)
	return n, nil
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	return listener.Addr().String(), listener.Close()
}

func (n *node) awaitReady(ctx context.Context) error {
	deadline := time.Now().Add(startTimeout)
	for time.Now().Before(deadline) {
		if _, err := fetch(ctx, n.address, "", http.MethodGet, "/readyz", nil); err == nil {
			return nil
		}
		select {
		case <-n.done:
			return errors.New("the server ended before it was ready")
		case <-time.After(2 * time.Millisecond):
		}
	}
	return errors.New("the server was not ready in time")
}

func (n *node) stop() {
	n.cancel()
	<-n.done
}

// truncateLog empties the log, because a line per request would fill the disk in a long run.
func (n *node) truncateLog() { _ = os.Truncate(n.log, 0) }

func (n *node) logTail() string {
	text, _ := os.ReadFile(n.log)
	return string(text[max(0, len(text)-2000):])
}

func (n *node) signIn(ctx context.Context) error {
	credentials, err := json.Marshal(map[string]string{"email": adminEmail, "password": adminPassword})
	if err != nil {
		return fmt.Errorf("sign in: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+n.address+"/api/auth/login",
		bytes.NewReader(credentials))
	if err != nil {
		return fmt.Errorf("sign in: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("sign in: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	for _, cookie := range answer.Cookies() {
		if cookie.Name == auth.Cookie {
			n.cookie = cookie.Name + "=" + cookie.Value
			return nil
		}
	}
	return fmt.Errorf("sign in: %s", answer.Status)
}

// statements returns how many statements the server has run, or false if it is too old to say.
func (n *node) statements(ctx context.Context) (int64, bool, error) {
	answer, err := fetch(ctx, n.metrics, "", http.MethodGet, "/metrics", nil)
	if err != nil {
		return 0, false, fmt.Errorf("read metrics: %w", err)
	}
	for line := range strings.Lines(string(answer)) {
		if value, ok := strings.CutPrefix(line, "waymark_database_statements_total "); ok {
			count, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return int64(count), err == nil, err
		}
	}
	return 0, false, nil
}

// memory returns the resident memory of the server in bytes. It works only on Linux.
func (n *node) memory() (int64, error) { return n.readStatus("VmRSS:") }

// peakMemory returns the largest resident memory so far.
func (n *node) peakMemory() (int64, error) { return n.readStatus("VmHWM:") }

// resetPeak sets the peak to the current memory.
func (n *node) resetPeak() error {
	if err := os.WriteFile("/proc/"+strconv.Itoa(n.command.Process.Pid)+"/clear_refs", []byte("5"), 0o600); err != nil {
		return fmt.Errorf("reset peak memory of the server: %w", err)
	}
	return nil
}

func (n *node) readStatus(name string) (int64, error) {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(n.command.Process.Pid) + "/status")
	if err != nil {
		return 0, fmt.Errorf("read memory of the server: %w", err)
	}
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == name {
			kilobytes, err := strconv.ParseInt(fields[1], 10, 64)
			return kilobytes * 1024, err
		}
	}
	return 0, errors.New("the memory of the server is not available")
}
