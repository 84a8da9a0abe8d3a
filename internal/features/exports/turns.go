package exports

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/memory"
	"waymark/internal/kit/slots"
)

// reading limits how many exports read from the database at a time. Each needs a connection with its cache and the rows of
// a chunk. Others wait for their turn, and a client that is slow to receive keeps nobody waiting.
var reading = slots.New(2, 5*time.Minute)

// growth is how much the heap may grow while something is exported, in percent. Ten exports at once stay below 64 MB.
const growth = 50

var errBusy = errors.New("too many exports are read at the same time")

// turns is a file that is made in turns: a chunk is read and kept in a buffer, and sent once the turn is over.
type turns struct {
	bytes.Buffer
	ctx     context.Context //nolint:containedctx // it lives as long as one download
	release func()
	grow    func() // lets the heap grow again
}

// begin waits for the first turn. Call end at the end.
func begin(ctx context.Context) (*turns, error) {
	t := &turns{ctx: ctx, grow: memory.LimitGrowth(growth)}
	if err := t.wait(); err != nil {
		t.end()
		return nil, err
	}
	return t, nil
}

func (t *turns) wait() error {
	release, err := reading.Acquire(t.ctx, "")
	if _, busy := apierr.As(err); busy {
		return errBusy // a job tries again, which it does not after a refusal
	}
	if err != nil {
		return fmt.Errorf("wait to read on: %w", err)
	}
	t.release = release
	return nil
}

func (t *turns) end() {
	t.pause()
	t.grow()
	memory.FreeSoon()
}

func (t *turns) pause() {
	if t.release != nil {
		t.release()
		t.release = nil
	}
}

// next sends what was read and waits for another turn.
func (t *turns) next(to io.Writer) error {
	if err := t.send(to); err != nil {
		return err
	}
	return t.wait()
}

// send ends the turn and sends what was read.
func (t *turns) send(to io.Writer) error {
	t.pause()
	_, err := t.WriteTo(to)
	return err
}
