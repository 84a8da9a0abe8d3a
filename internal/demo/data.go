package demo

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"sync"
)

// Names of people and companies in these files are invented; places are real.
//
//go:embed data
var files embed.FS

// data returns the words, places and people of the demo data. The files are read once, when demo data is first made.
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

// read and decode panic: the files are part of the program, and a test reads them.
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
	// Destinations is a tree: one name per line, indented by a tab below the destination it is in.
	Destinations string
	contentData
	placeData
	peopleData
	partnerData
	siteData
	historyData
}

type contentData struct {
	Openings, Endings []string // of titles; %s is a place
	ImageTitles       []string
	Remarks           []string // the sentences of synopses
	Months, Stays     []string
	LeadIns           map[int64]string // by the fixed ids of the media types the product relies on
	ImageSources      []struct {
		Name, URL, License, LicenseURL, Attribution string // %s is a number in the URL, and a name in the attribution
		Own                                         bool   // made by the platform's own staff
	}
	Modifications                []string // of images
	CollectionNames              []string
	Publishers                   []string
	CompanyWords, PublisherKinds []string // parts of the names of further companies and publishers
	Tags                         []string
	SubjectAreas                 []string // the most used first
	Domains                      []struct{ Name, Kind string }
	FailedSearches               []string // search terms without results
}

type placeData struct {
	Places  []string // the places of titles
	Facades map[string][]struct{ Term, Place string }
	Regions map[string]string // the alpha-2 codes of their countries
	// HomeCountries are where users live and UserLanguages what they speak besides English, the most frequent first.
	HomeCountries, UserLanguages []string
}

type peopleData struct {
	FirstNames, LastNames []string
	LongNames             [][2]string
	Companies             []string // of advisors
	OtherAgencies         []string // host agencies that are not in the directory
	// PhoneNumbers are patterns by country, in which # is a digit. Where a country reserves numbers for fiction, these are such.
	PhoneNumbers                   map[string]string
	SignupSources                  []string // repeated by how frequent they are
	CallsToAction                  []string
	Occasions, Greetings, Closings []string // of personalisations
}

type partnerData struct {
	// AccountTypes have user templates, the most frequent first. The first account type is in every installation.
	AccountTypes []struct {
		Name      string
		Templates []role
	}
	Partners     []struct{ Name, Kind, Colour string } // some have no brand colour
	CompanyKinds []string                              // the last words of the names of further partners
	Libraries    []struct {
		Name, Owner string
		Partners    []string // who may use it besides its owner
	}
	Markets []struct {
		Partner, Name        string
		Countries, Languages string   // alpha-2 codes
		Regions              []string // names
		Rest                 bool     // for visitors that fit no other market
	}
	Consortia, HostAgencies []string
	Collaborators           []struct {
		Name               string
		Views, Experiences int
		NoLogo             bool
	}
	PartnerFolders, UserFolders []string // paths
	FolderTimes                 []string // what follows the name of a place in the names of further folders
}

// role is a user template, with prefixes of the permissions it has.
type role struct {
	Name        string
	Permissions []string
}

type siteData struct {
	AdvisorEmails   []struct{ Name, Subject, Body, Label string } // by the name of their language
	Customisations  []values                                      // one for each of the first partners
	Transformations []struct {
		Language string
		Sent     values
	}
	Redirects []values
}

type historyData struct {
	Changes []pastChange // newest first
}

// pastChange is a change that staff might have made in the last weeks.
type pastChange struct {
	HoursAgo                  int
	Table, Action, Kind, Name string
	Before, After             values
}
