package sheet

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// xmlScanner reads the XML of workbooks. encoding/xml would hold a text of any size in memory, which a small
// compressed file can contain; here texts and tags have limits. Comments and the like are not part of workbooks.
type xmlScanner struct {
	part io.Closer
	in   *bufio.Reader
	left int64 // how many bytes may still be read
	// allowance is how many tags and texts may still be read; see earn.
	allowance int
	// The current token: a tag, or a text if the name is empty. Texts and attributes are valid until the next one.
	name  string
	ends  bool // it is an end tag, or has just been ended
	attrs []xmlAttr
	text  []byte

	buffer      []byte
	selfClosing bool
}

type xmlAttr struct{ name, value []byte }

// The limits of a part of a workbook.
const (
	maxUnpacked = 1 << 30
	maxPart     = 256 << 20 // of the parts besides the sheet
	// maxElements limits tags and texts. A million empty rows of ten cells, which programs store if they are formatted,
	// have 12 million.
	maxElements = 15_000_000
	// rowElements is how many more a row with values may have. Empty cells of 16,384 columns have 32,768.
	rowElements = 40_000
	maxAttrs    = 100 // of a tag
	// attrsPerElement is how many attributes count as another element.
	attrsPerElement = 4
	// maxReference limits the reference to a character, such as &amp;.
	maxReference = 16
)

var (
	errWorkbook = defect("This file is not a workbook that can be read. Please save it again, or save it as CSV.")
	errCell     = defect("The workbook has a cell that is too long.")
	errElements = defect("The workbook has too many empty rows and cells. Please delete them, or save it as CSV.")
)

func newXMLScanner(part io.ReadCloser) *xmlScanner {
	return &xmlScanner{
		part: part, in: bufio.NewReaderSize(part, 64<<10), left: maxUnpacked, allowance: maxElements,
	}
}

func (x *xmlScanner) close() { _ = x.part.Close() }

// earn raises the allowance after a row with values, so that files with many such rows can be read.
func (x *xmlScanner) earn() { x.allowance = min(x.allowance+rowElements, maxElements) }

func (x *xmlScanner) attr(name string) string {
	for _, a := range x.attrs {
		if string(a.name) == name {
			if bytes.IndexByte(a.value, '&') < 0 {
				return string(a.value)
			}
			return string(unescape(bytes.Clone(a.value)))
		}
	}
	return ""
}

// next reads the next token. At the end it returns io.EOF.
func (x *xmlScanner) next() error {
	if x.selfClosing {
		x.selfClosing, x.ends = false, true
		return nil
	}
	for {
		x.name, x.text, x.ends, x.attrs = "", nil, false, x.attrs[:0]
		if x.allowance--; x.allowance < 0 {
			return errElements
		}
		text, err := x.until('<')
		if err != nil {
			return err
		}
		if len(text) > 0 {
			x.text = unescape(text)
			return x.in.UnreadByte() // the < begins the next token
		}
		tag, err := x.until('>')
		if errors.Is(err, io.EOF) {
			return errWorkbook
		}
		if err != nil {
			return err
		}
		if len(tag) == 0 || tag[0] != '?' {
			return x.parseTag(tag)
		}
	}
}

// until reads up to a delimiter, which it leaves out.
func (x *xmlScanner) until(delimiter byte) ([]byte, error) {
	x.buffer = x.buffer[:0]
	for {
		part, err := x.in.ReadSlice(delimiter)
		if x.left -= int64(len(part)); x.left < 0 {
			return nil, defect("The workbook is too large when it is unpacked. Please save it as CSV.")
		}
		if x.buffer = append(x.buffer, part...); len(x.buffer) > maxCell {
			return nil, errCell
		}
		switch {
		case err == nil:
			return x.buffer[:len(x.buffer)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			if len(bytes.TrimSpace(x.buffer)) > 0 {
				return nil, errWorkbook
			}
			return nil, io.EOF
		case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
			return nil, err
		default:
			return nil, errWorkbook // damaged
		}
	}
}

func (x *xmlScanner) parseTag(tag []byte) error {
	if len(tag) == 0 || tag[0] == '!' {
		return errWorkbook
	}
	if tag[0] == '/' {
		x.name, x.ends = nameOf(bytes.TrimSpace(tag[1:])), true
		return nil
	}
	if tag[len(tag)-1] == '/' {
		x.selfClosing, tag = true, tag[:len(tag)-1]
	}
	end := bytes.IndexAny(tag, " \t\r\n")
	if end < 0 {
		end = len(tag)
	}
	x.name = nameOf(tag[:end])
	for rest := bytes.TrimSpace(tag[end:]); len(rest) > 0; rest = bytes.TrimLeft(rest, " \t\r\n") {
		name, after, found := bytes.Cut(rest, []byte("="))
		after = bytes.TrimLeft(after, " \t\r\n")
		if !found || len(after) < 2 || (after[0] != '"' && after[0] != '\'') || len(x.attrs) == maxAttrs {
			return errWorkbook
		}
		length := bytes.IndexByte(after[1:], after[0])
		if length < 0 {
			return errWorkbook
		}
		x.attrs = append(x.attrs, xmlAttr{localName(bytes.TrimSpace(name)), after[1 : 1+length]})
		rest = after[length+2:]
	}
	x.allowance -= len(x.attrs) / attrsPerElement
	return nil
}

// localName is a name without its namespace.
func localName(name []byte) []byte { return name[bytes.LastIndexByte(name, ':')+1:] }

// elementNames are the names of the elements that are used. Finding one of them allocates nothing.
var elementNames = func() map[string]string {
	names := map[string]string{}
	for _, name := range []string{
		"c", "cellXfs", "numFmt", "rPh", "Relationship", "row", "sheet", "sheetData", "si", "t", "v", "workbookPr", "xf",
	} {
		names[name] = name
	}
	return names
}()

// otherElement is the name of all elements that are not used.
const otherElement = "?"

func nameOf(name []byte) string {
	if len(name) == 1 && name[0] == 'c' { // by far the most frequent
		return "c"
	}
	if known, ok := elementNames[string(localName(name))]; ok {
		return known
	}
	return otherElement
}

// unescape replaces references to characters. The result is in the same place, since it is not longer.
func unescape(text []byte) []byte {
	start := bytes.IndexByte(text, '&')
	if start < 0 {
		return text
	}
	out := text[:start]
	for rest := text[start:]; len(rest) > 0; {
		if rest[0] == '&' {
			if end := bytes.IndexByte(rest[:min(len(rest), maxReference)], ';'); end > 0 {
				out = append(out, character(string(rest[1:end]))...)
				rest = rest[end+1:]
				continue
			}
		}
		next := bytes.IndexByte(rest[1:], '&') + 1
		if next == 0 {
			next = len(rest)
		}
		out = append(out, rest[:next]...)
		rest = rest[next:]
	}
	return out
}

// characters are the references that have a name.
var characters = map[string]string{"lt": "<", "gt": ">", "amp": "&", "quot": `"`, "apos": "'"}

func character(name string) string {
	if known, ok := characters[name]; ok {
		return known
	}
	base := 10
	number, ok := strings.CutPrefix(name, "#")
	if hex, isHex := strings.CutPrefix(number, "x"); isHex {
		number, base = hex, 16
	}
	code, err := strconv.ParseInt(number, base, 32)
	if !ok || err != nil || !utf8.ValidRune(rune(code)) {
		return ""
	}
	return string(rune(code))
}
