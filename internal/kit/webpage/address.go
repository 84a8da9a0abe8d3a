package webpage

import (
	"cmp"
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"waymark/internal/kit/host"
)

var (
	unreserved = regexp.MustCompile(`^[A-Za-z0-9._~-]$`)
	anyScheme  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)
	bareHost   = regexp.MustCompile(`^[^\s/?#:@\\]+\.[^\s/?#:@\\]+(:[0-9]{1,5})?([/?#]|$)`)
)

// Address parses a pasted text as an http or https URL without credentials. The scheme may be missing if the text
// starts with a name that contains a dot.
func Address(text string) (*url.URL, bool) {
	text = strings.TrimSpace(text)
	if strings.ContainsFunc(text, isForbidden) {
		return nil, false
	}
	text = WithScheme(text)
	if !anyScheme.MatchString(text) {
		return nil, false
	}
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Opaque != "" || u.User != nil ||
		!isPlausibleHost(u.Hostname(), u.Port()) {
		return nil, false
	}
	return u, true
}

// Problem returns a message about what is wrong with a URL, which must have a scheme, or "".
func Problem(address string) string {
	lower := strings.ToLower(address)
	if _, ok := Address(address); !ok || (!strings.HasPrefix(lower, "http://") && !strings.HasPrefix(lower, "https://")) {
		return "Must be a URL that starts with http:// or https://."
	}
	return ""
}

// WithScheme adds https:// to a URL that was pasted without a scheme.
func WithScheme(text string) string {
	if bareHost.MatchString(text) {
		return "https://" + text
	}
	return text
}

// isForbidden reports whether a character can't be part of a URL. Invalid UTF-8 is decoded as the replacement
// character.
func isForbidden(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\\' || r == unicode.ReplacementChar
}

// isPlausibleHost reports whether a host name and a port could exist. Whether they do is left to the network.
func isPlausibleHost(name, port string) bool {
	if _, err := strconv.ParseUint(cmp.Or(port, "80"), 10, 16); err != nil {
		return false
	}
	if strings.Contains(name, ":") {
		_, err := netip.ParseAddr(name)
		return err == nil
	}
	return strings.Trim(name, ".") != "" && !strings.Contains(name, "..") &&
		!strings.ContainsFunc(name, isForbidden) && !strings.ContainsAny(name, "<>\"'`{}|^%*,;!$&()+=~[]")
}

// Query parameters that record how a reader came to a page and do not select the page.
var (
	trackingNames = []string{
		"fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "ttclid", "twclid", "li_fat_id",
		"igshid",
		"igsh", "mc_cid", "mc_eid", "mkt_tok", "ref_src", "ref_url", "_ga", "_gl", "_hsenc", "_hsmi", "srsltid", "vero_id",
		"oly_anon_id", "oly_enc_id", "s_cid",
	}
	trackingPrefixes = []string{"utm_", "hsa_", "pk_", "mtm_", "matomo_"}
)

// Canonical returns the same text for all URLs of a page: without scheme, www., default port, fragment, trailing slash
// and tracking parameters, and with sorted parameters. It returns false if address is not a URL.
func Canonical(address string) (string, bool) {
	u, ok := Address(address)
	if !ok {
		return "", false
	}
	name := host.Normalise(u.Hostname())
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil {
		name = ip.String()
		if ip.Is6() {
			name = "[" + name + "]"
		}
	}
	if name == "" {
		return "", false
	}
	if port := u.Port(); port != "" && port != "80" && port != "443" {
		name += ":" + port
	}
	canonicalPath := strings.TrimSuffix(path.Clean("/"+normaliseEscapes(u.EscapedPath())), "/")
	if query := canonicalQuery(u.RawQuery); query != "" {
		return name + canonicalPath + "?" + query, true
	}
	return name + canonicalPath, true
}

func canonicalQuery(raw string) string {
	var kept []string
	for pair := range strings.SplitSeq(raw, "&") {
		if name := strings.ToLower(nameOf(pair)); name != "" && !isTracking(name) {
			kept = append(kept, normaliseEscapes(strings.ReplaceAll(pair, "+", "%20")))
		}
	}
	// Values of the same name keep their order, which some sites depend on.
	slices.SortStableFunc(kept, func(a, b string) int { return cmp.Compare(nameOf(a), nameOf(b)) })
	return strings.Join(kept, "&")
}

func nameOf(pair string) string {
	name, _, _ := strings.Cut(pair, "=")
	if plain, err := url.QueryUnescape(name); err == nil {
		return plain
	}
	return name
}

func isTracking(name string) bool {
	return slices.Contains(trackingNames, name) ||
		slices.ContainsFunc(trackingPrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

var escaped = regexp.MustCompile(`%[0-9A-Fa-f]{2}|[^\x21-\x7e]`)

// normaliseEscapes writes escapes in capitals, escapes all non-ASCII characters, and none that need no escaping.
func normaliseEscapes(s string) string {
	return escaped.ReplaceAllStringFunc(s, func(found string) string {
		if found[0] != '%' {
			return url.PathEscape(found)
		}
		letter, err := url.PathUnescape(found)
		if err == nil && unreserved.MatchString(letter) {
			return letter
		}
		return strings.ToUpper(found)
	})
}
