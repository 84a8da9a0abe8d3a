package webpage_test

import (
	"strings"
	"testing"

	"waymark/internal/kit/webpage"
)

var canonical = []struct{ address, want string }{
	{"https://stories.example/some-title-12", "stories.example/some-title-12"},
	{"http://stories.example/some-title-12", "stories.example/some-title-12"},
	{"stories.example/some-title-12", "stories.example/some-title-12"},
	{"  https://stories.example/some-title-12/\n", "stories.example/some-title-12"},
	{"HTTPS://WWW.Stories.Example/Some-Title", "stories.example/Some-Title"},
	{"https://stories.example./a", "stories.example/a"},
	{"https://stories.example", "stories.example"},
	{"https://stories.example/", "stories.example"},
	{"https://stories.example///", "stories.example"},
	{"https://stories.example?", "stories.example"},
	{"https://stories.example/#top", "stories.example"},
	{"https://stories.example/a#part", "stories.example/a"},
	{"https://stories.example/a//b/./c/../d", "stories.example/a/b/d"},
	{"https://stories.example/../../a", "stories.example/a"},

	{"http://stories.example:80/a", "stories.example/a"},
	{"https://stories.example:443/a", "stories.example/a"},
	{"https://stories.example:8443/a", "stories.example:8443/a"},
	{"stories.example:443/a", "stories.example/a"},
	{"https://[2001:DB8::0:1]:443/a", "[2001:db8::1]/a"},
	{"http://192.0.2.7/a", "192.0.2.7/a"},

	{"https://stories.example/a?utm_source=x&utm_medium=y&UTM_Campaign=z", "stories.example/a"},
	{"https://stories.example/a?fbclid=1&gclid=2&mc_cid=3&mc_eid=4&igshid=5&ref_src=6&msclkid=7", "stories.example/a"},
	{"https://stories.example/a?v=1&utm_source=x", "stories.example/a?v=1"},
	{"https://stories.example/a/?b=2&a=1", "stories.example/a?a=1&b=2"},
	{"https://stories.example/?v=1", "stories.example?v=1"},
	{"https://stories.example/a?b=2&b=1&a=3", "stories.example/a?a=3&b=2&b=1"},
	{"https://stories.example/a?&&b=2&&", "stories.example/a?b=2"},
	{"https://stories.example/a?b", "stories.example/a?b"},
	{"https://stories.example/a?b=", "stories.example/a?b="},
	{"https://stories.example/a?%75tm_source=x", "stories.example/a"},
	{"https://stories.example/a?q=x+y", "stories.example/a?q=x%20y"},
	{"https://stories.example/a?q=x%20y", "stories.example/a?q=x%20y"},
	{"https://stories.example/a?V=1", "stories.example/a?V=1"},
	{"https://stories.example/a?reference=1&utmost=2", "stories.example/a?reference=1&utmost=2"},
	{"https://stories.example/a?b=%zz;c", "stories.example/a?b=%zz;c"},

	{"https://stories.example/caf%c3%a9", "stories.example/caf%C3%A9"},
	{"https://stories.example/café", "stories.example/caf%C3%A9"},
	{"https://stories.example/%7Eanna/%61", "stories.example/~anna/a"},
	{"https://stories.example/%2e%2e/a", "stories.example/a"},
	{"https://stories.example/a%2Fb", "stories.example/a%2Fb"},
	{"https://münchen.example/a", "xn--mnchen-3ya.example/a"},
	{"https://xn--mnchen-3ya.example/a", "xn--mnchen-3ya.example/a"},
}

var invalidAddresses = []string{
	"", " ", "stories", "some words", "https://", "https:///a", "http://:80/", "https://stories.example/a b",
	"https://sto ries.example/",
	"javascript:alert(1)", "javascript://stories.example/%0aalert(1)", "ftp://stories.example/a", "file:///etc/passwd",
	"data:text/html,x", "mailto:anna@stories.example",
	"https://anna@stories.example/", "https://anna:secret@stories.example/", "anna@stories.example",
	"https:stories.example", "http://[::1", "http://[stories.example]/",
	"https://stories.example:99999/", "https://stories.example:port/", "https://stories..example/", "https://./",
	"https://%31%32%37.0.0.1/", `https:\\stories.example\a`,
	"https://stories.example/%zz", "https://stor\x00ies.example/", "https://stories.example/\x01", "https://<b>.example/",
	"//stories.example/a", "/a", "?a", "#a", "http://*.example/", "htt\u0440s://stories.example", "\xff\xfe",
}

func TestCanonical(t *testing.T) {
	t.Parallel()
	for _, row := range canonical {
		if got, ok := webpage.Canonical(row.address); got != row.want || !ok {
			t.Errorf("%q gives %q (%v), want %q", row.address, got, ok, row.want)
		}
	}
}

func TestAddress_Invalid(t *testing.T) {
	t.Parallel()
	for _, text := range invalidAddresses {
		if u, ok := webpage.Address(text); ok || u != nil {
			t.Errorf("%q was accepted as %v", text, u)
		}
		if got, ok := webpage.Canonical(text); ok || got != "" {
			t.Errorf("%q was accepted as %q", text, got)
		}
	}
}

// A stored canonical form must not change when it is compared or saved again.
func FuzzCanonical(f *testing.F) {
	for _, row := range canonical {
		f.Add(row.address)
	}
	for _, text := range invalidAddresses {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once, ok := webpage.Canonical(text)
		if !ok {
			return
		}
		if strings.ContainsAny(once, " \x00\n#") {
			t.Errorf("%q gives %q", text, once)
		}
		if again, ok := webpage.Canonical("https://" + once); !ok || again != once {
			t.Errorf("%q gives %q, and that gives %q (%v)", text, once, again, ok)
		}
	})
}
