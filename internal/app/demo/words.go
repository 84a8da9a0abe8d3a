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

var partners = []string{
	"Alder & Finch Travel", "Compass Rose Journeys", "Seven Seas Collective", "Bright Harbour Tours", "Juniper Expeditions", "Linden Lane Holidays",
	"Marigold Voyages", "North Fork Travel", "Olive Grove Escapes", "Pavilion Cruises", "Quayside Travel Group", "Saltmarsh Safaris",
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

var makers = []string{"Harbour", "Lantern", "Meridian", "Juniper", "Kestrel", "Estuary", "Saffron", "Compass", "Orchard", "Monsoon", "Cobble", "Fjord", "Dune", "Terrace", "Willow", "Copper", "Granite", "Heron", "Indigo", "Maple"}

var houses = []string{"Press", "Books", "Review", "Journal", "Editions", "Guides", "Weekly", "Quarterly", "Stories", "Notes"}
