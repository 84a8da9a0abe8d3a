// Package pages serves the public pages of partners: landing pages, personalised pages, invitations and embeds.
package pages

import (
	"waymark/internal/kit/media"
	"waymark/internal/platform/branding"
)

// Kind is the kind of a page.
type Kind string

// The kinds of pages. The last three are sent with the statuses 404, 410 and 503.
const (
	Landing      Kind = "landing"
	Personalised Kind = "personalised"
	Invitation   Kind = "invitation"
	Embed        Kind = "embed"
	Missing      Kind = "missing"
	Gone         Kind = "gone"
	Unavailable  Kind = "unavailable"
)

// isError reports whether a page says why there is no collection at its address.
func (k Kind) isError() bool { return k == Missing || k == Gone || k == Unavailable }

// Page has everything that a template needs. Texts are plain text unless they are Markdown. Render escapes and shortens
// them and ignores URLs and branding values that are not valid, so that a Page can be filled from the database as it
// is.
type Page struct {
	Kind     Kind
	Branding *branding.Branding // nil shows the defaults
	Partner  Partner

	Collection Collection
	Items      []Item
	// Heading and Intro (Markdown) are shown above the items, unless they are empty.
	Heading, Intro string
	// More are other collections of the partner, shown below the items.
	More []Teaser

	// Previous and Next are the pages before and after this one, if the collection has more items.
	Previous, Next string

	// UID is the public id of the advisor whose visitors see the page, or empty.
	UID string
	// Contact is nil if no contact is shown.
	Contact *Contact
	// Message is the personal message of an advisor.
	Message      string
	CallToAction CallToAction
	// LeadForm is nil if the page has no form.
	LeadForm *LeadForm
	// Accept is where an invitation is accepted. It is nil on other pages.
	Accept *Link

	SEO SEO
	// Fonts are the font files that can be served, by FontFile.Name. A substitute is shown for all others.
	Fonts map[string]bool
	// EmbedHeader shows the header of an embed, which has none otherwise.
	EmbedHeader bool
	// FrameAncestors are the host names of the sites that may show an embed in a frame. Without any, no site may, not even
	// its own.
	FrameAncestors []string
	// Preview removes the targets of all links, the script and the search engine tags: the page is only looked at.
	Preview bool

	look *look // if it is known already
}

// Partner is the owner of a page.
type Partner struct {
	Name, PID, URL string
	Details        string // Markdown, shown at the end of the page
	AllowCTAs      bool   // false hides the call to action and the lead form
	PremiumSEO     bool   // adds images and structured data to the description for search engines
	PremiumForms   bool   // false hides the lead form
}

// Collection is what a page shows. It is empty on error pages.
type Collection struct {
	AltID, Name  string
	Language     string // ISO 639-1 code; English if empty
	CanonicalURL string
}

// The block types of items.
const (
	BlockContent = "content"
	BlockImage   = "image"
)

// Item is an entry of the collection.
type Item struct {
	ID       int64
	Block    string // BlockContent or BlockImage
	Title    string
	LeadIn   string
	Synopsis string // Markdown
	Author   string
	Runtime  int64 // minutes; 0 is not shown
	URL      string
	SameTab  bool // whether the link opens in the same tab

	Image    *media.Image
	ImageAlt string // empty for an image that only decorates the title
	Credit   *Credit

	Type Type
	// EmbedURL is the page with the sandboxed frame of the item's embed code, to which the item then links.
	EmbedURL string
}

// HasEmbed reports whether the item has embed code.
func (i *Item) HasEmbed() bool { return i.EmbedURL != "" }

// Type is the media type of an item.
type Type struct {
	Name, Icon   string
	CallToAction string // the text of the item's link
}

// Credit names the author and the licence of an image.
type Credit struct {
	Attribution, URL    string
	Licence, LicenceURL string
}

// Teaser links to another collection.
type Teaser struct {
	Name, URL string
	Image     *media.Image
}

// Contact is the person or company that visitors can turn to.
type Contact struct {
	Name, Company string
	Email, Phone  string
	Photo, Logo   *media.Image // the photo is shown if there are both
}

// CTAKind is what a call to action does.
type CTAKind string

// The kinds of calls to action.
const (
	CTANone CTAKind = "none"
	CTAMail CTAKind = "mail" // opens a mailto: URL
	CTAForm CTAKind = "form" // goes to the lead form of the page, or to URL if the form is on another page
	CTACall CTAKind = "call" // calls the phone number in URL
)

// CallToAction is the button in the contact bar.
type CallToAction struct {
	Kind  CTAKind
	Label string
	URL   string
}

// Link is a link with its text.
type Link struct{ Label, URL string }

// HoneypotField is the field of the lead form that people don't see. A submission that fills it in is from a robot.
const HoneypotField = "website"

// LeadForm is a form with which visitors contact the partner. Its fields are name, email, phone and message.
type LeadForm struct {
	Action string
	Values LeadValues
	Errors map[string]string // by field name, and for the whole form by ""
	Sent   bool              // thanks the visitor instead of showing the form
	Hidden map[string]string // further values to send
}

// LeadValues are the values of a lead form.
type LeadValues struct{ Name, Email, Phone, Message string }

// SEO describes a page to search engines and to the sites on which it is shared.
// Without Partner.PremiumSEO, the image is not used. Only landing pages are found by search engines.
type SEO struct {
	Description string
	ImageURL    string // absolute
	NoIndex     bool   // keeps a landing page out of search engines
}
