package webpage_test

import (
	"fmt"
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

var pageURL = &url.URL{Scheme: "https", Host: "stories.example", Path: "/2024/a"}

func read(body string) *webpage.Page { return webpage.Read([]byte(body), "text/html", pageURL) }

func linked(json string) string { return `<script type="application/ld+json">` + json + `</script>` }

func TestRead(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, body string
		want       webpage.Page
	}{
		{"nothing", "", webpage.Page{}},
		{"text without tags", "hello", webpage.Page{}},
		{
			"plain tags", `<html lang="pt-BR"><title>A  walk
			in Lisbon</title><meta name=Description content="Up &amp; down">
			<meta name="author" content="Ana"><link rel="image_src" href="/a.jpg"><h1>Other</h1>`,
			webpage.Page{
				Title: "A walk in Lisbon", Description: "Up & down", Author: "Ana", Image: "https://stories.example/a.jpg",
				Language: "pt",
			},
		},
		{
			"only a heading",
			`<svg><title>Logo</title></svg><h1> </h1><h1>Hello <b>big</b><br>world<script>evil()</script></h1><h1>No</h1>`,
			webpage.Page{Title: "Hello big world"},
		},
		{"not the title of a drawing", `<svg><title>Logo</title></svg><title>Page</title>`, webpage.Page{Title: "Page"}},
		{
			"Open Graph before Twitter before tags",
			`<title>c</title><meta name="twitter:title" content="b"><meta property="og:title" content="a">` +
				`<meta property="og:title" content="z">`,
			webpage.Page{Title: "a"},
		},
		{
			"Twitter before tags",
			`<title>c</title><meta property="twitter:title" content="b"><meta name="og:title" content=" ">` +
				`<meta name="twitter:description" content="d"><meta name="twitter:image:src" content="//img.example/x.png">`,
			webpage.Page{Title: "b", Description: "d", Image: "https://img.example/x.png"},
		},
		{"a title in a comment", `<!-- <title>no</title> --><title>yes</title>`, webpage.Page{Title: "yes"}},
		{
			"a base for its addresses",
			`<base href="http://cdn.example/v/"><title>t</title><meta property="og:image" content="i.png?a=1&copy=2">`,
			webpage.Page{Title: "t", Image: "http://cdn.example/v/i.png?a=1&copy=2"},
		},
		{
			"an invalid base",
			`<base href="javascript:x"><base href="//b"><title>t</title><meta property="og:image" content="i.png">`,
			webpage.Page{Title: "t", Image: "https://stories.example/2024/i.png"},
		},
		{
			"an author's page is not their name",
			`<title>t</title><meta property="article:author" content="https://people.example/ana">`,
			webpage.Page{Title: "t"},
		},
		{
			"an author's name", `<title>t</title><meta property="article:author" content="Ana Sá">`,
			webpage.Page{Title: "t", Author: "Ana Sá"},
		},
		{
			"an oEmbed document",
			`<title>t</title><link rel="alternate" type="application/json+oembed" href="/oembed?url=x&amp;format=json">`,
			webpage.Page{Title: "t", Embed: "https://stories.example/oembed?url=x&format=json"},
		},
		{
			"Open Graph's locale", `<title>t</title><html lang="xx-not-a-tag-"><meta property="og:locale" content="fr_CA">`,
			webpage.Page{Title: "t", Language: "fr"},
		},
		{"an old code", `<html lang="iw"><title>t</title>`, webpage.Page{Title: "t", Language: "he"}},
		{"a code of three letters", `<html lang="fil"><title>t</title>`, webpage.Page{Title: "t"}},
		{
			"seconds",
			`<title>t</title><meta property="og:type" content="video.movie"><meta property="og:video:duration" content="95">`,
			webpage.Page{Title: "t", Kind: webpage.Video, Duration: 95 * time.Second},
		},
		{
			"a duration in a tag", `<title>t</title><meta itemprop="duration" content="PT4M13S">`,
			webpage.Page{Title: "t", Duration: 4*time.Minute + 13*time.Second},
		},

		{
			"JSON-LD",
			linked(
				`{"@context":"https://schema.org","@type":"NewsArticle","headline":"A &#8217;walk","description":"d",` +
					`"author":[{"@type":"Person","name":"Ana"},{"name":"Bo"}],"image":{"url":"/i.png"},"inLanguage":"de-AT"}`,
			),
			webpage.Page{
				Title: "A ’walk", Description: "d", Author: "Ana, Bo", Kind: webpage.Article,
				Image: "https://stories.example/i.png", Language: "de",
			},
		},
		{
			"a graph with references",
			linked(
				`{"@graph":[{"@type":"WebPage","name":"no"},{"@type":["Thing","http://schema.org/Recipe"],"name":"Soup",` +
					`"author":{"@id":"#ana"},"image":[{"@id":"#pic"}]},{"@id":"#ana","name":"Ana"},{"@id":"#pic",` +
					`"contentUrl":"p.png"}]}`,
			),
			webpage.Page{Title: "Soup", Author: "Ana", Kind: webpage.Recipe, Image: "https://stories.example/2024/p.png"},
		},
		{
			"a page without a specific type", linked(`[{"@type":"Organization","name":"no"},{"@type":"WebPage","name":"yes"}]`),
			webpage.Page{Title: "yes"},
		},
		{
			"an article that contains a video",
			linked(`{"@type":"VideoObject","name":"v","duration":"PT90S"}`) + linked(`{"@type":"BlogPosting","headline":"b"}`),
			webpage.Page{Title: "b", Kind: webpage.Article, Duration: 90 * time.Second},
		},
		{
			"a video",
			linked(`{"@type":"VideoObject","name":"v","duration":"P0DT1H0M30.5S","thumbnailUrl":["https://i.example/1.png"]}`),
			webpage.Page{
				Title: "v", Kind: webpage.Video, Duration: time.Hour + 30*time.Second + 500*time.Millisecond,
				Image: "https://i.example/1.png",
			},
		},
		{
			"a recipe with the Open Graph type article",
			`<meta property="og:type" content="article">` + linked(`{"@type":"Recipe","name":"r"}`),
			webpage.Page{Title: "r", Kind: webpage.Recipe},
		},
		{
			"an article with an audio version",
			`<meta property="og:type" content="article">` + linked(`{"@type":"AudioObject","name":"r"}`),
			webpage.Page{Title: "r", Kind: webpage.Article},
		},
		{
			"a podcast",
			`<meta property="og:type" content="article">` + linked(`{"@type":"PodcastEpisode","name":"p",`+
				`"timeRequired":"PT31M"}`),
			webpage.Page{Title: "p", Kind: webpage.Audio, Duration: 31 * time.Minute},
		},
		{"a website", `<title>t</title><meta property="og:type" content="website">`, webpage.Page{Title: "t"}},
		{
			"a book", `<title>t</title><meta property="og:type" content="books.book">`,
			webpage.Page{Title: "t", Kind: webpage.Book},
		},
		{
			"a song", `<title>t</title><meta property="og:type" content="Music.Song">`,
			webpage.Page{Title: "t", Kind: webpage.Audio},
		},
		{"a map", `<title>t</title>` + linked(`{"@type":"Map"}`), webpage.Page{Title: "t", Kind: webpage.Map}},
	} {
		if got := read(row.body); *got != row.want {
			t.Errorf("%s:\n got %+v\nwant %+v", row.name, *got, row.want)
		}
	}
}

func TestRead_Encodings(t *testing.T) {
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
		{"UTF-8 with a byte order mark", "\ufeff" + cafe, "text/html", "Café “Zürich”"},
		{"undeclared UTF-8", cafe, "", "Café “Zürich”"},
		{"UTF-8 late in the page", strings.Repeat("<p>plain</p>", 200) + cafe + "\xff", "text/html", "Café “Zürich”"},
		{"UTF-8 declared as Latin 1", cafe, "text/html; charset=iso-8859-1", "Café “Zürich”"},
		{"UTF-8 declared as UTF-16", cafe, "text/html; charset=utf-16", "Café “Zürich”"},
		{"UTF-8 with one error", "<title>Caf\u00e9 \xff Z\u00fcrich</title>", "text/html; charset=utf-8", "Café Zürich"},
		{"windows-1252 by header", write(charmap.Windows1252, cafe), "text/html; charset=windows-1252", "Café “Zürich”"},
		{
			"windows-1252 by tag", "<meta charset=windows-1252>" + write(charmap.Windows1252, cafe), "text/html",
			"Café “Zürich”",
		},
		{"undeclared windows-1252", write(charmap.Windows1252, cafe), "text/html", "Café “Zürich”"},
		{"windows-1252 declared as UTF-8", write(charmap.Windows1252, cafe), "text/html; charset=UTF-8", "Café “Zürich”"},
		{
			"windows-1252 declared as UTF-8 twice", "<meta charset=utf-8>" + write(charmap.Windows1252, cafe),
			"text/html; charset=UTF-8", "Café “Zürich”",
		},
		{"Shift_JIS by header", write(japanese.ShiftJIS, tokyo), "text/html; charset=Shift_JIS", "東京の夜を歩く"},
		{
			"Shift_JIS by tag",
			`<meta http-equiv="content-type" content="text/html; charset=shift_jis">` + write(japanese.ShiftJIS, tokyo),
			"text/html", "東京の夜を歩く",
		},
		{
			"Shift_JIS by tag, declared as UTF-8", `<meta charset="shift_jis">` + write(japanese.ShiftJIS, tokyo),
			"text/html; charset=utf-8", "東京の夜を歩く",
		},
		{"ISO-2022-JP", write(japanese.ISO2022JP, tokyo), "text/html; charset=iso-2022-jp", "東京の夜を歩く"},
		{"GBK", write(simplifiedchinese.GBK, beijing), "text/html; charset=gbk", "北京的胡同"},
		{"GB2312 by tag", `<meta charset="gb2312">` + write(simplifiedchinese.GBK, beijing), "text/html", "北京的胡同"},
		{"UTF-16 with a byte order mark", write(marked(unicode.LittleEndian), tokyo), "text/html", "東京の夜を歩く"},
		{"big-endian UTF-16", write(marked(unicode.BigEndian), tokyo), "text/html; charset=utf-8", "東京の夜を歩く"},
		{
			"UTF-16 by header", write(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), tokyo),
			"text/html; charset=utf-16le", "東京の夜を歩く",
		},
		{"an unknown encoding", cafe, "text/html; charset=klingon", "Café “Zürich”"},
		{"an invalid header", cafe, "text/html; charset=\"", "Café “Zürich”"},
	} {
		if got := webpage.Read([]byte(row.body), row.header, pageURL); got.Title != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got.Title, row.want)
		}
	}
}

func TestRead_InvalidDurations(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		"", "P", "PT", "PT0S", "4:13", "PT-5M", "PT5", "P1Y", "PT99999999H", "PT999999H", strings.Repeat("PT1M", 20),
		"PT1e9S",
	} {
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

func TestAddOEmbed(t *testing.T) {
	t.Parallel()
	document := `{"type":"video","title":"T &amp; t","author_name":"Ana","thumbnail_url":"/t.png","duration":61,` +
		`"html":" <iframe src=\"https://v.example/1\">\u0000</iframe>\n"}`
	page := &webpage.Page{}
	if code := page.AddOEmbed([]byte(document), pageURL); code != `<iframe src="https://v.example/1"></iframe>` {
		t.Errorf("got %q", code)
	}
	if want := (webpage.Page{
		Title: "T & t", Author: "Ana", Image: "https://stories.example/t.png", Kind: webpage.Video,
		Duration: 61 * time.Second,
	}); *page != want {
		t.Errorf("got %+v", *page)
	}
	known := webpage.Page{Title: "a", Author: "b", Image: "https://c.example/", Kind: webpage.Recipe, Duration: 1}
	page = &webpage.Page{Title: "a", Author: "b", Image: "https://c.example/", Kind: webpage.Recipe, Duration: 1}
	page.AddOEmbed([]byte(document), pageURL)
	if *page != known {
		t.Errorf("known values were overwritten: %+v", *page)
	}
	for _, bad := range []string{
		"", "null", "[]", "{", `{"html":5}`, `{"html":{"a":1},"title":[]}`, `{"html":"` + strings.Repeat("x", 20_001) + `"}`,
		strings.Repeat(`{"a":`, 20_000),
	} {
		page := &webpage.Page{}
		if code := page.AddOEmbed([]byte(bad), pageURL); code != "" || *page != (webpage.Page{}) {
			t.Errorf("%.40q: got %q, %+v", bad, code, *page)
		}
	}
	if code := (&webpage.Page{}).AddOEmbed(
		[]byte(`{"html":"`+strings.Repeat("é", 20_000)+`"}`), pageURL,
	); utf8.RuneCountInString(code) != 20_000 {
		t.Errorf("%d characters", utf8.RuneCountInString(code))
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("<title>t</title>"), "text/html; charset=utf-8")
	f.Add([]byte(linked(`{"@type":"Recipe","name":"r","author":{"@id":"x"}}`)), "")
	f.Add([]byte("\xff\xfe<\x00"), "text/html; charset=gbk")
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		page := webpage.Read(body, contentType, pageURL)
		for _, text := range []string{page.Title, page.Description, page.Author} {
			if !utf8.ValidString(text) || strings.ContainsRune(text, 0) || utf8.RuneCountInString(text) > 2000 {
				t.Errorf("got %q", text)
			}
		}
		page.AddOEmbed(body, pageURL)
	})
}
