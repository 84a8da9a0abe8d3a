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

// Not parallel: the turns are those of the whole process.
func TestTurns(t *testing.T) {
	client := stuck{make(chan struct{}), make(chan struct{})}
	done := make(chan error)
	for range 2 {
		turn, err := begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = turn.WriteString("a chunk")
		go func() {
			defer turn.end()
			done <- turn.next(client)
		}()
		<-client.reached
	}
	t.Run("clients that receive nothing keep nobody waiting", func(t *testing.T) {
		for range 2 {
			turn, err := begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer turn.end()
		}
	})
	t.Run("no more than two read at a time", func(t *testing.T) {
		for range 2 {
			turn, err := begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer turn.end()
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := begin(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("a third one got %v", err)
		}
	})
	close(client.released)
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	turn, err := begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer turn.end()
	var file strings.Builder
	_, _ = turn.WriteString("the last chunk")
	if err := turn.send(&file); err != nil || file.String() != "the last chunk" {
		t.Errorf("got %q (%v)", file.String(), err)
	}
}
