package gate

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"waymark/internal/kit/api"
)

// validators remembers which ETags are current, so that a response that has not changed need not be built again.
type validators struct {
	lock    sync.Mutex
	entries map[string]validator
}

type validator struct {
	head int64 // the newest change when the response was built
	at   time.Time
}

const (
	maxValidators   = 20_000
	maxValidatorAge = 5 * time.Minute
)

// current reports whether nothing has changed since the response with this key was built.
func (v *validators) current(key string, head int64) bool {
	v.lock.Lock()
	defer v.lock.Unlock()
	found, ok := v.entries[key]
	return ok && head > 0 && found.head == head && time.Since(found.at) < maxValidatorAge
}

func (v *validators) store(key string, head int64) {
	v.lock.Lock()
	defer v.lock.Unlock()
	if v.entries == nil || len(v.entries) >= maxValidators {
		v.entries = map[string]validator{}
	}
	v.entries[key] = validator{head, time.Now()}
}

// serveRead answers a GET request with an ETag, and with 304 if the caller has the current response already.
func (g *Gate) serveRead(w http.ResponseWriter, r *http.Request, v *Visit, next http.Handler) {
	sent := r.Header.Get("If-None-Match")
	head := g.head()
	remembers := head > 0 && canRemember(r)
	if remembers && sent != "" && g.validators.current(v.validatorKey(r, sent), head) {
		notModified(w, sent)
		return
	}
	response := &bufferedResponse{header: w.Header(), status: http.StatusOK}
	next.ServeHTTP(response, r)
	w.Header().Del("Content-Length") // another body may be sent
	if response.status != http.StatusOK {
		w.WriteHeader(response.status)
		_, _ = w.Write(response.body.Bytes())
		return
	}
	send := v.response
	if send == nil {
		sum := sha256.Sum256(response.body.Bytes())
		send = &encodedResponse{response.body.Bytes(), `"` + base64.RawURLEncoding.EncodeToString(sum[:18]) + `"`}
	}
	if remembers {
		g.validators.store(v.validatorKey(r, send.etag), head)
	}
	if matches(sent, send.etag) {
		notModified(w, send.etag)
		return
	}
	setValidator(w, send.etag)
	w.Header().Set("Content-Length", strconv.Itoa(len(send.body)))
	_, _ = w.Write(send.body)
}

// encodedResponse is a JSON response with its ETag.
type encodedResponse struct {
	body []byte
	etag string
}

// setValidator lets the caller keep the response and ask whether it is current.
func setValidator(w http.ResponseWriter, etag string) {
	w.Header().Set("ETag", etag)
	w.Header().Set("Cache-Control", "private, no-cache")
}

func notModified(w http.ResponseWriter, etag string) {
	setValidator(w, etag)
	w.Header().Del("Content-Type")
	w.WriteHeader(http.StatusNotModified)
}

func (g *Gate) head() int64 {
	if g.Head == nil {
		return 0
	}
	return g.Head()
}

// canRemember reports whether a request may be answered without being handled. Searches and requests that refer to a
// user are recorded by their handlers. One with a position is always handled: another node may have made the change
// that its caller knows of.
func canRemember(r *http.Request) bool {
	return !strings.HasPrefix(r.URL.Path, "/api/v1/search/") && !strings.HasPrefix(r.URL.Path, "/api/v1/users/") &&
		!r.URL.Query().Has("uid") && !r.URL.Query().Has("insider") && r.Header.Get(api.PositionHeader) == ""
}

// validatorKey identifies a response: who asked for what, and the ETag.
func (v *Visit) validatorKey(r *http.Request, etag string) string {
	caller := strconv.Itoa(int(v.Kind)) + " " + strconv.FormatInt(v.PartnerID, 10)
	sum := sha256.Sum256([]byte(strings.Join([]string{caller, r.URL.RequestURI(), etag}, "\n")))
	return string(sum[:])
}

// matches reports whether an ETag is in an If-None-Match header. Weak ones are compared like strong ones.
func matches(header, etag string) bool {
	etag = strings.TrimPrefix(etag, "W/")
	for part := range strings.SplitSeq(header, ",") {
		part = strings.TrimPrefix(strings.TrimSpace(part), "W/")
		if part == etag || part == "*" {
			return true
		}
	}
	return false
}

// bufferedResponse collects a response. Its header is that of the real response.
type bufferedResponse struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (b *bufferedResponse) Header() http.Header { return b.header }

func (b *bufferedResponse) WriteHeader(status int) { b.status = status }

func (b *bufferedResponse) Write(p []byte) (int, error) { return b.body.Write(p) }
