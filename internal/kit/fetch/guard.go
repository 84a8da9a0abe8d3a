package fetch

import (
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"code.dny.dev/ssrf"
	"golang.org/x/net/idna"
)

var (
	webPorts = []uint16{80, 443}

	// azureWireServer is in a public range, but serves the internal endpoints of virtual machines in Azure.
	azureWireServer = netip.MustParsePrefix("168.63.129.16/32")

	// numeric matches a last label that a resolver may read as part of an IP address: 127.1, 0x7f.1, 2130706433.
	numeric = regexp.MustCompile(`^(?i:[0-9]+|0x[0-9a-f]*)$`)
)

// guard prevents connections to the server's own network.
type guard struct {
	addresses *ssrf.Guardian
	ports     []uint16
	allowed   []netip.AddrPort
}

func newGuard(ports []uint16, allowed []netip.AddrPort) *guard {
	ports = slices.Concat(webPorts, ports)
	return &guard{
		addresses: ssrf.New(ssrf.WithPorts(ports...), ssrf.WithDeniedV4Prefixes(azureWireServer)),
		ports:     ports, allowed: allowed,
	}
}

// control runs after DNS with the address that a socket is about to connect to, so it can't be bypassed by a name that
// resolves to different addresses.
func (g *guard) control(network, address string, socket syscall.RawConn) error {
	if to, err := netip.ParseAddrPort(address); err == nil && slices.Contains(g.allowed, to) {
		return nil
	}
	if err := g.addresses.Safe(network, address, socket); err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return nil
}

// check refuses URLs that can be refused without DNS, so that no request leaves the server.
func (g *guard) check(u *url.URL) error {
	port := uint64(80)
	if u.Port() != "" {
		var err error
		if port, err = strconv.ParseUint(u.Port(), 10, 16); err != nil {
			return ErrNotAnAddress
		}
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil {
		if slices.Contains(g.allowed, netip.AddrPortFrom(ip, uint16(port))) {
			return nil
		}
		if err := g.addresses.SafeAddrPort(netip.AddrPortFrom(ip, uint16(port))); err != nil {
			return fmt.Errorf("%w: %w", ErrRefused, err)
		}
		return nil
	}
	if !slices.Contains(g.ports, uint16(port)) {
		return fmt.Errorf("%w: %w", ErrRefused, ssrf.ErrProhibitedPort)
	}
	if isLocalName(u.Hostname()) {
		return fmt.Errorf("%w: %w", ErrRefused, ssrf.ErrProhibitedIP)
	}
	return nil
}

// isLocalName reports whether a name means this machine, or is a number in a notation that some resolvers accept as an
// IP address.
func isLocalName(name string) bool {
	if plain, err := idna.Lookup.ToASCII(name); err == nil {
		name = plain
	}
	name = strings.ToLower(strings.TrimRight(name, "."))
	last := name[strings.LastIndexByte(name, '.')+1:]
	return last == "" || last == "localhost" || last == "localdomain" || numeric.MatchString(last)
}
