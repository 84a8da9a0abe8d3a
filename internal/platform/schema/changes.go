package schema

import (
	"slices"

	"waymark/internal/kit/derived"
)

// The kinds of changes.
const (
	ChangedContent          = "content"
	ChangedCollection       = "collection"
	ChangedAccess           = "access" // of a partner, the second id, to a library
	ChangedPartner          = "partner"
	ChangedPartnerName      = "partner_name" // with which the feed delivers its collections
	ChangedSite             = "site"
	ChangedUser             = "user"
	ChangedSharedCollection = "shared_collection"
	ChangedName             = "name"  // of a record that others are shown with
	ChangedWords            = "words" // that any page may show
	ChangedImage            = "image"
	// ChangedPartnerCollections is a change of one of a partner's collections. It follows from that of the collection.
	ChangedPartnerCollections = "partner_collections"
	// ChangedPartnerSites is a change of one of a partner's sites, which may be a new one.
	ChangedPartnerSites = "partner_sites"
)

// changedLinks reports the rows of a table that are added and removed, but never updated.
func changedLinks(table, kind, key string) derived.Changes {
	return derived.Changes{Table: table, Kind: kind, Key: key}
}

// changedRows reports the rows of a table that are added, removed, or changed in one of the columns.
func changedRows(table, kind, key string, columns ...string) derived.Changes {
	return derived.Changes{Table: table, Kind: kind, Key: key, Columns: columns}
}

// Changes returns the tables whose changes reach other programs and cached pages.
func Changes() []derived.Changes {
	return slices.Concat(publishedChanges(), accountChanges(), nameChanges())
}

// publishedChanges are those that the feeds deliver.
func publishedChanges() []derived.Changes {
	return []derived.Changes{
		{
			Table: Content.Name, Kind: ChangedContent, Key: "id", Existing: true,
			Columns: []string{
				"block_type", "content_url", "title", "synopsis", "type_id", "depth_id", "featured_image_id", "author", "runtime",
				"expires_at", "published_at", "lead_in", "embed_code", "embed_classes", "partner_id", "image_source",
				"image_source_url", "image_license", "image_license_url", "image_attribution", "image_modifications", "deleted_at",
			},
		},
		changedLinks(ContentLibraries.Table, ChangedContent, "content_id"),
		changedLinks(ContentLanguages.Table, ChangedContent, "content_id"),
		changedLinks(ContentDestinations.Table, ChangedContent, "content_id"),
		changedLinks(ContentPublishers.Table, ChangedContent, "content_id"),
		{
			Table: Collections.Name, Kind: ChangedCollection, Key: "id", Existing: true,
			Columns: []string{
				"name", "type", "partner_id", "user_id", "language_id", "inspires_publish_at", "inspires_feature_at", "expires_at",
				"deleted_at",
			},
		},
		changedLinks(CollectionContent.Table, ChangedCollection, "collection_id"),
		{Table: LibraryPartners.Table, Kind: ChangedAccess, Key: "library_id", Other: "partner_id"},
		{Table: Libraries.Name, Kind: ChangedAccess, Key: "id", Other: "partner_id", Columns: []string{"partner_id"}},
	}
}

func accountChanges() []derived.Changes {
	return []derived.Changes{
		changedRows(Partners.Name, ChangedPartner, "id", "account_type_id", "name", "slug", "email", "phone", "url",
			"whitelist_domains", "same_tab_domains", "landing_page_domain", "inspires_partner_details", "inspires_allow_ctas",
			"inspires_display_copilot", "inspires_customisations_enabled", "copilot_advisor_branding", "copilot_cache_duration",
			"ai_brand_voice", "api_key", "has_premium_seo", "has_premium_itineraries", "has_premium_forms", "has_premium_themes",
			"has_premium_share", "has_premium_collaborators", "deleted_at"),
		changedRows(Partners.Name, ChangedPartnerName, "id", "name"),
		changedRows("partner_customisations", ChangedPartner, "partner_id", "version"),
		changedRows(PartnerLanguages.Name, ChangedPartner, "partner_id", "version"),
		changedRows(Sites.Name, ChangedSite, "id", "version", "deleted_at"),
		changedRows(Sites.Name, ChangedPartnerSites, "partner_id", "version", "deleted_at"),
		changedRows(SiteTransformations.Name, ChangedSite, "site_id", "version"),
		changedRows(SiteRedirects.Name, ChangedSite, "site_id", "version"),
		changedRows(Users.Name, ChangedUser, "id", "first_name", "last_name", "email", "phone", "partner_id",
			"user_template_id", "company_name", "display_contact_info_on_links", "lead_generation_notifications",
			"is_travel_advisor", "booking_email", "booking_phone_number", "internal", "deactivated_at", "logo_id",
			"logo_light_id", "header_background_image_id", "personal_photo_id", "deleted_at"),
		changedRows(SharedCollections.Name, ChangedSharedCollection, "id", "has_personal_message", "type", "deleted_at"),
		changedRows(Personalisations.Name, ChangedSharedCollection, "shared_collection_id", "name", "personal_message",
			"cta_display", "content_customisations_count"),
		changedRows(PartnerMarkets.Name, ChangedPartner, "partner_id", "version", "deleted_at"),
	}
}

func nameChanges() []derived.Changes {
	return []derived.Changes{
		changedRows(Languages.Name, ChangedWords, "id", "name", "alpha2"),
		changedRows(ContentTypes.Name, ChangedWords, "id", "name", "icon", "lead_in", "call_to_action"),
		changedRows(ContentDepths.Name, ChangedName, "id", "name", "icon"),
		changedRows(Destinations.Name, ChangedName, "id", "name", "label"),
		changedRows(Publishers.Name, ChangedName, "id", "name"),
		changedRows(Tags.Name, ChangedName, "id", "tag", "featured_image_id"),
		changedRows(UserTemplates.Name, ChangedName, "id", "name"),
		changedLinks("user_template_permissions", ChangedName, "user_template_id"),
		changedLinks("partner_market_countries", ChangedName, "partner_market_id"),
		changedLinks("partner_market_languages", ChangedName, "partner_market_id"),
		changedLinks("partner_market_regions", ChangedName, "partner_market_id"),
		changedRows(Libraries.Name, ChangedName, "id", "name"),
		changedRows("uploads", ChangedImage, "id", "conversions"),
	}
}
