package webpage_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"waymark/internal/kit/webpage"
)

var here = &url.URL{Scheme: "https", Host: "stories.example", Path: "/2024/a"}

func read(body string) *webpage.Page { return webpage.Read([]byte(body), "text/html", here) }

func linked(json string) string { return `<script type="application/ld+json">` + json + `</script>` }

func TestWhatAPageSaysAboutItself(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		says, body string
		want       webpage.Page
	}{
		{"nothing", "", webpage.Page{}},
		{"no more than words", "hello", webpage.Page{}},
		{
			"plain tags", `<html lang="pt-BR"><title>A  walk
			in Lisbon</title><meta name=Description content="Up &amp; down"><meta name="author" content="Ana"><link rel="image_src" href="/a.jpg"><h1>Other</h1>`,
			webpage.Page{Title: "A walk in Lisbon", Description: "Up & down", Author: "Ana", Image: "https://stories.example/a.jpg", Language: "pt"},
		},
		{"only a heading", `<svg><title>Logo</title></svg><h1> </h1><h1>Hello <b>big</b><br>world<script>evil()</script></h1><h1>No</h1>`, webpage.Page{Title: "Hello big world"}},
		{"no drawing's title", `<svg><title>Logo</title></svg><title>Page</title>`, webpage.Page{Title: "Page"}},
		{"Open Graph before Twitter before tags", `<title>c</title><meta name="twitter:title" content="b"><meta property="og:title" content="a"><meta property="og:title" content="z">`, webpage.Page{Title: "a"}},
		{
			"Twitter before tags", `<title>c</title><meta property="twitter:title" content="b"><meta name="og:title" content=" "><meta name="twitter:description" content="d"><meta name="twitter:image:src" content="//img.example/x.png">`,
			webpage.Page{Title: "b", Description: "d", Image: "https://img.example/x.png"},
		},
		{"a comment is nothing", `<!-- <title>no</title> --><title>yes</title>`, webpage.Page{Title: "yes"}},
		{"a base for its addresses", `<base href="http://cdn.example/v/"><title>t</title><meta property="og:image" content="i.png?a=1&copy=2">`, webpage.Page{Title: "t", Image: "http://cdn.example/v/i.png?a=1&copy=2"}},
		{"a base that is none", `<base href="javascript:x"><base href="//b"><title>t</title><meta property="og:image" content="i.png">`, webpage.Page{Title: "t", Image: "https://stories.example/2024/i.png"}},
		{"an author's page is not their name", `<title>t</title><meta property="article:author" content="https://people.example/ana">`, webpage.Page{Title: "t"}},
		{"an author's name", `<title>t</title><meta property="article:author" content="Ana Sá">`, webpage.Page{Title: "t", Author: "Ana Sá"}},
		{"an oEmbed document", `<title>t</title><link rel="alternate" type="application/json+oembed" href="/oembed?url=x&amp;format=json">`, webpage.Page{Title: "t", Embed: "https://stories.example/oembed?url=x&format=json"}},
		{"Open Graph's locale", `<title>t</title><html lang="xx-not-a-tag-"><meta property="og:locale" content="fr_CA">`, webpage.Page{Title: "t", Language: "fr"}},
		{"an old code", `<html lang="iw"><title>t</title>`, webpage.Page{Title: "t", Language: "he"}},
		{"a code of three letters", `<html lang="fil"><title>t</title>`, webpage.Page{Title: "t"}},
		{"seconds", `<title>t</title><meta property="og:type" content="video.movie"><meta property="og:video:duration" content="95">`, webpage.Page{Title: "t", Kind: webpage.Video, Duration: 95 * time.Second}},
		{"a duration in a tag", `<title>t</title><meta itemprop="duration" content="PT4M13S">`, webpage.Page{Title: "t", Duration: 4*time.Minute + 13*time.Second}},

		{
			"JSON-LD", linked(`{"@context":"https://schema.org","@type":"NewsArticle","headline":"A &#8217;walk","description":"d","author":[{"@type":"Person","name":"Ana"},{"name":"Bo"}],"image":{"url":"/i.png"},"inLanguage":"de-AT"}`),
			webpage.Page{Title: "A ’walk", Description: "d", Author: "Ana, Bo", Kind: webpage.Article, Image: "https://stories.example/i.png", Language: "de"},
		},
		{
			"a graph whose things refer to each other", linked(`{"@graph":[{"@type":"WebPage","name":"no"},{"@type":["Thing","http://schema.org/Recipe"],"name":"Soup","author":{"@id":"#ana"},"image":[{"@id":"#pic"}]},{"@id":"#ana","name":"Ana"},{"@id":"#pic","contentUrl":"p.png"}]}`),
			webpage.Page{Title: "Soup", Author: "Ana", Kind: webpage.Recipe, Image: "https://stories.example/2024/p.png"},
		},
		{"a page that is nothing in particular", linked(`[{"@type":"Organization","name":"no"},{"@type":"WebPage","name":"yes"}]`), webpage.Page{Title: "yes"}},
		{"an article that holds a video", linked(`{"@type":"VideoObject","name":"v","duration":"PT90S"}`) + linked(`{"@type":"BlogPosting","headline":"b"}`), webpage.Page{Title: "b", Kind: webpage.Article, Duration: 90 * time.Second}},
		{
			"a video", linked(`{"@type":"VideoObject","name":"v","duration":"P0DT1H0M30.5S","thumbnailUrl":["https://i.example/1.png"]}`),
			webpage.Page{Title: "v", Kind: webpage.Video, Duration: time.Hour + 30*time.Second + 500*time.Millisecond, Image: "https://i.example/1.png"},
		},
		{"a recipe the site calls an article", `<meta property="og:type" content="article">` + linked(`{"@type":"Recipe","name":"r"}`), webpage.Page{Title: "r", Kind: webpage.Recipe}},
		{"an article that is read aloud", `<meta property="og:type" content="article">` + linked(`{"@type":"AudioObject","name":"r"}`), webpage.Page{Title: "r", Kind: webpage.Article}},
		{"a podcast", `<meta property="og:type" content="article">` + linked(`{"@type":"PodcastEpisode","name":"p","timeRequired":"PT31M"}`), webpage.Page{Title: "p", Kind: webpage.Audio, Duration: 31 * time.Minute}},
		{"a website", `<title>t</title><meta property="og:type" content="website">`, webpage.Page{Title: "t"}},
		{"a book", `<title>t</title><meta property="og:type" content="books.book">`, webpage.Page{Title: "t", Kind: webpage.Book}},
		{"a song", `<title>t</title><meta property="og:type" content="Music.Song">`, webpage.Page{Title: "t", Kind: webpage.Audio}},
		{"a map", `<title>t</title>` + linked(`{"@type":"Map"}`), webpage.Page{Title: "t", Kind: webpage.Map}},
	} {
		if got := read(row.body); *got != row.want {
			t.Errorf("%s:\n got %+v\nwant %+v", row.says, *got, row.want)
		}
	}
}

func TestLettersAreReadWhateverIsSaidOfThem(t *testing.T) {
	t.Parallel()
	write := func(e encoding.Encoding, text string) string {
		out, err := e.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	marked := func(order unicode.Endianness) encoding.Encoding { return unicode.UTF16(order, unicode.UseBOM) }
	const cafe, tokyo, beijing = "<title>Café “Zürich”</title>", "<title>東京の夜を歩く</title>", "<title>北京的胡同</title>"
	for _, row := range []struct{ name, body, header, want string }{
		{"UTF-8", cafe, "text/html; charset=utf-8", "Café “Zürich”"},
		{"UTF-8 with a mark", "\ufeff" + cafe, "text/html", "Café “Zürich”"},
		{"UTF-8 of which nothing is said", cafe, "", "Café “Zürich”"},
		{"UTF-8 late in the page", strings.Repeat("<p>plain</p>", 200) + cafe + "\xff", "text/html", "Café “Zürich”"},
		{"UTF-8 called Latin 1", cafe, "text/html; charset=iso-8859-1", "Café “Zürich”"},
		{"UTF-8 called UTF-16", cafe, "text/html; charset=utf-16", "Café “Zürich”"},
		{"UTF-8 with one fault", "<title>Caf\u00e9 \xff Z\u00fcrich</title>", "text/html; charset=utf-8", "Café Zürich"},
		{"windows-1252 by header", write(charmap.Windows1252, cafe), "text/html; charset=windows-1252", "Café “Zürich”"},
		{"windows-1252 by tag", "<meta charset=windows-1252>" + write(charmap.Windows1252, cafe), "text/html", "Café “Zürich”"},
		{"windows-1252 of which nothing is said", write(charmap.Windows1252, cafe), "text/html", "Café “Zürich”"},
		{"windows-1252 called UTF-8", write(charmap.Windows1252, cafe), "text/html; charset=UTF-8", "Café “Zürich”"},
		{"windows-1252 called UTF-8 twice", "<meta charset=utf-8>" + write(charmap.Windows1252, cafe), "text/html; charset=UTF-8", "Café “Zürich”"},
		{"Shift_JIS by header", write(japanese.ShiftJIS, tokyo), "text/html; charset=Shift_JIS", "東京の夜を歩く"},
		{"Shift_JIS by tag", `<meta http-equiv="content-type" content="text/html; charset=shift_jis">` + write(japanese.ShiftJIS, tokyo), "text/html", "東京の夜を歩く"},
		{"Shift_JIS by tag, called UTF-8", `<meta charset="shift_jis">` + write(japanese.ShiftJIS, tokyo), "text/html; charset=utf-8", "東京の夜を歩く"},
		{"ISO-2022-JP", write(japanese.ISO2022JP, tokyo), "text/html; charset=iso-2022-jp", "東京の夜を歩く"},
		{"GBK", write(simplifiedchinese.GBK, beijing), "text/html; charset=gbk", "北京的胡同"},
		{"GB2312 by tag", `<meta charset="gb2312">` + write(simplifiedchinese.GBK, beijing), "text/html", "北京的胡同"},
		{"UTF-16 with a mark", write(marked(unicode.LittleEndian), tokyo), "text/html", "東京の夜を歩く"},
		{"UTF-16 the other way round", write(marked(unicode.BigEndian), tokyo), "text/html; charset=utf-8", "東京の夜を歩く"},
		{"UTF-16 by header", write(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), tokyo), "text/html; charset=utf-16le", "東京の夜を歩く"},
		{"a set nobody knows", cafe, "text/html; charset=klingon", "Café “Zürich”"},
		{"a header that is broken", cafe, "text/html; charset=\"", "Café “Zürich”"},
	} {
		if got := webpage.Read([]byte(row.body), row.header, here); got.Title != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got.Title, row.want)
		}
	}
}

// Every page here is made to break a reader. None may, none may take long, and what is read is plain.
func TestPagesMadeToBreakAReader(t *testing.T) {
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
		{"a huge attribute", `<meta property="og:title" content="` + times("x", mega) + `"><title>t</title>`, times("x", 254) + "…"},
		{"a tag without end", "<title>t</title><meta content='" + times("x", mega), "t"},
		{"many attributes", "<meta " + times("a=b ", 200_000) + "><title>t</title>", "t"},
		{"many tags", times(`<meta property="og:title" content=""><link rel=image_src>`, 20_000) + "<title>t</title>", "t"},
		{"many headings", times("<h1>", 200_000) + "t</h1>", "t"},
		{"zero bytes", "<ti\x00tle>no</title><title>a\x00b&#0;c</title>", "abc"},
		{"zero bytes alone", times("\x00", mega), ""},
		{"what is no UTF-8", "<title>\xff\xfea\xc3</title>", "ÿþaÃ"},
		{"control characters", "<title>a\x07b\x1b[31m\u202ec\u200b\u0085d</title>", "ab[31mc d"},
		{"a script in the title", `<title><script>alert(1)</script></title><h1>t</h1>`, "t"},
		{"tags in the title", `<meta property="og:title" content="a <img src=x onerror=alert(1)>b &lt;i&gt;c&amp;lt;/i&amp;gt;">`, "a b c"},
		{"tags in a field of text", `<meta property="og:title" content="a<textarea><img src=x onerror=alert(1)>b">`, "a b"},
		{"what only looks like a tag", `<title>1 &lt; 2 &amp; I &lt;3 it</title>`, "1 < 2 & I <3 it"},
		{"half a comment", "<title>t</title><!--" + times("-", mega), "t"},
		{"half an entity", "<title>a &amp &#x110000; &#xD800; &bogus;</title>", "a & &bogus;"},
		{"a mountain of entities", "<title>" + times("&lt;", 100_000) + "</title>", times("<", 254) + "…"},
		{"broken JSON-LD", linked(`{"@type":"Recipe","name":`) + linked(`nonsense`) + linked(``) + linked(`{"@type":"Recipe","name":"t"}`), "t"},
		{"JSON-LD with a broken line", linked("{\"@type\":\"Recipe\",\n\t\"name\":\"a\r\n\tb\"}"), "a b"},
		{"deep JSON-LD", linked(times(`{"@graph":[`, 9000)+times("]}", 9000)) + linked(times("[", 200_000)) + "<title>t</title>", "t"},
		{"JSON-LD deeper than anyone writes it", linked(times(`{"@graph":[`, 20)+`{"@type":"Recipe","name":"no"}`+times("]}", 20)) + "<title>t</title>", "t"},
		{"wide JSON-LD", linked("["+times(`{"@type":"x"},`, 30_000)+"{}]") + "<title>t</title>", "t"},
		{"JSON-LD that refers to itself", linked(`{"@type":"Article","headline":"t","@id":"#a","author":{"@id":"#a2"},"image":{"@id":"#b"},"mainEntity":[{"@id":"#b","image":1,"x":{"@id":"#b"}},{"@id":"#a2","y":1}]}`), "t"},
		{"JSON-LD of the wrong types", linked(`{"@type":7,"name":{"a":1}}`) + linked(`{"@type":["Recipe",null,{}],"name":["t",2],"author":[[[1]],null,{"name":5}],"image":{"url":{}},"duration":["PT"]}`), "t"},
		{"scripts without number", times(linked(`{"@type":"Recipe","name":"t"}`), 10_000), "t"},
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

func TestOnlyWebAddressesAreTakenAsPictures(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		"javascript:alert(1)", "java\nscript:alert(1)", " JavaScript:alert(1)", "data:image/png;base64,AAAA", "file:///etc/passwd", "ftp://x.example/a.png", "http://", "https://u:p@x.example/a.png",
		"http://[::1", "blob:https://x.example/1", "http://x.example/" + strings.Repeat("a", 3000), "http://x..example/", "http://x.example:99999/",
	} {
		page := read(fmt.Sprintf(`<title>t</title><meta property="og:image" content="%s"><link type="application/json+oembed" href="%s">`, bad, bad))
		if page.Image != "" || page.Embed != "" {
			t.Errorf("%.60q: got %q and %q", bad, page.Image, page.Embed)
		}
		if page := read(`<meta property="og:image" content="` + bad + `"><meta name="twitter:image" content="/good.png">`); page.Image != "https://stories.example/good.png" {
			t.Errorf("%.60q: the next is not taken: %q", bad, page.Image)
		}
	}
}

func TestDurationsThatAreNone(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "P", "PT", "PT0S", "4:13", "PT-5M", "PT5", "P1Y", "PT99999999H", "PT999999H", strings.Repeat("PT1M", 20), "PT1e9S"} {
		if page := read(linked(fmt.Sprintf(`{"@type":"VideoObject","name":"v","duration":%q}`, bad))); page.Duration != 0 {
			t.Errorf("%q: %v", bad, page.Duration)
		}
	}
	for _, bad := range []string{"", "-5", "NaN", "Inf", "1e300", "0", "x"} {
		if page := read(`<meta property="og:video:duration" content="` + bad + `">`); page.Duration != 0 {
			t.Errorf("%q: %v", bad, page.Duration)
		}
	}
}

func TestAnOEmbedDocumentCompletesAPage(t *testing.T) {
	t.Parallel()
	document := `{"type":"video","title":"T &amp; t","author_name":"Ana","thumbnail_url":"/t.png","duration":61,"html":" <iframe src=\"https://v.example/1\">\u0000</iframe>\n"}`
	page := &webpage.Page{}
	if code := page.AddOEmbed([]byte(document), here); code != `<iframe src="https://v.example/1"></iframe>` {
		t.Errorf("got %q", code)
	}
	if want := (webpage.Page{Title: "T & t", Author: "Ana", Image: "https://stories.example/t.png", Kind: webpage.Video, Duration: 61 * time.Second}); *page != want {
		t.Errorf("got %+v", *page)
	}
	known := webpage.Page{Title: "a", Author: "b", Image: "https://c.example/", Kind: webpage.Recipe, Duration: 1}
	page = &webpage.Page{Title: "a", Author: "b", Image: "https://c.example/", Kind: webpage.Recipe, Duration: 1}
	page.AddOEmbed([]byte(document), here)
	if *page != known {
		t.Errorf("what the page said is lost: %+v", *page)
	}
	for _, bad := range []string{"", "null", "[]", "{", `{"html":5}`, `{"html":{"a":1},"title":[]}`, `{"html":"` + strings.Repeat("x", 20_001) + `"}`, strings.Repeat(`{"a":`, 20_000)} {
		page := &webpage.Page{}
		if code := page.AddOEmbed([]byte(bad), here); code != "" || *page != (webpage.Page{}) {
			t.Errorf("%.40q: got %q, %+v", bad, code, *page)
		}
	}
	if code := (&webpage.Page{}).AddOEmbed([]byte(`{"html":"`+strings.Repeat("é", 20_000)+`"}`), here); utf8.RuneCountInString(code) != 20_000 {
		t.Errorf("%d characters", utf8.RuneCountInString(code))
	}
}

func TestWhatIsNoPageIsTold(t *testing.T) {
	t.Parallel()
	const png, pdf, page = "\x89PNG\x0d\x0a\x1a\x0a\x00", "%PDF-1.7\n", "<!doctype html><title>t</title>"
	for _, row := range []struct {
		header, body string
		byHeader, is webpage.Format
	}{
		{"text/html", page, webpage.Undetermined, webpage.HTML},
		{"TEXT/HTML;charset=x", page, webpage.Undetermined, webpage.HTML},
		{"application/xhtml+xml", `<?xml version="1.0"?><!DOCTYPE html><html>`, webpage.Undetermined, webpage.HTML},
		{"application/xml", `<?xml version="1.0"?><html>`, webpage.Undetermined, webpage.HTML},
		{"application/xml", `<?xml version="1.0"?><rss>`, webpage.Undetermined, webpage.Other},
		{"", page, webpage.Undetermined, webpage.HTML},
		{"", "hello", webpage.Undetermined, webpage.Other},
		{"text/html", "hello", webpage.Undetermined, webpage.HTML},
		{"text/html", "", webpage.Undetermined, webpage.HTML},
		{"text/plain", page, webpage.Undetermined, webpage.HTML},
		{"text/plain", "hello", webpage.Undetermined, webpage.Other},
		{"application/octet-stream", page, webpage.Undetermined, webpage.HTML},
		{"text/html", png, webpage.Undetermined, webpage.Picture},
		{"text/html", pdf, webpage.Undetermined, webpage.PDF},
		{"text/html", "PK\x03\x04\x00\x01", webpage.Undetermined, webpage.Other},
		{"text/html", "\x1b\x02\x00\x01", webpage.Undetermined, webpage.Other},
		{"image/png", png, webpage.Picture, webpage.Picture},
		{"application/pdf", pdf, webpage.PDF, webpage.PDF},
		{"application/json", "{}", webpage.Other, webpage.Other},
		{"video/mp4", "", webpage.Other, webpage.Other},
		{"text/css", "a{}", webpage.Other, webpage.Other},
	} {
		header := http.Header{"Content-Type": {row.header}}
		if got := webpage.FormatByHeader(header); got != row.byHeader {
			t.Errorf("%s: by header %v", row.header, got)
		}
		if got := webpage.FormatByBody(row.header, []byte(row.body)); got != row.is {
			t.Errorf("%s %.20q: by body %v", row.header, row.body, got)
		}
	}
	if got := webpage.FormatByHeader(http.Header{"Content-Type": {"text/html"}, "Content-Encoding": {"br"}}); got != webpage.Other {
		t.Errorf("packed: %v", got)
	}
}

func TestANameOfAFileMayBeATitle(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/files/Annual-Report_2024.pdf": "Annual Report 2024", "/a/caf%C3%A9.jpg": "café", "/": "", "/1234.pdf": "", "/d41d8cd98f00b204e9800998ecf8427e.png": "",
		"/IMG_0001.jpg": "IMG 0001", "/x.pdf": "", "": "", "/a%00b<i>long.pdf": "ab long",
	} {
		u, err := url.Parse("https://x.example" + path)
		if err != nil {
			t.Fatal(err)
		}
		if got := webpage.FileTitle(u); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

func FuzzNothingMakesAPageFail(f *testing.F) {
	f.Add([]byte("<title>t</title>"), "text/html; charset=utf-8")
	f.Add([]byte(linked(`{"@type":"Recipe","name":"r","author":{"@id":"x"}}`)), "")
	f.Add([]byte("\xff\xfe<\x00"), "text/html; charset=gbk")
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		page := webpage.Read(body, contentType, here)
		for _, text := range []string{page.Title, page.Description, page.Author} {
			if !utf8.ValidString(text) || strings.ContainsRune(text, 0) || utf8.RuneCountInString(text) > 2000 {
				t.Errorf("got %q", text)
			}
		}
		page.AddOEmbed(body, here)
	})
}
