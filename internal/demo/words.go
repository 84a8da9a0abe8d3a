package demo

// All names are invented; places are real.

var places = []string{
	"Lisbon", "Kyoto", "Oaxaca", "Marrakesh", "Tbilisi", "Hobart", "Valparaíso", "Luang Prabang", "Reykjavík", "Zanzibar", "Ljubljana", "Cartagena",
	"Galway", "Hội An", "Cape Town", "Salvador", "Kraków", "Queenstown", "Muscat", "Québec", "Bergen", "Jaipur", "Porto", "San Sebastián",
	"Chiang Mai", "Dubrovnik", "Savannah", "Cusco", "Tallinn", "Santorini", "Windhoek", "Kochi", "Bologna", "Ushuaia", "Victoria Falls", "Kotor",
	"the Dolomites", "the Lofoten Islands", "the Azores", "Patagonia", "the Scottish Highlands", "the Amalfi Coast", "the Mekong Delta", "the Outer Hebrides",
}

var openings = []string{
	"A weekend in %s", "Walking %s at dawn", "The markets of %s", "Where to eat in %s", "Three days around %s", "Slow mornings in %s", "%s by train",
	"The quiet side of %s", "A family guide to %s", "%s after dark", "Craft and colour in %s", "What the rain brings to %s", "A potter's %s", "%s for first-timers",
	"Gardens and courtyards of %s", "Following the coast from %s", "A winter light: %s", "The bakers of %s", "Birds, boats and bridges of %s", "An architect's walk through %s",
}

var endings = []string{
	"", ": a notebook", ", street by street", " in ten photographs", ": what locals recommend", " on two wheels", " with children", ": the long read", " for under a hundred", ", season by season",
}

// shots are titles of images.
var shots = []string{
	"Morning light over %s", "A doorway in %s", "Boats near %s", "Street corner, %s", "%s from above", "Rain on the roofs of %s", "Market stall in %s", "The old town of %s",
	"Evening train to %s", "Hands at work, %s", "A table for two in %s", "Fog around %s", "The stairs of %s", "Festival night in %s",
}

// remarks are what synopses consist of.
var remarks = []string{
	"Notes from %s, for readers who like to take their time.",
	"Three neighbourhoods, one long lunch, and the view that made us miss the last bus out of %s.",
	"A local guide shares the addresses she keeps for friends.",
	"What to book months ahead, what to leave to chance, and what to do in %s when it rains.",
	"The bakery opens at five; be there at a quarter to.",
	"Our writer walked the whole of it, so that you can take the short cut.",
	"With a map, opening hours and the names of the people who will let you in.",
	"None of it is on the postcards of %s, and all the better for it.",
	"Ask for the back room, and for whatever came in that morning.",
	"Families will find shade, swings and ice cream within ten minutes of every sight.",
	"An honest look at crowds, prices and the one museum that is worth the queue.",
	"Best read with a strong coffee and a timetable at hand.",
}

var months = []string{"January", "March", "April", "May", "June", "September", "October", "November"}

var stays = []string{"by the harbour", "in the old post office", "with a family on the hill", "one village further on", "above the bookshop"}

// providers are where images are from. %s is a number in an address, and a name in an attribution.
var providers = []struct {
	name, url, license, licenseURL, attribution string
	own                                         bool // made by the house
}{
	{"Unsplash", "https://unsplash.com/photos/%s", "Unsplash License", "https://unsplash.com/license", "Photo by %s on Unsplash", false},
	{"Unsplash", "https://unsplash.com/photos/%s", "Unsplash License", "https://unsplash.com/license", "Photo by %s on Unsplash", false},
	{"Pexels", "https://www.pexels.com/photo/%s/", "Pexels License", "https://www.pexels.com/license/", "Photo by %s from Pexels", false},
	{"Flickr", "https://www.flickr.com/photos/%s", "CC BY 2.0", "https://creativecommons.org/licenses/by/2.0/", "%s / Flickr", false},
	{"Wikimedia Commons", "https://commons.wikimedia.org/?curid=%s", "CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/", "%s, via Wikimedia Commons", false},
	{"Waymark", "", "All rights reserved", "", "%s for Waymark", true},
}

var modifications = []string{"Cropped", "Colours adjusted", "Cropped and straightened", "Made brighter"}

var publishers = []string{
	"Harbour Press", "Meridian Review", "Slow Road Journal", "The Lantern Atlas", "Northbound Magazine", "Tidewater Books", "Salt & Compass", "Wayfarer Weekly",
	"Éditions du Phare", "Casa Andante", "Old Quay Publishing", "Saffron Trail", "The Cartographer's Table", "Polar Line Press", "Ventana Libros", "Juniper Lane",
	"Far Fields Review", "Blue Hour Editions", "Kestrel House", "Monsoon Quarterly", "The Station Clock", "Altitude Journal", "Petrichor Press", "Côte Ouest",
	"Bergtagen Förlag", "Long Table Books", "Ferryman's Post", "Sunday Orchard", "Ink & Estuary", "Terraza Ediciones", "The Night Train", "Cobble & Kiln",
	"Peregrine Notes", "Archipelago Times", "Rosewater Press", "The Fjord Letter", "Dune & Delta", "Marble Steps", "Open Gate Guides", "Windward Stories",
}

var tags = []string{
	"Family", "Honeymoon", "Food & wine", "Walking", "Rail journeys", "Wildlife", "Wellness", "Festivals", "Architecture", "Islands", "Winter sun", "City breaks",
	"Accessible travel", "Solo", "Luxury", "Art & design", "Photography", "Cycling", "Beaches", "Mountains", "Road trips", "History", "Markets", "Music", "Gardens",
	"Adventure", "Cruises", "Sustainable stays", "Off season", "Coffee", "Crafts", "Stargazing", "Hot springs", "Café culture", "Literary travel", "Train & ferry",
}

// accountTypes are kinds of partners, the first of them in every installation, and what their people are, the more often the earlier.
var accountTypes = []struct {
	name      string
	templates []role
}{
	{houseType, []role{
		{"Administrator", everything},
		{"Editor", []string{"collections.", "content.", "sites.view", "sites.embed", "branding.images", "marketing.", "team.view", "insights.own", "itineraries."}},
		{"Viewer", reading},
	}},
	{"Travel agency", []role{
		{"Advisor", []string{"collections.create", "collections.share", "content.browse", "marketing.personalise", "marketing.contact_bar", "insights.own", "itineraries."}},
		{"Agency owner", owning},
		{"Assistant", []string{"collections.share", "content.browse", "team.view", "itineraries.edit"}},
	}},
	{"Tour operator", []role{
		{"Product manager", []string{"collections.", "content.", "sites.view", "sites.embed", "insights.own", "insights.team", "itineraries."}},
		{"Sales", []string{"collections.share", "content.browse", "marketing.", "insights.own", "itineraries.share"}},
		{"Marketing", promoting},
	}},
	{"Destination", []role{
		{"Board manager", owning},
		{"Press office", []string{"content.", "collections.publish", "sites.view", "branding.images", "insights.own"}},
		{"Trade team", []string{"collections.", "content.browse", "marketing.forms", "marketing.leads", "insights."}},
	}},
	{"Hotel group", []role{
		{"Brand manager", []string{"collections.", "content.", "sites.", "branding.", "marketing.", "team.view", "insights.", "api."}},
		{"Concierge", []string{"collections.create", "collections.share", "content.browse", "itineraries."}},
	}},
	{"Cruise line", []role{
		{"Shore excursions", []string{"collections.", "content.", "itineraries."}},
		{"Guest relations", reading},
		{"Marketing", promoting},
	}},
	{"Airline", nil},
}

// role is a user template, and the beginnings of the keys of what it permits.
type role struct {
	name string
	may  []string
}

var (
	everything = []string{""}
	owning     = []string{"collections.", "content.", "sites.", "branding.", "marketing.", "team.", "insights.", "itineraries."} // all but the API
	promoting  = []string{"collections.create", "collections.edit", "collections.publish", "collections.share", "content.", "sites.view", "branding.", "marketing.", "insights."}
	reading    = []string{"content.browse", "sites.view", "team.view", "insights.own"}
)

const houseType = "Partner"

// clients are who the others work for: what kind of them it is, and the colour of their brand, if they have one.
var clients = []struct{ name, kind, colour string }{
	{"Alder & Finch Travel", "Travel agency", "#2f6b4f"},
	{"Compass Rose Journeys", "Tour operator", "#b5533c"},
	{"Seven Seas Collective", "Cruise line", "#0b1b2b"},
	{"Bright Harbour Tours", "Tour operator", "#f7d774"},
	{"Juniper Expeditions", "Tour operator", "#1f6f78"},
	{"Linden Lane Holidays", "Travel agency", "#c9e4ca"},
	{"Marigold Voyages", "Travel agency", "#f28c28"},
	{"North Fork Travel", "Travel agency", ""},
	{"Olive Grove Escapes", "Hotel group", "#6b705c"},
	{"Pavilion Cruises", "Cruise line", "#5b5ea6"},
	{"Quayside Travel Group", houseType, "#8c2f39"},
	{"Saltmarsh Safaris", "Destination", "#fff3e0"},
}

var collectionNames = []string{
	"%s essentials", "Before you go: %s", "A taste of %s", "%s for families", "Honeymoon in %s", "Reading list: %s", "%s in pictures", "Our favourite %s stories", "%s, off season", "The %s playlist",
}

var firstNames = []string{
	"Amara", "Benoît", "Chloë", "Dmitri", "Elena", "Farid", "Grace", "Hiroshi", "Ingrid", "João", "Keisha", "Lars", "Mei", "Noor", "Oskar", "Priya", "Quentin", "Rosa", "Sven", "Tariq", "Uma", "Viktor", "Wanjiru", "Ximena", "Yusuf", "Zoë",
}

var lastNames = []string{
	"Abara", "Bergström", "Castellanos", "Dubois", "Eriksen", "Fontaine", "García", "Haddad", "Ivanova", "Jansen", "Kowalczyk", "Lindqvist", "Moreau", "Nakamura", "O'Sullivan", "Pereira", "Quiroga", "Rossi", "Schäfer", "Tanaka", "Usman", "Varga", "Weiss", "Xu", "Yılmaz", "Zieliński",
}

// longNames are those of people who have many.
var longNames = [][2]string{
	{"Wilhelmina Alexandrina Frederica Charlotte", "von Hohenfels-Castellanos y Fernández de la Vega"},
	{"João Sebastião Francisco de Assis Xavier", "Albuquerque Pereira de Vasconcelos e Sousa Coutinho"},
	{"Bartholomew-Christopher", "Featherstonehaugh-Cholmondeley-Wolfeschlegelsteinhausenbergerdorff"},
}

// companies are what advisors call their own, after themselves or a place.
var companies = []string{"{last} Travel", "{last} & Daughters", "{first} {last} Journeys", "{place} Travel Studio", "Bureau {last}", "{place} by Heart", "The {last} Itinerary", "{last} & {other}, Travel Advisors"}

// otherAgencies are hosts that no directory has.
var otherAgencies = []string{"Pinewood Travel Partners", "The Harbour Desk", "Own agency, licensed in Vermont", "Maison Voyage (Lyon)", "Hosted by a friend of the family", "Northwind Independent Advisors"}

// dials are telephone numbers by the country they are in. Digits stand for #; where a country keeps numbers for stories, these are such.
var dials = map[string]string{
	"US": "+1 212 555 01##", "GB": "+44 20 7946 0###", "CA": "+1 604 555 01##", "AU": "+61 2 5550 ####", "DE": "+49 30 23125 ###", "FR": "+33 1 99 00 ## ##", "NL": "+31 20 555 ####",
	"IE": "+353 1 555 ####", "ES": "+34 910 55 ## ##", "IT": "+39 06 5550 ####", "SE": "+46 8 465 004 ##", "BR": "+55 11 5550 ####", "NZ": "+64 9 555 ####", "CH": "+41 44 555 ## ##",
	"JP": "+81 3 5550 ####", "ZA": "+27 21 555 ####", "PT": "+351 21 555 ####", "MX": "+52 55 5550 ####",
}

var makers = []string{"Harbour", "Lantern", "Meridian", "Juniper", "Kestrel", "Estuary", "Saffron", "Compass", "Orchard", "Monsoon", "Cobble", "Fjord", "Dune", "Terrace", "Willow", "Copper", "Granite", "Heron", "Indigo", "Maple"}

var houses = []string{"Press", "Books", "Review", "Journal", "Editions", "Guides", "Weekly", "Quarterly", "Stories", "Notes"}

// subjects are subject areas, the more often used the earlier. The last few have no picture.
var subjects = []string{
	"Food & drink", "City life", "Walking & hiking", "Beaches & coast", "Art & museums", "Architecture", "History & heritage", "Wildlife", "Family travel", "Wellness & spas",
	"Rail journeys", "Festivals & events", "Markets & shopping", "Gardens & parks", "Islands", "Mountains", "Road trips", "Cycling", "Winter sports", "Music & nightlife",
	"Wine regions", "Photography", "Sustainable travel", "Cruises & rivers", "Diving & snorkelling", "Safari", "Literature & film", "Honeymoons", "Accessible travel", "Remote work",
}

const unpictured = 4

// domains are the sites of demo publishers, and the media type of what they publish.
var domains = []struct {
	name string
	kind string
}{
	{"Harbour Press", "Book"},
	{"Meridian Review", "Article"},
	{"Slow Road Journal", "Article"},
	{"The Lantern Atlas", "Map"},
	{"Northbound Magazine", "Article"},
	{"Tidewater Books", "Book"},
	{"Salt & Compass", "Article"},
	{"Wayfarer Weekly", "Article"},
	{"Casa Andante", "Article"},
	{"Saffron Trail", "Recipe"},
	{"The Cartographer's Table", "Map"},
	{"Polar Line Press", "Book"},
	{"Ventana Libros", "Book"},
	{"Blue Hour Editions", "Photo"},
	{"Kestrel House", "Book"},
	{"Monsoon Quarterly", "Article"},
	{"The Station Clock", "Audio"},
	{"Altitude Journal", "Article"},
	{"Long Table Books", "Recipe"},
	{"Ferryman's Post", "Article"},
	{"The Night Train", "Audio"},
	{"Archipelago Times", "Article"},
	{"The Fjord Letter", "Video"},
	{"Open Gate Guides", "Website"},
	{"Windward Stories", "Video"},
}

// shelves are libraries: they have an owner and, besides, partners who may use them.
var shelves = []struct {
	name, owner string
	partners    []string
}{
	{"Coast & islands", "Seven Seas Collective", []string{"Pavilion Cruises", "Bright Harbour Tours", "Marigold Voyages"}},
	{"Family holidays", "Linden Lane Holidays", []string{"Alder & Finch Travel", "Marigold Voyages"}},
	{"Food & wine", "Olive Grove Escapes", []string{"Compass Rose Journeys"}},
	{"Hotel stories", "Olive Grove Escapes", nil},
	{"Rail & rivers", "Compass Rose Journeys", []string{"Quayside Travel Group", "North Fork Travel", "Alder & Finch Travel", "Linden Lane Holidays"}},
	{"Safari & wildlife", "Saltmarsh Safaris", []string{"Juniper Expeditions"}},
	{"Trade press", "House", []string{"Quayside Travel Group", "North Fork Travel"}},
	{"Winter & mountains", "Juniper Expeditions", []string{"North Fork Travel"}},
}

// markets are where partners sell: countries and languages by their two letters, regions by name.
var markets = []struct {
	partner, name        string
	countries, languages string
	regions              []string
	rest                 bool // who fits no other market gets this one
}{
	{"Alder & Finch Travel", "Ireland & UK", "GB IE", "en", nil, true},
	{"Alder & Finch Travel", "Iberia", "", "es pt", []string{"Iberia"}, false},
	{"Bright Harbour Tours", "Nordics", "", "sv da nb fi", []string{"Nordics"}, true},
	{"Bright Harbour Tours", "Baltics", "PL", "en pl", []string{"Baltics"}, false},
	{"Compass Rose Journeys", "DACH", "", "de", []string{"DACH"}, true},
	{"Compass Rose Journeys", "Benelux", "", "nl fr", []string{"Benelux"}, false},
	{"Compass Rose Journeys", "France", "FR", "fr", nil, false},
	{"Juniper Expeditions", "United States & Canada", "US CA", "en fr", nil, true},
	{"Juniper Expeditions", "Alpine countries", "", "de fr it", []string{"Alpine countries"}, false},
	{"Linden Lane Holidays", "Germany", "DE", "de", nil, true},
	{"Marigold Voyages", "India", "IN", "en", nil, true},
	{"Marigold Voyages", "Gulf states", "", "en", []string{"Gulf states"}, false},
	{"North Fork Travel", "North America", "", "en es fr", []string{"North America"}, true},
	{"Olive Grove Escapes", "Mediterranean", "ES FR GR HR IT MT", "en es fr it", nil, true},
	{"Olive Grove Escapes", "Japan", "JP", "ja", nil, false},
	{"Pavilion Cruises", "Australia & New Zealand", "AU NZ", "en", nil, false},
	{"Pavilion Cruises", "Worldwide", "", "en", nil, true},
	{"Quayside Travel Group", "British Isles", "", "en", []string{"British Isles"}, true},
	{"Saltmarsh Safaris", "East & southern Africa", "BW NA ZA ZM", "en", []string{"East Africa"}, true},
	{"Seven Seas Collective", "South Pacific", "", "en", []string{"South Pacific"}, false},
	{"Seven Seas Collective", "Southeast Asia", "", "en", []string{"Southeast Asia"}, true},
}

var consortia = []string{
	"Amberline Alliance", "Beacon Travel Network", "Cedar Circle", "Golden Meridian Group", "Harbourlight Collective", "Ironwood Partners",
	"Laurel & Lark", "Open Horizon Alliance", "Paragon Passages", "Skylark Consortium", "Trellis Travel Union", "Voyager's Guild",
}

var hostAgencies = []string{
	"Ash & Anchor Host", "Bluebird Travel Hosting", "Cloudberry Advisors", "Driftwood Home Agency", "Evergreen Host Group", "Fernway Travel", "Goldfinch Hosting", "Hearth & Horizon",
	"Islander Host Agency", "Kite & Key Travel", "Lighthouse Advisor Network", "Mistral Hosting", "Nightingale Travel Homes", "Orchard Street Agencies", "Plum Tree Partners",
}
