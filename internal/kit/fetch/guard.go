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

	// cloudInside looks public, but is where a large cloud answers its own machines.
	cloudInside = netip.MustParsePrefix("168.63.129.16/32")

	// numeric is a last label that a resolver may take for a part of an address: 127.1, 0x7f.1, 2130706433.
	numeric = regexp.MustCompile(`^(?i:[0-9]+|0x[0-9a-f]*)$`)
)

// guard keeps the client out of our own network.
type guard struct {
	addresses *ssrf.Guardian
	ports     []uint16
	holes     []netip.AddrPort
}

func newGuard(ports []uint16, holes []netip.AddrPort) *guard {
	ports = slices.Concat(webPorts, ports)
	return &guard{
		addresses: ssrf.New(ssrf.WithPorts(ports...), ssrf.WithDeniedV4Prefixes(cloudInside)),
		ports:     ports, holes: holes,
	}
}

// control has the last word: it sees the very address a socket is about to connect to.
func (g *guard) control(network, address string, socket syscall.RawConn) error {
	if to, err := netip.ParseAddrPort(address); err == nil && slices.Contains(g.holes, to) {
		return nil
	}
	if err := g.addresses.Safe(network, address, socket); err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return nil
}

// check refuses what needs no DNS to be refused, so that nobody is asked about it.
func (g *guard) check(u *url.URL) error {
	port := uint64(80)
	if u.Port() != "" {
		var err error
		if port, err = strconv.ParseUint(u.Port(), 10, 16); err != nil {
			return ErrNotAnAddress
		}
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil {
		if slices.Contains(g.holes, netip.AddrPortFrom(ip, uint16(port))) {
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
	if isInside(u.Hostname()) {
		return fmt.Errorf("%w: %w", ErrRefused, ssrf.ErrProhibitedIP)
	}
	return nil
}

// isInside tells names that mean this machine, and numbers in notations that only some resolvers read as addresses.
func isInside(name string) bool {
	if plain, err := idna.Lookup.ToASCII(name); err == nil {
		name = plain
	}
	name = strings.ToLower(strings.TrimRight(name, "."))
	last := name[strings.LastIndexByte(name, '.')+1:]
	return last == "" || last == "localhost" || last == "localdomain" || numeric.MatchString(last)
}
