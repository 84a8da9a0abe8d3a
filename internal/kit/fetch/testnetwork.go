package fetch

import (
	"net"
	"net/netip"
	"time"
)

// TestNetwork is a network for tests in which the guard is on and some local addresses count as public.
type TestNetwork struct {
	Public   []netip.AddrPort // local addresses that the guard allows
	Ports    []uint16         // allowed in addition to 80 and 443
	Resolver *net.Resolver
	Timeout  time.Duration // replaces the default if it is not 0
}

// Client returns a guarded client for the network.
func (n TestNetwork) Client() *Client {
	timeout := n.Timeout
	if timeout == 0 {
		timeout = Timeout
	}
	return build(newGuard(n.Ports, n.Public), n.Resolver, timeout)
}
