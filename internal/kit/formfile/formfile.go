// Package formfile reads an uploaded file from a multipart form as a stream.
package formfile

import (
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
)

const (
	// overhead is the size allowed for a form in addition to the file.
	overhead  = 64 << 10
	maxParts  = 100
	maxHeader = 16 << 10
	// readAhead is the buffer size of the multipart reader, which reads that much more than it needs.
	readAhead = 8 << 10
)

// Limits are the limits of an upload.
type Limits struct {
	Bytes int64
	Size  string        // the same for people: 10 MB
	Stall time.Duration // the time after which an upload without progress is cancelled
}

// Form reads a multipart body as a stream. Neither the file nor the other parts are held in memory.
type Form struct {
	limits Limits
	body   *body
	parts  *multipart.Reader
	count  int
}

// Open starts reading the form of a request. The caller must call Close.
func Open(call *api.Call, limits Limits) (*Form, error) {
	r, w := call.Request()
	f := &Form{limits: limits, body: &body{
		ReadCloser: http.MaxBytesReader(w, r.Body, limits.Bytes+overhead),
		control:    http.NewResponseController(w), stall: limits.Stall, left: -1,
	}}
	r.Body = f.body
	var err error
	if f.parts, err = r.MultipartReader(); err != nil {
		return nil, apierr.New(http.StatusUnsupportedMediaType, "The request must be a form with a file.")
	}
	return f, nil
}

// Close limits the time for the rest of the body, which the server reads before the next request of the connection.
func (f *Form) Close() { _ = f.body.control.SetReadDeadline(time.Now().Add(f.body.stall)) }

// File returns the content of the part named file, and the name that it has on the client's machine.
func (f *Form) File() (io.Reader, string, error) {
	for {
		part, err := f.next()
		if err == io.EOF { //nolint:errorlint // unwrapped at the end of the form, wrapped if the body is incomplete
			return nil, "", apierr.Field("file", "This field is required.")
		}
		if err != nil {
			return nil, "", f.Error(err)
		}
		if part.FormName() == "file" {
			return &fileReader{part, f.body}, part.FileName(), nil
		}
		if _, err := io.Copy(io.Discard, part); err != nil {
			return nil, "", f.Error(err)
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
func (f *Form) next() (*multipart.Part, error) {
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

// Error converts an error of reading a form to an API error.
func (f *Form) Error(err error) error {
	var limit *http.MaxBytesError
	switch {
	case errors.As(err, &limit):
		return f.TooLarge()
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

// TooLarge is the error for a file that exceeds the limit.
func (f *Form) TooLarge() error {
	return apierr.New(http.StatusRequestEntityTooLarge, "The file is larger than "+f.limits.Size+".")
}
