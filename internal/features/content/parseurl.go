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

	"waymark/internal/kit/admission"
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

	// defaultType is the id of the media type Article, used if neither the site nor the page implies one.
	defaultType = 2
)

// ParseURLInput is a request to read the metadata of a web page.
type ParseURLInput struct {
	ContentURL string `json:"content_url" maxLength:"2000"`
	ID         *int64 `json:"id,omitempty" doc:"Id of the item being edited, so that it is not reported as a duplicate."`
}

// ParsedPage is the metadata of a web page, with the field names of the content form.
type ParsedPage struct {
	ContentURL  string        `json:"content_url"`
	Title       string        `json:"title"`
	Synopsis    string        `json:"synopsis"`
	TypeID      *int64        `json:"type_id" doc:"Null if neither the site nor the page implies one."`
	Author      string        `json:"author"`
	Runtime     *int64        `json:"runtime" doc:"In minutes."`
	LeadIn      string        `json:"lead_in"`
	Image       *PageImage    `json:"image"`
	EmbedCode   string        `json:"embed_code" doc:"HTML from the oEmbed document of the site. Show it before saving."`
	LanguageIDs []int64       `json:"language_ids" nullable:"false"`
	URLExists   bool          `json:"url_exists" doc:"Whether another item has the same URL."`
	Existing    *ExistingItem `json:"existing"`
	Warning     string        `json:"warning" doc:"Why the page could not be read, as a text for the user."`
}

// PageImage is the preview image of a page.
type PageImage struct {
	URL string `json:"url"`
}

// ExistingItem is an item with the same URL.
type ExistingItem struct {
	ID        int64  `json:"id"`
	Title     string `json:"title"`
	BlockType string `json:"block_type" enum:"content,image"`
}

// pageReader reads the metadata of web pages.
type pageReader struct {
	db    *db.DB
	pages *fetch.Client
}

// MountParse registers the endpoint that reads the metadata of a web page. It fetches pages through the given client.
func MountParse(kit resource.Kit, pages *fetch.Client) {
	r := &pageReader{db: kit.Store.DB, pages: pages}
	api.Handle(kit.API, api.Op{
		Method: http.MethodPost, Path: "/api/admin/content/parse-url", ReadOnly: true, Tag: "Content",
		Summary: "Read the metadata of a web page", Class: admission.Slow,
		Description: "Fills in the form of a new item. A page that can't be read is not an error: the response has what " +
			"is known about its site, and a warning.",
		Body: kit.API.SchemaOf(ParseURLInput{}),
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
	response := &ParsedPage{ContentURL: in.ContentURL, LanguageIDs: []int64{}}
	page, final, err := r.visit(ctx, address, response)
	if page == nil {
		return nil, err // The visit could not start: too many are running, or the client has disconnected.
	}
	if err != nil {
		slog.InfoContext(ctx, "page not read", "host", address.Host, "error", err)
		response.Warning = warningFor(err)
	}
	if err := r.complete(ctx, response, page, address, final); err != nil {
		return nil, fmt.Errorf("read page: %w", err)
	}
	return response, r.findExisting(ctx, response, in)
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
		return nil, apierr.Field("content_url", "Must be the URL of a web page, such as https://example.com/page.")
	}
	return address, nil
}

// visit reads the page and its oEmbed document within the time limit of one visit. The page is nil
// only if the visit could not start.
func (r *pageReader) visit(
	ctx context.Context, address *url.URL, response *ParsedPage,
) (*webpage.Page, *url.URL, error) {
	ctx, done, err := r.pages.Visit(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	found, err := r.pages.GetIf(ctx, address.String(), maxPageSize, func(p *fetch.Page) error {
		return checkFormat(webpage.FormatByHeader(p.Header), p.URL)
	})
	truncated := errors.Is(err, fetch.ErrTooLarge)
	if err == nil || truncated {
		err = checkFormat(webpage.FormatByBody(found.Header.Get("Content-Type"), found.Body), found.URL)
	}
	if err != nil {
		return pageFromFile(err), address, err
	}
	page := webpage.Read(found.Body, found.Header.Get("Content-Type"), found.URL)
	if page.Embed != "" {
		// The oEmbed document is optional, so an error is ignored.
		if embed, err := r.pages.Get(ctx, page.Embed, maxEmbedSize); err == nil {
			response.EmbedCode = page.AddOEmbed(embed.Body, embed.URL)
		}
	}
	return page, found.URL, checkComplete(page, truncated)
}

// typesByKind maps the kind a page declares to the id of a media type.
var typesByKind = map[webpage.Kind]int64{
	webpage.Book: 1, webpage.Article: 2, webpage.Video: 4, webpage.Map: 5, webpage.Recipe: 7, webpage.Audio: 8,
}

// complete fills in the response from the page, its site and its language.
func (r *pageReader) complete(
	ctx context.Context, response *ParsedPage, page *webpage.Page, requested, final *url.URL,
) error {
	response.Title, response.Synopsis, response.Author = page.Title, page.Description, page.Author
	if page.Duration > 0 {
		minutes := max(1, int64(math.Round(page.Duration.Minutes())))
		response.Runtime = &minutes
	}
	if image, err := url.Parse(page.Image); err == nil && r.pages.Check(image) == nil {
		response.Image = &PageImage{URL: page.Image}
	}
	var err error
	if response.TypeID, err = r.typeOf(ctx, page.Kind, requested, final); err != nil {
		return err
	}
	mediaType := int64(defaultType)
	if response.TypeID != nil {
		mediaType = *response.TypeID
	}
	leadIns, err := db.All[string](ctx, r.db.Read(), "SELECT lead_in FROM content_types WHERE id = ?", mediaType)
	if err != nil {
		return err
	}
	response.LeadIn = strings.Join(leadIns, "")
	response.LanguageIDs, err = db.All[int64](ctx, r.db.Read(), "SELECT id FROM languages WHERE alpha2 = ?", page.Language)
	return err
}

// typeOf returns the id of the media type of a known site or else the one the page declares. The requested URL takes
// precedence over the final one, as a known site may redirect readers elsewhere; the final one matters for short links.
func (r *pageReader) typeOf(ctx context.Context, kind webpage.Kind, requested, final *url.URL) (*int64, error) {
	for _, address := range []*url.URL{requested, final} {
		types, err := db.All[int64](ctx, r.db.Read(),
			"SELECT content_type_id FROM content_domains WHERE host IN (?) ORDER BY length(host) DESC LIMIT 1",
			parentDomains(address))
		if err != nil {
			return nil, err
		}
		if len(types) > 0 {
			return &types[0], nil
		}
	}
	if id, ok := typesByKind[kind]; ok {
		return &id, nil
	}
	return nil, nil //nolint:nilnil // Neither the site nor the page implies a type, which is not an error.
}

// parentDomains returns the host of a URL and all its parent domains.
func parentDomains(address *url.URL) []string {
	name := host.Normalise(address.Hostname())
	domains := []string{name}
	for rest, found := name, true; found; {
		if _, rest, found = strings.Cut(rest, "."); found {
			domains = append(domains, rest)
		}
	}
	return domains
}

// findExisting looks for another item with the same URL.
func (r *pageReader) findExisting(ctx context.Context, response *ParsedPage, in ParseURLInput) error {
	canonical, ok := webpage.Canonical(in.ContentURL)
	if !ok {
		return nil
	}
	var own int64
	if in.ID != nil {
		own = *in.ID
	}
	same, err := db.All[ExistingItem](ctx, r.db.Read(),
		`SELECT id, title, block_type
		FROM content
		WHERE canonical_url = ? AND canonical_url <> '' AND deleted_at IS NULL AND id <> ?
		ORDER BY id
		LIMIT 1`, canonical, own)
	if err != nil {
		return fmt.Errorf("find item with the same URL: %w", err)
	}
	if len(same) > 0 {
		response.URLExists, response.Existing = true, &same[0]
	}
	return nil
}
