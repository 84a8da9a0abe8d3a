package pages

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"

	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
)

// rendered is a page as it is sent.
type rendered struct {
	*loaded
	at     address
	html   []byte
	etag   string
	status int
	// header has the values of the header fields, which are the same for all visitors.
	policyValue, etagValue, lengthValue, gzipLength []string

	compressing sync.Once
	compressed  []byte
}

func newRendered(l *loaded, at address) (*rendered, error) {
	html, policy, err := Render(l.Page)
	if err != nil {
		return nil, err
	}
	hash := sha256.New()
	hash.Write(html)
	hash.Write([]byte(policy))
	etag := `W/"` + base64.RawURLEncoding.EncodeToString(hash.Sum(nil)[:18]) + `"`
	return &rendered{
		loaded: l, at: at, html: html, status: statusOf(l.Kind), etag: etag,
		policyValue: []string{policy}, etagValue: []string{etag}, lengthValue: []string{strconv.Itoa(len(html))},
	}, nil
}

// size is the memory that the page takes.
func (p *rendered) size() int { return entryBytes + len(p.html)*5/4 + 100*len(p.depends) }

// compressors are reused, because each takes several hundred kilobytes.
var compressors = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // fails for an unknown level only
	return w
}}

// gzip returns the page in compressed form.
func (p *rendered) gzip() []byte {
	p.compressing.Do(func() {
		out := bytes.NewBuffer(make([]byte, 0, len(p.html)/2))
		w, _ := compressors.Get().(*gzip.Writer)
		w.Reset(out)
		_, _ = w.Write(p.html) // a buffer does not fail
		_ = w.Close()
		compressors.Put(w)
		p.compressed = out.Bytes()
		p.gzipLength = []string{strconv.Itoa(len(p.compressed))}
	})
	return p.compressed
}

// send writes the page, or 304 if the visitor has it already.
func (p *rendered) send(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header["Content-Security-Policy"] = p.policyValue
	header["Cache-Control"] = noCache
	if p.status != http.StatusOK {
		p.sendError(w, r)
		return
	}
	header["Etag"] = p.etagValue
	header["Vary"] = varyEncoding
	if sent := r.Header.Get("If-None-Match"); sent != "" && strings.Contains(sent, p.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header["Content-Type"] = htmlType
	body, length := p.html, p.lengthValue
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		body, length = p.gzip(), p.gzipLength
		header["Content-Encoding"] = gzipEncoding
	}
	header["Content-Length"] = length
	_, _ = w.Write(body) //nolint:gosec // Render has escaped everything
}

func (p *rendered) sendError(w http.ResponseWriter, _ *http.Request) {
	header := w.Header()
	header["Content-Type"] = htmlType
	header["Content-Length"] = []string{strconv.Itoa(len(p.html))}
	if p.status == http.StatusServiceUnavailable {
		header.Set("Retry-After", "30")
		header["Cache-Control"] = []string{"no-store"}
	}
	w.WriteHeader(p.status)
	_, _ = w.Write(p.html) //nolint:gosec // Render has escaped everything
}

// Header values that are the same in all responses.
var (
	noCache      = []string{"no-cache"}
	htmlType     = []string{"text/html; charset=utf-8"}
	gzipEncoding = []string{"gzip"}
	varyEncoding = []string{"Accept-Encoding"}
)

// worthKeeping reports whether a page may be cached. Whoever asks for random addresses, or for the contact details of
// people who don't exist, must not replace pages that are read.
func (p *rendered) worthKeeping() bool {
	exists := p.record != 0 || p.status == http.StatusOK || p.at.id == ""
	known := (p.at.uid == "" || p.user != nil) && (p.at.pid == "" || p.at.pid == p.Partner.PID)
	return exists && known
}

// changesEverything reports whether a change may concern any page: a media type or a language has another name.
func changesEverything(c changes.Change) bool { return c.Kind == schema.ChangedWords }
