// Command pictures takes pictures of every screen in two versions of the binary with demo data, side by side, wide and
// light, narrow and dark. It writes them with an index.html into a folder, for people to look at:
//
//	make prove pictures OLD=path/to/waymark [NEW=bin/waymark] FOLDER=path/to/folder
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"waymark/scripts/prove/internal/browser"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

func run() error {
	before, after, folder := os.Getenv("OLD"), os.Getenv("NEW"), os.Getenv("FOLDER")
	if before == "" || folder == "" {
		return errors.New("usage: make prove pictures OLD=path/to/waymark [NEW=bin/waymark] FOLDER=path/to/folder")
	}
	if after == "" {
		after = "bin/waymark"
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	oldURL, stopOld, err := serve(ctx, before)
	if err != nil {
		return err
	}
	defer stopOld()
	newURL, stopNew, err := serve(ctx, after)
	if err != nil {
		return err
	}
	defer stopNew()
	return browser.Run("pictures.spec.ts --retries=0", "MEASURE=1", "OLD_URL="+oldURL, "NEW_URL="+newURL, "FOLDER="+folder)
}

// serve starts a binary with demo data, and returns its URL and a function that ends it. The settings are variables,
// because an older version refuses flags that it does not know.
func serve(ctx context.Context, binary string) (url string, stop func(), err error) {
	folder, err := os.MkdirTemp("", "waymark-pictures-")
	if err != nil {
		return "", nil, err
	}
	address, err := freeAddress(ctx)
	if err != nil {
		return "", nil, err
	}
	command := exec.CommandContext(ctx, binary, "serve")
	command.Env = append(os.Environ(), "WAYMARK_DEMO=true", "WAYMARK_ADDR="+address, "WAYMARK_PAGES_ADDR=127.0.0.1:0",
		"WAYMARK_DATABASE=sqlite:"+filepath.Join(folder, "waymark.db"),
		"WAYMARK_STORAGE=file:"+filepath.Join(folder, "files"))
	if err := command.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
		_ = os.RemoveAll(folder)
	}
	if err := waitUntilReady(ctx, "http://"+address); err != nil {
		stop()
		return "", nil, fmt.Errorf("%s: %w", binary, err)
	}
	return "http://" + address, stop, nil
}

func freeAddress(ctx context.Context) (string, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

func waitUntilReady(ctx context.Context, url string) error {
	for range 600 {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/readyz", http.NoBody)
		if err != nil {
			return err
		}
		if response, err := http.DefaultClient.Do(request); err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	return errors.New("not ready after a minute")
}
