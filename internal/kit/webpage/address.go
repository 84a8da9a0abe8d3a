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

// Address reads what people paste as the address of a web page: http or https, and nothing secret in it. The scheme
// may be left out where a name with a dot leaves no doubt.
func Address(text string) (*url.URL, bool) {
	text = strings.TrimSpace(text)
	if strings.ContainsFunc(text, unfit) {
		return nil, false
	}
	text = WithScheme(text)
	if !anyScheme.MatchString(text) {
		return nil, false
	}
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Opaque != "" || u.User != nil || !plausible(u.Hostname(), u.Port()) {
		return nil, false
	}
	return u, true
}

// Problem is what is wrong with a whole address, scheme included, or nothing.
func Problem(address string) string {
	lower := strings.ToLower(address)
	if _, ok := Address(address); !ok || (!strings.HasPrefix(lower, "http://") && !strings.HasPrefix(lower, "https://")) {
		return "Must be a web address that begins with http:// or https://."
	}
	return ""
}

// WithScheme adds the scheme to an address that was pasted without one.
func WithScheme(text string) string {
	if bareHost.MatchString(text) {
		return "https://" + text
	}
	return text
}

// unfit tells characters no address has. What is no UTF-8 reads as the replacement character.
func unfit(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\\' || r == unicode.ReplacementChar
}

// plausible leaves it to the network which hosts there are, but not what can't be one.
func plausible(name, port string) bool {
	if _, err := strconv.ParseUint(cmp.Or(port, "80"), 10, 16); err != nil {
		return false
	}
	if strings.Contains(name, ":") {
		_, err := netip.ParseAddr(name)
		return err == nil
	}
	return strings.Trim(name, ".") != "" && !strings.ContainsFunc(name, unfit) && !strings.Contains(name, "..") && !strings.ContainsAny(name, "<>\"'`{}|^%*,;!$&()+=~[]")
}

// Parameters that tell how a reader came to a page, and nothing of which page it is.
var (
	tracking = map[string]bool{
		"fbclid": true, "gclid": true, "gclsrc": true, "dclid": true, "gbraid": true, "wbraid": true, "msclkid": true, "yclid": true, "ttclid": true,
		"twclid": true, "li_fat_id": true, "igshid": true, "igsh": true, "mc_cid": true, "mc_eid": true, "mkt_tok": true, "ref_src": true, "ref_url": true,
		"_ga": true, "_gl": true, "_hsenc": true, "_hsmi": true, "srsltid": true, "vero_id": true, "oly_anon_id": true, "oly_enc_id": true, "s_cid": true,
	}
	trackingPrefixes = []string{"utm_", "hsa_", "pk_", "mtm_", "matomo_"}
)

// Canonical is the one form of all addresses that lead to the same page: without scheme, www., default port, fragment,
// final slash and what only tracks readers, the parameters sorted. It is false for what is no address.
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
	way := strings.TrimSuffix(path.Clean("/"+tidy(u.EscapedPath())), "/")
	if query := canonicalQuery(u.RawQuery); query != "" {
		return name + way + "?" + query, true
	}
	return name + way, true
}

func canonicalQuery(raw string) string {
	var kept []string
	for pair := range strings.SplitSeq(raw, "&") {
		if name := strings.ToLower(nameOf(pair)); name != "" && !isTracking(name) {
			kept = append(kept, tidy(strings.ReplaceAll(pair, "+", "%20")))
		}
	}
	// Values of one name keep their order: to some sites it means something.
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
	return tracking[name] || slices.ContainsFunc(trackingPrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

var escaped = regexp.MustCompile(`%[0-9A-Fa-f]{2}|[^\x21-\x7e]`)

// tidy writes escapes in one way: in capitals, none where a plain letter would do, and always beyond ASCII.
func tidy(s string) string {
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
