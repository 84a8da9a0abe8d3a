package pages

import "waymark/internal/kit/markdown"

// head describes a page to search engines and to the sites on which it is shared.
type head struct {
	Description string
	Canonical   string
	NoIndex     bool
	Full        bool
	SiteName    string
	ImageURL    string
	Data        *linkedData // nil unless Full
}

// maxDescription is how much search engines show of a description.
const maxDescription = 200

func (v *view) newHead() *head {
	p := v.page
	h := &head{NoIndex: p.SEO.NoIndex || p.Kind != Landing, SiteName: shorten(p.Partner.Name, maxName)}
	if p.Kind.isError() {
		return h
	}
	h.Description = shorten(markdown.Text(p.SEO.Description), maxDescription)
	h.Canonical = safeURL(p.Collection.CanonicalURL)
	h.Full = p.Partner.PremiumSEO && p.Kind == Landing
	if h.Full {
		h.ImageURL = v.imageURL(p.SEO.ImageURL)
		h.Data = v.linkedData(h)
	}
	return h
}

// linkedData is the collection in the vocabulary of schema.org.
type linkedData struct {
	Context     string        `json:"@context"`
	Type        string        `json:"@type"`
	Name        string        `json:"name"`
	URL         string        `json:"url,omitempty"`
	Description string        `json:"description,omitempty"`
	Image       string        `json:"image,omitempty"`
	Language    string        `json:"inLanguage"`
	Publisher   *organisation `json:"publisher,omitempty"`
	MainEntity  *itemList     `json:"mainEntity,omitempty"`
}

type organisation struct {
	Type string `json:"@type"`
	Name string `json:"name"`
	URL  string `json:"url,omitempty"`
}

type itemList struct {
	Type     string     `json:"@type"`
	Count    int        `json:"numberOfItems"`
	Elements []listItem `json:"itemListElement"`
}

type listItem struct {
	Type     string  `json:"@type"`
	Position int     `json:"position"`
	Item     article `json:"item"`
}

type article struct {
	Type     string        `json:"@type"`
	Headline string        `json:"headline"`
	URL      string        `json:"url,omitempty"`
	Author   *organisation `json:"author,omitempty"`
}

// maxListed limits the structured data, which repeats what the page shows.
const maxListed = 12

func (v *view) linkedData(h *head) *linkedData {
	p := v.page
	data := &linkedData{
		Context: "https://schema.org", Type: "CollectionPage", Name: v.Heading, URL: h.Canonical,
		Description: h.Description, Image: h.ImageURL, Language: v.Language,
	}
	if h.SiteName != "" {
		data.Publisher = &organisation{"Organization", h.SiteName, safeURL(p.Partner.URL)}
	}
	list := &itemList{Type: "ItemList", Count: len(p.Items)}
	for i, item := range p.Items[:min(len(p.Items), maxListed)] {
		entry := article{Type: "Article", Headline: shorten(item.Title, 110), URL: safeURL(item.URL)}
		if item.Block == BlockImage {
			entry.Type = "ImageObject"
		}
		if author := shorten(item.Author, 110); author != "" {
			entry.Author = &organisation{"Person", author, ""}
		}
		list.Elements = append(list.Elements, listItem{"ListItem", i + 1, entry})
	}
	data.MainEntity = list
	return data
}
