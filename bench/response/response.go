// Package response reads HTTP responses for load generators, which share the processors with the server that they
// measure. http.ReadResponse would take a third of their time, because it keeps all header lines.
package response

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http/httputil"
	"strconv"
)

// Head is a response up to its body, as far as load generators need it.
type Head struct {
	Status     int
	RetryAfter string
	length     int64 // of the body, unless it is chunked
	chunked    bool
}

var protocol = []byte("HTTP/1.1 ")

// ReadHead reads a response up to its body, which must be read with CopyBody.
func ReadHead(from *bufio.Reader) (Head, error) {
	line, err := from.ReadSlice('\n')
	if err != nil {
		return Head{}, fmt.Errorf("read status: %w", err)
	}
	text, ok := bytes.CutPrefix(line, protocol)
	if !ok || len(text) < 3 {
		return Head{}, fmt.Errorf("%q is not a status line", line)
	}
	h := Head{length: -1}
	if h.Status, err = strconv.Atoi(string(text[:3])); err != nil {
		return Head{}, fmt.Errorf("%q is not a status line", line)
	}
	for {
		line, err := from.ReadSlice('\n')
		if err != nil {
			return Head{}, fmt.Errorf("read header: %w", err)
		}
		if line = bytes.TrimSpace(line); len(line) == 0 {
			return h, h.checkLength()
		}
		if err := h.readLine(line); err != nil {
			return Head{}, err
		}
	}
}

func (h *Head) readLine(line []byte) (err error) {
	name, value, ok := bytes.Cut(line, []byte(": "))
	switch {
	case !ok:
		return fmt.Errorf("%q is not a header line", line)
	case bytes.EqualFold(name, []byte("Content-Length")):
		if h.length, err = strconv.ParseInt(string(value), 10, 64); err != nil {
			return fmt.Errorf("length of the response: %w", err)
		}
	case bytes.EqualFold(name, []byte("Retry-After")):
		h.RetryAfter = string(value)
	case bytes.EqualFold(name, []byte("Transfer-Encoding")):
		h.chunked = bytes.EqualFold(value, []byte("chunked"))
	}
	return nil
}

// checkLength reports whether the end of the body is known. Otherwise the next response could not be found.
func (h *Head) checkLength() error {
	switch {
	case h.chunked || h.length >= 0:
		return nil
	case h.Status == 204 || h.Status == 304:
		h.length = 0
		return nil
	}
	return errors.New("the response has neither a length nor chunks")
}

// CopyBody copies exactly the body of the response.
func (h *Head) CopyBody(to io.Writer, from *bufio.Reader) error {
	if !h.chunked {
		return copyExactly(to, from, h.length)
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
