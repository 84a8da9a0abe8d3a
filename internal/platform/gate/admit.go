package gate

import (
	"hash/maphash"
	"net/http"
	"strconv"
	"sync"

	"waymark/internal/kit/admission"
	"waymark/internal/kit/api"
	"waymark/internal/kit/auth"
)

// Limit handles calls as the limiter admits them. One that is refused is not logged: writing the log would be more work
// than the refusal saves.
func (g *Gate) Limit(refuse api.Refuse, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodOptions || r.URL.Path == documentPath || r.URL.Path == docsPath {
			next.ServeHTTP(w, r)
			return
		}
		slot, err := g.Limiter.Acquire(r.Context(), admission.Public, g.callers.nameOf(r))
		if err != nil {
			w.Header().Add("Vary", variesBy)
			allowOrigin(w.Header(), r.Header.Get("Origin"))
			refuse(w, r, err)
			return
		}
		defer slot.Release()
		w, r = slot.Wrap(w, r)
		next.ServeHTTP(w, r)
	})
}

// knownCallers remembers which credentials belong to which partner, so that the calls of a partner can be limited
// before its key is read from the database. Credentials that were never valid count for the address that sends them:
// whoever sends random or stolen keys takes no slots from others.
type knownCallers struct {
	lock  sync.RWMutex
	seed  maphash.Seed
	names map[uint64]string // by the hash of the credentials
}

const maxKnownCallers = 10_000

// nameOf returns the name of the caller whose calls share a limit. The user-facing app, whose calls are those of all
// partners, has none.
func (k *knownCallers) nameOf(r *http.Request) string {
	k.lock.RLock()
	defer k.lock.RUnlock()
	if k.names != nil {
		if name, known := k.names[k.hash(r)]; known {
			return name
		}
	}
	return "address " + auth.AddressKey(api.ClientIP(r.Context()))
}

// remember stores a caller that has been identified by the credentials of a request.
func (k *knownCallers) remember(r *http.Request, caller Caller) {
	if caller.Kind == Anonymous {
		return
	}
	name := ""
	if caller.Kind != App {
		name = "partner " + strconv.FormatInt(caller.PartnerID, 10)
	}
	k.lock.Lock()
	defer k.lock.Unlock()
	if k.names == nil || len(k.names) >= maxKnownCallers {
		k.seed, k.names = maphash.MakeSeed(), map[uint64]string{}
	}
	k.names[k.hash(r)] = name
}

// hash returns a hash of the credentials and of the site that sends them. The credentials themselves are not kept.
func (k *knownCallers) hash(r *http.Request) uint64 {
	var h maphash.Hash
	h.SetSeed(k.seed)
	for _, name := range []string{"Authorization", "X-Api-Key", "Origin"} {
		_, _ = h.WriteString(r.Header.Get(name)) // never fails
		_ = h.WriteByte(0)
	}
	return h.Sum64()
}
