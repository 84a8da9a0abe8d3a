package demo

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/fold"
)

// item is a content item or an image before it is written.
type item struct {
	block, url, canonical, title, synopsis, author, leadIn string
	text                                                   text
	kind, owner                                            int64
	depth, picture, creator, admin                         *int64
	runtime                                                *int
	created, updated                                       time.Time
	published, expires, asked                              *time.Time
	credit                                                 credit
	original                                               bool
	links                                                  [6][]int64
}

// credit is whose an image is.
type credit struct{ source, sourceURL, license, licenseURL, attribution, modifications string }

func (it *item) row() []any {
	c := &it.credit
	return []any{
		it.block, it.url, it.canonical, it.title, it.text.key, it.synopsis, it.kind, it.depth, it.picture, it.author,
		it.runtime, it.leadIn, it.owner, it.creator, it.admin,
		it.published, it.expires, c.source, c.sourceURL, c.license, c.licenseURL, c.attribution, c.modifications, it.original,
		it.asked,
		it.text.search, it.created, it.updated,
	}
}

func (f *filler) item(s *shelf, number int, created time.Time) item {
	place := f.dice.IntN(len(data().Places))
	it := item{created: created, updated: created, owner: 1, creator: f.maybe(s.staff, 1)}
	if f.dice.IntN(4) == 0 {
		it.updated = f.within(created, f.now)
	}
	if number%perImage == 0 {
		f.image(&it, s, place)
	} else {
		f.story(&it, s, place, number)
	}
	it.leadIn = data().LeadIns[it.kind]
	it.synopsis = f.synopsis(data().Places[place])
	it.published, it.expires = f.dates(created)
	if f.dice.IntN(5) == 0 {
		it.owner = pick(f, s.owners)
	}
	if it.published != nil && f.dice.IntN(3) > 0 {
		it.admin = f.maybe(s.staff, 1)
	}
	if f.dice.IntN(3) == 0 {
		asked := f.within(latest(created, f.now.Add(-60*day)), f.now)
		it.asked = &asked
	}
	it.links[0] = f.languagesOf(s)
	it.links[1] = f.some(s.libraries, 1+f.dice.IntN(5)/4)
	if f.dice.IntN(25) > 0 {
		it.links[3] = f.placesOf(s, s.places[place])
	}
	if f.dice.IntN(30) > 0 {
		it.links[4] = f.some(s.subjects, 1+f.dice.IntN(4))
	}
	return it
}

func (f *filler) image(it *item, s *shelf, place int) {
	it.block, it.kind, it.picture = "image", photo, f.picture(s)
	it.title = strings.ReplaceAll(pick(f, data().ImageTitles), "%s", data().Places[place])
	it.text = s.text(it.title)
	by, at := pick(f, data().FirstNames)+" "+pick(f, data().LastNames), pick(f, data().ImageSources)
	number := fmt.Sprint(100_000 + f.dice.IntN(900_000))
	it.credit = credit{
		source: at.Name, sourceURL: strings.ReplaceAll(at.URL, "%s", number), license: at.License,
		licenseURL: at.LicenseURL, attribution: strings.ReplaceAll(at.Attribution, "%s", by),
	}
	if f.dice.IntN(4) == 0 {
		it.credit.modifications = pick(f, data().Modifications)
	}
	it.original = at.Own
}

func (f *filler) picture(s *shelf) *int64 {
	if len(s.pictures) == 0 {
		return nil
	}
	return &s.pictures[f.dice.IntN(len(s.pictures))]
}

func (f *filler) story(it *item, s *shelf, place, number int) {
	from := pick(f, s.sites)
	it.block, it.kind = "content", from.kind
	it.title = strings.ReplaceAll(pick(f, data().Openings), "%s", data().Places[place]) + pick(f, data().Endings)
	it.text = s.text(it.title)
	it.canonical = fmt.Sprintf("%s/%s-%d", from.host, it.text.slug, number)
	it.url = "https://" + it.canonical
	if number%perIssue == 1 {
		it.title += fmt.Sprintf(", no. %d", number)
		it.text = textOf(it.title)
	}
	if f.dice.IntN(40) == 0 {
		it.title = f.long(it.title)
		it.text = textOf(it.title)
	}
	it.depth = f.maybe([]int64{2, 1, 3}, 1)
	it.original = f.dice.IntN(15) == 0
	switch it.kind {
	case book, article:
		it.author = pick(f, data().FirstNames) + " " + pick(f, data().LastNames)
	case video, audio:
		minutes := 2 + f.dice.IntN(70)
		it.runtime = &minutes
		if f.dice.IntN(3) == 0 {
			it.links[5] = f.some(s.languages, 1+f.dice.IntN(3))
		}
	}
	switch {
	case f.dice.IntN(20) == 0: // nobody knows who published it
	case from.publisher != 0 && f.dice.IntN(4) > 0:
		it.links[2] = []int64{from.publisher}
	default:
		it.links[2] = f.some(s.publishers, 1)
	}
}

// long is a title as some books have it.
func (f *filler) long(title string) string {
	return fmt.Sprintf("%s, being an account of a journey by way of %s and %s, with notes on where to sleep, what to eat and which trains no longer run", title, pick(f, data().Places), pick(f, data().Places))
}

// synopsis is a sentence or two, and for some items a long text with some Markdown.
func (f *filler) synopsis(place string) string {
	switch f.dice.IntN(16) {
	case 0:
		return ""
	case 1, 2:
		parts := []string{}
		for range 4 + f.dice.IntN(3) {
			parts = append(parts, strings.ReplaceAll(pick(f, data().Remarks), "%s", place))
		}
		return "**" + parts[0] + "**\n\n" + strings.Join(parts[1:], " ") + "\n\n- *Go* in " + pick(f, data().Months) +
			"\n- *Stay* " + pick(f, data().Stays) + "\n- [Read on](https://stories.example/seasons)"
	}
	text := strings.ReplaceAll(pick(f, data().Remarks), "%s", place)
	for range f.dice.IntN(3) {
		text += " " + strings.ReplaceAll(pick(f, data().Remarks), "%s", place)
	}
	return text
}

func (s *shelf) text(title string) text {
	t, known := s.texts[title]
	if !known {
		t = textOf(title)
		s.texts[title] = t
	}
	return t
}

func textOf(title string) text {
	return text{
		key: fold.Key(title), search: fold.SearchText(title),
		slug: strings.ReplaceAll(fold.Key(strings.Map(plainRune, title)), " ", "-"),
	}
}

func plainRune(r rune) rune {
	if r == ' ' || r > 127 || ('a' <= r && r <= 'z') || ('A' <= r && r <= 'Z') {
		return r
	}
	return -1
}

// dates makes most items published, and some drafts, scheduled, expired or about to expire.
func (f *filler) dates(created time.Time) (published, expires *time.Time) {
	from := f.within(created, earliest(created.Add(2*day), f.now))
	switch f.dice.IntN(20) {
	case 0, 1:
		return nil, nil
	case 2:
		ahead := f.now.Add(time.Duration(1+f.dice.IntN(60)) * day)
		return &ahead, nil
	case 3:
		over := f.within(latest(from, f.now.Add(-90*day)), f.now)
		return &from, &over
	case 4:
		soon := f.now.Add(time.Duration(1+f.dice.IntN(30*24)) * time.Hour)
		return &from, &soon
	}
	return &from, nil
}

// some picks up to n different ones of a list, the first ones more often.
func (f *filler) some(list []int64, n int) []int64 {
	picked := make([]int64, 0, n+1)
	for range min(n, len(list)) {
		x := f.dice.Float64()
		if one := list[int(x*x*float64(len(list)))]; !slices.Contains(picked, one) {
			picked = append(picked, one)
		}
	}
	return picked
}

// languagesOf is English for most items, and another language, alone or besides, for some.
func (f *filler) languagesOf(s *shelf) []int64 {
	if len(s.languages) > 0 {
		switch f.dice.IntN(12) {
		case 0:
			return f.some(s.languages, 1)
		case 1:
			return append(f.some(s.languages, 1), 1)
		}
	}
	return []int64{1}
}

// placesOf is where the title says, and for some items one or two places more.
func (f *filler) placesOf(s *shelf, own int64) []int64 {
	if own == 0 {
		return f.some(s.destinations, 1) // the house has places of its own
	}
	all := []int64{own}
	for more := f.dice.IntN(3); more > 0; more-- {
		if one := pick(f, s.destinations); !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all
}
