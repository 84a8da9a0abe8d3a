package media

import (
	"context"
	"errors"
	"io"
	"time"
)

// NoStorage returns the storage of a command that uses no files. All its operations fail.
func NoStorage() Storage { return noStorage{} }

var errNoStorage = errors.New("this command does not use the storage")

type noStorage struct{}

func (noStorage) Put(context.Context, string, string, []byte) error { return errNoStorage }

func (noStorage) PutFrom(context.Context, string, string, io.Reader) (int64, error) {
	return 0, errNoStorage
}

func (noStorage) Open(context.Context, string) (io.ReadSeekCloser, error) { return nil, errNoStorage }

func (noStorage) Delete(context.Context, string) error { return errNoStorage }

func (noStorage) Check(context.Context) error { return errNoStorage }

func (noStorage) Folders(context.Context, string, string, int) ([]string, error) {
	return nil, errNoStorage
}

func (noStorage) LastModified(context.Context, string) (time.Time, error) {
	return time.Time{}, errNoStorage
}

func (noStorage) RemovePartialWrites(context.Context, string, time.Time) error { return errNoStorage }
