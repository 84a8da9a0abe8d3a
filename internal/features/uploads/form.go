package uploads

import (
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/media"
)

const (
	// overhead is what a form may take beside the file.
	overhead  = 64 << 10
	maxParts  = 100
	maxHeader = 16 << 10
	// readAhead is how much of a body the multipart reader takes in before it needs it.
	readAhead = 8 << 10
)

// form reads a multipart body as it arrives. Neither the file nor the other parts are held in memory.
type form struct {
	body  *body
	parts *multipart.Reader
	count int
}

func (s *Service) openForm(call *api.Call) (*form, error) {
	r, w := call.Request()
	f := &form{body: &body{
		ReadCloser: http.MaxBytesReader(w, r.Body, media.MaxBytes+overhead),
		control:    http.NewResponseController(w), stall: s.Stall, left: -1,
	}}
	r.Body = f.body
	var err error
	if f.parts, err = r.MultipartReader(); err != nil {
		return nil, apierr.New(http.StatusUnsupportedMediaType, "The request must be a form with a file.")
	}
	return f, nil
}

// close limits how long the server waits for the rest of the body, which it reads before the next request.
func (f *form) close() { _ = f.body.control.SetReadDeadline(time.Now().Add(f.body.stall)) }

// file finds the part called file.
func (f *form) file() (io.Reader, error) {
	for {
		part, err := f.next()
		if err == io.EOF { //nolint:errorlint // the end of the form; a body that breaks off is a wrapped one
			return nil, apierr.Field("file", "This field is required.")
		}
		if err != nil {
			return nil, unreadable(err)
		}
		if part.FormName() == "file" {
			return &arriving{part, f.body}, nil
		}
		if _, err := io.Copy(io.Discard, part); err != nil {
			return nil, unreadable(err)
		}
	}
}

// arriving is a file that must keep arriving. Once it is here, what is done with it may take longer than that: a deadline
// that passes would cancel the request.
type arriving struct {
	io.Reader
	body *body
}

func (a *arriving) Read(into []byte) (int, error) {
	n, err := a.Reader.Read(into)
	if errors.Is(err, io.EOF) {
		_ = a.body.control.SetReadDeadline(time.Time{}) // it was set before
	}
	return n, err
}

var errHeader = errors.New("the header of a part is too large")

// next is the next part. All parts before it must have been read, so that nothing but its header is read here.
func (f *form) next() (*multipart.Part, error) {
	if f.count++; f.count > maxParts {
		return nil, apierr.New(http.StatusBadRequest, "The form has more than 100 parts.")
	}
	f.body.left = maxHeader + readAhead
	defer func() { f.body.left = -1 }()
	part, err := f.parts.NextPart()
	if err != nil {
		return nil, err
	}
	size := 0
	for name, values := range part.Header {
		for _, value := range values {
			size += len(name) + len(value) + len(": \r\n")
		}
	}
	if size > maxHeader {
		return nil, errHeader
	}
	return part, nil
}

// body is a request's body that must keep arriving.
type body struct {
	io.ReadCloser
	control *http.ResponseController
	stall   time.Duration
	left    int // bytes that may still be read, or -1 for any number
}

func (b *body) Read(into []byte) (int, error) {
	if b.left == 0 {
		return 0, errHeader
	}
	if b.left > 0 && len(into) > b.left {
		into = into[:b.left]
	}
	if err := b.control.SetReadDeadline(time.Now().Add(b.stall)); err != nil {
		return 0, err
	}
	n, err := b.ReadCloser.Read(into)
	if b.left > 0 {
		b.left -= n
	}
	return n, err
}

// unreadable gives errors of reading a form a status.
func unreadable(err error) error {
	var limit *http.MaxBytesError
	switch {
	case errors.As(err, &limit):
		return errTooLarge()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return apierr.New(http.StatusRequestTimeout, "The upload stalled. Please try again.")
	case errors.Is(err, errHeader):
		return apierr.New(http.StatusBadRequest, "The header of a form part is larger than 16 kB.")
	}
	if known, ok := apierr.As(err); ok {
		return known
	}
	return apierr.New(http.StatusBadRequest, "The form could not be read. The upload may have been interrupted.")
}
