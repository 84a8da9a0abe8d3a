package media

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// ErrTooLarge is returned for a file of more than MaxBytes.
var ErrTooLarge = errors.New("the file is larger than 10 MB")

// SourceError is an error of the reader that a file was read from, for example because the client disconnected.
type SourceError struct{ Err error }

func (e *SourceError) Error() string { return "read the file: " + e.Err.Error() }
func (e *SourceError) Unwrap() error { return e.Err }

const tempPattern = "waymark-image-*"

// tempFile is a file that is removed when it is closed or when the process ends.
type tempFile struct {
	*os.File
	named bool
}

// newTempFile creates a temporary file. It removes the name at once if the system allows that, so that a killed process
// leaves no files.
func newTempFile() (*tempFile, error) {
	file, err := os.CreateTemp("", tempPattern)
	if err != nil {
		return nil, fmt.Errorf("create a temporary file: %w", err)
	}
	return &tempFile{File: file, named: os.Remove(file.Name()) != nil}, nil
}

// Close removes the file.
func (t *tempFile) Close() error {
	err := t.File.Close()
	if t.named {
		err = errors.Join(err, os.Remove(t.Name()))
	}
	return err
}

// spool copies a reader of at most limit bytes into a temporary file.
func spool(from io.Reader, limit int64) (*tempFile, error) {
	file, err := newTempFile()
	if err != nil {
		return nil, err
	}
	source := &sourceReader{Reader: from}
	size, err := io.Copy(file, io.LimitReader(source, limit+1))
	switch {
	case source.failed != nil:
		err = &SourceError{source.failed}
	case err != nil:
		err = fmt.Errorf("write a temporary file: %w", err)
	case size > limit:
		err = ErrTooLarge
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// sourceReader records the error of a reader.
type sourceReader struct {
	io.Reader
	failed error
}

func (s *sourceReader) Read(into []byte) (int, error) {
	n, err := s.Reader.Read(into)
	if err != nil && err != io.EOF {
		s.failed = err
	}
	return n, err
}

// removeTempFiles removes temporary files of a process that was killed before it could remove their names.
func removeTempFiles(before time.Time) error {
	left, err := filepath.Glob(filepath.Join(os.TempDir(), tempPattern))
	if err != nil {
		return fmt.Errorf("find temporary files: %w", err)
	}
	for _, name := range left {
		if info, err := os.Stat(name); err == nil && info.ModTime().Before(before) {
			_ = os.Remove(name) // it may belong to another user
		}
	}
	return nil
}
