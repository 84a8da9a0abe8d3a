package copilotconfig

import (
	_ "embed"
	"encoding/json"
	"sync"
)

// words are the texts that a partner has not written itself.
type words struct {
	Disclaimer string `json:"disclaimer"`
	EmailBody  string `json:"email_body"`
	Label      string `json:"label"`
}

//go:embed words.json
var wordsFile []byte

// translations are the words by ISO 639-1 code.
var translations = sync.OnceValue(func() map[string]words {
	all := map[string]words{}
	if err := json.Unmarshal(wordsFile, &all); err != nil {
		panic(err) // the file is part of the program
	}
	return all
})

const english = "en"

// wordsIn returns the words of a language, or English ones if there are none.
func wordsIn(language string) words {
	if translated, ok := translations()[language]; ok {
		return translated
	}
	return translations()[english]
}
