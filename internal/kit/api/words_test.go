package api_test

import (
	"testing"

	"waymark/internal/kit/api"
)

func TestArticle(t *testing.T) {
	t.Parallel()
	for noun, want := range map[string]string{
		"image": "an image", "account type": "an account type", "publisher": "a publisher",
		"user template": "a user template",
		"API log":       "an API log", "upload": "an upload", "unit": "a unit", "": "a ",
	} {
		if got := api.Article(noun); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
