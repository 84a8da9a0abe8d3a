package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

const address = "127.0.0.1:18998"

// server is a binary that runs somewhere else than on this machine: in another root file system or processor.
type server struct {
	command []string // that runs the binary
	flags   []string
}

func (s *server) with(ctx context.Context, args ...string) *exec.Cmd {
	all := append(append([]string{}, s.command[1:]...), args...)
	command := exec.CommandContext(ctx, s.command[0], all...)
	command.Env = []string{
		"PATH=/usr/bin:/bin:/usr/sbin:/sbin", "WAYMARK_ADDR=" + address, "WAYMARK_PUBLIC_URL=http://localhost:18998",
		"WAYMARK_ADMIN_EMAIL=ada@example.com", "WAYMARK_ADMIN_PASSWORD=correct horse",
	}
	command.Stderr = os.Stderr
	return command
}

// prove starts the server, signs in, reads a page and a list, and stops it.
func (s *server) prove(ctx context.Context) error {
	version, err := s.with(ctx, "version").Output()
	if err != nil {
		return fmt.Errorf("version: %w", err)
	}
	fmt.Printf("version %s", version)
	running := s.with(ctx, append([]string{"serve"}, s.flags...)...)
	if err := running.Start(); err != nil {
		return err
	}
	err = errors.Join(s.awaitHealth(ctx), visit(ctx))
	if stopErr := running.Process.Signal(syscall.SIGTERM); stopErr != nil {
		return errors.Join(err, stopErr)
	}
	return errors.Join(err, running.Wait())
}

// awaitHealth waits until `waymark health` says that the server is ready.
func (s *server) awaitHealth(ctx context.Context) error {
	var err error
	for range 120 {
		health := s.with(ctx, "health")
		health.Stderr = nil
		if err = health.Run(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
	return fmt.Errorf("the server is not ready after a minute: %w", err)
}

// visit does what a person would do first.
func visit(ctx context.Context) error {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	client := &http.Client{Jar: jar, Timeout: 30 * time.Second}
	for _, step := range []struct{ method, path, body, want string }{
		{http.MethodGet, "/", "", "<html"},
		{http.MethodPost, "/api/auth/login", `{"email":"ada@example.com","password":"correct horse"}`, "ada@example.com"},
		{http.MethodGet, "/api/admin/countries?query=Portugal", "", "Portugal"},
	} {
		request, err := http.NewRequestWithContext(ctx, step.method, "http://localhost:18998"+step.path,
			strings.NewReader(step.body))
		if err != nil {
			return err
		}
		request.Header.Set("Content-Type", "application/json")
		response, err := client.Do(request)
		if err != nil {
			return err
		}
		text, err := io.ReadAll(response.Body)
		if err := errors.Join(err, response.Body.Close()); err != nil {
			return err
		}
		if response.StatusCode != http.StatusOK || !strings.Contains(string(text), step.want) {
			return fmt.Errorf("%s %s: %s without %q", step.method, step.path, response.Status, step.want)
		}
		fmt.Printf("%s %s: %s\n", step.method, step.path, response.Status)
	}
	return nil
}
