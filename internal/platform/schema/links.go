package schema

import "waymark/internal/kit/table"

// Links of content. Use Reverse for the other direction, such as from a tag to its content.
var (
	ContentTags = table.Link{
		Table: "content_tags", From: Content, OwnColumn: "content_id", To: Tags, ToColumn: "tag_id",
		// The feeds don't deliver subject areas, so there is no trigger, which would make saving slower.
		Reports: table.Report{Kind: ChangedContent, Column: "content_id"},
	}
	ContentDestinations = table.Link{
		Table: "content_destinations", From: Content, OwnColumn: "content_id", To: LabelledDestinations,
		ToColumn: "destination_id",
	}
	ContentLibraries = table.Link{
		Table: "content_libraries", From: Content, OwnColumn: "content_id", To: Libraries, ToColumn: "library_id",
	}
	ContentPublishers = table.Link{
		Table: "content_publishers", From: Content, OwnColumn: "content_id", To: Publishers, ToColumn: "publisher_id",
	}
	ContentLanguages = table.Link{
		Table: "content_languages", From: Content, OwnColumn: "content_id", To: Languages, ToColumn: "language_id",
	}
	ContentSubtitles = table.Link{
		Table: "content_subtitles", From: Content, OwnColumn: "content_id", To: Languages, ToColumn: "language_id",
	}
	CollectionContent = table.Link{
		Table: "collection_content", From: Collections, OwnColumn: "collection_id", To: Content, ToColumn: "content_id",
		AddedAt: "added_at", AddedBy: "added_by_id", ByUser: "by_user",
	}
)

// TransformationPartners is a query for the partners whose sites have transformations in a language, its argument. A
// partner may be returned more than once.
const TransformationPartners = `SELECT sites.partner_id AS row_id
	FROM site_transformations
	JOIN sites ON sites.id = site_transformations.site_id
	WHERE site_transformations.language_id = ?`

// GlobalTagCollections is a query for the collections that have a global tag, its argument, as one of their own tags.
const GlobalTagCollections = `SELECT collection_id AS row_id
	FROM collection_tags
	WHERE tag_key = (SELECT name_key FROM global_tags WHERE id = ?)`

// Links of all other tables.
var (
	LibraryPartners = table.Link{
		Table: "library_partners", From: Libraries, OwnColumn: "library_id", To: Partners, ToColumn: "partner_id",
	}
	PartnerLanguageLinks = table.Link{
		Table: PartnerLanguages.Name, From: Partners, OwnColumn: "partner_id", To: Languages, ToColumn: "language_id",
	}
	UserLanguages = table.Link{
		Table: "user_languages", From: Users, OwnColumn: "user_id", To: Languages, ToColumn: "language_id",
	}
	RegionCountries = table.Link{
		Table: "region_countries", From: Regions, OwnColumn: "region_id", To: Countries, ToColumn: "country_id",
	}
	PartnerMarketCountries = table.Link{
		Table: "partner_market_countries", From: PartnerMarkets, OwnColumn: "partner_market_id",
		To: Countries, ToColumn: "country_id",
	}
	PartnerMarketLanguages = table.Link{
		Table: "partner_market_languages", From: PartnerMarkets, OwnColumn: "partner_market_id",
		To: Languages, ToColumn: "language_id",
	}
	PartnerMarketRegions = table.Link{
		Table: "partner_market_regions", From: PartnerMarkets, OwnColumn: "partner_market_id",
		To: Regions, ToColumn: "region_id",
	}
	// CollectionTags holds the free-text tags of a collection. They are stored as text, so the link has no target table.
	CollectionTags = table.Link{Table: "collection_tags", From: Collections, OwnColumn: "collection_id"}
)
