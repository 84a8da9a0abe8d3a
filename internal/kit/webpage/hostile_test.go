package webpage_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// These pages are built to crash a parser or to slow it down. All of them must be read quickly, and give plain text.
func TestRead_HostilePages(t *testing.T) {
	t.Parallel()
	const mega = 1 << 20
	times := strings.Repeat
	for _, row := range []struct{ name, body, title string }{
		{"deep nesting", times("<div>", 200_000) + "<title>t</title>", "t"},
		{"deep nesting of all kinds", times("<table><tr><td><b><a><svg><math>", 30_000) + "</svg><title>t</title>", "t"},
		{"closing what was never opened", times("</div></p></h1></svg>", 50_000) + "<title>t</title>", "t"},
		{"a title without end", "<title>" + times("word ", mega/5), ""},
		{"a long title", "<title>" + times("word ", 20_000) + "</title>", strings.TrimSpace(times("word ", 50)) + "…"},
		{"a long title in one word", "<title>" + times("é", 3000) + "</title>", times("é", 254) + "…"},
		{
			"a huge attribute", `<meta property="og:title" content="` + times("x", mega) + `"><title>t</title>`,
			times("x", 254) + "…",
		},
		{"a tag without end", "<title>t</title><meta content='" + times("x", mega), "t"},
		{"many attributes", "<meta " + times("a=b ", 200_000) + "><title>t</title>", "t"},
		{"many tags", times(`<meta property="og:title" content=""><link rel=image_src>`, 20_000) + "<title>t</title>", "t"},
		{"many headings", times("<h1>", 200_000) + "t</h1>", "t"},
		{"zero bytes", "<ti\x00tle>no</title><title>a\x00b&#0;c</title>", "abc"},
		{"zero bytes alone", times("\x00", mega), ""},
		{"invalid UTF-8", "<title>\xff\xfea\xc3</title>", "ÿþaÃ"},
		{"control characters", "<title>a\x07b\x1b[31m\u202ec\u200b\u0085d</title>", "ab[31mc d"},
		{"a script in the title", `<title><script>alert(1)</script></title><h1>t</h1>`, "t"},
		{
			"tags in the title",
			`<meta property="og:title" content="a <img src=x onerror=alert(1)>b &lt;i&gt;c&amp;lt;/i&amp;gt;">`, "a b c",
		},
		{"tags in a field of text", `<meta property="og:title" content="a<textarea><img src=x onerror=alert(1)>b">`, "a b"},
		{"text that looks like a tag", `<title>1 &lt; 2 &amp; I &lt;3 it</title>`, "1 < 2 & I <3 it"},
		{"half a comment", "<title>t</title><!--" + times("-", mega), "t"},
		{"half an entity", "<title>a &amp &#x110000; &#xD800; &bogus;</title>", "a & &bogus;"},
		{"many entities", "<title>" + times("&lt;", 100_000) + "</title>", times("<", 254) + "…"},
		{
			"broken JSON-LD",
			linked(`{"@type":"Recipe","name":`) + linked(`nonsense`) + linked(``) + linked(`{"@type":"Recipe","name":"t"}`), "t",
		},
		{"JSON-LD with a broken line", linked("{\"@type\":\"Recipe\",\n\t\"name\":\"a\r\n\tb\"}"), "a b"},
		{
			"deeply nested JSON-LD",
			linked(times(`{"@graph":[`, 9000)+times("]}", 9000)) + linked(times("[", 200_000)) + "<title>t</title>", "t",
		},
		{
			"JSON-LD below the depth limit",
			linked(times(`{"@graph":[`, 20)+`{"@type":"Recipe","name":"no"}`+times("]}", 20)) + "<title>t</title>", "t",
		},
		{"wide JSON-LD", linked("["+times(`{"@type":"x"},`, 30_000)+"{}]") + "<title>t</title>", "t"},
		{
			"JSON-LD that refers to itself",
			linked(
				`{"@type":"Article","headline":"t","@id":"#a","author":{"@id":"#a2"},"image":{"@id":"#b"},"mainEntity":[{` +
					`"@id":"#b","image":1,"x":{"@id":"#b"}},{"@id":"#a2","y":1}]}`,
			),
			"t",
		},
		{
			"JSON-LD of the wrong types",
			linked(`{"@type":7,"name":{"a":1}}`) + linked(
				`{"@type":["Recipe",null,{}],"name":["t",2],"author":[[[1]],null,{"name":5}],"image":{"url":{}},"duration":["PT"]}`,
			),
			"t",
		},
		{"many scripts", times(linked(`{"@type":"Recipe","name":"t"}`), 10_000), "t"},
	} {
		started := time.Now()
		page := read(row.body)
		if page.Title != row.title {
			t.Errorf("%s: got %.300q, want %q", row.name, page.Title, row.title)
		}
		if took := time.Since(started); took > 3*time.Second {
			t.Errorf("%s: took %v", row.name, took)
		}
		for _, text := range []string{page.Title, page.Description, page.Author} {
			if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\x07\n") {
				t.Errorf("%s: %q", row.name, text)
			}
		}
	}
}

func TestRead_ImageAddresses(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		"javascript:alert(1)", "java\nscript:alert(1)", " JavaScript:alert(1)", "data:image/png;base64,AAAA",
		"file:///etc/passwd", "ftp://x.example/a.png", "http://", "https://u:p@x.example/a.png",
		"http://[::1", "blob:https://x.example/1", "http://x.example/" + strings.Repeat("a", 3000), "http://x..example/",
		"http://x.example:99999/",
	} {
		page := read(
			fmt.Sprintf(
				`<title>t</title><meta property="og:image" content="%s"><link type="application/json+oembed" href="%s">`, bad, bad,
			),
		)
		if page.Image != "" || page.Embed != "" {
			t.Errorf("%.60q: got %q and %q", bad, page.Image, page.Embed)
		}
		next := `<meta name="twitter:image" content="/good.png">`
		page = read(`<meta property="og:image" content="` + bad + `">` + next)
		if page.Image != "https://stories.example/good.png" {
			t.Errorf("%.60q: the next image is not used: %q", bad, page.Image)
		}
	}
}
