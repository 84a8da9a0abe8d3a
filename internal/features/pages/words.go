package pages

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"
)

// words are the texts of a page that are not the partner's own.
type words struct {
	Skip            string `json:"skip"`
	Minutes         string `json:"minutes"`
	About           string `json:"about"`
	More            string `json:"more"`
	Website         string `json:"website"`
	FormTitle       string `json:"form_title"`
	Name            string `json:"name"`
	Email           string `json:"email"`
	Phone           string `json:"phone"`
	Message         string `json:"message"`
	Optional        string `json:"optional"`
	Send            string `json:"send"`
	Sent            string `json:"sent"`
	SentText        string `json:"sent_text"`
	CheckForm       string `json:"check_form"`
	Missing         string `json:"missing"`
	MissingText     string `json:"missing_text"`
	Gone            string `json:"gone"`
	GoneText        string `json:"gone_text"`
	Unavailable     string `json:"unavailable"`
	UnavailableText string `json:"unavailable_text"`
	Accept          string `json:"accept"`
	Book            string `json:"book"`
	Call            string `json:"call"`
	Pages           string `json:"pages"`
	Previous        string `json:"previous"`
	Next            string `json:"next"`
	Back            string `json:"back"`
	Required        string `json:"required"`
	WrongEmail      string `json:"wrong_email"`
	TooLong         string `json:"too_long"`
	NotText         string `json:"not_text"`
	TooMany         string `json:"too_many"`
	NotSent         string `json:"not_sent"`
}

//go:embed words.json
var wordsFile []byte

// translations are the words by ISO 639-1 code.
var translations = sync.OnceValue(func() map[string]*words {
	all := map[string]*words{}
	if err := json.Unmarshal(wordsFile, &all); err != nil {
		panic(err) // the file is part of the program
	}
	return all
})

// wordsIn returns the words of a language, or English ones if there are none.
func wordsIn(language string) *words {
	if translated, ok := translations()[strings.ToLower(language)]; ok {
		return translated
	}
	return translations()["en"]
}

// rightToLeft are the languages that are written from right to left.
var rightToLeft = map[string]bool{"ar": true, "dv": true, "fa": true, "he": true, "ps": true, "ur": true, "yi": true}

// callToAction returns the text of the call to action that an advisor chose.
func (w *words) callToAction(display string) string {
	switch display {
	case "book":
		return w.Book
	case "call":
		return w.Call
	}
	return w.FormTitle
}
