// Package hashid writes the ids of records as short words, for addresses that people see.
package hashid

import (
	"math"
	"sync"

	"github.com/sqids/sqids-go"
)

// Changing the alphabet changes every address that has been given away.
var words = must(sqids.New(sqids.Options{Alphabet: "k3G7QAe51FCsPW92uEOyq4Bg6Sp8YzVTmnU0liwDdHXLajZrfxNhobJIRcMvKt", MinLength: 8}))

func must(s *sqids.Sqids, err error) *sqids.Sqids {
	if err != nil {
		panic(err)
	}
	return s
}

// Words cost more than the query that finds the record, and the same few pages are looked at all day.
var (
	lock  sync.Mutex
	known = map[int64]string{}
)

const mostKnown = 10_000

// Encode is the word for an id: at least eight letters and digits, always the same, another for every id.
func Encode(id int64) string {
	lock.Lock()
	word, ok := known[id]
	lock.Unlock()
	if ok {
		return word
	}
	word = encode(id)
	lock.Lock()
	defer lock.Unlock()
	if len(known) >= mostKnown {
		clear(known)
	}
	known[id] = word
	return word
}

func encode(id int64) string {
	word, err := words.Encode([]uint64{uint64(max(id, 0))})
	if err != nil {
		panic(err) // only when every word is on the list of rude ones
	}
	return word
}

// Decode is the id a word stands for; false for what is no such word.
func Decode(word string) (int64, bool) {
	numbers := words.Decode(word)
	if len(numbers) != 1 || numbers[0] > math.MaxInt64 {
		return 0, false
	}
	id := int64(numbers[0])
	return id, encode(id) == word // several words may lead to a number, and only one is its own
}
