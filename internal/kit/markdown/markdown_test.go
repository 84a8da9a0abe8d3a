package markdown_test

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"waymark/internal/kit/markdown"
)

func TestHTML(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                          "",
		"one\ntwo\n\nthree":         "<p>one<br>two</p><p>three</p>",
		"one\r\ntwo":                "<p>one<br>two</p>",
		"# Title #\n##### Small":    "<p><strong>Title</strong></p><p><strong>Small</strong></p>",
		"**b** and __b__, *e* _e_":  "<p><strong>b</strong> and <strong>b</strong>, <em>e</em> <em>e</em></p>",
		"~~gone~~":                  "<p><del>gone</del></p>",
		"***both***":                "<p><strong><em>both</em></strong></p>",
		"**a *b* c**":               "<p><strong>a <em>b</em> c</strong></p>",
		"snake_case_name 2 * 3 * 4": "<p>snake_case_name 2 * 3 * 4</p>",
		"\\*not em\\* `a *b* <c>`":  "<p>*not em* <code>a *b* &lt;c&gt;</code></p>",
		"- one\n- two\n  more\n  - nested\n- three": "<ul><li>one</li><li>two<br>more<ul><li>nested</li></ul></li>" +
			"<li>three</li></ul>",
		"1. one\n2. two\n\nafter":  "<ol><li>one</li><li>two</li></ol><p>after</p>",
		"text\n- item":             "<p>text</p><ul><li>item</li></ul>",
		"- a\n\n- b":               "<ul><li>a</li><li>b</li></ul>",
		"- a\n1. b":                "<ul><li>a</li></ul><ol><li>b</li></ol>",
		"> quoted\n> more\n\nlast": "<blockquote><p>quoted<br>more</p></blockquote><p>last</p>",
		"one\n\n---\n\ntwo":        "<p>one</p><hr><p>two</p>",
		`[site](https://a.example/x_(y) "Title")`: `<p><a href="https://a.example/x_(y)" rel="noopener" target="_blank">` +
			`site</a></p>`,
		"https://b.example/p?q=1&r=2.": `<p><a href="https://b.example/p?q=1&amp;r=2" rel="noopener" target="_blank">` +
			`https://b.example/p?q=1&amp;r=2</a>.</p>`,
		"[**b**](mailto:a@b.example)": `<p><a href="mailto:a@b.example"><strong>b</strong></a></p>`,
		"<mailto:a@b.example>":        `<p><a href="mailto:a@b.example">a@b.example</a></p>`,
		"Zoë’s <b> & \"x\"":           "<p>Zoë’s &lt;b&gt; &amp; &#34;x&#34;</p>",
	} {
		if got := string(markdown.HTML(text, markdown.NewTab)); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestHTML_Links(t *testing.T) {
	t.Parallel()
	text := "[a](https://a.example)"
	if got := markdown.HTML(text, markdown.SameTab); got != `<p><a href="https://a.example">a</a></p>` {
		t.Errorf("same tab: got %s", got)
	}
	if got := markdown.HTML(text, markdown.NoLinks); got != `<p><a>a</a></p>` {
		t.Errorf("no links: got %s", got)
	}
}

func TestHTML_Hostile(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](data:text/html,<script>alert(1)</script>)",
		"[x](//evil.example)", "[x](vbscript:x)", "<javascript:alert(1)>", "<img src=x onerror=alert(1)>",
		"<script>alert(1)</script>", "![x](javascript:alert(1))", `[x](https://a.example" onclick="alert(1))`,
		"[x](java\tscript:alert(1))", "</p></article><script>", "[x](http:javascript)", "\x00<a\x00>", "[x](https://)",
	} {
		nodes, err := html.ParseFragment(strings.NewReader(string(markdown.HTML(text, markdown.NewTab))), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, root := range nodes {
			for node := range root.Descendants() {
				if node.Data == "script" || node.Data == "img" {
					t.Errorf("%q: got an element %s", text, node.Data)
				}
				for _, a := range node.Attr {
					safe := a.Key == "rel" || a.Key == "target" || (a.Key == "href" && strings.HasPrefix(a.Val, "https://"))
					if !safe {
						t.Errorf("%q: got an attribute %s=%q", text, a.Key, a.Val)
					}
				}
			}
		}
	}
}

func TestHTML_LongTexts(t *testing.T) {
	t.Parallel()
	for _, part := range []string{
		"*", "**a", "[", "[a](", "`", "``a", "> ", "- ", "_a", "~~a", "<https:", "![", "#", "* a\n ",
	} {
		began := time.Now()
		markdown.HTML(strings.Repeat(part, 20_000), markdown.NewTab)
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%q took %v", part, took)
		}
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	got := markdown.Text("**Bold**ly & [here](https://a.example)\n\n- one\n- two <b>")
	if want := "Boldly & here one two <b>"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
