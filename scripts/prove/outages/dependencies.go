package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"sync"

	"waymark/internal/kit/db"
)

// postgres is a temporary PostgreSQL server.
type postgres struct {
	ctx          context.Context //nolint:containedctx // lives as long as the proof
	bin, folder  string
	port         string
	url          string
	asOtherOwner bool // PostgreSQL refuses to run as root
}

func startPostgres(ctx context.Context, folder string) (*postgres, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if path, err := exec.LookPath("initdb"); err == nil {
		found = append(found, path)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%w: PostgreSQL is not installed", errSkipped)
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	_ = listener.Close()
	p := &postgres{
		ctx: ctx, bin: filepath.Dir(found[len(found)-1]), folder: filepath.Join(folder, "postgres"), port: port,
		asOtherOwner: os.Getuid() == 0,
	}
	p.url = "postgres://waymark@127.0.0.1:" + port + "/postgres?sslmode=disable"
	if err := os.Mkdir(p.folder, 0o755); err != nil {
		return nil, err
	}
	if p.asOtherOwner {
		if _, err := user.Lookup("postgres"); err != nil {
			return nil, fmt.Errorf("%w: there is no user postgres", errSkipped)
		}
		if out, err := exec.CommandContext(ctx, "chown", "postgres", p.folder).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("chown: %s", out)
		}
	}
	initdb := p.bin + "/initdb -D " + p.folder + "/data -U waymark --auth=trust -E UTF8 --locale=C.UTF-8"
	if out, err := p.run(initdb); err != nil {
		return nil, fmt.Errorf("initdb: %s", out)
	}
	return p, p.ctl("start")
}

func (p *postgres) run(command string) (string, error) {
	name, args := "bash", []string{"-c", command}
	if p.asOtherOwner {
		name, args = "su", []string{"postgres", "-s", "/bin/bash", "-c", "cd / && " + command}
	}
	out, err := exec.CommandContext(p.ctx, name, args...).CombinedOutput()
	return string(out), err
}

// ctl runs pg_ctl. Its output is discarded, because the server inherits it and would keep it open.
func (p *postgres) ctl(action string, flags ...string) error {
	options := fmt.Sprintf("-p %s -k %s -c listen_addresses=127.0.0.1", p.port, p.folder)
	command := fmt.Sprintf("%s/pg_ctl -D %s/data -l %s/log -w -o '%s' %s %s >/dev/null 2>&1",
		p.bin, p.folder, p.folder, options, action, strings.Join(flags, " "))
	if _, err := p.run(command); err != nil {
		return fmt.Errorf("pg_ctl %s: %w", action, err)
	}
	return nil
}

// signal sends a signal to the server and all its processes.
func (p *postgres) signal(name string) {
	pid := "pid=$(head -1 " + p.folder + "/data/postmaster.pid)"
	_, _ = p.run(pid + "; kill -" + name + " $pid; pkill -" + name + " -P $pid")
}

func (p *postgres) stop() { _ = p.ctl("stop", "-m", "immediate") }

// lockSQLite holds the write lock of a database until unlock is called.
func lockSQLite(ctx context.Context, path string) (unlock func(), err error) {
	d, err := db.Open(ctx, "sqlite:"+path)
	if err != nil {
		return nil, err
	}
	locked, release := make(chan error, 1), make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		err := d.Write(db.WithStatementLimit(ctx, 0), func(*db.Tx) error {
			locked <- nil
			<-release
			return errors.New("roll back")
		})
		locked <- err
		_ = d.Close()
	})
	return func() {
		close(release)
		done.Wait()
	}, <-locked
}

// mailbox is a mail server that starts to listen only when listen is called.
type mailbox struct {
	address   string
	delivered chan struct{}
}

func newMailbox() (*mailbox, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	return &mailbox{address: listener.Addr().String(), delivered: make(chan struct{}, 10)}, listener.Close()
}

func (m *mailbox) listen() error {
	listener, err := net.Listen("tcp", m.address)
	if err != nil {
		return err
	}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			m.serve(conn)
		}
	}()
	return nil
}

func (m *mailbox) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	reply := func(line string) { _, _ = io.WriteString(conn, line+"\r\n") }
	reply("220 mailbox ESMTP")
	inData := false
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		line := lines.Text()
		switch {
		case inData && line == ".":
			inData = false
			reply("250 stored")
			m.delivered <- struct{}{}
		case inData:
		case strings.HasPrefix(line, "DATA"):
			inData = true
			reply("354 go on")
		case strings.HasPrefix(line, "QUIT"):
			reply("221 bye")
			return
		default:
			reply("250 fine")
		}
	}
}
