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

// readSlots limits how many exports read from the database at a time, because each needs a connection with its cache
// and memory for a chunk of rows. An export holds a slot only while it reads, so that slow clients do not block
// others.
var readSlots = slots.New(2, 5*time.Minute)

// heapGrowth is how much the heap may grow between garbage collections during an export, in percent. With it, ten
// concurrent exports stay below 64 MB.
const heapGrowth = 50

var errBusy = errors.New("too many concurrent exports")

// chunkWriter buffers a chunk of a file while it is read from the database, and sends it after releasing the read slot.
type chunkWriter struct {
	bytes.Buffer
	ctx     context.Context //nolint:containedctx // A chunkWriter lives as long as one export.
	release func()          // Releases the read slot; nil without one.
	grow    func()          // Restores the default heap growth.
}

// newChunkWriter waits for a read slot. The caller must call close.
func newChunkWriter(ctx context.Context) (*chunkWriter, error) {
	w := &chunkWriter{ctx: ctx, grow: memory.LimitGrowth(heapGrowth)}
	if err := w.acquire(); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

func (w *chunkWriter) acquire() error {
	release, err := readSlots.Acquire(w.ctx, "")
	if _, busy := apierr.As(err); busy {
		return errBusy // Unlike an API error, this makes the job retry.
	}
	if err != nil {
		return fmt.Errorf("wait for read slot: %w", err)
	}
	w.release = release
	return nil
}

func (w *chunkWriter) close() {
	w.releaseSlot()
	w.grow()
	memory.FreeSoon()
}

func (w *chunkWriter) releaseSlot() {
	if w.release != nil {
		w.release()
		w.release = nil
	}
}

// next sends the chunk and waits for a slot for another one.
func (w *chunkWriter) next(to io.Writer) error {
	if err := w.flush(to); err != nil {
		return err
	}
	return w.acquire()
}

// flush releases the slot and sends the chunk.
func (w *chunkWriter) flush(to io.Writer) error {
	w.releaseSlot()
	_, err := w.WriteTo(to)
	return err
}
