package changes

import (
	"context"
	"time"

	"golang.org/x/sync/singleflight"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/slots"
)

// Loader returns values from a cache and loads those that are missing. Callers who need the same value at the same time
// wait for one load.
type Loader[K Key, V Cached] struct {
	// MaxOutage is how long cached values are returned while it is unknown whether they have changed.
	MaxOutage time.Duration

	watcher *Watcher
	cache   Cache[K, V]
	loading singleflight.Group
	slots   *slots.Slots
}

// Key identifies a value. Different keys have different strings.
type Key interface {
	comparable
	String() string
}

const (
	defaultMaxOutage = 10 * time.Minute
	// maxLoading is how many values are loaded at the same time. Others wait.
	maxLoading  = 8
	loadingWait = 5 * time.Second
)

// NewLoader returns a loader that caches values of maxBytes in total. It must be called before the watcher runs.
func NewLoader[K Key, V Cached](w *Watcher, maxBytes int) *Loader[K, V] {
	l := &Loader[K, V]{MaxOutage: defaultMaxOutage, watcher: w, slots: slots.New(maxLoading, loadingWait)}
	l.cache.MaxBytes = maxBytes
	w.Listen(l.cache.Discard)
	return l
}

// Stats describes the use of the cache.
func (l *Loader[K, V]) Stats() CacheStats { return l.cache.Stats() }

// Cached reports whether a value is in the cache.
func (l *Loader[K, V]) Cached(key K) bool {
	_, ok := l.cache.Get(key, clock.Now())
	return ok
}

// Get returns the value from the cache, or what load returns. Only what is worth keeping is cached: whoever asks for
// random values must not replace those that are in use. A load goes on if the caller who started it leaves, and reads
// from the primary, because others may wait for it.
func (l *Loader[K, V]) Get(
	ctx context.Context, key K, load func(ctx context.Context) (value V, keep bool, err error),
) (value V, err error) {
	now := clock.Now()
	if found, ok := l.cache.Get(key, now); ok {
		if now.Sub(l.watcher.SeenAt()) < l.MaxOutage {
			return found, nil
		}
		return value, apierr.Unavailable()
	}
	found, err, _ := l.loading.Do(key.String(), func() (any, error) {
		ctx := db.FromPrimary(context.WithoutCancel(ctx))
		release, err := l.slots.Acquire(ctx, "")
		if err != nil {
			return nil, err
		}
		defer release()
		generation := l.cache.Generation()
		loaded, keep, err := load(ctx)
		if err == nil && keep {
			l.cache.Put(key, loaded, generation)
		}
		return loaded, err
	})
	if err != nil {
		return value, err
	}
	value, _ = found.(V)
	return value, nil
}
