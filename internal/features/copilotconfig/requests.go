package copilotconfig

import (
	"net/http"
	"sync"
)

// requests remembers what requests ask for. The visitors of an advisor send the same few, and parsing one takes longer
// than sending a cached response.
type requests struct {
	lock    sync.RWMutex
	entries map[requestText]request
}

// requestText is all of a request that matters.
type requestText struct{ query, origin string }

func textOf(r *http.Request) requestText { return requestText{r.URL.RawQuery, r.Header.Get("Origin")} }

const maxRequests = 10_000

func (p *requests) get(text requestText) (request, bool) {
	p.lock.RLock()
	defer p.lock.RUnlock()
	found, ok := p.entries[text]
	return found, ok
}

// put remembers a request that could be answered.
func (p *requests) put(text requestText, asked request) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.entries == nil || len(p.entries) >= maxRequests {
		p.entries = map[requestText]request{}
	}
	p.entries[text] = asked
}

func (p *requests) discard() {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.entries = nil
}
