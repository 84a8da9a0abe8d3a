package kittest

import (
	"context"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
)

// Proxy forwards connections to a server that a program depends on, and can simulate its outage.
type Proxy struct {
	address, target string
	t               testing.TB

	mu       sync.Mutex
	resumed  *sync.Cond
	paused   bool
	listener net.Listener
	conns    map[net.Conn]bool
}

// ProxyURL starts a proxy for the server of a URL, and returns the URL that goes through the proxy.
func ProxyURL(t testing.TB, address string) (*Proxy, string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{address: "127.0.0.1:0", target: u.Host, t: t, conns: map[net.Conn]bool{}}
	p.resumed = sync.NewCond(&p.mu)
	p.Start()
	t.Cleanup(p.Stop)
	u.Host = p.address
	return p, u.String()
}

// Start accepts connections, on the same address each time.
func (p *Proxy) Start() {
	p.t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", p.address)
	if err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	p.listener, p.address = listener, listener.Addr().String()
	p.mu.Unlock()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go p.serve(conn)
		}
	}()
}

// Stop refuses connections and cuts the open ones, like a server that has crashed.
func (p *Proxy) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.listener.Close()
	for conn := range p.conns {
		_ = conn.Close()
	}
	p.paused = false
	p.resumed.Broadcast()
}

// Pause accepts connections without answering, like a server that hangs.
func (p *Proxy) Pause() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paused = true
}

// Resume forwards what was held back.
func (p *Proxy) Resume() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paused = false
	p.resumed.Broadcast()
}

func (p *Proxy) serve(conn net.Conn) {
	upstream, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", p.target)
	if err != nil {
		_ = conn.Close()
		return
	}
	p.mu.Lock()
	p.conns[conn], p.conns[upstream] = true, true
	p.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { p.copy(upstream, conn) })
	both.Go(func() { p.copy(conn, upstream) })
	both.Wait()
	p.mu.Lock()
	delete(p.conns, conn)
	delete(p.conns, upstream)
	p.mu.Unlock()
}

func (p *Proxy) copy(to, from net.Conn) {
	defer func() {
		_ = to.Close()
		_ = from.Close()
	}()
	_, _ = io.Copy(to, pausable{from, p})
}

type pausable struct {
	io.Reader
	proxy *Proxy
}

func (r pausable) Read(into []byte) (int, error) {
	n, err := r.Reader.Read(into)
	r.proxy.mu.Lock()
	defer r.proxy.mu.Unlock()
	for r.proxy.paused {
		r.proxy.resumed.Wait()
	}
	return n, err
}
