package main_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

func TestVerifyAudit(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := start(t, folder)
	s.signIn()
	for i := range 3 {
		if status, answer, err := s.post("/api/admin/publishers",
			map[string]any{"name": fmt.Sprint("Publisher ", i)}); err != nil || status != http.StatusCreated {
			t.Fatalf("%d %v %v", status, answer, err)
		}
	}
	if err := s.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := <-s.ended; err != nil {
		t.Fatal(err)
	}
	newest := regexp.MustCompile(`newest_seal=(\S+)`).FindAllStringSubmatch(s.output(), -1)
	if len(newest) == 0 {
		t.Fatalf("the newest seal is not in the log: %s", s.output())
	}
	seal := newest[len(newest)-1][1]
	if printed, err := run(t, folder, "verify-audit", "--expect", seal); err != nil ||
		!strings.Contains(printed, "No damage found.") || !strings.Contains(printed, "Not sealed yet: 0") {
		t.Errorf("%v: %s", err, printed)
	}
	d, err := db.Open(t.Context(), "sqlite:"+filepath.Join(folder, "data", "waymark.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Writer().Exec(t.Context(),
		"UPDATE audit_log SET user_name = 'Somebody else' WHERE record_name = 'Publisher 1'"); err != nil {
		t.Fatal(err)
	}
	printed, err := run(t, folder, "verify-audit")
	if err == nil || !strings.Contains(printed, "DAMAGED: Entry ") ||
		!strings.Contains(printed, "by Somebody else) was changed or swapped") {
		t.Errorf("%v: %s", err, printed)
	}
}

func TestServe_Profiles(t *testing.T) {
	t.Parallel()
	for flag, want := range map[string]int{"--pprof": http.StatusOK, "--pprof=false": http.StatusNotFound} {
		address := kittest.FreeAddress(t)
		s := start(t, t.TempDir(), "--metrics-addr", address, flag)
		for path, status := range map[string]int{"/metrics": http.StatusOK, "/debug/pprof/": want} {
			response, err := http.Get("http://" + address + path)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			if response.StatusCode != status {
				t.Errorf("%s %s: %d, want %d", flag, path, response.StatusCode, status)
			}
		}
		_ = s.Process.Kill()
	}
}
