package gate

import (
	"net/url"
	"slices"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/host"
)

// ErrOrigin refuses pages of sites that a partner does not have.
var ErrOrigin = apierr.NotAllowed("This site is not on the partner's whitelist.")

// HostOf returns the normalised host of an origin, or "" if it is no origin of a web page.
func HostOf(origin string) string {
	parsed, err := url.Parse(origin)
	if err != nil || parsed.Host == "" || (parsed.Scheme != "https" && parsed.Scheme != "http") {
		return ""
	}
	return host.Normalise(parsed.Host)
}

// Whitelisted reports whether a normalised host is one of the sites. It ignores the port and a leading "www.".
func Whitelisted(name string, sites []string) bool {
	return name != "" && slices.ContainsFunc(sites, func(site string) bool { return host.Normalise(site) == name })
}
