package fetch

import (
	"net"
	"net/netip"
	"time"
)

// TestNetwork is a small network for tests: the guard is on, and what stands for the outside is the exception from it.
type TestNetwork struct {
	Public   []netip.AddrPort // reached although they are on this machine
	Ports    []uint16         // taken like 80 and 443, so that nothing is refused for its port alone
	Resolver *net.Resolver
	Timeout  time.Duration // instead of Timeout
}

// Client is a guarded client on the stage.
func (s TestNetwork) Client() *Client {
	limit := s.Timeout
	if limit == 0 {
		limit = Timeout
	}
	return build(newGuard(s.Ports, s.Public), s.Resolver, limit)
}
