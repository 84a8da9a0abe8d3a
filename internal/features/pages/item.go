package pages

import (
	"cmp"
	"html/template"
	"strconv"
	"strings"
)

// itemView is an item as it is shown.
type itemView struct {
	ID       int64
	Image    *picture
	Embeds   bool
	LeadIn   string
	Title    string
	Sub      bool // whether the title is below the heading of a section
	Facts    string
	Synopsis template.HTML
	Target   target // empty if it has no link
	Linked   bool   // a preview has links without targets
	Action   string // the text of the link below the title
	Label    string // the accessible name of the link if there is no title
	Credit   *creditView
}

type creditView struct {
	Attribution, Licence link
}

// imageSizes tell browsers how wide the images of a theme are, by number of columns.
func (l *look) imageSizes() string {
	switch {
	case l.Theme == "default" && l.Columns == 1:
		return "(min-width:40em) 22rem,100vw"
	case l.Theme == "default":
		return "(min-width:40em) 15vw,100vw"
	case l.Columns == 3:
		return "(min-width:56em) 33vw,100vw"
	case l.Columns == 2:
		return "(min-width:40em) 50vw,100vw"
	}
	return "100vw"
}

func (v *view) item(i *Item) itemView {
	b := v.b
	title := shorten(i.Title, maxName)
	found := itemView{ID: i.ID, Embeds: i.HasEmbed(), Sub: v.SectionHeading != ""}
	found.Target = v.target(cmp.Or(i.EmbedURL, i.URL), i.SameTab)
	found.Linked = found.Target.href != "" || (v.Preview && i.URL != "")
	if found.Linked {
		found.Action = shorten(i.Type.CallToAction, maxName)
	}
	if b.ContentTitleEnabled {
		found.Title = title
	} else if found.Linked {
		found.Action = cmp.Or(found.Action, title)
		found.Label = strings.TrimSuffix(found.Action+": "+title, ": ")
	}
	if b.ContentLeadInEnabled {
		found.LeadIn = shorten(i.LeadIn, maxName)
	}
	if b.ContentAuthorEnabled {
		found.Facts = shorten(i.Author, maxName)
	}
	if i.Runtime > 0 && b.ContentRuntimeEnabled {
		if found.Facts != "" {
			found.Facts += " · "
		}
		found.Facts += strconv.FormatInt(i.Runtime, 10) + " " + v.Words.Minutes
	}
	if b.ContentSynopsisEnabled {
		found.Synopsis = v.markdown(i.Synopsis)
	}
	if b.ContentImageEnabled || i.Block == BlockImage {
		alt := shorten(i.ImageAlt, maxName)
		if i.Block == BlockImage || found.Title == "" {
			alt = cmp.Or(alt, title)
		}
		found.Image = v.image(i.Image, "", alt, v.Look.imageSizes())
	}
	if found.Image != nil && i.Credit != nil {
		found.Credit = v.credit(i.Credit)
	}
	return found
}

func (v *view) credit(c *Credit) *creditView {
	found := &creditView{
		Attribution: link{shorten(c.Attribution, maxName), v.target(c.URL, false)},
		Licence:     link{shorten(c.Licence, maxName), v.target(c.LicenceURL, false)},
	}
	if found.Attribution.Text == "" && found.Licence.Text == "" {
		return nil
	}
	return found
}
