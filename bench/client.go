package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"

	"waymark/bench/response"
)

const requestTimeout = 2 * time.Minute

// connection is a kept-alive connection that sends one request after the other. The load generator shares the
// processors with the server, and writing bytes directly costs far less than http.Client.
type connection struct {
	conn   net.Conn
	reader *bufio.Reader
	head   []byte // header lines that all requests have in common
}

// dial connects to a server, with the credentials of the benchmark.
func dial(ctx context.Context, address, cookie string) (*connection, error) {
	head := "Host: " + address + "\r\nAccept: application/json\r\nAuthorization: Bearer " + appKey + "\r\n"
	if cookie != "" {
		head += "Cookie: " + cookie + "\r\n"
	}
	return dialWithHeader(ctx, address, head)
}

// dialWithHeader connects to a server. All requests have the given header lines.
func dialWithHeader(ctx context.Context, address, header string) (*connection, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	return &connection{
		conn: conn, reader: bufio.NewReaderSize(conn, 32<<10), head: []byte(" HTTP/1.1\r\n" + header),
	}, nil
}

func (w *connection) close() { _ = w.conn.Close() }

// do makes a request and copies the response body to keep. Any status but 2xx is an error, as is a body that ends
// early.
func (w *connection) do(method, path string, body any, keep io.Writer) error {
	if err := w.roundTrip(method, path, body, keep); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}

func (w *connection) roundTrip(method, path string, body any, keep io.Writer) error {
	request, err := w.request(method, path, body)
	if err != nil {
		return err
	}
	if err := w.conn.SetDeadline(time.Now().Add(requestTimeout)); err != nil {
		return err
	}
	if _, err := w.conn.Write(request); err != nil {
		return err
	}
	answer, err := response.ReadHead(w.reader)
	if err != nil {
		return err
	}
	if answer.Status/100 == 2 {
		return answer.CopyBody(keep, w.reader)
	}
	var text bytes.Buffer
	if err := answer.CopyBody(&text, w.reader); err != nil {
		return err
	}
	return fmt.Errorf("status %d: %.1000s", answer.Status, text.Bytes())
}

func (w *connection) request(method, path string, body any) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(method)
	b.WriteByte(' ')
	b.WriteString(path)
	b.Write(w.head)
	var content []byte
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return nil, err
		}
		b.WriteString("Content-Type: application/json\r\nContent-Length: " + strconv.Itoa(len(content)) + "\r\n")
	}
	b.WriteString("\r\n")
	b.Write(content)
	return b.Bytes(), nil
}

// fetch makes one request on a new connection and returns the response body.
func fetch(ctx context.Context, address, cookie, method, path string, body any) ([]byte, error) {
	w, err := dial(ctx, address, cookie)
	if err != nil {
		return nil, err
	}
	defer w.close()
	return w.fetch(method, path, body)
}

// fetch makes a request and returns the response body.
func (w *connection) fetch(method, path string, body any) ([]byte, error) {
	var answer bytes.Buffer
	err := w.do(method, path, body, &answer)
	return answer.Bytes(), err
}
