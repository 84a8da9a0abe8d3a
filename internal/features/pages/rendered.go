package pages

import (
	"net/http"
	"strconv"
	"time"

	"waymark/internal/kit/prepared"
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

	html     []byte
	status   int
	response *prepared.Response
	// policy is the value of the header field.
	policy []string
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
	policy, look := v.policy(), v.Look
	response := prepared.New(html, prepared.Options{
		ContentType: htmlType, CacheControl: "no-cache", Version: policy,
		Compress: func(html []byte) []byte { return compress(look.compressed(html[:parts.start]), html, parts.start) },
	})
	return &rendered{
		facts: l.facts, at: at, kind: l.Kind, language: l.Collection.Language, pid: l.Partner.PID, website: l.Partner.URL,
		frameAncestors: l.FrameAncestors, leadForm: l.LeadForm, parts: parts,
		html: html, status: statusOf(l.Kind), response: response, policy: []string{policy},
	}, nil
}

const (
	maxCacheBytes = 64 << 20
	// entryBytes is about what a cached page takes in addition to what is sent and the records that it depends on.
	entryBytes      = 1 << 10
	dependencyBytes = 24
)

// Depends returns the records whose changes change the page.
func (p *rendered) Depends() []changes.Dependency { return p.depends }

// Until returns when the page changes by itself, or zero.
func (p *rendered) Until() time.Time { return p.until }

// Size is the memory that the page takes.
func (p *rendered) Size() int { return entryBytes + p.response.Size() + dependencyBytes*cap(p.depends) }

// send writes the page, or 304 if the visitor has it already.
func (p *rendered) send(w http.ResponseWriter, r *http.Request) {
	w.Header()["Content-Security-Policy"] = p.policy
	if p.status != http.StatusOK {
		p.sendError(w)
		return
	}
	p.response.Send(w, r)
}

func (p *rendered) sendError(w http.ResponseWriter) {
	header := w.Header()
	header.Set("Content-Type", htmlType)
	header.Set("Content-Length", strconv.Itoa(len(p.html)))
	header.Set("Cache-Control", "no-cache")
	if p.status == http.StatusServiceUnavailable {
		header.Set("Retry-After", "30")
		header.Set("Cache-Control", "no-store")
	}
	w.WriteHeader(p.status)
	_, _ = w.Write(p.html) //nolint:gosec // Render has escaped everything
}

const htmlType = "text/html; charset=utf-8"

// worthKeeping reports whether a page may be cached. Whoever asks for random addresses, or for the contact details of
// people who don't exist, must not replace pages that are read.
func (p *rendered) worthKeeping() bool {
	exists := p.record != 0 || p.status == http.StatusOK || p.at.id == ""
	known := (p.at.uid == "" || p.user != nil) && (p.at.pid == "" || p.at.pid == p.pid)
	return exists && known
}
