package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"

	"waymark/internal/kit/db"
)

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
