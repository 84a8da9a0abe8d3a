package uploads_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/uploads"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
)

func TestUploads_FormLimits(t *testing.T) {
	t.Parallel()
	f := serve(t, kittest.SQLite(t))
	admin := f.Admin()
	validFile := part{name: "file", file: "a.jpg", content: asJPEG(scene(60, 40))}
	notes := func(n int) []part {
		list := []part{}
		for i := range n {
			list = append(list, part{name: fmt.Sprint("note", i), content: []byte("x")})
		}
		return list
	}
	t.Run("refuses more than a hundred parts", func(t *testing.T) {
		refused := sendForm(admin, append(notes(100), validFile)...).Want(400)
		if !strings.Contains(refused.Text, "more than 100 parts") {
			t.Errorf("got %s", refused.Text)
		}
		sendForm(admin, append(notes(99), validFile)...).Want(201)
	})
	t.Run("refuses a part header over 16 kB", func(t *testing.T) {
		for _, name := range []string{strings.Repeat("n", 17<<10), strings.Repeat("n", 60<<10)} {
			refused := sendForm(admin, part{name: "file", file: name, content: validFile.content}).Want(400)
			if !strings.Contains(refused.Text, "larger than 16 kB") {
				t.Errorf("got %s", refused.Text)
			}
		}
		sendForm(admin, part{name: "file", file: strings.Repeat("n", 15<<10), content: validFile.content}).Want(201)
	})
	t.Run("refuses an incomplete body", func(t *testing.T) {
		kind, body := form(part{name: "note", content: []byte("hello")}, validFile)
		for _, length := range []int{10, 80, 200, len(body) / 2, len(body) - 60} {
			admin.With("Content-Type", kind).Do("POST", "uploads", body[:length]).Want(400)
		}
	})
}

// startUpload opens a connection and sends the headers of an upload and the first bytes of its body.
func startUpload(t *testing.T, s *kittest.Server, token, kind string, body []byte, length int) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_, err = fmt.Fprintf(conn, "POST /api/admin/uploads HTTP/1.1\r\nHost: test\r\n"+
		"Cookie: %s=%s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s",
		auth.Cookie, token, kind, len(body), body[:length])
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

func readResponse(t *testing.T, conn net.Conn) (int, string) {
	t.Helper()
	if err := conn.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(text)
}

func TestUploads_Stall(t *testing.T) {
	t.Parallel()
	serveWith := func(t *testing.T, stall time.Duration) (*kittest.Server, string) {
		s := kittest.Serve(t, kittest.SQLite(t), func(s *kittest.Server, _ *jobs.Set) {
			(&uploads.Service{API: s.Kit.API, Library: s.Kit.Media, Stall: stall}).Mount()
		})
		cookie, err := s.Sessions.Start(t.Context(), s.Admin().UserID, 0, "", "")
		if err != nil {
			t.Fatal(err)
		}
		return s, cookie.Value
	}
	kind, body := form(part{name: "file", file: "a.jpg", content: asJPEG(scene(400, 300))})
	t.Run("cancels an upload that stalls", func(t *testing.T) {
		t.Parallel()
		s, token := serveWith(t, 100*time.Millisecond)
		for _, length := range []int{0, 50, len(body) / 2} {
			started := time.Now()
			status, text := readResponse(t, startUpload(t, s, token, kind, body, length))
			if status != http.StatusRequestTimeout || !strings.Contains(text, "stalled") || time.Since(started) > 5*time.Second {
				t.Errorf("after %d bytes: got %d %s in %v", length, status, text, time.Since(started))
			}
		}
	})
	t.Run("allows an upload that makes progress to take longer", func(t *testing.T) {
		t.Parallel()
		const stall = 500 * time.Millisecond
		s, token := serveWith(t, stall)
		conn := startUpload(t, s, token, kind, body, 0)
		const pieces = 8
		started := time.Now()
		for i := range pieces {
			if _, err := conn.Write(body[i*len(body)/pieces : (i+1)*len(body)/pieces]); err != nil {
				t.Fatal(err)
			}
			<-time.After(stall / 5)
		}
		if status, text := readResponse(t, conn); status != http.StatusCreated || time.Since(started) < stall {
			t.Errorf("got %d %s after %v", status, text, time.Since(started))
		}
	})
}
