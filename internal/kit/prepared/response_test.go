package prepared_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"waymark/internal/kit/prepared"
)

func send(t *testing.T, handler http.HandlerFunc, header ...string) (*http.Response, string) {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	recorder := httptest.NewRecorder()
	handler(recorder, request)
	return recorder.Result(), recorder.Body.String()
}

func TestResponse_Send(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a long text ", 200)
	options := prepared.Options{ContentType: "text/plain", CacheControl: "no-cache", Vary: "Origin"}
	long, short := prepared.New([]byte(text), options), prepared.New([]byte("short"), options)

	response, body := send(t, long.Send)
	for name, want := range map[string]string{
		"Content-Type": "text/plain", "Cache-Control": "no-cache", "Vary": "Origin, Accept-Encoding", "Etag": long.ETag,
		"Content-Length": "2400", "Content-Encoding": "",
	} {
		if got := response.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if body != text {
		t.Errorf("got %q", body)
	}

	for range 2 { // the second time it has been compressed already
		response, body = send(t, long.Send, "Accept-Encoding", "br, gzip")
		plain, err := gzip.NewReader(strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		read, err := io.ReadAll(plain)
		if err != nil || string(read) != text {
			t.Errorf("got %q, %v", read, err)
		}
		if response.Header.Get("Content-Encoding") != "gzip" || response.ContentLength > 200 {
			t.Errorf("got %v", response.Header)
		}
	}
	if response, body = send(t, short.Send, "Accept-Encoding", "gzip"); body != "short" ||
		response.Header.Get("Content-Encoding") != "" {
		t.Errorf("a short text was compressed: %q", body)
	}

	response, body = send(t, long.Send, "If-None-Match", `"other", `+long.ETag)
	if response.StatusCode != http.StatusNotModified || body != "" {
		t.Errorf("got %s: %q", response.Status, body)
	}
	if response, _ = send(t, long.Send, "If-None-Match", short.ETag); response.StatusCode != http.StatusOK {
		t.Errorf("got %s", response.Status)
	}
}

func TestResponse_Options(t *testing.T) {
	t.Parallel()
	first := prepared.New([]byte("text"), prepared.Options{})
	if other := prepared.New([]byte("text"), prepared.Options{Version: "2"}); other.ETag == first.ETag {
		t.Error("two versions have the same ETag")
	}
	if same := prepared.New([]byte("text"), prepared.Options{}); same.ETag != first.ETag {
		t.Error("the same text has two ETags")
	}
	own := prepared.New(make([]byte, 5000), prepared.Options{Compress: func(body []byte) []byte {
		return body[:len(body)/1000]
	}})
	if response, body := send(t, own.Send, "Accept-Encoding", "gzip"); len(body) != 5 || response.ContentLength != 5 {
		t.Errorf("got %d bytes, %d announced", len(body), response.ContentLength)
	}
	if response, body := send(t, prepared.Script([]byte("run()"))); body != "run()" ||
		response.Header.Get("Content-Type") != "text/javascript; charset=utf-8" ||
		response.Header.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
		t.Errorf("got %q with %v", body, response.Header)
	}
}
