package auth_test

import (
	"strings"
	"testing"

	"waymark/internal/kit/auth"
)

func TestEmailProblem(t *testing.T) {
	t.Parallel()
	for _, email := range []string{
		"ada@example.com", "a.b+c@mail.example.co.uk", "o'neil@example.com", "zoë@exämple.de", "a@xn--exmple-cua.de",
		"1@2.com", "a_b-c@a-b.example", "a@example.xn--p1ai",
	} {
		if problem := auth.EmailProblem(email); problem != "" {
			t.Errorf("%s: %s", email, problem)
		}
	}
	for _, email := range []string{
		"", "a", "a@", "@example.com", "a@localhost", "a@[127.0.0.1]", "a@[ipv6:::1]", "a@127.0.0.1", `"a b"@example.com`,
		`"a"@example.com`, "a(comment)@example.com", "ada <a@example.com>",
		"a@example.com, b@example.com", "a@b@example.com", "a@-example.com", "a@example-.com", "a@.com", "a@example..com",
		"a@example.com.", ".a@example.com", "a.@example.com", "a..b@example.com",
		"a@example.com\n", "a b@example.com", "a@exam ple.com", "a@example.c", "a@example.com:25", "a%@", "a@example_1.com",
		"a@\u202eexample.com", "a\x00@example.com",
		strings.Repeat("a", 65) + "@example.com", "a@" + strings.Repeat("a", 200) + ".com",
	} {
		if auth.EmailProblem(email) == "" {
			t.Errorf("%q is accepted", email)
		}
	}
}

func TestAddressKey(t *testing.T) {
	t.Parallel()
	for ip, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
		"2001:db8:1:2::": "2001:db8:1:2::/64",
		"fe80::1%eth0":   "fe80::/64", "::1": "::/64", "": "", "pipe": "pipe",
	} {
		if got := auth.AddressKey(ip); got != want {
			t.Errorf("%s: got %s, want %s", ip, got, want)
		}
	}
}
