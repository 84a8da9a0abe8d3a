package host_test

import (
	"strings"
	"testing"

	"waymark/internal/kit/host"
)

func TestIsLoopback(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"localhost": true, "LOCALHOST:8080": true, "pages.localhost.": true, "127.0.0.1": true, "127.8.0.1:80": true,
		"::1": true, "[::1]": true, "[::1]:8080": true, "[::ffff:127.0.0.1]": true,
		"": false, "[::1": false, "::1]": false, "[::1:8080": false, "[[::1]]": false, "[]": false, "[": false,
		"localhost.example": false, "notlocalhost": false, "192.168.0.7": false, "[::2]:80": false,
		"127.0.0.1.example": false,
	} {
		if got := host.IsLoopback(name); got != want {
			t.Errorf("IsLoopback(%q) = %v, want %v", name, got, want)
		}
	}
}

var pasted = []struct{ text, want string }{
	{"example.com", "example.com"},
	{"  example.com\t", "example.com"},
	{"EXAMPLE.Com", "example.com"},
	{"example.com.", "example.com"},
	{"blog.example.co.uk", "blog.example.co.uk"},
	{"a-b.example-1.com", "a-b.example-1.com"},
	{"r3---sn.example.com", "r3---sn.example.com"},
	{"static_files.example.com", "static_files.example.com"},
	{"4travel.example", "4travel.example"},

	{"www.example.com", "example.com"},
	{"WWW.example.com", "example.com"},
	{"www.www.example.com", "example.com"},
	{"www2.example.com", "www2.example.com"},
	{"wwwexample.com", "wwwexample.com"},
	{"www.com", "www.com"},
	{"https://www.com/", "www.com"},

	{"http://example.com", "example.com"},
	{"HTTPS://WWW.Example.COM/", "example.com"},
	{"ftp://example.com", "example.com"},
	{"//example.com/a", "example.com"},
	{"https://example.com/a/b.html?c=d#e", "example.com"},
	{"example.com?a=b", "example.com"},
	{"example.com#a", "example.com"},
	{`example.com\a`, "example.com"},
	{"https://example.com:8443/a", "example.com"},
	{"example.com:80", "example.com"},
	{"https://anna:secret@example.com/", "example.com"},
	{"https://anna:s@cret@example.com/", "example.com"},
	{"anna@example.com", "example.com"},
	{"https://example.com/mail?to=anna@elsewhere.example", "example.com"},
	{"https://example.com/?next=https://elsewhere.example/", "example.com"},
	{"example.com/?next=https://elsewhere.example/", "example.com"},
	{"https://example.com/" + strings.Repeat("long/", 1000), "example.com"},

	{"münchen.de", "xn--mnchen-3ya.de"},
	{"MÜNCHEN.de", "xn--mnchen-3ya.de"},
	{"mu\u0308nchen.de", "xn--mnchen-3ya.de"},
	{"https://www.münchen.de/rathaus", "xn--mnchen-3ya.de"},
	{"xn--mnchen-3ya.de", "xn--mnchen-3ya.de"},
	{"XN--MNCHEN-3YA.DE", "xn--mnchen-3ya.de"},
	{"straße.example", "xn--strae-oqa.example"},
	{"пример.рф", "xn--e1afmkfd.xn--p1ai"},
	{"例え。テスト。", "xn--r8jz45g.xn--zckzah"},
	{"ｗｗｗ．ｅｘａｍｐｌｅ．ｃｏｍ", "example.com"},
	{"\u200bexample.com\ufeff", "example.com"},
	{strings.Repeat("a", 63) + ".com", strings.Repeat("a", 63) + ".com"},
	{"https://" + strings.Repeat("abcd.", 50) + "com", strings.Repeat("abcd.", 50) + "com"}, // 253 bytes, the maximum
}

var refused = []string{
	"", " ", "http://", "https:///a", "www.", "www", ".", "..", "a", "com", "localhost", "http://localhost:8080/",
	"intranet/wiki",
	"127.0.0.1", "http://192.168.0.1:8080/admin", "1.2.3", "0x7f.1", "2130706433", "::1", "[::1]",
	"http://[2001:db8::1]:80/",
	"exa mple.com", "example.com, example.org", "example..com", "example.com..", ".example.com", "-a.example.com",
	"a-.example.com", "example.c", "example.123",
	"*.example.com", "<b>example.com</b>", "'; DROP TABLE content_domains", "exam\x00ple.com", "exam\nple.com",
	"ex%61mple.com", "example.com%00",
	"javascript:alert(1)", "mailto:", "file:///etc/passwd", `C:\example.com`, "example,com", "example.com;", "💥",
	"xn--.com", "xn--zzzzzzzz99999.com", "\xff\xfe.com",
	strings.Repeat("a", 64) + ".com", strings.Repeat("ü", 63) + ".de", strings.Repeat("abcd.", 50) + "abcd",
	strings.Repeat("abc.", 75) + "com",
	strings.Repeat("a", 300), strings.Repeat("é", 300_000), strings.Repeat("a.", 300_000),
}

func TestNormalise(t *testing.T) {
	t.Parallel()
	for _, row := range pasted {
		got := host.Normalise(row.text)
		if got != row.want {
			t.Errorf("%q gives %q, want %q", row.text, got, row.want)
		}
		if problem := host.Problem(got); problem != "" {
			t.Errorf("%q is refused: %s", row.text, problem)
		}
	}
}

func TestProblem(t *testing.T) {
	t.Parallel()
	for _, text := range refused {
		if got := host.Normalise(text); host.Problem(got) == "" {
			t.Errorf("%.80q was accepted as %q", text, got)
		}
	}
}

// Forms send stored hosts back, so normalising a host twice must give the same result.
func FuzzNormalise(f *testing.F) {
	for _, row := range pasted {
		f.Add(row.text)
	}
	for _, text := range refused {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := host.Normalise(text)
		if host.Problem(once) != "" {
			return
		}
		if again := host.Normalise(once); again != once {
			t.Errorf("%q gives %q, and that gives %q", text, once, again)
		}
	})
}
