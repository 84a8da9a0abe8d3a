// Package server runs the binary for proofs.
package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	// Program is the binary that make build creates.
	Program = "bin/waymark"
	// Email is the address of the first admin.
	Email = "prove@waymark.example"
)

const (
	password     = "a password for one run"
	readyPath    = "/readyz"
	startTimeout = time.Minute
)

// Server is a running binary.
type Server struct {
	url     string
	client  *http.Client // keeps the session
	process *exec.Cmd
	log     bytes.Buffer
}

// Start starts a program with flags of waymark serve. It does not wait until requests are answered. What the server
// logs is also written to log, if it is not nil. The server writes to a file itself, so that this takes the proof no
// time.
func Start(ctx context.Context, program string, log io.Writer, flags ...string) (*Server, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		return nil, err
	}
	jar, _ := cookiejar.New(nil) // does not fail without options
	s := &Server{
		url: "http://" + address,
		client: &http.Client{
			Jar: jar, Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64},
		},
	}
	s.process = exec.CommandContext(ctx, program, append([]string{"serve", "--addr=" + address}, flags...)...)
	s.process.Env = Environment()
	s.process.Stderr = &s.log
	switch file, isFile := log.(*os.File); {
	case isFile:
		s.process.Stderr = file
	case log != nil:
		s.process.Stderr = io.MultiWriter(&s.log, log)
	}
	if err := s.process.Start(); err != nil {
		return nil, fmt.Errorf("start %s (make build): %w", program, err)
	}
	return s, nil
}

// Environment returns the environment of the binary. It names the first admin.
func Environment() []string {
	return append(os.Environ(), "WAYMARK_ADMIN_EMAIL="+Email, "WAYMARK_ADMIN_PASSWORD="+password)
}

// StartSignedIn starts bin/waymark and signs in as its first admin.
func StartSignedIn(ctx context.Context, log io.Writer, flags ...string) (*Server, error) {
	s, err := Start(ctx, Program, log, flags...)
	if err != nil {
		return nil, err
	}
	return s, s.await(50*time.Millisecond, func() bool {
		status, _ := s.SignIn()
		return status == http.StatusOK
	})
}

// AwaitReady waits until the server says that it is ready.
func (s *Server) AwaitReady() error {
	return s.await(time.Millisecond, func() bool {
		status, _ := s.Get(readyPath)
		return status == http.StatusOK
	})
}

// await waits for a condition. If it does not become true, it kills the server.
func (s *Server) await(interval time.Duration, reached func() bool) error {
	for deadline := time.Now().Add(startTimeout); time.Now().Before(deadline); time.Sleep(interval) {
		if reached() {
			return nil
		}
	}
	s.Kill()
	return errors.New("the server did not start: " + s.log.String())
}

// Kill ends the process without giving it a chance to do anything else. It may be called twice.
func (s *Server) Kill() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
}

// Stop asks the process to end, and waits until it has.
func (s *Server) Stop() error {
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return s.process.Wait()
}

// PeakMemory returns the most memory that the process has used, in MB.
func (s *Server) PeakMemory() (int, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	var kB int
	if _, err := fmt.Sscan(after, &kB); err != nil {
		return 0, fmt.Errorf("read the peak memory: %w", err)
	}
	return kB >> 10, nil
}

// ResetPeakMemory makes PeakMemory start from now. Signing in takes 64 MB for the hash of the password.
func (s *Server) ResetPeakMemory() error {
	return os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", s.process.Process.Pid), []byte("5"), 0o600)
}

// Pin makes the process run on one processor.
func (s *Server) Pin(processor int) error { return Pin(s.process.Process.Pid, processor) }

// Pin makes a process run on one processor.
func Pin(pid, processor int) error {
	command := exec.Command("taskset", "--all-tasks", "--cpu-list", "--pid", strconv.Itoa(processor), strconv.Itoa(pid))
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("taskset: %w: %s", err, out)
	}
	return nil
}

// Session returns the address of the server, and the cookies of the session for clients that have no cookie jar.
func (s *Server) Session() (address, cookies string) {
	target, _ := url.Parse(s.url) // made by Start
	list := []string{}
	for _, cookie := range s.client.Jar.Cookies(target) {
		list = append(list, cookie.Name+"="+cookie.Value)
	}
	return s.url, strings.Join(list, "; ")
}

// SignIn signs in as the first admin.
func (s *Server) SignIn() (status int, text string) {
	return s.Post("/api/auth/login", `{"email":"`+Email+`","password":"`+password+`"}`)
}

// Get makes a GET request.
func (s *Server) Get(path string) (status int, text string) {
	return s.Do(http.MethodGet, path, "", nil)
}

// GetAs makes a GET request with the credentials of a partner.
func (s *Server) GetAs(key, secret, path string) (status int, text string) {
	as := *s
	as.url = strings.Replace(s.url, "://", "://"+key+":"+secret+"@", 1)
	return as.Get(path)
}

// Post posts JSON.
func (s *Server) Post(path, body string) (status int, text string) {
	return s.Do(http.MethodPost, path, "application/json", strings.NewReader(body))
}

// Do makes a request. The status is 0 if there was no response, and -1 if it broke a rule that all responses follow.
func (s *Server) Do(method, path, contentType string, body io.Reader) (status int, text string) {
	request, err := http.NewRequestWithContext(context.Background(), method, s.url+path, body)
	if err != nil {
		return 0, err.Error()
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if !strings.HasPrefix(path, "/api/") {
		request.Header.Set("Accept", "text/html")
	}
	response, err := s.client.Do(request)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = response.Body.Close() }()
	content, _ := io.ReadAll(response.Body)
	if response.StatusCode == http.StatusServiceUnavailable && response.Header.Get("Retry-After") == "" &&
		path != readyPath {
		return -1, "503 without Retry-After"
	}
	return response.StatusCode, string(content)
}
