package api

import (
	"net/http"
	"strconv"
)

// wholeWriter sends the header of a response with its body. If all of the body is written at once, the header has its
// length: net/http would send a large body of unknown length in pieces, and clients would wait for one more of them.
type wholeWriter struct {
	http.ResponseWriter
	status int // not sent yet; 0 if the header was sent, or has no status yet
}

func (w *wholeWriter) WriteHeader(status int) {
	if status < http.StatusOK { // more headers follow
		w.ResponseWriter.WriteHeader(status)
		return
	}
	w.status = status
}

func (w *wholeWriter) Write(b []byte) (int, error) {
	w.sendHeader()
	return w.ResponseWriter.Write(b)
}

// writeWhole writes all of the body.
func (w *wholeWriter) writeWhole(b []byte) error {
	w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	_, err := w.Write(b)
	return err
}

func (w *wholeWriter) sendHeader() {
	if w.status != 0 {
		w.ResponseWriter.WriteHeader(w.status)
		w.status = 0
	}
}

// FlushError is called by http.ResponseController.
func (w *wholeWriter) FlushError() error {
	w.sendHeader()
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap is called by http.ResponseController.
func (w *wholeWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
