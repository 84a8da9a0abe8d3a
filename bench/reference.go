package main

import "net/http"

// referenceCases are the lists of reference data, markets and directories. Their length is the same at all sizes, and
// they must not get slower with the number of records that refer to them.
var referenceCases = referenceLists(
	"libraries", "libraries?partner_access=3", "libraries?sort=-content_count",
	"content-types", "content-depths", "content-domains", "content-domains?query=atlas",
	"tags", "tags?sort=-content_count", "facades", "facades?sort=-views", "facades?query=lis",
	"countries", "countries?sort=-users_count", "countries/77/country-regions", "countries?query=land",
	"regions", "destinations", "destinations?sort=-content_count", "destinations?query=fra",
	"languages", "languages?sort=-content_count", "partner-markets", "consortia", "host-agencies",
	"options/tags", "options/libraries", "search/destinations?query=por", "options/content-admins",
)

func referenceLists(lists ...string) []useCase {
	all := []useCase{}
	for _, list := range lists {
		all = append(all, useCase{
			name: list, method: http.MethodGet, path: fixedPath("/api/admin/" + list), maxGrowth: 3, extremesOnly: true,
		})
	}
	return all
}
