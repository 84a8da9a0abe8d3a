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

func TestNamesThatReadTheSameHaveTheSameKey(t *testing.T) {
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
	t.Run("and others have not", func(t *testing.T) {
		t.Parallel()
		keys := map[string]string{}
		for _, name := range []string{"Harbour Press", "HarbourPress", "Harbours Press", "Harbour-Press", "Harbour Press 2", "東京", "京東", "か", "が", "กา", "กี", "!", "?"} {
			if other, ok := keys[fold.Key(name)]; ok {
				t.Errorf("%q and %q have the same key", name, other)
			}
			keys[fold.Key(name)] = name
		}
	})
}

func TestEveryLetterThereIsHasOneKeyInBothCases(t *testing.T) {
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

func TestSearchTextHoldsEachWordBehindTwoSpaces(t *testing.T) {
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
			t.Errorf("%q is kept as %q, want %q", c.parts, got, c.want)
		}
	}
}

func TestShortWordsAreSoughtWhereAWordBegins(t *testing.T) {
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
			t.Errorf("%q is sought as %q, want %q", query, got, want)
		}
	}
	text := fold.SearchText("Éditions du Phare")
	for query, want := range map[string]bool{
		"e": true, "d": true, "p": true, "h": false, "s": false, "ed": true, "ph": true, "ha": false, "on": false,
		"har": true, "tio": true, "phare edit": true, "du pha e": true, "phare x": false, "pharE DÙ": true, "nsd": false,
	} {
		if got := found(text, query); got != want {
			t.Errorf("%q in %q: %v, want %v", query, text, got, want)
		}
	}
}

func found(text, query string) bool {
	for _, term := range fold.Terms(query) {
		if !strings.Contains(text, term) {
			return false
		}
	}
	return true
}

// alphabet has letters of each kind that is folded in a way of its own.
var alphabet = []rune("abcxyzABCXYZéÉèôüÖñçøØłŁđĐðħıIİßẞæÆœŒþÞộỘặảỹŵžŠǿǽΐάςΣώЙйЁїאםعسक한글かガ東京ﬁﬀ²ª")

func TestEveryWordIsFoundByHowItBeginsAndByAnyThreeLettersOfIt(t *testing.T) {
	t.Parallel()
	dice := rand.New(rand.NewPCG(3, 5))
	for range 4000 {
		texts := make([]string, 1+dice.IntN(3))
		for i := range texts {
			var b strings.Builder
			for range dice.IntN(6) {
				b.WriteString(strings.Repeat(" ", dice.IntN(3)))
				for range 1 + dice.IntN(8) {
					b.WriteRune(alphabet[dice.IntN(len(alphabet))])
				}
				b.WriteString(" ")
			}
			texts[i] = b.String()
		}
		checkFound(t, texts...)
	}
}

func checkFound(t *testing.T, texts ...string) {
	t.Helper()
	kept := fold.SearchText(texts...)
	for _, word := range strings.Fields(strings.Join(texts, " ")) {
		letters := []rune(word)
		for end := 1; end <= len(letters); end++ {
			for _, term := range fold.Terms(string(letters[:end])) {
				if !strings.Contains(kept, term) {
					t.Fatalf("%q is not found in %q: %q is not in %q", string(letters[:end]), texts, term, kept)
				}
			}
		}
		for start := range letters {
			for end := start + 3; end <= len(letters); end++ {
				for _, term := range fold.Terms(string(letters[start:end])) {
					if !strings.Contains(kept, term) {
						t.Fatalf("%q is not found in %q: %q is not in %q", string(letters[start:end]), texts, term, kept)
					}
				}
			}
		}
	}
}

func FuzzKey(f *testing.F) {
	for _, seed := range []string{"", " ", "Éditions  du Phare", "Łódź ẞ İ", "Hà Nội", "ͺ ᾳ ﷺ", "´ ¨", "a\xff\xc3", "\u0345\u0301", "ﬃ½№", "가각", "ΐΣς", "\u1e9b\u0323"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		key := fold.Key(text)
		if again := fold.Key(key); again != key {
			t.Errorf("the key of %q is %q, and the key of that is %q", text, key, again)
		}
		if !utf8.ValidString(key) {
			t.Errorf("the key of %q is not text: %q", text, key)
		}
		if strings.TrimSpace(key) != key || strings.Contains(key, "  ") {
			t.Errorf("the key of %q has surplus space: %q", text, key)
		}
		if isPlain(text) && key != strings.Join(strings.Fields(strings.ToLower(text)), " ") {
			t.Errorf("the key of %q is %q", text, key)
		}
		if isLetters(text) && fold.Key(strings.ToUpper(text)) != key {
			t.Errorf("%q has another key in capitals", text)
		}
	})
}

func isPlain(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

func isLetters(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}
