package pages

import (
	"cmp"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"waymark/internal/kit/markdown"
	"waymark/internal/platform/branding"
)

// view is a page as it is shown: every text has its final form, and every value that could be dangerous in its place
// has been checked.
type view struct {
	Preview    bool
	Kind       Kind
	Language   string
	RTL        bool
	Words      *words
	Look       *look
	Favicon    string
	Title      string // of the document
	Head       *head  // nil in a preview
	PID, AltID string
	UID        string

	Previous, Next *link

	Bar         *bar // nil if there is nothing in it
	ShowHeader  bool
	Background  *picture
	Logo        *picture // in the header
	Wordmark    string   // instead of a logo
	Heading     string   // the h1
	HeadMessage []string // lines
	Letter      []string // the lines of a message that is too long for the header
	Button      *link    // in the header

	SectionHeading string
	Intro          template.HTML
	Items          []itemView
	About          *section
	Form           *formView
	More           []teaserView
	Footer         *link

	page        *Page
	b           *branding.Branding
	firstLoaded bool // whether the first image of the page is loaded at once already
}

type link struct {
	Text   string
	Target target
}

type bar struct {
	Logo     *picture
	Wordmark string
	Photo    *picture
	Name     string
	Company  string
	Phone    *link
	Email    *link
	Button   *link
}

type section struct {
	Heading string
	Text    template.HTML
}

type teaserView struct {
	link
	Image *picture
}

func newView(p *Page) (*view, error) {
	defaults, err := defaultBranding()
	if err != nil {
		return nil, fmt.Errorf("render page: %w", err)
	}
	b := p.Branding
	if b == nil {
		b = defaults
	}
	v := &view{Preview: p.Preview, Kind: p.Kind, page: p, b: b}
	v.Language = languageOf(p.Collection.Language)
	v.RTL, v.Words = rightToLeft[v.Language], wordsIn(v.Language)
	if v.Look = p.look; v.Look == nil {
		v.Look = newLook(b, defaults, p.Fonts)
	}
	if b.Favicon != nil {
		v.Favicon = v.imageURL(cmp.Or(b.Favicon.ThumbURL, b.Favicon.FullURL))
	}
	v.PID, v.AltID, v.UID = shorten(p.Partner.PID, 40), shorten(p.Collection.AltID, 40), shorten(p.UID, 40)
	v.addHeader()
	if !p.Kind.isError() {
		v.addContent()
	}
	v.Title = strings.Join(slices.DeleteFunc([]string{v.Heading, shorten(p.Partner.Name, maxName)}, isEmpty), " · ")
	if !p.Preview {
		v.Head = v.newHead()
	}
	return v, nil
}

func isEmpty(text string) bool { return text == "" }

// languageOf returns a language code in lower case, or English.
func languageOf(code string) string {
	code = strings.ToLower(code)
	if len(code) < 2 || len(code) > 3 || strings.Trim(code, "abcdefghijklmnopqrstuvwxyz") != "" {
		return "en"
	}
	return code
}

// maxHeadMessage is how many characters of a message are shown in the header. A longer one is shown below it.
const maxHeadMessage = 320

func (v *view) addHeader() {
	p := v.page
	v.ShowHeader = p.Kind != Embed || p.EmbedHeader
	v.Heading = shorten(p.Collection.Name, maxName)
	message := shorten(p.Message, maxText)
	switch p.Kind {
	case Missing:
		v.Heading, message = v.Words.Missing, v.Words.MissingText
	case Gone:
		v.Heading, message = v.Words.Gone, v.Words.GoneText
	case Unavailable:
		v.Heading, message = v.Words.Unavailable, v.Words.UnavailableText
	case Landing, Personalised, Invitation, Embed:
	}
	v.Heading = cmp.Or(v.Heading, shorten(p.Partner.Name, maxName))
	if utf8.RuneCountInString(message) <= maxHeadMessage && v.ShowHeader {
		v.HeadMessage = lines(message)
	} else {
		v.Letter = lines(message)
	}
	logo := v.logo()
	wordmark := shorten(p.Partner.Name, maxName)
	if logo != nil {
		wordmark = ""
	}
	if v.ShowHeader {
		v.addBar(logo, wordmark)
		if !v.Look.LogoBar {
			v.Logo, v.Wordmark = logo, wordmark
		}
		v.Background = v.image(v.b.HeaderBackgroundImage, "background", "", "100vw")
	}
	website := v.target(p.Partner.URL, true)
	if p.Accept != nil && p.Kind == Invitation {
		v.Button = &link{shorten(p.Accept.Label, maxName), v.target(p.Accept.URL, true)}
	} else if p.Kind.isError() && website.href != "" && p.Partner.Name != "" {
		v.Button = &link{fmt.Sprintf(v.Words.Website, shorten(p.Partner.Name, maxName)), website}
	}
	if p.Partner.Name != "" && p.Kind != Embed {
		v.Footer = &link{shorten(p.Partner.Name, maxName), website}
	}
}

// lines splits a text into its lines, without empty ones at the end.
func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
}

// logo returns the logo for the header's style, or the other one if it is missing.
func (v *view) logo() *picture {
	first, second := v.b.Logo, v.b.LogoLight
	if v.Look.Dark {
		first, second = second, first
	}
	return v.picture(cmp.Or(first, second), "logo", shorten(v.page.Partner.Name, maxName), "16rem", "")
}

// addBar adds the contact bar, unless it would be empty.
func (v *view) addBar(logo *picture, wordmark string) {
	p := v.page
	found := &bar{Button: v.callToAction()}
	if v.Look.LogoBar {
		found.Logo, found.Wordmark = logo, wordmark
	}
	if c := p.Contact; c != nil {
		found.Name, found.Company = shorten(c.Name, maxName), shorten(c.Company, maxName)
		if found.Name == found.Wordmark { // the bar has the name already
			found.Name = ""
		}
		switch {
		case c.Photo != nil:
			found.Photo = v.picture(v.smallest(c.Photo), "photo", "", "", "")
		case c.Logo != nil && !v.Look.LogoBar:
			found.Photo = v.picture(c.Logo, "contact-logo", "", "8rem", "")
		}
		if c.Phone != "" {
			found.Phone = &link{shorten(c.Phone, 60), v.phoneTarget(c.Phone)}
		}
		if c.Email != "" {
			found.Email = &link{shorten(c.Email, 254), v.target("mailto:"+c.Email, true)}
		}
	}
	if *found != (bar{}) {
		v.Bar = found
	}
}

func (v *view) callToAction() *link {
	p := v.page
	cta := p.CallToAction
	label := shorten(cta.Label, maxName)
	if !p.Partner.AllowCTAs || label == "" || p.Kind.isError() {
		return nil
	}
	found := &link{Text: label}
	switch cta.Kind {
	case CTAMail:
		found.Target = v.target(cta.URL, true)
	case CTACall:
		found.Target = v.phoneTarget(cta.URL)
	case CTAForm:
		found.Target = v.target(cta.URL, true)
		if v.showsForm() {
			found.Target = v.target("#enquiry", true)
		}
	case CTANone:
		return nil
	default:
		return nil
	}
	if found.Target.href == "" && !p.Preview {
		return nil
	}
	return found
}

func (v *view) showsForm() bool {
	p := v.page
	return p.LeadForm != nil && p.Partner.AllowCTAs && p.Partner.PremiumForms && p.Kind != Embed && !p.Kind.isError()
}

func (v *view) links() markdown.Links {
	if v.Preview {
		return markdown.NoLinks
	}
	return markdown.NewTab
}

func (v *view) markdown(text string) template.HTML {
	return markdown.HTML(shorten(text, maxText), v.links())
}

func (v *view) addContent() {
	p := v.page
	v.SectionHeading, v.Intro = shorten(p.Heading, maxName), v.markdown(p.Intro)
	v.Items = make([]itemView, len(p.Items))
	for i := range p.Items {
		v.Items[i] = v.item(&p.Items[i])
	}
	if p.Previous != "" {
		v.Previous = &link{v.Words.Previous, v.target(p.Previous, true)}
	}
	if p.Next != "" {
		v.Next = &link{v.Words.Next, v.target(p.Next, true)}
	}
	if p.Kind == Embed {
		return
	}
	if text := v.markdown(p.Partner.Details); text != "" {
		v.About = &section{fmt.Sprintf(v.Words.About, shorten(p.Partner.Name, maxName)), text}
	}
	if v.showsForm() {
		v.Form = newFormView(p.LeadForm, v.Words)
	}
	for _, t := range p.More {
		v.More = append(v.More, teaserView{
			link{shorten(t.Name, maxName), v.target(t.URL, true)}, v.image(t.Image, "", "", "(min-width:40em) 33vw,100vw"),
		})
	}
}

// formView is the lead form, or the thanks for it.
type formView struct {
	Sent   bool
	Action string
	Error  string
	Fields []field
	Hidden []hidden
}

type field struct {
	Name, Label, Kind, Autocomplete, Value, Error string
	Max                                           int // 0 if there is none
	Required, Long                                bool
}

type hidden struct{ Name, Value string }

// maxLead is how many characters the fields of a lead form may have.
var maxLead = map[string]int{"name": 200, "email": 254, "phone": 60, "message": 5000}

func newFormView(f *LeadForm, w *words) *formView {
	found := &formView{
		Sent: f.Sent, Action: safeURL(f.Action),
		Fields: []field{
			{Name: "name", Label: w.Name, Kind: "text", Autocomplete: "name", Value: f.Values.Name, Required: true},
			{
				Name: "email", Label: w.Email, Kind: "email", Autocomplete: "email", Value: f.Values.Email,
				Required: true,
			},
			{Name: "phone", Label: w.Phone, Kind: "tel", Autocomplete: "tel", Value: f.Values.Phone},
			{Name: "message", Label: w.Message, Value: f.Values.Message, Long: true},
		},
	}
	for i := range found.Fields {
		shown := &found.Fields[i]
		shown.Error = shorten(f.Errors[shown.Name], maxName)
		// A visitor whose text is too long gets it back. HTML allows no value that is longer than the maximum.
		if limit := maxLead[shown.Name]; utf8.RuneCountInString(shown.Value) <= limit {
			shown.Max = limit
		} else if shown.Long {
			shown.Value = shorten(shown.Value, maxForm)
		} else {
			shown.Value = shorten(shown.Value, maxText)
		}
	}
	if len(f.Errors) > 0 {
		found.Error = cmp.Or(shorten(f.Errors[""], maxName), w.CheckForm)
	}
	for _, name := range slices.Sorted(maps.Keys(f.Hidden)) {
		found.Hidden = append(found.Hidden, hidden{shorten(name, maxName), shorten(f.Hidden[name], maxName)})
	}
	return found
}
