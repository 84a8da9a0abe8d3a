package sheet

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// xmlScanner reads the XML of workbooks. encoding/xml would hold a text of any size in memory, which a small
// compressed file can contain; here texts and tags have limits. Comments and the like are not part of workbooks.
type xmlScanner struct {
	in   *bufio.Reader
	left int64 // how many bytes may still be read
	// The current token: a tag, or a text if the name is empty.
	name  string
	ends  bool // it is an end tag, or has just been ended
	attrs []xmlAttr
	text  string

	selfClosing bool
}

type xmlAttr struct{ name, value string }

// maxUnpacked is the largest part of a workbook that is read.
const maxUnpacked = 1 << 30

var errWorkbook = defect("This file is not a workbook that can be read. Please save it again, or save it as CSV.")

func newXMLScanner(in io.Reader) *xmlScanner {
	return &xmlScanner{in: bufio.NewReaderSize(in, 64<<10), left: maxUnpacked}
}

func (x *xmlScanner) attr(name string) string {
	for _, a := range x.attrs {
		if a.name == name {
			return a.value
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
	x.name, x.text, x.ends, x.attrs = "", "", false, x.attrs[:0]
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
	if len(tag) > 0 && tag[0] == '?' {
		return x.next()
	}
	return x.parseTag(tag)
}

// until reads up to a delimiter, which it leaves out.
func (x *xmlScanner) until(delimiter byte) ([]byte, error) {
	var read []byte
	for {
		part, err := x.in.ReadSlice(delimiter)
		if x.left -= int64(len(part)); x.left < 0 {
			return nil, defect("The workbook is larger than 1 GB when it is unpacked. Please save it as CSV.")
		}
		if read = append(read, part...); len(read) > maxCell {
			return nil, defect("The workbook has a cell that is too long.")
		}
		switch {
		case err == nil:
			return read[:len(read)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			if len(bytes.TrimSpace(read)) > 0 {
				return nil, errWorkbook
			}
			return nil, io.EOF
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
		x.name, x.ends = localName(string(bytes.TrimSpace(tag[1:]))), true
		return nil
	}
	if tag[len(tag)-1] == '/' {
		x.selfClosing, tag = true, tag[:len(tag)-1]
	}
	end := bytes.IndexAny(tag, " \t\r\n")
	if end < 0 {
		end = len(tag)
	}
	x.name = localName(string(tag[:end]))
	for rest := bytes.TrimSpace(tag[end:]); len(rest) > 0; rest = bytes.TrimSpace(rest) {
		name, after, found := bytes.Cut(rest, []byte("="))
		after = bytes.TrimLeft(after, " \t\r\n")
		if !found || len(after) < 2 || (after[0] != '"' && after[0] != '\'') {
			return errWorkbook
		}
		length := bytes.IndexByte(after[1:], after[0])
		if length < 0 {
			return errWorkbook
		}
		x.attrs = append(x.attrs, xmlAttr{localName(string(bytes.TrimSpace(name))), unescape(after[1 : 1+length])})
		rest = after[length+2:]
	}
	return nil
}

// localName is a name without its namespace.
func localName(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }

// unescape replaces references to characters.
func unescape(text []byte) string {
	if bytes.IndexByte(text, '&') < 0 {
		return string(text)
	}
	var out strings.Builder
	for {
		before, rest, found := bytes.Cut(text, []byte("&"))
		out.Write(before)
		if !found {
			return out.String()
		}
		name, after, found := bytes.Cut(rest, []byte(";"))
		if !found {
			out.WriteByte('&')
			text = rest
			continue
		}
		out.WriteString(character(string(name)))
		text = after
	}
}

func character(name string) string {
	if known, ok := map[string]string{"lt": "<", "gt": ">", "amp": "&", "quot": `"`, "apos": "'"}[name]; ok {
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
