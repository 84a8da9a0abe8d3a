package fetch

import (
	"net"
	"net/netip"
	"time"
)

// Stage is a small network for tests: the guard is on, and what stands for the outside is the exception from it.
type Stage struct {
	Outside []netip.AddrPort // reached although they are on this machine
	Ports   []uint16         // taken like 80 and 443, so that nothing is refused for its port alone
	Names   *net.Resolver
	Limit   time.Duration // instead of Timeout
}

// Client is a guarded client on the stage.
func (s Stage) Client() *Client {
	limit := s.Limit
	if limit == 0 {
		limit = Timeout
	}
	return build(newGuard(s.Ports, s.Outside), s.Names, limit)
}
