package pages

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"sync"

	"github.com/klauspost/compress/flate"
)

// compressors are reused, because each takes several hundred kilobytes.
var compressors = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.BestSpeed) // fails for an unknown level only
	return w
}}

// gzipHeader is the header of gzip data of an unknown time and system.
const gzipHeader = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"

// maxStarts is how many languages of a partner are kept in compressed form.
const maxStarts = 10

// compressed returns the compressed beginning of a page. It is mostly the style sheet, half of a page, and the same for
// all pages of a partner in a language.
func (l *look) compressed(start []byte) []byte {
	l.lock.Lock()
	defer l.lock.Unlock()
	if found := l.starts[string(start)]; found != nil {
		return found
	}
	out := bytes.NewBufferString(gzipHeader)
	w, _ := compressors.Get().(*flate.Writer)
	w.Reset(out)
	_, _ = w.Write(start) // a buffer does not fail
	_ = w.Flush()         // ends at a whole byte, so that anything can follow
	compressors.Put(w)
	if l.starts == nil || len(l.starts) >= maxStarts {
		l.starts = map[string][]byte{}
	}
	found := bytes.Clone(out.Bytes())
	l.starts[string(start)] = found
	return found
}

// compress returns a page in the format of gzip. The beginning of the page has been compressed already.
func compress(start, html []byte, startLength int) []byte {
	out := bytes.NewBuffer(make([]byte, 0, len(start)+(len(html)-startLength)/2))
	out.Write(start)
	w, _ := compressors.Get().(*flate.Writer)
	w.Reset(out)
	_, _ = w.Write(html[startLength:])
	_ = w.Close()
	compressors.Put(w)
	end := binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(html))
	end = binary.LittleEndian.AppendUint32(end, uint32(len(html)))
	out.Write(end)
	return out.Bytes()
}
