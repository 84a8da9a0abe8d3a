// Package prepared sends responses that were computed once for many requests.
package prepared

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// Response is a body with the header fields that are sent with it. It is compressed when a client first asks for that.
type Response struct {
	// ETag identifies the body. It is weak because the compressed body has the same one.
	ETag string

	body, compressed                   []byte
	compress                           func(body []byte) []byte
	compressing                        sync.Once
	contentType, caching, vary         []string
	etagValue, length, compressedValue []string
}

// Options say how a response is sent.
type Options struct {
	ContentType, CacheControl string
	// Vary names the request headers that the response depends on, in addition to Accept-Encoding.
	Vary string
	// Version changes the ETag of an unchanged body, for header fields that are sent with it.
	Version string
	// Compress returns the body in the format of gzip. It may be nil.
	Compress func(body []byte) []byte
}

// New returns a response with the status 200.
func New(body []byte, o Options) *Response {
	hash := sha256.New()
	hash.Write(body)
	hash.Write([]byte(o.Version))
	etag := `W/"` + base64.RawURLEncoding.EncodeToString(hash.Sum(nil)[:18]) + `"`
	vary := "Accept-Encoding"
	if o.Vary != "" {
		vary = o.Vary + ", " + vary
	}
	if o.Compress == nil {
		o.Compress = compress
	}
	return &Response{
		ETag: etag, body: body, compress: o.Compress, contentType: []string{o.ContentType},
		caching: []string{o.CacheControl}, vary: []string{vary}, etagValue: []string{etag},
		length: []string{strconv.Itoa(len(body))},
	}
}

// Size returns about how many bytes of memory the response takes, including its compressed body.
func (p *Response) Size() int { return 1<<10 + len(p.body)*3/2 }

// minCompressed is the size from which compression saves a packet.
const minCompressed = 1000

var gzipEncoding = []string{"gzip"}

// Send writes the response, or 304 if the client has it already.
func (p *Response) Send(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header["Cache-Control"], header["Etag"], header["Vary"] = p.caching, p.etagValue, p.vary
	if sent := r.Header.Get("If-None-Match"); sent != "" && strings.Contains(sent, p.ETag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header["Content-Type"] = p.contentType
	body, length := p.body, p.length
	if len(body) >= minCompressed && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		p.compressing.Do(func() {
			p.compressed = p.compress(p.body)
			p.compressedValue = []string{strconv.Itoa(len(p.compressed))}
		})
		body, length = p.compressed, p.compressedValue
		header["Content-Encoding"] = gzipEncoding
	}
	header["Content-Length"] = length
	_, _ = w.Write(body)
}

func compress(body []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(body) // writing to a buffer can't fail
	_ = w.Close()
	return b.Bytes()
}

// compressMost takes longer than compress, for what is compressed once in the life of the process.
func compressMost(body []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
	_, _ = w.Write(body)                                  // writing to a buffer can't fail
	_ = w.Close()
	return b.Bytes()
}

// Script returns a handler that serves a script which pages of any site may include.
func Script(content []byte) http.HandlerFunc {
	response := New(content, Options{
		ContentType: "text/javascript; charset=utf-8", CacheControl: "public, max-age=3600", Compress: compressMost,
	})
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		response.Send(w, r)
	}
}
