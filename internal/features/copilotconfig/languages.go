package copilotconfig

import (
	"context"
	"fmt"
	"strings"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/platform/changes"
)

// language is the language of a configuration.
type language struct {
	id, englishID int64
	code          string // ISO 639-1
}

// languages are the ids of all languages by code. They are cached, because every request names one.
type languages map[string]int64

// Depends returns nothing: a change of a language empties the cache.
func (languages) Depends() []changes.Dependency { return nil }

// Until returns zero: languages do not change by themselves.
func (languages) Until() time.Time { return time.Time{} }

// Size returns a number that allows the list to be cached.
func (languages) Size() int { return 1 }

// find returns the language with a code, which may name a region as well, or English.
func (l languages) find(code string) language {
	code, _, _ = strings.Cut(strings.ToLower(code), "-")
	if _, ok := l[code]; !ok {
		code = english
	}
	return language{id: l[code], englishID: l[english], code: code}
}

// findLanguage returns the language with a code, or English.
func (s *Service) findLanguage(ctx context.Context, code string) (language, error) {
	known, ok := s.languages.Get(struct{}{}, clock.Now())
	if ok {
		return known.find(code), nil
	}
	generation := s.languages.Generation()
	list, err := db.All[struct {
		ID   int64  `db:"id"`
		Code string `db:"alpha2"`
	}](ctx, s.DB.Read(), "SELECT id, alpha2 FROM languages")
	if err != nil {
		return language{}, fmt.Errorf("list languages: %w", err)
	}
	known = languages{}
	for _, l := range list {
		known[strings.ToLower(l.Code)] = l.ID
	}
	s.languages.Put(struct{}{}, known, generation)
	return known.find(code), nil
}
