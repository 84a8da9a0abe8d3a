package similar_test

import (
	"fmt"
	"testing"

	"waymark/internal/kit/similar"
)

func TestGroups(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		texts []string
		want  string
	}{
		{nil, "[]"},
		{[]string{""}, "[]"},
		{[]string{"lisbon", "london"}, "[]"},
		{[]string{"lisbon", "madrid", "lisboa"}, "[[0 2]]"},
		{[]string{"harbour press", "phare", "harbours press", "harbour pres"}, "[[0 2 3]]"},
		{[]string{"guide to lisbon", "guide to london"}, "[]"},
		{[]string{"publisher 12", "publisher 13"}, "[]"},
		{[]string{"publisher 12", "publishers 12"}, "[[0 1]]"},
		{[]string{"北京旅行社", "北京旅行"}, "[[0 1]]"},
		{[]string{"alpha", "beta", "alpha", "beta", "alpha"}, "[[0 2 4] [1 3]]"},
	} {
		texts := []similar.Text{}
		for id, text := range test.texts {
			texts = append(texts, similar.Text{ID: int64(id), Text: text})
		}
		if got := fmt.Sprint(similar.Groups(texts)); got != test.want {
			t.Errorf("%q: got %s, want %s", test.texts, got, test.want)
		}
	}
}

// BenchmarkGroups compares as many texts as one request does.
func BenchmarkGroups(b *testing.B) {
	texts := []similar.Text{}
	for id := range int64(5000) {
		text := fmt.Sprintf("the %c%c travel %x press", 'a'+id%26, 'a'+id/7%26, id*7919)
		texts = append(texts, similar.Text{ID: id, Text: text})
	}
	for b.Loop() {
		similar.Groups(texts)
	}
}
