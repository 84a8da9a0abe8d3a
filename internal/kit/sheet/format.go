package sheet

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// The types of files.
const (
	CSV  = "csv"
	XLSX = "xlsx"
)

// The encodings of CSV files.
const (
	UTF8        = "utf-8"
	UTF16LE     = "utf-16le"
	UTF16BE     = "utf-16be"
	Windows1252 = "windows-1252"
)

// Encodings are the encodings of CSV files.
var Encodings = []string{UTF8, UTF16LE, UTF16BE, Windows1252}

const separators = ",;\t|"

// Separators are the separators of CSV files.
var Separators = strings.Split(separators, "")

// Format says how a file is read.
type Format struct {
	Type      string
	Encoding  string // of a CSV file
	Separator string // of a CSV file
	Dates     DateFormat
}

var decoders = map[string]func(io.Reader) io.Reader{
	UTF8:        func(r io.Reader) io.Reader { return transform.NewReader(r, unicode.BOMOverride(transform.Nop)) },
	UTF16LE:     utf16(unicode.LittleEndian),
	UTF16BE:     utf16(unicode.BigEndian),
	Windows1252: func(r io.Reader) io.Reader { return charmap.Windows1252.NewDecoder().Reader(r) },
}

func utf16(order unicode.Endianness) func(io.Reader) io.Reader {
	return func(r io.Reader) io.Reader {
		return transform.NewReader(r, unicode.UTF16(order, unicode.UseBOM).NewDecoder())
	}
}

// sampleSize is how much of a file is looked at to detect its format.
const sampleSize = 64 << 10

// Detect finds out the format of a file from its beginning. Dates are detected from its rows; see DetectDates.
func Detect(file File, size int64) (Format, error) {
	start := make([]byte, min(size, sampleSize))
	if _, err := file.ReadAt(start, 0); err != nil && !errors.Is(err, io.EOF) {
		return Format{}, err
	}
	if bytes.HasPrefix(start, []byte("PK\x03\x04")) {
		return Format{Type: XLSX, Dates: ISODates}, nil
	}
	if isBinary(start) {
		return Format{}, defect("This is neither a CSV nor an XLSX file.")
	}
	format := Format{Type: CSV, Encoding: detectEncoding(start), Dates: ISODates}
	text, err := io.ReadAll(decoders[format.Encoding](bytes.NewReader(start)))
	if err != nil {
		return Format{}, defect("The text of this file can't be read.")
	}
	format.Separator = detectSeparator(text)
	return format, nil
}

// isBinary recognises common files that are no text.
func isBinary(start []byte) bool {
	for _, signature := range []string{
		"\x89PNG", "\xff\xd8\xff", "GIF8", "%PDF", "\xd0\xcf\x11\xe0", "\x1f\x8b", "\x7fELF", "PK\x05\x06",
	} {
		if bytes.HasPrefix(start, []byte(signature)) {
			return true
		}
	}
	return false
}

// detectEncoding looks for a byte order mark, for the zero bytes that Latin letters have in UTF-16, and for sequences
// that are not valid UTF-8.
func detectEncoding(start []byte) string {
	switch {
	case bytes.HasPrefix(start, []byte("\xef\xbb\xbf")):
		return UTF8
	case bytes.HasPrefix(start, []byte("\xff\xfe")):
		return UTF16LE
	case bytes.HasPrefix(start, []byte("\xfe\xff")):
		return UTF16BE
	}
	zeros := [2]int{}
	for i, b := range start {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch half := len(start) / 2; {
	case half > 0 && zeros[1] > half/2:
		return UTF16LE
	case half > 0 && zeros[0] > half/2:
		return UTF16BE
	}
	if len(start) == sampleSize { // the end may be in the middle of a character
		start = start[:len(start)-utf8.UTFMax]
		for len(start) > 0 && !utf8.RuneStart(start[len(start)-1]) {
			start = start[:len(start)-1]
		}
		start = start[:max(0, len(start)-1)]
	}
	if utf8.Valid(start) {
		return UTF8
	}
	return Windows1252
}

// detectSeparator chooses the separator that splits the most rows into as many cells as the first one.
func detectSeparator(text []byte) string {
	best, most := ",", 0
	for _, separator := range Separators {
		rows := newCSV(bytes.NewReader(text), separator[0])
		counts := []int{}
		for range 50 {
			row, err := rows.Next()
			if err != nil {
				break
			}
			counts = append(counts, len(row.Cells))
		}
		if len(counts) == 0 || counts[0] < 2 {
			continue
		}
		alike := len(counts) - len(slices.DeleteFunc(slices.Clone(counts), func(n int) bool { return n == counts[0] }))
		if score := alike*1000/len(counts)*10 + counts[0]; score > most {
			best, most = separator, score
		}
	}
	return best
}
