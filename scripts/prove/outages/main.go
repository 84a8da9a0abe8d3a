// Command outages proves that the server responds with 503, never 500, while something it depends on is unavailable,
// that it recovers by itself, and that no acknowledged write is lost. It runs the binary with a PostgreSQL server
// that it stops, pauses and restarts, on a SQLite file that it locks, on a disk that it fills, without a bucket and
// without a mail server, while clients keep making requests.
//
//	make build && go run -tags sqlite_fts5 ./scripts/prove/outages
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"waymark/scripts/postgres"
	"waymark/scripts/prove/internal/server"
)

func main() {
	ctx := context.Background()
	failed := false
	for _, proof := range []struct {
		name  string
		prove func(context.Context, string) error
	}{
		{"PostgreSQL stopped, paused and restarted", postgresOutages},
		{"SQLite locked by another program", sqliteLocked},
		{"disk full", diskFull},
		{"bucket unavailable", bucketUnavailable},
		{"mail server unavailable", mailUnavailable},
	} {
		fmt.Printf("\n== %s\n", proof.name)
		folder, err := os.MkdirTemp("", "waymark-outage-")
		if err == nil {
			_ = os.Chmod(folder, 0o755) // PostgreSQL runs as another user.
			err = proof.prove(ctx, folder)
			_ = os.RemoveAll(folder)
		}
		if errors.Is(err, errSkipped) {
			fmt.Println("SKIPPED:", err)
		} else if err != nil {
			fmt.Println("FAILED:", err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
	fmt.Println("\npassed")
}

// must ends the proof if one of its own tools fails.
func must(err error) {
	if err != nil {
		fmt.Println("FAILED:", err)
		os.Exit(1)
	}
}

var errSkipped = postgres.ErrNotPossible

func postgresOutages(ctx context.Context, folder string) error {
	pg, err := postgres.Start(ctx, folder)
	if err != nil {
		return err
	}
	defer pg.Stop()
	s, err := serve(ctx, "--database="+pg.URL, "--secret-key=a secret key for one run", "--single-node",
		"--storage=file:"+filepath.Join(folder, "files"))
	if err != nil {
		return err
	}
	defer s.Kill()
	traffic := s.startTraffic()
	traffic.phase("before", 3*time.Second, wantServed)
	must(pg.Ctl("stop", "-m", "immediate"))
	traffic.phase("stopped", 10*time.Second, wantOutage)
	must(pg.Ctl("start"))
	traffic.waitForRecovery("after the stop", restartLimit)
	pg.Signal("STOP")
	traffic.phase("paused", 25*time.Second, wantOutage)
	pg.Signal("CONT")
	traffic.waitForRecovery("after the pause", recoveryLimit)
	for i := range 10 {
		must(pg.Ctl("restart", "-m", []string{"immediate", "fast"}[i%2]))
		traffic.phase(fmt.Sprintf("restart %d", i+1), time.Second, nil)
	}
	traffic.waitForRecovery("after ten restarts", restartLimit)
	return traffic.finish()
}

func sqliteLocked(ctx context.Context, folder string) error {
	path := filepath.Join(folder, "waymark.db")
	s, err := serve(ctx, "--database=sqlite:"+path)
	if err != nil {
		return err
	}
	defer s.Kill()
	traffic := s.startTraffic()
	traffic.phase("before", 2*time.Second, wantServed)
	unlock, err := lockSQLite(ctx, path)
	if err != nil {
		return err
	}
	traffic.phase("locked", 12*time.Second, wantReadOnly)
	unlock()
	traffic.waitForRecovery("after the lock", recoveryLimit)
	return traffic.finish()
}

func diskFull(ctx context.Context, folder string) error {
	disk := filepath.Join(folder, "disk")
	if err := os.Mkdir(disk, 0o755); err != nil {
		return err
	}
	if out, err := exec.CommandContext(ctx, "mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", disk).
		CombinedOutput(); err != nil {
		return fmt.Errorf("%w: mount a small tmpfs: %s", errSkipped, strings.TrimSpace(string(out)))
	}
	defer func() { _ = exec.CommandContext(ctx, "umount", "-l", disk).Run() }()
	s, err := serve(ctx, "--database=sqlite:"+filepath.Join(disk, "waymark.db"))
	if err != nil {
		return err
	}
	defer s.Kill()
	traffic := s.startTraffic()
	traffic.phase("before", 2*time.Second, wantServed)
	ballast := filepath.Join(disk, "ballast")
	_ = exec.CommandContext(ctx, "dd", "if=/dev/zero", "of="+ballast, "bs=64k").Run() // Until the disk is full.
	traffic.phase("full", 6*time.Second, wantReadOnly)
	if err := os.Remove(ballast); err != nil {
		return err
	}
	traffic.waitForRecovery("after the clean-up", recoveryLimit)
	return traffic.finish()
}

func bucketUnavailable(ctx context.Context, folder string) error {
	s, err := serve(ctx, "--database=sqlite:"+filepath.Join(folder, "waymark.db"),
		"--storage=s3://key:secret@127.0.0.1:9/waymark?insecure=1")
	if err != nil {
		return err
	}
	defer s.Kill()
	traffic := s.startTraffic()
	traffic.phase("without its bucket", 3*time.Second, wantServed)
	for range 5 {
		if status, text := s.upload(); status != 503 {
			return fmt.Errorf("upload: got %d: %s", status, text)
		}
	}
	if status, text := s.Get("/files/0123456789abcdef01234567/original.jpg"); status != 503 {
		return fmt.Errorf("file: got %d: %s", status, text)
	}
	return traffic.finish()
}

func mailUnavailable(ctx context.Context, folder string) error {
	box, err := newMailbox()
	if err != nil {
		return err
	}
	s, err := serve(ctx, "--database=sqlite:"+filepath.Join(folder, "waymark.db"),
		"--smtp-url=smtp://"+box.address+"?from=waymark@example.org")
	if err != nil {
		return err
	}
	defer s.Kill()
	if status, text := s.Post("/api/auth/forgot-password", `{"email":"`+server.Email+`"}`); status != 204 {
		return fmt.Errorf("request for a password link: got %d: %s", status, text)
	}
	traffic := s.startTraffic()
	traffic.phase("without its mail server", 4*time.Second, wantServed)
	if err := box.listen(); err != nil {
		return err
	}
	select {
	case <-box.delivered:
		fmt.Println("  the message arrived once the mail server was back")
	case <-time.After(time.Minute):
		return errors.New("the message did not arrive after the outage")
	}
	return traffic.finish()
}
