package copilotconfig

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"waymark/internal/platform/changes"
)

// response is a body as it is sent, together with the values of its header fields.
type response struct {
	body                         []byte
	contentType, caching         []string
	etag                         string
	etagValue, length, zipLength []string
	vary                         []string
	depends                      []changes.Dependency

	compressing sync.Once
	compressed  []byte
}

func newResponse(body []byte, contentType, caching, vary string) *response {
	sum := sha256.Sum256(body)
	// The ETag is weak because the compressed body has the same one.
	etag := `W/"` + base64.RawURLEncoding.EncodeToString(sum[:18]) + `"`
	return &response{
		body: body, contentType: []string{contentType}, caching: []string{caching}, vary: []string{vary}, etag: etag,
		etagValue: []string{etag}, length: []string{strconv.Itoa(len(body))},
	}
}

const (
	maxCacheBytes = 64 << 20
	// entryBytes is about what a cached response takes in addition to its body and the records that it depends on.
	entryBytes      = 2 << 10
	dependencyBytes = 24
)

// Depends returns the records whose changes change the response.
func (p *response) Depends() []changes.Dependency { return p.depends }

// Until returns zero: a response does not change by itself.
func (p *response) Until() time.Time { return time.Time{} }

// Size is the memory that the response takes.
func (p *response) Size() int { return entryBytes + len(p.body)*3/2 + dependencyBytes*cap(p.depends) }

// minCompressed is the size from which compression saves a packet.
const minCompressed = 1000

func (p *response) gzip() []byte {
	p.compressing.Do(func() {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = w.Write(p.body) // writing to a buffer can't fail
		_ = w.Close()
		p.compressed, p.zipLength = b.Bytes(), []string{strconv.Itoa(b.Len())}
	})
	return p.compressed
}

var gzipEncoding = []string{"gzip"}

// send writes the response, or 304 if the browser has it already.
func (p *response) send(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header["Cache-Control"], header["Etag"], header["Vary"] = p.caching, p.etagValue, p.vary
	if sent := r.Header.Get("If-None-Match"); sent != "" && strings.Contains(sent, p.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header["Content-Type"] = p.contentType
	body, length := p.body, p.length
	if len(body) >= minCompressed && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		body, length = p.gzip(), p.zipLength
		header["Content-Encoding"] = gzipEncoding
	}
	header["Content-Length"] = length
	_, _ = w.Write(body) //nolint:gosec // JSON or our own script, sent with its type and nosniff
}
