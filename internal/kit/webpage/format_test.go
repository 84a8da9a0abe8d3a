package webpage_test

import (
	"net/http"
	"net/url"
	"testing"

	"waymark/internal/kit/webpage"
)

func TestFormat(t *testing.T) {
	t.Parallel()
	const png, pdf, page = "\x89PNG\x0d\x0a\x1a\x0a\x00", "%PDF-1.7\n", "<!doctype html><title>t</title>"
	for _, row := range []struct {
		header, body     string
		byHeader, byBody webpage.Format
	}{
		{"text/html", page, webpage.Undetermined, webpage.HTML},
		{"TEXT/HTML;charset=x", page, webpage.Undetermined, webpage.HTML},
		{"application/xhtml+xml", `<?xml version="1.0"?><!DOCTYPE html><html>`, webpage.Undetermined, webpage.HTML},
		{"application/xml", `<?xml version="1.0"?><html>`, webpage.Undetermined, webpage.HTML},
		{"application/xml", `<?xml version="1.0"?><rss>`, webpage.Undetermined, webpage.Other},
		{"", page, webpage.Undetermined, webpage.HTML},
		{"", "hello", webpage.Undetermined, webpage.Other},
		{"text/html", "hello", webpage.Undetermined, webpage.HTML},
		{"text/html", "", webpage.Undetermined, webpage.HTML},
		{"text/plain", page, webpage.Undetermined, webpage.HTML},
		{"text/plain", "hello", webpage.Undetermined, webpage.Other},
		{"application/octet-stream", page, webpage.Undetermined, webpage.HTML},
		{"text/html", png, webpage.Undetermined, webpage.Picture},
		{"text/html", pdf, webpage.Undetermined, webpage.PDF},
		{"text/html", "PK\x03\x04\x00\x01", webpage.Undetermined, webpage.Other},
		{"text/html", "\x1b\x02\x00\x01", webpage.Undetermined, webpage.Other},
		{"image/png", png, webpage.Picture, webpage.Picture},
		{"application/pdf", pdf, webpage.PDF, webpage.PDF},
		{"application/json", "{}", webpage.Other, webpage.Other},
		{"video/mp4", "", webpage.Other, webpage.Other},
		{"text/css", "a{}", webpage.Other, webpage.Other},
	} {
		header := http.Header{"Content-Type": {row.header}}
		if got := webpage.FormatByHeader(header); got != row.byHeader {
			t.Errorf("%s: by header %v", row.header, got)
		}
		if got := webpage.FormatByBody(row.header, []byte(row.body)); got != row.byBody {
			t.Errorf("%s %.20q: by body %v", row.header, row.body, got)
		}
	}
	if got := webpage.FormatByHeader(http.Header{
		"Content-Type": {"text/html"}, "Content-Encoding": {"br"},
	}); got != webpage.Other {
		t.Errorf("compressed: %v", got)
	}
}

func TestFileTitle(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/files/Annual-Report_2024.pdf": "Annual Report 2024", "/a/caf%C3%A9.jpg": "café", "/": "", "/1234.pdf": "",
		"/d41d8cd98f00b204e9800998ecf8427e.png": "",
		"/IMG_0001.jpg":                         "IMG 0001", "/x.pdf": "", "": "", "/a%00b<i>long.pdf": "ab long",
	} {
		u, err := url.Parse("https://x.example" + path)
		if err != nil {
			t.Fatal(err)
		}
		if got := webpage.FileTitle(u); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}
