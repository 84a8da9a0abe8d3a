package archive

import (
	"errors"
	"hash"
	"io"
)

type countingReader struct {
	r      io.Reader
	n      int64
	failed error
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	if err != nil && err != io.EOF {
		c.failed = err
	}
	return n, err
}

// tailReader reads all but the last bytes of a stream whose length is not known in advance, and hashes what it reads.
type tailReader struct {
	from   io.Reader
	size   int // of the tail
	digest hash.Hash
	failed error

	buffer     []byte
	start, end int
	ended      bool
}

func (t *tailReader) Read(p []byte) (int, error) {
	if t.buffer == nil {
		t.buffer = make([]byte, 64<<10+t.size)
	}
	for t.end-t.start <= t.size && !t.ended {
		copy(t.buffer, t.buffer[t.start:t.end])
		t.start, t.end = 0, t.end-t.start
		n, err := t.from.Read(t.buffer[t.end:])
		t.end += n
		switch {
		case errors.Is(err, io.EOF):
			t.ended = true
		case err != nil:
			t.failed = err
			return 0, err
		}
	}
	n := copy(p, t.buffer[t.start:max(t.start, t.end-t.size)])
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	t.digest.Write(t.buffer[t.start : t.start+n])
	t.start += n
	return n, nil
}

// rest returns the tail. Everything before it must have been read.
func (t *tailReader) rest() []byte { return t.buffer[t.start:t.end] }
