package schema

import (
	"waymark/internal/kit/derived"
	"waymark/internal/kit/table"
)

// Revision is incremented with every change to the derived objects, so that a server of an older release does not
// replace the objects of a newer one. A test compares it with the hash of all objects.
const Revision = 14

// Counters of accounts and places.
var (
	AccountTypeUserTemplatesCount = derived.Children(
		AccountTypes, "user_templates_count", UserTemplates, "account_type_id")
	UserTemplateUsersCount     = derived.Children(UserTemplates, "users_count", Users, "user_template_id").Contended()
	PartnerUsersCount          = derived.Children(Partners, "users_count", Users, "partner_id").Contended()
	CountryUsersCount          = derived.Children(Countries, "users_count", Users, "country_id").Contended()
	CountryRegionUsersCount    = derived.Children(CountryRegions, "users_count", Users, "country_region_id").Contended()
	CountryCountryRegionsCount = derived.Children(Countries, "country_regions_count", CountryRegions, "country_id")
	DestinationChildrenCount   = derived.Children(Destinations, "children_count", Destinations, "parent_id")
	SiteTransformationsCount   = derived.Children(Sites, "transformations_count", SiteTransformations, "site_id")
	SiteRedirectsCount         = derived.Children(Sites, "redirects_count", SiteRedirects, "site_id")
)

// Counters of content and collections.
var (
	ContentTypeContentCount  = derived.Children(ContentTypes, "content_count", Content, "type_id").Contended()
	ContentDepthContentCount = derived.Children(ContentDepths, "content_count", Content, "depth_id").Contended()
	PartnerCollectionsCount  = derived.Children(Partners, "collections_count", Collections, "partner_id").Contended()
	UserCollectionsCount     = derived.Children(Users, "collections_count", Collections, "user_id")
	FolderCollectionsCount   = derived.Children(Folders, "collections_count", Collections, "folder_id")
	FolderFoldersCount       = derived.Children(Folders, "folders_count", Folders, "parent_id")
)

// Counters of shared collections.
var (
	UserSharedCollectionsCount = derived.Children(
		Users, "shared_collections_count", SharedCollections, "user_id")
	CollectionSharedCollectionsCount = derived.Children(
		Collections, "shared_collections_count", SharedCollections, "collection_id")
	PartnerSharedCollectionsCount = derived.Children(
		Partners, "shared_collections_count", SharedCollections, "partner_id").Contended()
	SharedCollectionPersonalisationsCount = derived.Children(
		SharedCollections, "personalisations_count", Personalisations, "shared_collection_id")
)

// Counters of linked rows.
var (
	ContentTagsCount         = derived.Linked(ContentTags, "tags_count")
	ContentDestinationsCount = derived.Linked(ContentDestinations, "destinations_count")
	ContentLibrariesCount    = derived.Linked(ContentLibraries, "libraries_count")
	ContentPublishersCount   = derived.Linked(ContentPublishers, "publishers_count")
	ContentCollectionsCount  = derived.Linked(CollectionContent.Reverse(), "collections_count")
	TagContentCount          = derived.Linked(ContentTags.Reverse(), "content_count").Contended()
	DestinationContentCount  = derived.Linked(ContentDestinations.Reverse(), "content_count").Contended()
	LibraryContentCount      = derived.Linked(ContentLibraries.Reverse(), "content_count").Contended()
	PublisherContentCount    = derived.Linked(ContentPublishers.Reverse(), "content_count").Contended()
	LanguageContentCount     = derived.Linked(ContentLanguages.Reverse(), "content_count").Contended()
	CollectionContentsCount  = derived.Linked(CollectionContent, "contents_count")
	CollectionTagsCount      = derived.Linked(CollectionTags, "tags_count")
)

// Counters returns all counters.
func Counters() []derived.Counter {
	return []derived.Counter{
		AccountTypeUserTemplatesCount, UserTemplateUsersCount, PartnerUsersCount, CountryUsersCount,
		CountryRegionUsersCount, CountryCountryRegionsCount, DestinationChildrenCount, ContentTypeContentCount,
		ContentDepthContentCount,
		PartnerCollectionsCount, UserCollectionsCount, FolderCollectionsCount, FolderFoldersCount,
		UserSharedCollectionsCount, CollectionSharedCollectionsCount, PartnerSharedCollectionsCount,
		SharedCollectionPersonalisationsCount, SiteTransformationsCount, SiteRedirectsCount,
		ContentTagsCount, ContentDestinationsCount, ContentLibrariesCount, ContentPublishersCount, ContentCollectionsCount,
		TagContentCount, DestinationContentCount, LibraryContentCount, PublisherContentCount, LanguageContentCount,
		CollectionContentsCount, CollectionTagsCount,
	}
}

// Searches returns all search tables.
func Searches() []derived.Search {
	searches := []derived.Search{}
	for _, t := range []table.Table{
		Languages, Countries, CountryRegions, Regions, Destinations, AccountTypes, UserTemplates, Consortia, HostAgencies,
		Collaborators, Partners, Sites, PartnerMarkets, Users, ContentTypes, ContentDepths, ContentDomains, Tags, Publishers,
		Libraries, Facades, GlobalTags, Content, Folders, Collections, SharedCollections, Personalisations, APILogs,
		SearchHistory, Leads,
	} {
		searches = append(searches, derived.Search{Table: t, PerCommit: t == Content})
	}
	return append(searches, ContentURLSearch)
}

// ContentURLSearch finds content by parts of its URL. It is not part of the search text, which partners search, too.
var ContentURLSearch = derived.Search{Table: Content, URL: "content_url", PerCommit: true}

const advisor = "{partner_id} IS NULL AND NOT {internal}"

var accountType = derived.Facet{Name: "account_type", Value: derived.Same("CAST({account_type_id} AS TEXT)")}

// UserTotal counts all users, and also by kind and by day (docs/decisions/0019).
var UserTotal = derived.Total{Table: Users, Facets: []derived.Facet{
	{Name: "kind", Value: derived.Same("'advisor'"), When: advisor},
	{Name: "advisor_created", Value: derived.Day("created_at"), When: advisor},
	{Name: "advisor_active", Value: derived.Day("active_at"), When: advisor},
	{Name: "active", Value: derived.Day("active_at")},
	accountType,
	derived.IDBlocks(),
}}

// ContentTotal counts all content.
var ContentTotal = derived.Total{Table: Content, Facets: []derived.Facet{derived.IDBlocks()}, PerRow: true}

// AttentionTotal counts what needs attention, by tab and by person.
var AttentionTotal = derived.Total{Table: Attention, Facets: []derived.Facet{
	{Name: "tab", Value: derived.Same("{tab}")},
	{Name: "open", Value: derived.Same("'all'"), When: openAttention},
	{Name: "assignee", Value: derived.Same("CAST({assignee_id} AS TEXT)"), When: openAttention},
}}

const openAttention = "{tab} <> 'snoozed'"

// Totals returns the totals of all lists. Some also count by the filter that their list applies by default.
func Totals() []derived.Total {
	byType := []derived.Facet{{Name: "type", Value: derived.Same("{type}")}, derived.IDBlocks()}
	totals := []derived.Total{
		{Table: Collections, Facets: byType},
		{Table: SharedCollections, Facets: byType},
		{Table: Partners, Facets: []derived.Facet{accountType}, PerRow: true},
		ContentTotal,
		UserTotal,
		AttentionTotal,
	}
	for _, t := range []table.Table{
		Languages, Countries, Regions, Destinations, AccountTypes, Consortia, HostAgencies, Collaborators, PartnerMarkets,
		ContentTypes, ContentDepths, ContentDomains, Tags, Publishers, Libraries, Facades, GlobalTags, APILogs, SearchHistory,
	} {
		totals = append(totals, derived.Total{Table: t})
	}
	return totals
}

// Derived returns all derived objects in the order in which they are rebuilt. Search tables come first, since SQLite
// can't update a row that is missing from its search table. Derived columns come before the totals that count by
// them.
func Derived() []derived.Object {
	objects := []derived.Object{}
	for _, search := range Searches() {
		objects = append(objects, search)
	}
	objects = append(objects, UserAccountType, SharedSearchText, ContentAddedAt, CopilotAttribution, SiteDomains)
	for _, counter := range Counters() {
		objects = append(objects, counter)
	}
	for _, total := range Totals() {
		objects = append(objects, total)
	}
	for _, changes := range Changes() {
		objects = append(objects, changes)
	}
	for _, history := range Histories() {
		objects = append(objects, history)
	}
	return objects
}
