package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// server is the running binary.
type server struct {
	process *exec.Cmd
	folder  string
	url     string
	client  *http.Client
	log     *bytes.Buffer
}

func start(ctx context.Context) (*server, error) {
	folder, err := os.MkdirTemp("", "waymark-prove-")
	if err != nil {
		return nil, err
	}
	binary := filepath.Join(folder, "waymark")
	build := exec.CommandContext(ctx, "go", "build", "-tags", "sqlite_fts5", "-o", binary, "./cmd/waymark")
	if output, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build: %w\n%s", err, output)
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		return nil, err
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Jar: jar, Transport: &http.Transport{MaxIdleConnsPerHost: 100}}
	s := &server{folder: folder, url: "http://" + address, log: &bytes.Buffer{}, client: client}
	s.process = exec.CommandContext(ctx, binary, "serve", "--addr", address, "--public-url", s.url,
		"--database", "sqlite:"+filepath.Join(folder, "data", "waymark.db"), "--allow-private-urls")
	s.process.Env = append(os.Environ(), "WAYMARK_ADMIN_EMAIL="+email, "WAYMARK_ADMIN_PASSWORD="+password)
	s.process.Stdout, s.process.Stderr = s.log, s.log
	if err := os.Mkdir(filepath.Join(folder, "data"), 0o700); err != nil {
		return nil, err
	}
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	for range 200 {
		if s.do(http.MethodGet, "/healthz", "", nil).status == http.StatusOK {
			got := s.post("/api/auth/login", map[string]string{"email": email, "password": password})
			if got.status != http.StatusOK {
				return nil, errors.Join(fmt.Errorf("sign in: %d %s", got.status, got.text), s.stop())
			}
			return s, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return nil, errors.Join(errors.New("the server does not respond"), s.stop())
}

func (s *server) stop() error {
	_ = s.process.Process.Signal(syscall.SIGTERM)
	err := s.process.Wait()
	for line := range strings.SplitSeq(s.log.String(), "\n") {
		if strings.Contains(line, "level=ERROR") {
			fmt.Printf("  logged: %.300s\n", line)
		}
	}
	return errors.Join(err, os.RemoveAll(s.folder))
}

func (s *server) do(method, path, contentType string, body io.Reader) answer {
	started := time.Now()
	request, err := http.NewRequestWithContext(context.Background(), method, s.url+path, body)
	if err != nil {
		return answer{text: err.Error()}
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return answer{text: err.Error(), took: time.Since(started)}
	}
	defer func() { _ = response.Body.Close() }()
	text, _ := io.ReadAll(response.Body)
	return answer{response.StatusCode, time.Since(started), string(text)}
}

func (s *server) post(path string, body any) answer {
	encoded, err := json.Marshal(body)
	if err != nil {
		return answer{text: err.Error()}
	}
	return s.do(http.MethodPost, path, "application/json", bytes.NewReader(encoded))
}

func (s *server) upload(content []byte) answer {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	file, err := form.CreateFormFile("file", "holiday.jpg")
	if err == nil {
		_, err = file.Write(content)
	}
	if err = errors.Join(err, form.Close()); err != nil {
		return answer{text: err.Error()}
	}
	return s.do(http.MethodPost, "/api/admin/uploads", form.FormDataContentType(), &b)
}

// memory returns VmRSS, the current resident memory of the process, or VmHWM, its peak.
func (s *server) memory(name string) (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.SplitSeq(string(status), "\n") {
		if rest, ok := strings.CutPrefix(line, name+":"); ok {
			kilobytes, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return kilobytes << 10, err
		}
	}
	return 0, fmt.Errorf("no %s", name)
}

// measureIdle returns the memory of the process before the first image, and resets the peak.
func (s *server) measureIdle() (int64, error) {
	time.Sleep(3 * time.Second) // Until the memory used for the start and the sign-in is released.
	resident, err := s.memory("VmRSS")
	if err != nil {
		return 0, err
	}
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", s.process.Process.Pid), []byte("5"), 0); err != nil {
		return 0, fmt.Errorf("reset the peak: %w", err)
	}
	return resident, nil
}

// waitForJobs waits until all images are converted. A failed conversion is an error.
func (s *server) waitForJobs() error {
	for range 1200 {
		waiting := s.do(http.MethodGet, "/api/admin/failed-jobs", "", nil)
		if strings.Contains(waiting.text, "convert-image") {
			return fmt.Errorf("a conversion failed: %.500s", waiting.text)
		}
		found, err := filepath.Glob(filepath.Join(s.folder, "data", "files", "*", "original.*"))
		if err != nil {
			return err
		}
		done, err := filepath.Glob(filepath.Join(s.folder, "data", "files", "*", "wide.*"))
		if err != nil {
			return err
		}
		if len(found) == len(done) {
			fmt.Printf("%d images were converted\n", len(done))
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return errors.New("the conversions do not finish")
}
