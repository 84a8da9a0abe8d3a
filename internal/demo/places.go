package demo

// tree is the destinations, each below the one it is indented under.
const tree = `
Africa
	Botswana
		Okavango Delta
	Egypt
		Cairo
		Luxor
	Kenya
		Maasai Mara
	Morocco
		Essaouira
		Fez
		Marrakesh
		Atlas Mountains
	Namibia
		Windhoek
	South Africa
		Cape Town
		Kruger National Park
	Tanzania
		Serengeti
		Zanzibar
	Zambia
		Victoria Falls
Antarctica
Asia
	Cambodia
		Siem Reap
	Georgia
		Kakheti
		Tbilisi
	India
		Kerala
			Kochi
		Rajasthan
			Jaipur
			Jodhpur
			Udaipur
	Indonesia
		Bali
			Ubud
		Java
			Yogyakarta
	Japan
		Hokkaido
			Sapporo
		Kansai
			Kyoto
			Nara
			Osaka
		Okinawa
		Tokyo
	Laos
		Luang Prabang
	Nepal
		Kathmandu
	Sri Lanka
		Galle
	Thailand
		Bangkok
		Chiang Mai
	Uzbekistan
		Samarkand
	Vietnam
		Hanoi
		Hội An
		Mekong Delta
Caribbean
	Barbados
	Cuba
		Havana
	Jamaica
Central America
	Costa Rica
		Monteverde
	Guatemala
		Antigua
Europe
	Austria
		Salzburg
		Tyrol
			Innsbruck
		Vienna
	Belgium
		Bruges
	Croatia
		Dalmatia
			Dubrovnik
			Split
	Czechia
		Prague
	Denmark
		Copenhagen
	Estonia
		Tallinn
	Finland
		Helsinki
		Lapland
	France
		Brittany
			Saint-Malo
		Burgundy
		Paris
		Provence
			Avignon
	Germany
		Bavaria
			Munich
		Berlin
		Black Forest
	Greece
		Athens
		Crete
		Cyclades
			Santorini
	Hungary
		Budapest
	Iceland
		Reykjavík
	Ireland
		Dublin
		Galway
	Italy
		Campania
			Amalfi Coast
			Naples
		Dolomites
		Emilia-Romagna
			Bologna
		Sicily
			Palermo
		Tuscany
			Florence
			Siena
		Venice
	Montenegro
		Kotor
	Netherlands
		Amsterdam
	Norway
		Bergen
		Lofoten Islands
		Oslo
	Poland
		Kraków
	Portugal
		Azores
			São Miguel
		Douro Valley
		Lisbon
		Madeira
		Porto
	Slovenia
		Ljubljana
	Spain
		Andalusia
			Granada
			Seville
		Barcelona
		Basque Country
			San Sebastián
	Sweden
		Stockholm
	Switzerland
		Lucerne
	United Kingdom
		England
			Cornwall
			Lake District
			London
		Scotland
			Edinburgh
			Outer Hebrides
			Scottish Highlands
		Wales
Middle East
	Jordan
		Petra
		Wadi Rum
	Oman
		Muscat
	Türkiye
		Cappadocia
		Istanbul
	United Arab Emirates
		Dubai
North America
	Canada
		British Columbia
			Vancouver
		Québec
			Montréal
			Québec City
	Mexico
		Mexico City
		Oaxaca
		Yucatán
			Mérida
	United States
		California
			San Francisco
		Georgia
			Savannah
		Hawaii
		Louisiana
			New Orleans
		New York
			New York City
		Utah
			Zion National Park
Oceania
	Australia
		New South Wales
			Sydney
		Northern Territory
			Uluru
		Tasmania
			Hobart
		Victoria
			Melbourne
	French Polynesia
		Bora Bora
	New Zealand
		North Island
			Wellington
		South Island
			Queenstown
			Fiordland
South America
	Argentina
		Buenos Aires
		Patagonia
			El Calafate
			Ushuaia
	Brazil
		Bahia
			Salvador
		Rio de Janeiro
	Chile
		Atacama Desert
		Valparaíso
	Colombia
		Bogotá
		Cartagena
	Ecuador
		Galápagos Islands
	Peru
		Cusco
		Lima
`

// misnomers are what visitors type, and the place they mean: slips of the pen first, then other names.
var misnomers = map[string][]struct{ term, place string }{
	"correction": {
		{"Lisbonne", "Lisbon"},
		{"Lissabon", "Lisbon"},
		{"Marakesh", "Marrakesh"},
		{"Marrakech", "Marrakesh"},
		{"Rekjavik", "Reykjavík"},
		{"Reykavik", "Reykjavík"},
		{"Dubrovnic", "Dubrovnik"},
		{"Edinborough", "Edinburgh"},
		{"Ljubliana", "Ljubljana"},
		{"Carthagena", "Cartagena"},
		{"Cuzco", "Cusco"},
		{"Tiblisi", "Tbilisi"},
		{"Talinn", "Tallinn"},
		{"Sevilla", "Seville"},
		{"Wein", "Vienna"},
		{"Hoi Ann", "Hội An"},
		{"Kyotto", "Kyoto"},
		{"Oahaca", "Oaxaca"},
		{"Saltzburg", "Salzburg"},
		{"Zansibar", "Zanzibar"},
		{"Budapesht", "Budapest"},
		{"Bolonga", "Bologna"},
		{"Capetown", "Cape Town"},
		{"Queens Town", "Queenstown"},
	},
	"related": {
		{"Svolvær", "Lofoten Islands"},
		{"Thebes", "Luxor"},
		{"Constantinople", "Istanbul"},
		{"Czech Republic", "Czechia"},
		{"Holland", "Netherlands"},
		{"Ayers Rock", "Uluru"},
		{"Aotearoa", "New Zealand"},
		{"Turkey", "Türkiye"},
		{"The Big Easy", "New Orleans"},
		{"Land of the Long White Cloud", "New Zealand"},
		{"The Blue City", "Jodhpur"},
		{"The Pink City", "Jaipur"},
		{"Cochin", "Kochi"},
		{"End of the world", "Ushuaia"},
		{"Rose City", "Petra"},
		{"Emerald Isle", "Ireland"},
		{"Red Centre", "Uluru"},
		{"Sahara gateway", "Fez"},
	},
}

// groups are regions: their countries, by their two letters.
var groups = map[string]string{
	"Alpine countries":  "AT CH DE FR IT LI SI",
	"Balkans":           "AL BA BG GR HR ME MK RO RS SI",
	"Baltics":           "EE LT LV",
	"Benelux":           "BE LU NL",
	"British Isles":     "GB IE IM JE GG",
	"Caribbean islands": "AG BB BS CU DM DO GD JM KN LC TT VC",
	"DACH":              "AT CH DE",
	"East Africa":       "KE RW TZ UG",
	"Gulf states":       "AE BH KW OM QA SA",
	"Iberia":            "AD ES PT",
	"Nordics":           "DK FI IS NO SE",
	"North America":     "CA MX US",
	"Southeast Asia":    "BN ID KH LA MM MY PH SG TH TL VN",
	"Southern Cone":     "AR CL PY UY",
	"South Pacific":     "AU FJ NZ PF WS",
}

// homes are the countries users live in, the more often the earlier.
var homes = []string{"US", "GB", "CA", "AU", "DE", "FR", "NL", "IE", "ES", "IT", "SE", "BR", "NZ", "CH", "JP", "ZA", "PT", "MX"}

// spoken are the languages users can choose besides English, the more often the earlier.
var spoken = []string{"fr", "de", "es", "it", "nl", "pt", "sv", "da", "nb", "ja", "pl", "fi"}
