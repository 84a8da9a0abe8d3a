package app_test

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"testing"

	"waymark/internal/kit/auth"
)

// The handler sets a read deadline through every layer of middleware around it. If one layer hides the connection, all
// uploads are refused.
func TestUploads_Deadline(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		file, err := form.CreateFormFile("file", "photo.png")
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(file, image.NewGray(image.Rect(0, 0, 30, 20))); err != nil {
			t.Fatal(err)
		}
		if err := form.Close(); err != nil {
			t.Fatal(err)
		}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.URL+"/api/admin/uploads", &body)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", form.FormDataContentType())
		request.Header.Set("Accept-Encoding", "gzip")
		request.Host = ownHost
		request.AddCookie(&http.Cookie{Name: h.Sessions.CookieName(), Value: h.session(auth.Editor)})
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		if text, _ := io.ReadAll(response.Body); response.StatusCode != http.StatusCreated {
			t.Errorf("got %d %s", response.StatusCode, text)
		}
	})
}
