package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http/httputil"
	"strconv"
)

// response is the head of a response, as far as the benchmark needs it. http.ReadResponse would take a third of the
// load generator's time, because it keeps all header lines.
type response struct {
	status  int
	length  int64 // of the body, unless it is chunked
	chunked bool
}

var protocol = []byte("HTTP/1.1 ")

// readHead reads a response up to its body.
func readHead(from *bufio.Reader) (response, error) {
	line, err := from.ReadSlice('\n')
	if err != nil {
		return response{}, fmt.Errorf("read status: %w", err)
	}
	text, ok := bytes.CutPrefix(line, protocol)
	if !ok || len(text) < 3 {
		return response{}, fmt.Errorf("%q is not a status line", line)
	}
	r := response{length: -1}
	if r.status, err = strconv.Atoi(string(text[:3])); err != nil {
		return response{}, fmt.Errorf("%q is not a status line", line)
	}
	for {
		line, err := from.ReadSlice('\n')
		if err != nil {
			return response{}, fmt.Errorf("read header: %w", err)
		}
		if line = bytes.TrimSpace(line); len(line) == 0 {
			return r, r.checkLength()
		}
		if err := r.readLine(line); err != nil {
			return response{}, err
		}
	}
}

func (r *response) readLine(line []byte) (err error) {
	name, value, ok := bytes.Cut(line, []byte(": "))
	switch {
	case !ok:
		return fmt.Errorf("%q is not a header line", line)
	case bytes.EqualFold(name, []byte("Content-Length")):
		if r.length, err = strconv.ParseInt(string(value), 10, 64); err != nil {
			return fmt.Errorf("length of the response: %w", err)
		}
	case bytes.EqualFold(name, []byte("Transfer-Encoding")):
		r.chunked = bytes.EqualFold(value, []byte("chunked"))
	}
	return nil
}

// checkLength reports whether the end of the body is known. Otherwise the next response could not be found.
func (r *response) checkLength() error {
	switch {
	case r.chunked || r.length >= 0:
		return nil
	case r.status == 204 || r.status == 304:
		r.length = 0
		return nil
	}
	return errors.New("the response has neither a length nor chunks")
}

// copyBody copies exactly the body of the response.
func (r *response) copyBody(to io.Writer, from *bufio.Reader) error {
	if !r.chunked {
		return copyExactly(to, from, r.length)
	}
	if _, err := io.Copy(to, httputil.NewChunkedReader(from)); err != nil {
		return fmt.Errorf("read body: %w", err)
	}
	if end, err := from.ReadSlice('\n'); err != nil || len(bytes.TrimSpace(end)) > 0 {
		return errors.Join(fmt.Errorf("the last chunk is followed by %q", end), err)
	}
	return nil
}

func copyExactly(to io.Writer, from *bufio.Reader, length int64) (err error) {
	if to == io.Discard {
		_, err = from.Discard(int(length)) // without copying
	} else {
		_, err = io.CopyN(to, from, length)
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return fmt.Errorf("read body of %d bytes: %w", length, err)
	}
	return nil
}
