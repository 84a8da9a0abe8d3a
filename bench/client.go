package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"
)

const slowest = 2 * time.Minute

// wire is one kept connection that sends one request after the other. The load generator shares the
// processors with the server; writing bytes and reading the answer costs them far less than http.Client.
type wire struct {
	conn   net.Conn
	reader *bufio.Reader
	head   []byte // the header lines all requests have in common
}

func dial(ctx context.Context, address, cookie string) (*wire, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	head := " HTTP/1.1\r\nHost: " + address + "\r\nAccept: application/json\r\nAuthorization: Bearer " + appKey + "\r\n"
	if cookie != "" {
		head += "Cookie: " + cookie + "\r\n"
	}
	return &wire{conn: conn, reader: bufio.NewReaderSize(conn, 32<<10), head: []byte(head)}, nil
}

func (w *wire) close() { _ = w.conn.Close() }

// send makes a request and reads its answer to the end. Only answers in the 200s are good ones.
func (w *wire) send(method, path string, body any, keep io.Writer) error {
	request, err := w.request(method, path, body)
	if err != nil {
		return err
	}
	if err := w.conn.SetDeadline(time.Now().Add(slowest)); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	if _, err := w.conn.Write(request); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	answer, err := http.ReadResponse(w.reader, nil)
	if err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode/100 != 2 {
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 1000))
		return fmt.Errorf("%s %s: %s: %s", method, path, answer.Status, text)
	}
	if _, err := io.Copy(keep, answer.Body); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}

func (w *wire) request(method, path string, body any) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(method)
	b.WriteByte(' ')
	b.WriteString(path)
	b.Write(w.head)
	var content []byte
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return nil, fmt.Errorf("%s %s: %w", method, path, err)
		}
		b.WriteString("Content-Type: application/json\r\nContent-Length: " + strconv.Itoa(len(content)) + "\r\n")
	}
	b.WriteString("\r\n")
	b.Write(content)
	return b.Bytes(), nil
}

// fetch makes one request on a connection of its own and returns the answer.
func fetch(ctx context.Context, address, cookie, method, path string, body any) ([]byte, error) {
	w, err := dial(ctx, address, cookie)
	if err != nil {
		return nil, err
	}
	defer w.close()
	var answer bytes.Buffer
	err = w.send(method, path, body, &answer)
	return answer.Bytes(), err
}
