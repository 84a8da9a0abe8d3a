package fetch_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/fetch"
	"waymark/internal/kit/write"
)

func as(ctx context.Context, user int64) context.Context {
	return write.WithActor(ctx, write.Actor{UserID: user})
}

// wantRefusal checks that an error is an API error with a status and Retry-After.
func wantRefusal(t *testing.T, err error, status int) {
	t.Helper()
	if refused, ok := apierr.As(err); !ok || refused.GetStatus() != status ||
		refused.GetHeaders().Get("Retry-After") == "" {
		t.Errorf("got %v, want %d", err, status)
	}
}

func TestClient_Slots(t *testing.T) {
	t.Parallel()
	t.Run("refuses the fourth concurrent fetch of a caller with 429", func(t *testing.T) {
		t.Parallel()
		arrived, finish := make(chan struct{}, 10), make(chan struct{})
		address, requests := serve(t, func(http.ResponseWriter, *http.Request) {
			arrived <- struct{}{}
			<-finish
		})
		client := fetch.New(true)
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				if _, err := client.Get(as(context.Background(), 7), address, 1000); err != nil {
					t.Error(err)
				}
			})
			<-arrived
		}
		_, err := client.Get(as(context.Background(), 7), address, 1000)
		wantRefusal(t, err, http.StatusTooManyRequests)
		wantRefusal(
			t, client.Download(as(context.Background(), 7), address, 1000, &strings.Builder{}), http.StatusTooManyRequests,
		)
		_, _, err = client.Visit(as(context.Background(), 7))
		wantRefusal(t, err, http.StatusTooManyRequests)
		all.Go(func() {
			if _, err := client.Get(as(context.Background(), 8), address, 1000); err != nil {
				t.Error("another caller was refused:", err)
			}
		})
		<-arrived
		close(finish)
		all.Wait()
		if n := requests.Load(); n != 4 {
			t.Errorf("%d requests were made", n)
		}
	})
	t.Run("allows eight fetches at a time", func(t *testing.T) {
		t.Parallel()
		client := fetch.New(true)
		for user := range int64(8) {
			_, done, err := client.Visit(as(context.Background(), user+1))
			if err != nil {
				t.Fatal(err)
			}
			defer done()
		}
		address, requests := serve(t, func(http.ResponseWriter, *http.Request) {})
		ctx, cancel := context.WithTimeout(as(context.Background(), 9), 50*time.Millisecond)
		defer cancel()
		if _, err := client.Get(ctx, address, 1000); !errors.Is(err, context.DeadlineExceeded) || requests.Load() != 0 {
			t.Errorf("got %v, and %d requests were made", err, requests.Load())
		}
	})
	t.Run("uses one slot for all fetches of a visit", func(t *testing.T) {
		t.Parallel()
		client := fetch.New(true)
		address, _ := serve(t, func(http.ResponseWriter, *http.Request) {})
		for range 7 {
			_, done, err := client.Visit(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			defer done()
		}
		for range 2 { // the second round fails if the slot is not released
			visit, done, err := client.Visit(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				if _, err := client.Get(visit, address, 1000); err != nil {
					t.Error(err)
				}
			}
			done()
		}
	})
}

func TestDownload(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("0123456789")) })
	for limit, want := range map[int64]error{11: nil, 10: nil, 9: fetch.ErrTooLarge} {
		var got strings.Builder
		err := fetch.New(true).Download(context.Background(), address, limit, &got)
		if !errors.Is(err, want) || int64(got.Len()) != min(limit, 10) {
			t.Errorf("limit %d: %q (%v)", limit, got.String(), err)
		}
	}
}
