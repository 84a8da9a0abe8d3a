// Package postgres runs temporary PostgreSQL servers for proofs.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
)

// ErrNotPossible is returned where PostgreSQL can't be started.
var ErrNotPossible = errors.New("not possible here")

// Server is a temporary PostgreSQL server. It writes to the disk like one in production.
type Server struct {
	ctx          context.Context //nolint:containedctx // lives as long as the proof
	bin, folder  string
	port         string
	URL          string
	asOtherOwner bool // PostgreSQL refuses to run as root
}

// Start creates a server in a folder and starts it.
func Start(ctx context.Context, folder string) (*Server, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if path, err := exec.LookPath("initdb"); err == nil {
		found = append(found, path)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%w: PostgreSQL is not installed", ErrNotPossible)
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	_ = listener.Close()
	p := &Server{
		ctx: ctx, bin: filepath.Dir(found[len(found)-1]), folder: filepath.Join(folder, "postgres"), port: port,
		asOtherOwner: os.Getuid() == 0,
	}
	p.URL = "postgres://waymark@127.0.0.1:" + port + "/postgres?sslmode=disable"
	if err := os.Mkdir(p.folder, 0o755); err != nil {
		return nil, err
	}
	if p.asOtherOwner {
		if _, err := user.Lookup("postgres"); err != nil {
			return nil, fmt.Errorf("%w: there is no user postgres", ErrNotPossible)
		}
		if out, err := exec.CommandContext(ctx, "chown", "postgres", p.folder).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("chown: %s", out)
		}
	}
	initdb := p.bin + "/initdb -D " + p.folder + "/data -U waymark --auth=trust -E UTF8 --locale=C.UTF-8"
	if out, err := p.run(initdb); err != nil {
		return nil, fmt.Errorf("initdb: %s", out)
	}
	return p, p.Ctl("start")
}

func (p *Server) run(command string) (string, error) {
	name, args := "bash", []string{"-c", command}
	if p.asOtherOwner {
		name, args = "su", []string{"postgres", "-s", "/bin/bash", "-c", "cd / && " + command}
	}
	out, err := exec.CommandContext(p.ctx, name, args...).CombinedOutput()
	return string(out), err
}

// Ctl runs pg_ctl. Its output is discarded, because the server inherits it and would keep it open.
func (p *Server) Ctl(action string, flags ...string) error {
	options := fmt.Sprintf("-p %s -k %s -c listen_addresses=127.0.0.1", p.port, p.folder)
	command := fmt.Sprintf("%s/pg_ctl -D %s/data -l %s/log -w -o '%s' %s %s >/dev/null 2>&1",
		p.bin, p.folder, p.folder, options, action, strings.Join(flags, " "))
	if _, err := p.run(command); err != nil {
		return fmt.Errorf("pg_ctl %s: %w", action, err)
	}
	return nil
}

// Signal sends a signal to the server and all its processes.
func (p *Server) Signal(name string) {
	pid := "pid=$(head -1 " + p.folder + "/data/postmaster.pid)"
	_, _ = p.run(pid + "; kill -" + name + " $pid; pkill -" + name + " -P $pid")
}

// Stop stops the server without writing anything else to the disk, as a crash would.
func (p *Server) Stop() { _ = p.Ctl("stop", "-m", "immediate") }
