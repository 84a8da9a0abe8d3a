package fold_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"waymark/internal/kit/fold"
)

func TestKey(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                          "",
		"   \t\n":                   "",
		"Harbour":                   "harbour",
		"  Harbour \t  Press\n":     "harbour press",
		"Harbour\u00a0Press":        "harbour press",
		"Éditions du Phare":         "editions du phare",
		"E\u0301ditions du Phare":   "editions du phare",
		"Ærø & Tromsø":              "aero & tromso",
		"Ǿ":                         "o",
		"Łódź":                      "lodz",
		"Đà Nẵng":                   "da nang",
		"Hà Nội":                    "ha noi",
		"Hà No\u0323\u0302i":        "ha noi",
		"Straße STRASSE ẞ":          "strasse strasse ss",
		"İstanbul Iğdır ISPARTA":    "istanbul igdir isparta",
		"Þingvellir, Ísafjörður":    "thingvellir, isafjordur",
		"Œuvre Ħal":                 "oeuvre hal",
		"ΟΔΥΣΣΕΎΣ Οδυσσεύς":         "οδυσσευσ οδυσσευσ",
		"ﬁne Ｆｕｌｌ ２":                "fine full 2",
		"Žižkov 100% (O'Brien/Co.)": "zizkov 100% (o'brien/co.)",
		"東京 Ünter":                  "東京 unter",
		"ᏣᎳᎩ ꮳꮃꭹ":                   "ᏣᎳᎩ ᏣᎳᎩ",
		"a\xffb":                    "a\ufffdb",
		"\xf2ǿ":                     "\ufffdo",
	} {
		if got := fold.Key(text); got != want {
			t.Errorf("the key of %q is %q, want %q", text, got, want)
		}
	}
	t.Run("differs for different names", func(t *testing.T) {
		t.Parallel()
		keys := map[string]string{}
		for _, name := range []string{
			"Harbour Press", "HarbourPress", "Harbours Press", "Harbour-Press", "Harbour Press 2", "東京", "京東", "か", "が", "กา",
			"กี", "!", "?",
		} {
			if other, ok := keys[fold.Key(name)]; ok {
				t.Errorf("%q and %q have the same key", name, other)
			}
			keys[fold.Key(name)] = name
		}
	})
}

func TestKey_AllLetters(t *testing.T) {
	t.Parallel()
	for _, letters := range unicode.L.R16 {
		for r := rune(letters.Lo); r <= rune(letters.Hi); r += rune(letters.Stride) {
			checkCases(t, r)
		}
	}
	for _, letters := range unicode.L.R32 {
		for r := rune(letters.Lo); r <= rune(letters.Hi); r += rune(letters.Stride) {
			checkCases(t, r)
		}
	}
}

func checkCases(t *testing.T, letter rune) {
	t.Helper()
	upper, lower := unicode.ToUpper(letter), unicode.ToLower(letter)
	if upper == lower {
		return
	}
	if a, b := fold.Key(string(upper)), fold.Key(string(lower)); a != b {
		t.Errorf("the key of %c is %q, that of %c is %q", upper, a, lower, b)
	}
}

func TestSearchText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		parts []string
		want  string
	}{
		{nil, ""},
		{[]string{"", "  "}, ""},
		{[]string{"Éditions  du Phare"}, "  editions  du  phare"},
		{[]string{"Łódź", "", " A.  Œ "}, "  lodz  a.  oe"},
	} {
		if got := fold.SearchText(c.parts...); got != c.want {
			t.Errorf("the search text of %q is %q, want %q", c.parts, got, c.want)
		}
	}
}

func TestTerms(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][]string{
		"":              {},
		" \t ":          {},
		"É":             {"  e"},
		"ẞ":             {" ss"},
		"du":            {" du"},
		"Phá":           {"pha"},
		"É  du phare ø": {"  e", " du", "phare", "  o"},
		"京":             {"  京"},
	} {
		if got := fold.Terms(query); !slices.Equal(got, want) {
			t.Errorf("the terms of %q are %q, want %q", query, got, want)
		}
	}
	text := fold.SearchText("Éditions du Phare")
	for query, want := range map[string]bool{
		"e": true, "d": true, "p": true, "h": false, "s": false, "ed": true, "ph": true, "ha": false, "on": false,
		"har": true, "tio": true, "phare edit": true, "du pha e": true, "phare x": false, "pharE DÙ": true, "nsd": false,
	} {
		if got := matches(text, query); got != want {
			t.Errorf("%q in %q: %v, want %v", query, text, got, want)
		}
	}
}

func matches(text, query string) bool {
	for _, term := range fold.Terms(query) {
		if !strings.Contains(text, term) {
			return false
		}
	}
	return true
}

// alphabet has examples of every kind of letter that is folded differently.
var alphabet = []rune("abcxyzABCXYZéÉèôüÖñçøØłŁđĐðħıIİßẞæÆœŒþÞộỘặảỹŵžŠǿǽΐάςΣώЙйЁїאםعسक한글かガ東京ﬁﬀ²ª")

func TestTerms_FindEveryWord(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 5))
	for range 4000 {
		texts := make([]string, 1+random.IntN(3))
		for i := range texts {
			var b strings.Builder
			for range random.IntN(6) {
				b.WriteString(strings.Repeat(" ", random.IntN(3)))
				for range 1 + random.IntN(8) {
					b.WriteRune(alphabet[random.IntN(len(alphabet))])
				}
				b.WriteString(" ")
			}
			texts[i] = b.String()
		}
		checkFound(t, texts...)
	}
}

// checkFound checks that every word is found by each of its prefixes, and by any three or more of its letters in a row.
func checkFound(t *testing.T, texts ...string) {
	t.Helper()
	indexed := fold.SearchText(texts...)
	for _, word := range strings.Fields(strings.Join(texts, " ")) {
		letters := []rune(word)
		for end := 1; end <= len(letters); end++ {
			for _, term := range fold.Terms(string(letters[:end])) {
				if !strings.Contains(indexed, term) {
					t.Fatalf("%q is not found in %q: %q is not in %q", string(letters[:end]), texts, term, indexed)
				}
			}
		}
		for start := range letters {
			for end := start + 3; end <= len(letters); end++ {
				for _, term := range fold.Terms(string(letters[start:end])) {
					if !strings.Contains(indexed, term) {
						t.Fatalf("%q is not found in %q: %q is not in %q", string(letters[start:end]), texts, term, indexed)
					}
				}
			}
		}
	}
}

func FuzzKey(f *testing.F) {
	for _, seed := range []string{
		"", " ", "Éditions  du Phare", "Łódź ẞ İ", "Hà Nội", "ͺ ᾳ ﷺ", "´ ¨", "a\xff\xc3", "\u0345\u0301", "ﬃ½№", "가각", "ΐΣς",
		"\u1e9b\u0323",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		key := fold.Key(text)
		if again := fold.Key(key); again != key {
			t.Errorf("the key of %q is %q, and the key of that is %q", text, key, again)
		}
		if !utf8.ValidString(key) {
			t.Errorf("the key of %q is not valid UTF-8: %q", text, key)
		}
		if strings.TrimSpace(key) != key || strings.Contains(key, "  ") {
			t.Errorf("the key of %q has surplus space: %q", text, key)
		}
		if isASCII(text) && key != strings.Join(strings.Fields(strings.ToLower(text)), " ") {
			t.Errorf("the key of %q is %q", text, key)
		}
		if isLetters(text) && fold.Key(strings.ToUpper(text)) != key {
			t.Errorf("%q has a different key in capitals", text)
		}
	})
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

func isLetters(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}
