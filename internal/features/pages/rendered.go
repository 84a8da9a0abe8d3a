package pages

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"waymark/internal/platform/changes"
)

// rendered is a page as it is sent. What it was made of is not kept, because that takes more memory than the page.
type rendered struct {
	facts
	at       address
	kind     Kind
	language string
	// The owner's public id and website, and the sites that may show an embed.
	pid, website   string
	frameAncestors []string
	leadForm       *LeadForm // nil if the page has none
	parts          parts
	look           *look

	html   []byte
	etag   string
	status int
	// header has the values of the header fields, which are the same for all visitors.
	policyValue, etagValue, lengthValue, gzipLength []string

	compressing sync.Once
	compressed  []byte
}

func newRendered(l *loaded, at address) (*rendered, error) {
	v, err := newView(l.Page)
	if err != nil {
		return nil, err
	}
	html, parts, err := v.render()
	if err != nil {
		return nil, err
	}
	policy := v.policy()
	hash := sha256.New()
	hash.Write(html)
	hash.Write([]byte(policy))
	etag := `W/"` + base64.RawURLEncoding.EncodeToString(hash.Sum(nil)[:18]) + `"`
	return &rendered{
		facts: l.facts, at: at, kind: l.Kind, language: l.Collection.Language, pid: l.Partner.PID, website: l.Partner.URL,
		frameAncestors: l.FrameAncestors, leadForm: l.LeadForm, parts: parts, look: v.Look,
		html: html, status: statusOf(l.Kind), etag: etag,
		policyValue: []string{policy}, etagValue: []string{etag}, lengthValue: []string{strconv.Itoa(len(html))},
	}, nil
}

const (
	maxCacheBytes = 64 << 20
	// entryBytes is about what a cached page takes in addition to its HTML and the records that it depends on.
	entryBytes      = 2 << 10
	dependencyBytes = 24
)

// Depends returns the records whose changes change the page.
func (p *rendered) Depends() []changes.Dependency { return p.depends }

// Until returns when the page changes by itself, or zero.
func (p *rendered) Until() time.Time { return p.until }

// Size is the memory that the page takes.
func (p *rendered) Size() int { return entryBytes + len(p.html)*5/4 + dependencyBytes*cap(p.depends) }

// gzip returns the page in compressed form.
func (p *rendered) gzip() []byte {
	p.compressing.Do(func() {
		start := p.look.compressed(p.html[:p.parts.start])
		p.compressed = compress(start, p.html, p.parts.start)
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
	known := (p.at.uid == "" || p.user != nil) && (p.at.pid == "" || p.at.pid == p.pid)
	return exists && known
}
