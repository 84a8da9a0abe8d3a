package exports

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// stuck is a client that receives nothing until it is released.
type stuck struct{ reached, released chan struct{} }

func (s stuck) Write(content []byte) (int, error) {
	s.reached <- struct{}{}
	<-s.released
	return len(content), nil
}

// The test is not parallel, because the read slots are shared by the whole process.
func TestChunkWriter(t *testing.T) {
	client := stuck{make(chan struct{}), make(chan struct{})}
	done := make(chan error)
	for range 2 {
		writer, err := newChunkWriter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = writer.WriteString("a chunk")
		go func() {
			defer writer.close()
			done <- writer.next(client)
		}()
		<-client.reached
	}
	t.Run("a client that receives nothing holds no slot", func(t *testing.T) {
		for range 2 {
			writer, err := newChunkWriter(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer writer.close()
		}
	})
	t.Run("at most two exports read at a time", func(t *testing.T) {
		for range 2 {
			writer, err := newChunkWriter(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer writer.close()
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := newChunkWriter(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("third export: got %v, want context.Canceled", err)
		}
	})
	close(client.released)
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	writer, err := newChunkWriter(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer writer.close()
	var file strings.Builder
	_, _ = writer.WriteString("the last chunk")
	if err := writer.flush(&file); err != nil || file.String() != "the last chunk" {
		t.Errorf("got %q (%v)", file.String(), err)
	}
}
