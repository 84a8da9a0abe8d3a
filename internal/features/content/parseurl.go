package content

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fetch"
	"waymark/internal/kit/host"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/webpage"
)

const (
	maxPageURL   = 2000
	maxPageSize  = 2 << 20
	maxEmbedSize = 256 << 10

	// usualType is what new items are when nothing tells: an article.
	usualType = 2
)

// ParseURLInput is the address of a page to be read.
type ParseURLInput struct {
	ContentURL string `json:"content_url" maxLength:"2000"`
	ID         *int64 `json:"id,omitempty" doc:"The item that is being edited, which is not compared with itself."`
}

// ParsedPage is what can be told of a page, by the names of the form it fills.
type ParsedPage struct {
	ContentURL  string         `json:"content_url"`
	Title       string         `json:"title"`
	Synopsis    string         `json:"synopsis"`
	TypeID      *int64         `json:"type_id" doc:"Null when neither its site nor the page tells."`
	Author      string         `json:"author"`
	Runtime     *int64         `json:"runtime" doc:"In minutes."`
	LeadIn      string         `json:"lead_in"`
	Image       *PageImage     `json:"image"`
	EmbedCode   string         `json:"embed_code" doc:"HTML of another site, as its oEmbed document has it. Show it before it is saved."`
	LanguageIDs []int64        `json:"language_ids" nullable:"false"`
	URLExists   bool           `json:"url_exists" doc:"There is an item with this address already."`
	Existing    *ItemOfTheSame `json:"existing"`
	Warning     string         `json:"warning" doc:"Why the page could not be read, for the person who fills the form."`
}

// PageImage is the picture a page shows of itself.
type PageImage struct {
	URL string `json:"url"`
}

// ItemOfTheSame is an item that has the same address.
type ItemOfTheSame struct {
	ID        int64  `json:"id"`
	Title     string `json:"title"`
	BlockType string `json:"block_type" enum:"content,image"`
}

// pageReader reads pages for the form of new items.
type pageReader struct {
	db    *db.DB
	pages *fetch.Client
}

// MountParse adds the call that reads a page. pages is how pages are reached.
func MountParse(kit resource.Kit, pages *fetch.Client) {
	r := &pageReader{db: kit.Store.DB, pages: pages}
	api.Handle(kit.API, api.Op{
		Method: http.MethodPost, Path: "/api/admin/content/parse-url", Tag: "Content",
		Summary:     "Read the metadata of a web page",
		Description: "Fills in the form of a new item. A page that can't be read is not an error: the response has what is known about its site, and a warning.",
		Body:        kit.API.SchemaOf(ParseURLInput{}),
	}, r.parse)
}

func (r *pageReader) parse(ctx context.Context, call *api.Call) (*ParsedPage, error) {
	in, err := api.Decode[ParseURLInput](call)
	if err != nil {
		return nil, err
	}
	address, err := pageAddress(&in)
	if err != nil {
		return nil, err
	}
	answer := &ParsedPage{ContentURL: in.ContentURL, LanguageIDs: []int64{}}
	page, at, err := r.visit(ctx, address, answer)
	if _, refused := apierr.As(err); refused {
		return nil, err // too much is being fetched
	}
	if err != nil {
		slog.InfoContext(ctx, "a page was not read", "host", address.Host, "error", err)
		answer.Warning = warningFor(err)
	}
	if err := r.complete(ctx, answer, page, address, at); err != nil {
		return nil, fmt.Errorf("parse an address: %w", err)
	}
	return answer, r.compare(ctx, answer, in)
}

func pageAddress(in *ParseURLInput) (*url.URL, error) {
	in.ContentURL = strings.TrimSpace(in.ContentURL)
	switch {
	case in.ContentURL == "":
		return nil, apierr.Field("content_url", "This field is required.")
	case utf8.RuneCountInString(in.ContentURL) > maxPageURL:
		return nil, apierr.Field("content_url", "Must have at most %d characters.", maxPageURL)
	}
	address, ok := webpage.Address(in.ContentURL)
	if !ok {
		return nil, apierr.Field("content_url", "Must be the address of a web page, like https://example.com/page.")
	}
	return address, nil
}

// visit reads the page and what embeds it, within the time of one visit. There is always a page, if an empty one.
func (r *pageReader) visit(ctx context.Context, address *url.URL, answer *ParsedPage) (*webpage.Page, *url.URL, error) {
	ctx, done, err := r.pages.Visit(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	found, err := r.pages.GetIf(ctx, address.String(), maxPageSize, func(p *fetch.Page) error {
		return notAPage(webpage.FormatByHeader(p.Header), p.URL)
	})
	cut := errors.Is(err, fetch.ErrTooLarge)
	if err == nil || cut {
		err = notAPage(webpage.FormatByBody(found.Header.Get("Content-Type"), found.Body), found.URL)
	}
	if err != nil {
		return fileInsteadOfPage(err), address, err
	}
	page := webpage.Read(found.Body, found.Header.Get("Content-Type"), found.URL)
	if page.Embed != "" {
		if embed, err := r.pages.Get(ctx, page.Embed, maxEmbedSize); err == nil { // without it there is still a page
			answer.EmbedCode = page.AddOEmbed(embed.Body, embed.URL)
		}
	}
	return page, found.URL, incompletePage(page, cut)
}

// The media types, by what a page says it is.
var typeOfKind = map[webpage.Kind]int64{
	webpage.Book: 1, webpage.Article: 2, webpage.Video: 4, webpage.Map: 5, webpage.Recipe: 7, webpage.Audio: 8,
}

// complete fills the answer from the page and from what we know of its site and language.
func (r *pageReader) complete(ctx context.Context, answer *ParsedPage, page *webpage.Page, asked,
	found *url.URL,
) error {
	answer.Title, answer.Synopsis, answer.Author = page.Title, page.Description, page.Author
	if page.Duration > 0 {
		minutes := max(1, int64(math.Round(page.Duration.Minutes())))
		answer.Runtime = &minutes
	}
	if image, err := url.Parse(page.Image); err == nil && r.pages.Check(image) == nil {
		answer.Image = &PageImage{URL: page.Image}
	}
	var err error
	if answer.TypeID, err = r.typeOf(ctx, page.Kind, asked, found); err != nil {
		return err
	}
	kind := int64(usualType)
	if answer.TypeID != nil {
		kind = *answer.TypeID
	}
	leadIns, err := db.All[string](ctx, r.db.Read(), "SELECT lead_in FROM content_types WHERE id = ?", kind)
	if err != nil {
		return err
	}
	answer.LeadIn = strings.Join(leadIns, "")
	answer.LanguageIDs, err = db.All[int64](ctx, r.db.Read(), "SELECT id FROM languages WHERE alpha2 = ?", page.Language)
	return err
}

// typeOf is the type a known site has, or else what the page says it is. The address as it was given counts first: links
// are often shortened, and a site may send readers elsewhere.
func (r *pageReader) typeOf(ctx context.Context, kind webpage.Kind, asked, found *url.URL) (*int64, error) {
	for _, address := range []*url.URL{asked, found} {
		types, err := db.All[int64](ctx, r.db.Read(),
			"SELECT content_type_id FROM content_domains WHERE host IN (?) ORDER BY length(host) DESC LIMIT 1", sitesOf(address))
		if err != nil {
			return nil, err
		}
		if len(types) > 0 {
			return &types[0], nil
		}
	}
	if id, ok := typeOfKind[kind]; ok {
		return &id, nil
	}
	return nil, nil //nolint:nilnil // nothing told, which is an answer
}

// sitesOf is the host of an address and all it is below of.
func sitesOf(address *url.URL) []string {
	name := host.Normalise(address.Hostname())
	sites := []string{name}
	for rest, found := name, true; found; {
		if _, rest, found = strings.Cut(rest, "."); found {
			sites = append(sites, rest)
		}
	}
	return sites
}

// compare looks for another item with the same address.
func (r *pageReader) compare(ctx context.Context, answer *ParsedPage, in ParseURLInput) error {
	canonical, ok := webpage.Canonical(in.ContentURL)
	if !ok {
		return nil
	}
	var own int64
	if in.ID != nil {
		own = *in.ID
	}
	same, err := db.All[ItemOfTheSame](ctx, r.db.Read(),
		"SELECT id, title, block_type FROM content WHERE canonical_url = ? AND canonical_url <> '' AND deleted_at IS NULL AND id <> ? ORDER BY id LIMIT 1", canonical, own)
	if err != nil {
		return fmt.Errorf("compare an address: %w", err)
	}
	if len(same) > 0 {
		answer.URLExists, answer.Existing = true, &same[0]
	}
	return nil
}
