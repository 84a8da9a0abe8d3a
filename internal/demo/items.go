package demo

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/fold"
)

// item is a content item or an image before it is inserted.
type item struct {
	block, url, canonical, title, synopsis, author, leadIn string
	text                                                   titleText
	kind, owner                                            int64
	depth, picture, creator, admin                         *int64
	runtime                                                *int
	created, updated                                       time.Time
	published, expires, requested                          *time.Time
	credit                                                 credit
	original                                               bool
	links                                                  [6][]int64
}

// credit is the source and licence of an image.
type credit struct{ source, sourceURL, license, licenseURL, attribution, modifications string }

func (it *item) row() []any {
	c := &it.credit
	return []any{
		it.block, it.url, it.canonical, it.title, it.text.key, it.synopsis, it.kind, it.depth, it.picture, it.author,
		it.runtime, it.leadIn, it.owner, it.creator, it.admin, it.published, it.expires,
		c.source, c.sourceURL, c.license, c.licenseURL, c.attribution, c.modifications, it.original, it.requested,
		it.text.search, it.created, it.updated,
	}
}

func (f *filler) newItem(s *catalogue, number int, created time.Time) item {
	place := f.random.IntN(len(data().Places))
	it := item{created: created, updated: created, owner: 1, creator: f.sampleOne(s.staff, 1)}
	if f.random.IntN(4) == 0 {
		it.updated = f.timeBetween(created, f.now)
	}
	if number%imageEvery == 0 {
		f.fillImage(&it, s, place)
	} else {
		f.fillArticle(&it, s, place, number)
	}
	it.leadIn = data().LeadIns[it.kind]
	it.synopsis = f.synopsis(data().Places[place])
	it.published, it.expires = f.publicationDates(created)
	if f.random.IntN(5) == 0 {
		it.owner = pick(f, s.owners)
	}
	if it.published != nil && f.random.IntN(3) > 0 {
		it.admin = f.sampleOne(s.staff, 1)
	}
	if f.random.IntN(3) == 0 {
		requested := f.timeBetween(latest(created, f.now.Add(-60*day)), f.now)
		it.requested = &requested
	}
	it.links[0] = f.itemLanguages(s)
	it.links[1] = f.sample(s.libraries, 1+f.random.IntN(5)/4)
	if f.random.IntN(25) > 0 {
		it.links[3] = f.itemDestinations(s, s.places[place])
	}
	if f.random.IntN(30) > 0 {
		it.links[4] = f.sample(s.subjects, 1+f.random.IntN(4))
	}
	return it
}

func (f *filler) fillImage(it *item, s *catalogue, place int) {
	it.block, it.kind, it.picture = "image", photo, f.pickPicture(s)
	it.title = fillPlace(pick(f, data().ImageTitles), data().Places[place])
	it.text = s.titleText(it.title)
	photographer := pick(f, data().FirstNames) + " " + pick(f, data().LastNames)
	source := pick(f, data().ImageSources)
	number := fmt.Sprint(100_000 + f.random.IntN(900_000))
	it.credit = credit{
		source: source.Name, sourceURL: strings.ReplaceAll(source.URL, "%s", number), license: source.License,
		licenseURL: source.LicenseURL, attribution: strings.ReplaceAll(source.Attribution, "%s", photographer),
	}
	if f.random.IntN(4) == 0 {
		it.credit.modifications = pick(f, data().Modifications)
	}
	it.original = source.Own
}

func (f *filler) pickPicture(s *catalogue) *int64 {
	if len(s.pictures) == 0 {
		return nil
	}
	return &s.pictures[f.random.IntN(len(s.pictures))]
}

func (f *filler) fillArticle(it *item, s *catalogue, place, number int) {
	from := pick(f, s.sites)
	it.block, it.kind = "content", from.kind
	it.title = fillPlace(pick(f, data().Openings), data().Places[place]) + pick(f, data().Endings)
	it.text = s.titleText(it.title)
	it.canonical = fmt.Sprintf("%s/%s-%d", from.host, it.text.slug, number)
	it.url = "https://" + it.canonical
	if number%numberedEvery == 1 {
		it.title += fmt.Sprintf(", no. %d", number)
		it.text = newTitleText(it.title)
	}
	if f.random.IntN(40) == 0 {
		it.title = f.longTitle(it.title)
		it.text = newTitleText(it.title)
	}
	it.depth = f.sampleOne([]int64{2, 1, 3}, 1)
	it.original = f.random.IntN(15) == 0
	switch it.kind {
	case book, article:
		it.author = pick(f, data().FirstNames) + " " + pick(f, data().LastNames)
	case video, audio:
		minutes := 2 + f.random.IntN(70)
		it.runtime = &minutes
		if f.random.IntN(3) == 0 {
			it.links[5] = f.sample(s.languages, 1+f.random.IntN(3))
		}
	}
	switch {
	case f.random.IntN(20) == 0: // no publisher
	case from.publisher != 0 && f.random.IntN(4) > 0:
		it.links[2] = []int64{from.publisher}
	default:
		it.links[2] = f.sample(s.publishers, 1)
	}
}

// longTitle extends a title to the length that some books have.
func (f *filler) longTitle(title string) string {
	places := data().Places
	first, second := f.random.IntN(len(places)), f.random.IntN(len(places))
	if first == second {
		second = (second + 1) % len(places)
	}
	return fmt.Sprintf("%s, with the story of a journey by way of %s and %s and notes on where to sleep, "+
		"what to eat and which trains no longer run", title, places[first], places[second])
}

// fillPlace replaces {place} in a template with a place ("the Azores"), {in place} with the place and its preposition
// ("in the Azores") and {name} with the place without its article ("Azores"). The text starts with a capital letter.
func fillPlace(template, place string) string {
	preposition := "in"
	if slices.Contains(data().OnPlaces, place) {
		preposition = "on"
	}
	text := strings.ReplaceAll(template, "{place}", place)
	text = strings.ReplaceAll(text, "{in place}", preposition+" "+place)
	text = strings.ReplaceAll(text, "{name}", withoutArticle(place))
	if rest, ok := strings.CutPrefix(text, "the "); ok {
		text = "The " + rest
	}
	return text
}

func withoutArticle(place string) string { return strings.TrimPrefix(place, "the ") }

// synopsis returns one to three sentences, and for a few items a long text with Markdown. It may be empty.
func (f *filler) synopsis(place string) string {
	switch f.random.IntN(16) {
	case 0:
		return ""
	case 1, 2:
		parts := []string{}
		for range 4 + f.random.IntN(3) {
			parts = append(parts, fillPlace(pick(f, data().Remarks), place))
		}
		return "**" + parts[0] + "**\n\n" + strings.Join(parts[1:], " ") + "\n\n- *Go* in " + pick(f, data().Months) +
			"\n- *Stay* " + pick(f, data().Stays) + "\n- [Read on](https://stories.example/seasons)"
	}
	text := fillPlace(pick(f, data().Remarks), place)
	for range f.random.IntN(3) {
		text += " " + fillPlace(pick(f, data().Remarks), place)
	}
	return text
}

func (s *catalogue) titleText(title string) titleText {
	t, known := s.texts[title]
	if !known {
		t = newTitleText(title)
		s.texts[title] = t
	}
	return t
}

func newTitleText(title string) titleText {
	return titleText{
		key: fold.Key(title), search: fold.SearchText(title),
		slug: strings.ReplaceAll(fold.Key(strings.Map(asciiLetter, title)), " ", "-"),
	}
}

func asciiLetter(r rune) rune {
	if r == ' ' || r > 127 || ('a' <= r && r <= 'z') || ('A' <= r && r <= 'Z') {
		return r
	}
	return -1
}

// publicationDates makes most items published, and some drafts, scheduled, expired or about to expire.
func (f *filler) publicationDates(created time.Time) (published, expires *time.Time) {
	from := f.timeBetween(created, earliest(created.Add(2*day), f.now))
	switch f.random.IntN(20) {
	case 0, 1:
		return nil, nil
	case 2:
		ahead := f.now.Add(time.Duration(1+f.random.IntN(60)) * day)
		return &ahead, nil
	case 3:
		past := f.timeBetween(latest(from, f.now.Add(-90*day)), f.now)
		return &from, &past
	case 4:
		soon := f.now.Add(time.Duration(1+f.random.IntN(30*24)) * time.Hour)
		return &from, &soon
	}
	return &from, nil
}

// sample picks up to n different ids from a list, the first ones more often.
func (f *filler) sample(list []int64, n int) []int64 {
	picked := make([]int64, 0, n+1)
	for range min(n, len(list)) {
		x := f.random.Float64()
		if id := list[int(x*x*float64(len(list)))]; !slices.Contains(picked, id) {
			picked = append(picked, id)
		}
	}
	return picked
}

// itemLanguages returns English for most items, and for some another language, with or without English.
func (f *filler) itemLanguages(s *catalogue) []int64 {
	if len(s.languages) > 0 {
		switch f.random.IntN(12) {
		case 0:
			return f.sample(s.languages, 1)
		case 1:
			return append(f.sample(s.languages, 1), 1)
		}
	}
	return []int64{1}
}

// itemDestinations returns the destination in the title, and for some items one or two more.
func (f *filler) itemDestinations(s *catalogue, own int64) []int64 {
	if own == 0 {
		return f.sample(s.destinations, 1) // The installation has other destinations than the demo data.
	}
	all := []int64{own}
	for more := f.random.IntN(3); more > 0; more-- {
		if id := pick(f, s.destinations); !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}
