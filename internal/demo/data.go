package demo

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"sync"
)

// The names of people and companies in these files are invented, the places are real.
//
//go:embed data
var files embed.FS

// data returns the words, places and people of the demo data. The files are read once, on first use.
var data = sync.OnceValue(func() *dataset {
	d := &dataset{Destinations: string(read("destinations.txt"))}
	decode("content.json", &d.contentData)
	decode("places.json", &d.placeData)
	decode("people.json", &d.peopleData)
	decode("partners.json", &d.partnerData)
	decode("sites.json", &d.siteData)
	decode("history.json", &d.historyData)
	return d
})

// read returns the content of a data file. It panics on errors, because the files are embedded and a test reads them.
func read(name string) []byte {
	text, err := files.ReadFile("data/" + name)
	if err != nil {
		panic(err)
	}
	return text
}

func decode(name string, into any) {
	decoder := json.NewDecoder(bytes.NewReader(read(name)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		panic(fmt.Errorf("%s: %w", name, err))
	}
}

type dataset struct {
	// Destinations is a tree: one name per line, indented with a tab below its parent.
	Destinations string
	contentData
	placeData
	peopleData
	partnerData
	siteData
	historyData
}

// contentData contains templates of texts, in which fillPlace replaces {place}, {in place} and {name}.
type contentData struct {
	Openings        []string // templates of titles
	Endings         []string // appended to titles
	ImageTitles     []string // templates
	Remarks         []string // templates of the sentences in synopses
	CollectionNames []string // templates
	Months, Stays   []string
	LeadIns         map[int64]string // by the fixed ids of media types
	ImageSources    []struct {
		Name, URL, License, LicenseURL, Attribution string // %s is a number in the URL and a name in the attribution
		Own                                         bool   // created by the platform's own staff
	}
	Modifications                []string // of images
	Publishers                   []string
	CompanyWords, PublisherKinds []string // parts of the names of generated companies and publishers
	Tags                         []string
	SubjectAreas                 []string // the most frequent first
	Domains                      []struct{ Name, Kind string }
	FailedSearches               []string // search terms without results
}

type placeData struct {
	Places   []string // places in titles, with their article: "the Azores"
	OnPlaces []string // places that take the preposition "on" in place of "in"
	Facades  map[string][]struct{ Term, Place string }
	Regions  map[string]string // alpha-2 codes of their countries, by name
	// HomeCountries are the countries of users, UserLanguages their languages besides English, the most frequent first.
	HomeCountries, UserLanguages []string
}

type peopleData struct {
	FirstNames, LastNames []string
	LongNames             [][2]string
	Companies             []string // of advisors
	OtherAgencies         []string // host agencies not in the directory
	// PhoneNumbers are patterns by country, in which # is a digit. They use numbers reserved for fiction if the country
	// has such numbers.
	PhoneNumbers                   map[string]string
	SignupSources                  []string // repeated according to their frequency
	CallsToAction                  []string
	Occasions, Greetings, Closings []string // of personalisations
	LeadMessages                   []string
}

type partnerData struct {
	// AccountTypes contain user templates, the most frequent first. The first account type exists in every installation.
	AccountTypes []struct {
		Name      string
		Templates []role
	}
	Partners     []struct{ Name, Kind, Colour string } // Colour is the brand colour, if any.
	CompanyKinds []string                              // last words of the names of generated partners
	Libraries    []struct {
		Name, Owner string
		Partners    []string // that may use it besides its owner
	}
	Markets []struct {
		Partner, Name        string
		Countries, Languages string   // alpha-2 codes
		Regions              []string // names
		Rest                 bool     // for visitors that match no other market
	}
	Consortia, HostAgencies []string
	Collaborators           []struct {
		Name               string
		Views, Experiences int
		NoLogo             bool
	}
	PartnerFolders, UserFolders []string // paths
	FolderTimes                 []string // follow the name of a place in the names of generated folders
}

// role is a user template with the prefixes of its permissions.
type role struct {
	Name        string
	Permissions []string
}

type siteData struct {
	AdvisorEmails   []struct{ Name, Subject, Body, Label string } // by the name of their language
	Customisations  []values                                      // of the first partners
	Transformations []struct {
		Language string
		Sent     values
	}
	Redirects []values
}

type historyData struct {
	Changes []pastChange // newest first
}

// pastChange is an invented change by staff in the last weeks.
type pastChange struct {
	HoursAgo                  int
	Table, Action, Kind, Name string
	Before, After             values
}
