package media_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waymark/internal/kit/kittest"
	"waymark/internal/kit/media"
)

func TestServeHTTP(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret.key"), []byte("the key"), 0o600); err != nil {
		t.Fatal(err)
	}
	storage := open(t, "file:"+filepath.Join(outside, "files"))
	const folder = "abcdefghijklmnopqrstuvwx"
	put(t, storage, folder+"/original.jpg", "a photo")
	put(t, storage, folder+"/wide-320.png", "a drawing")
	put(t, storage, folder+"/page.html", "<script>")
	put(t, storage, folder+"/original.jpg.partial", "half")
	put(t, storage, "secret.jpg", "not below a folder")
	server := httptest.NewServer(&media.Library{Storage: storage}) // without a mux, which would clean the paths
	t.Cleanup(server.Close)
	request := func(method, address string) (*http.Response, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(context.Background(), method, server.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.URL.Opaque = address // sent without cleaning
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response, string(text)
	}
	for name, want := range map[string]struct{ kind, text string }{
		"original.jpg": {"image/jpeg", "a photo"},
		"wide-320.png": {"image/png", "a drawing"},
	} {
		for _, method := range []string{"GET", "HEAD"} {
			response, text := request(method, "/files/"+folder+"/"+name)
			if response.StatusCode != http.StatusOK || (method == "GET" && text != want.text) ||
				response.ContentLength != int64(len(want.text)) {
				t.Errorf("%s %s: %d %q", method, name, response.StatusCode, text)
			}
			for header, value := range map[string]string{
				"Content-Type": want.kind, "X-Content-Type-Options": "nosniff",
				"Cache-Control":           "public, max-age=31536000, immutable",
				"Content-Security-Policy": "default-src 'none'; sandbox",
			} {
				if got := response.Header.Get(header); got != value {
					t.Errorf("%s %s: %s is %q, want %q", method, name, header, got, value)
				}
			}
		}
	}
	for _, address := range []string{
		"/files/", "/files", "/files/" + folder, "/files/" + folder + "/", "/files/" + folder + "/missing.jpg",
		"/files/" + folder + "/page.html", "/files/" + folder + "/original.jpg.partial", "/files/" + folder + "/ORIGINAL.JPG",
		"/files/secret.jpg", "/files/../secret.key", "/files/%2e%2e/secret.key", "/files/..%2fsecret.key",
		"/files/..%2Fsecret.key", "/files/%2e%2e%2fsecret.key", "/files/..%5csecret.key",
		"/files/" + folder + "/../../secret.key",
		"/files/" + folder + "/..%2f..%2fsecret.key", "/files//etc/passwd", "/files/%2fetc%2fpasswd",
		"/files" + outside + "/secret.key", "/files/" + folder + "/original.jpg%00.html",
		"/files/" + folder + "/original.jpg/", "/files/" + folder + "//original.jpg",
		"/files/" + folder + "/original.jpg%0a", "/files/./" + folder + "/original.jpg", "/other/" + folder + "/original.jpg",
		"/files/files/" + folder + "/original.jpg",
	} {
		response, text := request("GET", address)
		if response.StatusCode != http.StatusNotFound || strings.Contains(text, "key") || strings.Contains(text, "photo") {
			t.Errorf("%s: %d %q", address, response.StatusCode, text)
		}
		if cached := response.Header.Get("Cache-Control"); cached != "" {
			t.Errorf("%s: the 404 may be cached: %s", address, cached)
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE"} {
		if response, _ := request(method, "/files/"+folder+"/original.jpg"); response.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", method, response.StatusCode)
		}
	}
	wantFile(t, storage, folder+"/original.jpg", "a photo")
}

func TestServeHTTP_StorageUnavailable(t *testing.T) {
	t.Parallel()
	storage := open(t, strings.Replace(kittest.Bucket(t), "/waymark?", "/other?", 1))
	server := httptest.NewServer(&media.Library{Storage: storage})
	t.Cleanup(server.Close)
	response, err := http.Get(server.URL + "/files/abcdefghijklmnopqrstuvwx/original.jpg")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, _ := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" ||
		response.Header.Get("Cache-Control") != "no-store" || strings.Contains(string(text), "other") {
		t.Errorf("got %d %v %s", response.StatusCode, response.Header, text)
	}
}
