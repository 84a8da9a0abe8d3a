package pages

import (
	"fmt"
	"net/url"

	"waymark/internal/kit/media"
)

// samplePage returns a page with sample texts and pictures, which shows every setting of a branding.
func samplePage() *Page {
	p := &Page{
		Kind: Landing, Preview: true,
		Collection: Collection{Name: "Slow weekends by the sea", Language: "en"},
		Message:    "Six places to arrive by train, stay a little longer, and bring nothing back but salt on your shoes.",
		Heading:    "Hand-picked for you",
		Intro: "Stories, films and walks our advisors keep returning to. Something missing? " +
			"[Ask us about it](https://partner.example).",
		CallToAction: CallToAction{Kind: CTAMail, Label: "Get in touch"},
	}
	for i, s := range samples {
		s.Block, s.URL, s.Image = BlockContent, "https://partner.example", scenes[i%len(scenes)].image()
		p.Items = append(p.Items, s)
	}
	for i, name := range []string{"Islands without cars", "Where autumn is warm", "Night trains, ranked"} {
		p.More = append(p.More, Teaser{Name: name, URL: "https://partner.example", Image: scenes[(i+3)%len(scenes)].image()})
	}
	return p
}

var samples = []Item{
	{
		LeadIn: "Watch", Title: "A morning in Lisbon’s old harbour", Runtime: 4, Author: "Inês Moura",
		Synopsis: "Coffee at the kiosk, the first ferry across, and a tiled street that faces the light.",
		Type:     Type{Name: "Video", CallToAction: "Watch the film"},
	},
	{
		LeadIn: "Read", Title: "The mountain huts that still bake bread", Runtime: 9, Author: "Jonas Alder",
		Synopsis: "Three days on foot between wood stoves, with a bed booked at each of them.",
		Type:     Type{Name: "Article", CallToAction: "Read the story"},
	},
	{
		LeadIn: "Explore", Title: "Kyoto after the last tour bus", Runtime: 6, Author: "Mariko Sato",
		Synopsis: "Lanterns, river stones and a bar with six seats: what the evening keeps for itself.",
		Type:     Type{Name: "Guide", CallToAction: "Open the guide"},
	},
	{
		LeadIn: "Listen", Title: "Voices of the desert road", Runtime: 22, Author: "Salma Idrissi",
		Synopsis: "Two drivers, one radio and four hundred kilometres of stars over the Draa valley.",
		Type:     Type{Name: "Podcast", CallToAction: "Hear the episode"},
	},
	{
		LeadIn: "Walk", Title: "Under the beeches of Rügen", Runtime: 180, Author: "Henrike Voss",
		Synopsis: "A path along white cliffs, best an hour after rain and with nobody else on it.",
		Type:     Type{Name: "Walk", CallToAction: "See the route"},
	},
	{
		LeadIn: "Sail", Title: "Seven islands in seven days", Runtime: 11, Author: "Nikos Pallis",
		Synopsis: "A wooden boat, a cook who fishes and a captain who has never looked at a timetable.",
		Type:     Type{Name: "Article", CallToAction: "Read the log"},
	},
}

// scene is a sample picture: a sky, a sun, and hills from far to near.
type scene struct {
	sky, horizon string
	x, y, r      int
	sun          string
	far, near    string // paths
	inks         [2]string
}

var scenes = []scene{
	{
		"#8ec9e0", "#fbe3c0", 300, 96, 26, "#fff1c9",
		"M0 190 Q110 150 220 182 T400 168 V260 H0Z", "M0 214 H400 V260 H0Z",
		[2]string{"#3f7fa0", "#1f5873"},
	},
	{
		"#9dbfe3", "#eef4fb", 96, 70, 20, "#ffffff",
		"M0 210 L90 96 L150 160 L236 60 L330 176 L400 128 V260 H0Z",
		"M0 232 L120 168 L220 222 L320 172 L400 216 V260 H0Z",
		[2]string{"#7f97b5", "#3d5775"},
	},
	{
		"#7a4a86", "#f08f6d", 296, 74, 34, "#ffd9a0",
		"M0 196 H60 V150 L100 128 L140 150 V196 H210 V120 L250 96 L290 120 V196 H400 V260 H0Z",
		"M0 226 Q200 196 400 226 V260 H0Z",
		[2]string{"#54345f", "#2b1b3a"},
	},
	{
		"#f4b46b", "#fde7c2", 120, 88, 30, "#fff3d6",
		"M0 200 Q90 120 190 176 Q290 230 400 146 V260 H0Z", "M0 236 Q150 170 400 226 V260 H0Z",
		[2]string{"#d98c4a", "#a85a2c"},
	},
	{
		"#bfe3cf", "#f3fbe8", 320, 60, 18, "#f6ffe9",
		"M0 176 Q60 120 120 160 Q180 110 250 156 Q320 112 400 164 V260 H0Z",
		"M0 214 Q80 168 160 206 Q240 164 320 204 Q360 188 400 206 V260 H0Z",
		[2]string{"#5d9a76", "#2c6249"},
	},
	{
		"#6f8fd0", "#fbb9a4", 210, 150, 38, "#ffe3d2",
		"M0 196 L70 174 L130 196 H250 L318 160 L400 196 V260 H0Z", "M0 196 H400 V260 H0Z",
		[2]string{"#5a6fa8", "#32467f"},
	},
}

// image returns the picture as a data URL, so that a preview loads no files.
func (s scene) image() *media.Image {
	svg := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="520" viewBox="0 0 400 260">`+
		`<linearGradient id="s" x2="0" y2="1"><stop stop-color="%s"/><stop offset="1" stop-color="%s"/></linearGradient>`+
		`<path fill="url(#s)" d="M0 0H400V260H0Z"/><circle cx="%d" cy="%d" r="%d" fill="%s"/>`+
		`<path d="%s" fill="%s"/><path d="%s" fill="%s"/></svg>`,
		s.sky, s.horizon, s.x, s.y, s.r, s.sun, s.far, s.inks[0], s.near, s.inks[1])
	return &media.Image{FullURL: "data:image/svg+xml," + url.PathEscape(svg), Width: 800, Height: 520}
}
