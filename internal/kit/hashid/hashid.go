// Package hashid encodes record ids as short strings for public URLs.
package hashid

import (
	"math"
	"sync"

	"github.com/sqids/sqids-go"
)

const (
	// alphabet must never change: every URL that has been shared depends on it.
	alphabet  = "k3G7QAe51FCsPW92uEOyq4Bg6Sp8YzVTmnU0liwDdHXLajZrfxNhobJIRcMvKt"
	minLength = 8
)

var codec = must(sqids.New(sqids.Options{Alphabet: alphabet, MinLength: minLength}))

func must(s *sqids.Sqids, err error) *sqids.Sqids {
	if err != nil {
		panic(err)
	}
	return s
}

// Encoding costs more than the query that finds the record, and the same few pages are requested all day.
var (
	mu    sync.Mutex
	cache = map[int64]string{}
)

const cacheSize = 10_000

// Encode returns the hash id of an id: at least eight letters and digits, unique and always the same.
func Encode(id int64) string {
	mu.Lock()
	hash, ok := cache[id]
	mu.Unlock()
	if ok {
		return hash
	}
	hash = encode(id)
	mu.Lock()
	defer mu.Unlock()
	if len(cache) >= cacheSize {
		clear(cache)
	}
	cache[id] = hash
	return hash
}

func encode(id int64) string {
	hash, err := codec.Encode([]uint64{uint64(max(id, 0))})
	if err != nil {
		panic(err) // only if every possible result is on the library's blocklist
	}
	return hash
}

// Decode returns the id that a hash id encodes, or false if Encode does not return hash for any id.
func Decode(hash string) (int64, bool) {
	numbers := codec.Decode(hash)
	if len(numbers) != 1 || numbers[0] > math.MaxInt64 {
		return 0, false
	}
	id := int64(numbers[0])
	return id, encode(id) == hash // several strings decode to the same number, but Encode returns only one of them
}
