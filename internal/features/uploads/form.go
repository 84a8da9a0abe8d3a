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
	// overhead is the size allowed for a form in addition to the file.
	overhead  = 64 << 10
	maxParts  = 100
	maxHeader = 16 << 10
	// readAhead is the buffer size of the multipart reader, which reads that much more than it needs.
	readAhead = 8 << 10
)

// form reads a multipart body as a stream. Neither the file nor the other parts are held in memory.
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

// close limits the time for the rest of the body, which the server reads before the next request of the connection.
func (f *form) close() { _ = f.body.control.SetReadDeadline(time.Now().Add(f.body.stall)) }

// file returns the content of the part named file.
func (f *form) file() (io.Reader, error) {
	for {
		part, err := f.next()
		if err == io.EOF { //nolint:errorlint // unwrapped at the end of the form, wrapped if the body is incomplete
			return nil, apierr.Field("file", "This field is required.")
		}
		if err != nil {
			return nil, formError(err)
		}
		if part.FormName() == "file" {
			return &fileReader{part, f.body}, nil
		}
		if _, err := io.Copy(io.Discard, part); err != nil {
			return nil, formError(err)
		}
	}
}

// fileReader removes the read deadline of the body at the end of the file. Processing the file may take longer than
// the deadline, which would otherwise cancel the request.
type fileReader struct {
	io.Reader
	body *body
}

func (r *fileReader) Read(buffer []byte) (int, error) {
	n, err := r.Reader.Read(buffer)
	if errors.Is(err, io.EOF) {
		_ = r.body.control.SetReadDeadline(time.Time{}) // can't fail, since body has set one before
	}
	return n, err
}

var errHeader = errors.New("the header of a part is too large")

// next returns the next part. All parts before it must have been read, so that only its header is read here.
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

// body is a request body with a deadline for each read, so that a stalled upload fails.
type body struct {
	io.ReadCloser
	control *http.ResponseController
	stall   time.Duration
	left    int // the number of bytes that may still be read, or -1 for no limit
}

func (b *body) Read(buffer []byte) (int, error) {
	if b.left == 0 {
		return 0, errHeader
	}
	if b.left > 0 && len(buffer) > b.left {
		buffer = buffer[:b.left]
	}
	if err := b.control.SetReadDeadline(time.Now().Add(b.stall)); err != nil {
		return 0, err
	}
	n, err := b.ReadCloser.Read(buffer)
	if b.left > 0 {
		b.left -= n
	}
	return n, err
}

// formError converts an error of reading a form to an API error.
func formError(err error) error {
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
