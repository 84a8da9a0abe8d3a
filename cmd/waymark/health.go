package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// health asks a running server whether it is ready, for service managers and containers.
type health struct {
	Addr string `help:"Address on which the server listens." env:"WAYMARK_ADDR" default:"127.0.0.1:8080"`
}

const healthTimeout = 5 * time.Second

func (h health) Run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	address, err := reachable(h.Addr)
	if err != nil {
		return fmt.Errorf("--addr %s: %w", h.Addr, err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/readyz", nil)
	if err != nil {
		return fmt.Errorf("--addr %s: %w", h.Addr, err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("no response from the server: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, 200))
	if err != nil {
		return fmt.Errorf("no response from the server: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", response.Status, strings.TrimSpace(string(text)))
	}
	fmt.Println("ready")
	return nil
}

// reachable returns an address to connect to for one to listen on, which may mean all addresses of the machine.
func reachable(listening string) (string, error) {
	host, port, err := net.SplitHostPort(listening)
	if err != nil {
		return "", err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port), nil
}
