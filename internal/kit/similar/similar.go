// Package similar finds texts that are spelled almost the same, by the trigrams they share.
package similar

import (
	"cmp"
	"slices"
	"strings"
)

// Text is a folded text of a record.
type Text struct {
	ID   int64  `db:"id"`
	Text string `db:"text"`
}

const (
	// threshold is the share of common trigrams from which two texts are similar: "lisbon" and "lisboa" have 0.71,
	// "guide to lisbon" and "guide to london" 0.65.
	threshold = 0.7
	// maxCommon is the number of texts with a trigram above which it says little about them. Without a limit, words that
	// all texts have would make every text a candidate for every other.
	maxCommon = 100
)

// Groups returns the ids of similar texts, largest groups first. A text is in one group at most. The work grows with
// the number of texts, not with its square.
func Groups(texts []Text) [][]int64 {
	trigrams, holders := make([][]string, len(texts)), map[string][]int{}
	for i, text := range texts {
		trigrams[i] = trigramsOf(text.Text)
		for _, trigram := range trigrams[i] {
			holders[trigram] = append(holders[trigram], i)
		}
	}
	groups := newSets(len(texts))
	for i := range texts {
		for _, j := range candidates(i, trigrams[i], holders) {
			if digits(texts[i].Text) == digits(texts[j].Text) && similarity(trigrams[i], trigrams[j]) >= threshold {
				groups.join(i, j)
			}
		}
	}
	return groups.ids(texts)
}

// candidates returns the texts after one that share a rare trigram with it.
func candidates(i int, trigrams []string, holders map[string][]int) []int {
	found := []int{}
	for _, trigram := range trigrams {
		if all := holders[trigram]; len(all) <= maxCommon {
			at, _ := slices.BinarySearch(all, i+1)
			found = append(found, all[at:]...)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// trigramsOf returns the sorted trigrams of a text. Two spaces in front give its beginning more weight.
func trigramsOf(text string) []string {
	runes, found := []rune("  "+text+" "), []string{}
	for i := range len(runes) - 2 {
		found = append(found, string(runes[i:i+3]))
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// similarity is the number of common trigrams, divided by the mean number of trigrams of both.
func similarity(a, b []string) float64 {
	common := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch c := cmp.Compare(a[i], b[j]); {
		case c == 0:
			common, i, j = common+1, i+1, j+1
		case c < 0:
			i++
		default:
			j++
		}
	}
	return 2 * float64(common) / float64(len(a)+len(b))
}

// digits returns the digits of a text. Texts with different numbers are different things: Highway 61 and Highway 66.
func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// sets are disjoint sets of numbers: each number has the number that it was joined to.
type sets []int

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func (s sets) root(i int) int {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

func (s sets) join(i, j int) { s[s.root(j)] = s.root(i) }

func (s sets) ids(texts []Text) [][]int64 {
	byRoot := map[int][]int64{}
	for i, text := range texts {
		root := s.root(i)
		byRoot[root] = append(byRoot[root], text.ID)
	}
	groups := [][]int64{}
	for _, ids := range byRoot {
		if len(ids) > 1 {
			groups = append(groups, ids)
		}
	}
	slices.SortFunc(groups, func(a, b []int64) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[0], b[0]))
	})
	return groups
}
