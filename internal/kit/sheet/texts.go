package sheet

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

const (
	maxTexts  = 64 << 20 // bytes of the texts that cells share
	boundSize = 4
)

// sharedTexts are the texts that the cells of a workbook share. They are in temporary files, one after the other:
// programs that convert tables share every text, so they take as much memory as the table.
type sharedTexts struct {
	texts, bounds *os.File // a bound is where a text ends
	count, size   int
}

// Close deletes the texts.
func (s *sharedTexts) Close() (err error) {
	for _, file := range []*os.File{s.texts, s.bounds} {
		if file != nil {
			err = errors.Join(err, file.Close())
		}
	}
	return err
}

func (s *sharedTexts) at(i int) (string, error) {
	if i < 0 || i >= s.count {
		return "", nil
	}
	bounds := make([]byte, 2*boundSize) // the first text begins at 0
	var err error
	if i == 0 {
		_, err = s.bounds.ReadAt(bounds[boundSize:], 0)
	} else {
		_, err = s.bounds.ReadAt(bounds, int64(i-1)*boundSize)
	}
	if err != nil {
		return "", fmt.Errorf("read texts of a workbook: %w", err)
	}
	begin, end := binary.LittleEndian.Uint32(bounds), binary.LittleEndian.Uint32(bounds[boundSize:])
	var text strings.Builder
	text.Grow(int(end - begin))
	if _, err := io.Copy(&text, io.NewSectionReader(s.texts, int64(begin), int64(end-begin))); err != nil {
		return "", fmt.Errorf("read texts of a workbook: %w", err)
	}
	return text.String(), nil
}

// textWriter writes shared texts.
type textWriter struct {
	*sharedTexts

	texts, bounds     *bufio.Writer
	text              []byte // the current one
	reading, phonetic bool
}

func (w *workbook) readTexts() error {
	const part = "xl/sharedStrings.xml"
	if w.parts[part] == nil {
		return nil
	}
	var err error
	if w.texts.texts, err = tempFile(); err != nil {
		return err
	}
	if w.texts.bounds, err = tempFile(); err != nil {
		return err
	}
	out := &textWriter{
		sharedTexts: &w.texts, texts: bufio.NewWriter(w.texts.texts), bounds: bufio.NewWriter(w.texts.bounds),
	}
	if err := w.each(part, out.read); err != nil {
		return err
	}
	return errors.Join(out.texts.Flush(), out.bounds.Flush())
}

// tempFile creates a file that is gone when it is closed or the process ends.
func tempFile() (*os.File, error) {
	file, err := os.CreateTemp("", "waymark-texts-*")
	if err != nil {
		return nil, fmt.Errorf("store texts of a workbook: %w", err)
	}
	_ = os.Remove(file.Name()) // the file stays readable
	return file, nil
}

func (w *textWriter) read(x *xmlScanner) error {
	switch x.name {
	case "":
		if w.reading && !w.phonetic {
			if w.text = append(w.text, x.text...); len(w.text) > maxCell {
				return errCell
			}
		}
	case "t":
		w.reading = !x.ends
	case "rPh": // how a text is pronounced
		w.phonetic = !x.ends
	case "si":
		if x.ends {
			return w.end()
		}
	}
	return nil
}

// end stores the current text.
func (w *textWriter) end() error {
	w.count++
	if w.size += len(w.text); w.size+boundSize*w.count > maxTexts {
		return defect("The workbook has too much text. Please save it as CSV.")
	}
	_, err := w.texts.Write(w.text)
	w.text = w.text[:0]
	if err == nil {
		_, err = w.bounds.Write(binary.LittleEndian.AppendUint32(nil, uint32(w.size)))
	}
	if err != nil {
		return fmt.Errorf("store texts of a workbook: %w", err)
	}
	return nil
}
