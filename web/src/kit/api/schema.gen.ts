// Written by make gen from the OpenAPI document. Do not edit.

export interface paths {
  "/api/admin/account-type-permissions": {
    /** All there is to permit */
    get: operations["get-account-type-permissions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/account-types": {
    /** List of account types */
    get: operations["get-account-types"];
    put?: never;
    /** New account type */
    post: operations["post-account-types"];
    delete?: never;
  };
  "/api/admin/account-types/{account_type_id}/user-templates": {
    /** List of user templates */
    get: operations["get-account-types-account-type-id-user-templates"];
    put?: never;
    /** New user template */
    post: operations["post-account-types-account-type-id-user-templates"];
    delete?: never;
  };
  "/api/admin/account-types/{account_type_id}/user-templates-options": {
    /** Look up user templates */
    get: operations["get-account-types-account-type-id-user-templates-options"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/account-types/{account_type_id}/user-templates/{id}": {
    /** One user template */
    get: operations["get-account-types-account-type-id-user-templates-id"];
    /**
     * Change a user template
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-account-types-account-type-id-user-templates-id"];
    post?: never;
    /** Delete a user template */
    delete: operations["delete-account-types-account-type-id-user-templates-id"];
  };
  "/api/admin/account-types/{account_type_id}/user-templates/{id}/permission": {
    get?: never;
    /** Permit one thing to a user template, or no longer */
    put: operations["put-account-types-account-type-id-user-templates-id-permission"];
    post?: never;
    delete?: never;
  };
  "/api/admin/account-types/{id}": {
    /** One account type */
    get: operations["get-account-types-id"];
    /**
     * Change a account type
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-account-types-id"];
    post?: never;
    delete?: never;
  };
  "/api/admin/activity": {
    /** List of activity */
    get: operations["get-activity"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/activity/{id}": {
    /** One activity */
    get: operations["get-activity-id"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/api-logs": {
    /** List of api logs */
    get: operations["get--logs"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/api-logs/{id}": {
    /** One api log */
    get: operations["get--logs-id"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/collaborators": {
    /** List of collaborators */
    get: operations["get-collaborators"];
    put?: never;
    /** New collaborator */
    post: operations["post-collaborators"];
    delete?: never;
  };
  "/api/admin/collaborators/{id}": {
    /** One collaborator */
    get: operations["get-collaborators-id"];
    /**
     * Change a collaborator
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-collaborators-id"];
    post?: never;
    /** Delete a collaborator */
    delete: operations["delete-collaborators-id"];
  };
  "/api/admin/collaborators/{id}/api-secret": {
    get?: never;
    put?: never;
    /**
     * Tell the API secret of a collaborator
     * @description The audit log keeps who was told.
     */
    post: operations["post-collaborators-id-api-secret"];
    delete?: never;
  };
  "/api/admin/collections": {
    /** List of collections */
    get: operations["get-collections"];
    put?: never;
    /** New collection */
    post: operations["post-collections"];
    delete?: never;
  };
  "/api/admin/collections/{id}": {
    /** One collection */
    get: operations["get-collections-id"];
    /**
     * Change a collection
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-collections-id"];
    post?: never;
    /** Delete a collection */
    delete: operations["delete-collections-id"];
  };
  "/api/admin/collections/{id}/content": {
    /** The content of a collection */
    get: operations["get-collections-id-content"];
    put?: never;
    /**
     * Add content to a collection
     * @description What is there already is skipped.
     */
    post: operations["post-collections-id-content"];
    delete?: never;
  };
  "/api/admin/collections/{id}/content/copy": {
    get?: never;
    put?: never;
    /** Add content of a collection to another one as well */
    post: operations["post-collections-id-content-copy"];
    delete?: never;
  };
  "/api/admin/collections/{id}/content/ids": {
    /** The ids of all content of a collection */
    get: operations["get-collections-id-content-ids"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/collections/{id}/content/move": {
    get?: never;
    put?: never;
    /** Move content of a collection to another one */
    post: operations["post-collections-id-content-move"];
    delete?: never;
  };
  "/api/admin/collections/{id}/content/remove": {
    get?: never;
    put?: never;
    /** Take content out of a collection */
    post: operations["post-collections-id-content-remove"];
    delete?: never;
  };
  "/api/admin/collections/{id}/duplicate": {
    get?: never;
    put?: never;
    /**
     * Make a copy of a collection
     * @description The copy has the content, the tags, the language, the codes and the expiry of the original, and is not on Inspires. What is not sent is as it is there.
     */
    post: operations["post-collections-id-duplicate"];
    delete?: never;
  };
  "/api/admin/collections/feature-on-inspires": {
    get?: never;
    put?: never;
    /** Feature collections on Inspires */
    post: operations["post-collections-feature-on-inspires"];
    delete?: never;
  };
  "/api/admin/collections/publish-on-inspires": {
    get?: never;
    put?: never;
    /** Make collections public on Inspires */
    post: operations["post-collections-publish-on-inspires"];
    delete?: never;
  };
  "/api/admin/collections/remove-featured-on-inspires": {
    get?: never;
    put?: never;
    /** Feature collections on Inspires no longer */
    post: operations["post-collections-remove-featured-on-inspires"];
    delete?: never;
  };
  "/api/admin/collections/unpublish-on-inspires": {
    get?: never;
    put?: never;
    /** Take collections off Inspires */
    post: operations["post-collections-unpublish-on-inspires"];
    delete?: never;
  };
  "/api/admin/consortia": {
    /** List of consortia */
    get: operations["get-consortia"];
    put?: never;
    /** New consortium */
    post: operations["post-consortia"];
    delete?: never;
  };
  "/api/admin/consortia/{id}": {
    /** One consortium */
    get: operations["get-consortia-id"];
    /**
     * Change a consortium
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-consortia-id"];
    post?: never;
    /** Delete a consortium */
    delete: operations["delete-consortia-id"];
  };
  "/api/admin/content": {
    /** List of content */
    get: operations["get-content"];
    put?: never;
    /** New content */
    post: operations["post-content"];
    delete?: never;
  };
  "/api/admin/content-depths": {
    /** List of content depths */
    get: operations["get-content-depths"];
    put?: never;
    /** New content depth */
    post: operations["post-content-depths"];
    delete?: never;
  };
  "/api/admin/content-depths/{id}": {
    /** One content depth */
    get: operations["get-content-depths-id"];
    /**
     * Change a content depth
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-content-depths-id"];
    post?: never;
    /** Delete a content depth */
    delete: operations["delete-content-depths-id"];
  };
  "/api/admin/content-depths/reorder": {
    /** All content depths, in order */
    get: operations["get-content-depths-reorder"];
    /**
     * Reorder content depths
     * @description Names every record once, with its new place.
     */
    put: operations["put-content-depths-reorder"];
    post?: never;
    delete?: never;
  };
  "/api/admin/content-domains": {
    /** List of content domains */
    get: operations["get-content-domains"];
    put?: never;
    /** New content domain */
    post: operations["post-content-domains"];
    delete?: never;
  };
  "/api/admin/content-domains/{id}": {
    /** One content domain */
    get: operations["get-content-domains-id"];
    /**
     * Change a content domain
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-content-domains-id"];
    post?: never;
    /** Delete a content domain */
    delete: operations["delete-content-domains-id"];
  };
  "/api/admin/content-types": {
    /** List of content types */
    get: operations["get-content-types"];
    put?: never;
    /** New media type */
    post: operations["post-content-types"];
    delete?: never;
  };
  "/api/admin/content-types/{id}": {
    /** One media type */
    get: operations["get-content-types-id"];
    /**
     * Change a media type
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-content-types-id"];
    post?: never;
    /** Delete a media type */
    delete: operations["delete-content-types-id"];
  };
  "/api/admin/content-types/reorder": {
    /** All content types, in order */
    get: operations["get-content-types-reorder"];
    /**
     * Reorder content types
     * @description Names every record once, with its new place.
     */
    put: operations["put-content-types-reorder"];
    post?: never;
    delete?: never;
  };
  "/api/admin/content/{id}": {
    /** One content */
    get: operations["get-content-id"];
    /**
     * Change a content
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-content-id"];
    post?: never;
    /** Delete a content */
    delete: operations["delete-content-id"];
  };
  "/api/admin/content/{id}/duplicate": {
    /**
     * Make a copy of an item
     * @description The copy is a draft, and in no collection. Answers 403 unless the app itself asks: other sites can make a browser follow an address.
     */
    get: operations["get-content-id-duplicate"];
    put?: never;
    /**
     * Make a copy of an item
     * @description The copy is a draft, and in no collection.
     */
    post: operations["post-content-id-duplicate"];
    delete?: never;
  };
  "/api/admin/content/{id}/featured-image": {
    get?: never;
    /** Change the featured image of an item */
    put: operations["put-content-id-featured-image"];
    post?: never;
    delete?: never;
  };
  "/api/admin/content/{id}/status": {
    get?: never;
    /**
     * Switch the status of an item
     * @description published: from now on, if it was not; expired: until now; draft: no more.
     */
    put: operations["put-content-id-status"];
    post?: never;
    delete?: never;
  };
  "/api/admin/content/parse-url": {
    get?: never;
    put?: never;
    /**
     * Read what a page says about itself
     * @description Fills the form of a new item. A page that can't be read is no error: what is known of its site is answered, with a warning.
     */
    post: operations["post-content-parse-url"];
    delete?: never;
  };
  "/api/admin/copilot-insights/partner/{id}/views-by-page": {
    /** Copilot of a partner by page */
    get: operations["get-copilot-insights-partner-id-views-by-page"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/copilot-insights/partner/{id}/views-by-user": {
    /** Copilot of a partner by user */
    get: operations["get-copilot-insights-partner-id-views-by-user"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/copilot-insights/user/{id}/views-by-page": {
    /** Copilot of a user by page */
    get: operations["get-copilot-insights-user-id-views-by-page"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/copilot-insights/user/{id}/views-by-partner": {
    /** Copilot of a user by partner */
    get: operations["get-copilot-insights-user-id-views-by-partner"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/copilot-insights/views-by-partner": {
    /** Copilot by partner */
    get: operations["get-copilot-insights-views-by-partner"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/copilot-insights/views-by-user": {
    /** Copilot by user */
    get: operations["get-copilot-insights-views-by-user"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/countries": {
    /** List of countries */
    get: operations["get-countries"];
    put?: never;
    /** New country */
    post: operations["post-countries"];
    delete?: never;
  };
  "/api/admin/countries/{country_id}/country-regions": {
    /** List of country regions */
    get: operations["get-countries-country-id-country-regions"];
    put?: never;
    /** New country region */
    post: operations["post-countries-country-id-country-regions"];
    delete?: never;
  };
  "/api/admin/countries/{country_id}/country-regions/{id}": {
    /** One country region */
    get: operations["get-countries-country-id-country-regions-id"];
    /**
     * Change a country region
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-countries-country-id-country-regions-id"];
    post?: never;
    delete?: never;
  };
  "/api/admin/countries/{id}": {
    /** One country */
    get: operations["get-countries-id"];
    /**
     * Change a country
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-countries-id"];
    post?: never;
    /** Delete a country */
    delete: operations["delete-countries-id"];
  };
  "/api/admin/dashboard/content-added-by-users": {
    /** What users have made, newest first */
    get: operations["get-dashboard-content-added-by-users"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/dashboard/content-added-to-collections": {
    /** What users have put into collections, newest first */
    get: operations["get-dashboard-content-added-to-collections"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/dashboard/content-with-no-destination": {
    /** Content without a destination, newest first */
    get: operations["get-dashboard-content-with-no-destination"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/dashboard/queue-status": {
    /** How the queues are doing */
    get: operations["get-dashboard-queue-status"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/dashboard/searches-with-no-results": {
    /** Searches of the last month that found nothing, newest first */
    get: operations["get-dashboard-searches-with-no-results"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/destinations": {
    /** List of destinations */
    get: operations["get-destinations"];
    put?: never;
    /** New destination */
    post: operations["post-destinations"];
    delete?: never;
  };
  "/api/admin/destinations/{id}": {
    /** One destination */
    get: operations["get-destinations-id"];
    /**
     * Change a destination
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-destinations-id"];
    post?: never;
    /** Delete a destination */
    delete: operations["delete-destinations-id"];
  };
  "/api/admin/export/signed-urls": {
    /** The addresses of the downloads */
    get: operations["get-export-signed-urls"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/exports": {
    /** Your latest exports, newest first */
    get: operations["get-exports"];
    put?: never;
    /**
     * Export a table
     * @description Any list of the console, with its own parameters for search, filters and order. A job writes the file; ask for the export to see how far it is.
     */
    post: operations["post-exports"];
    delete?: never;
  };
  "/api/admin/exports/{id}": {
    /** How far one of your exports is */
    get: operations["get-exports-id"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/facades": {
    /** List of facades */
    get: operations["get-facades"];
    put?: never;
    /** New facade */
    post: operations["post-facades"];
    delete?: never;
  };
  "/api/admin/facades/{id}": {
    /** One facade */
    get: operations["get-facades-id"];
    /**
     * Change a facade
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-facades-id"];
    post?: never;
    /** Delete a facade */
    delete: operations["delete-facades-id"];
  };
  "/api/admin/failed-jobs": {
    /** Jobs that were given up, newest first */
    get: operations["get-failed-jobs"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/failed-jobs/{id}/retry": {
    get?: never;
    put?: never;
    /** Try a job again */
    post: operations["post-failed-jobs-id-retry"];
    delete?: never;
  };
  "/api/admin/failed-jobs/retry": {
    get?: never;
    put?: never;
    /** Try many jobs again */
    post: operations["post-failed-jobs-retry"];
    delete?: never;
  };
  "/api/admin/folders/{id}": {
    /** One folder */
    get: operations["get-folders-id"];
    /**
     * Change a folder
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-folders-id"];
    post?: never;
    /** Delete a folder */
    delete: operations["delete-folders-id"];
  };
  "/api/admin/global-tags": {
    /** List of global tags */
    get: operations["get-global-tags"];
    put?: never;
    /** New global tag */
    post: operations["post-global-tags"];
    delete?: never;
  };
  "/api/admin/global-tags/{id}": {
    /** One global tag */
    get: operations["get-global-tags-id"];
    /**
     * Change a global tag
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-global-tags-id"];
    post?: never;
    /** Delete a global tag */
    delete: operations["delete-global-tags-id"];
  };
  "/api/admin/global-tags/scan": {
    /** Where a word is in use already */
    get: operations["get-global-tags-scan"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/google-fonts/{id}/weights": {
    /** The weights a Google font has */
    get: operations["get-google-fonts-id-weights"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/host-agencies": {
    /** List of host agencies */
    get: operations["get-host-agencies"];
    put?: never;
    /** New host agency */
    post: operations["post-host-agencies"];
    delete?: never;
  };
  "/api/admin/host-agencies/{id}": {
    /** One host agency */
    get: operations["get-host-agencies-id"];
    /**
     * Change a host agency
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-host-agencies-id"];
    post?: never;
    /** Delete a host agency */
    delete: operations["delete-host-agencies-id"];
  };
  "/api/admin/images": {
    get?: never;
    put?: never;
    /** New image */
    post: operations["post-images"];
    delete?: never;
  };
  "/api/admin/images/{id}": {
    /** One image */
    get: operations["get-images-id"];
    /**
     * Change a image
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-images-id"];
    post?: never;
    /** Delete a image */
    delete: operations["delete-images-id"];
  };
  "/api/admin/jobs/{id}": {
    /** How far work on many records has come */
    get: operations["get-jobs-id"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/languages": {
    /** List of languages */
    get: operations["get-languages"];
    put?: never;
    /** New language */
    post: operations["post-languages"];
    delete?: never;
  };
  "/api/admin/languages/{id}": {
    /** One language */
    get: operations["get-languages-id"];
    /**
     * Change a language
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-languages-id"];
    post?: never;
    /** Delete a language */
    delete: operations["delete-languages-id"];
  };
  "/api/admin/libraries": {
    /** List of libraries */
    get: operations["get-libraries"];
    put?: never;
    /** New library */
    post: operations["post-libraries"];
    delete?: never;
  };
  "/api/admin/libraries/{id}": {
    /** One library */
    get: operations["get-libraries-id"];
    /**
     * Change a library
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-libraries-id"];
    post?: never;
    /** Delete a library */
    delete: operations["delete-libraries-id"];
  };
  "/api/admin/libraries/{id}/content": {
    get?: never;
    put?: never;
    /**
     * Add content to a library
     * @description What is there already is skipped.
     */
    post: operations["post-libraries-id-content"];
    delete?: never;
  };
  "/api/admin/options/account-types": {
    /** Look up account types */
    get: operations["get-options-account-types"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/api-requests": {
    /** Which API requests to show */
    get: operations["get-options-api-requests"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/block-types": {
    /** Kinds of blocks */
    get: operations["get-options-block-types"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/consortia": {
    /** Look up consortia */
    get: operations["get-options-consortia"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/content-admins": {
    /** Look up users */
    get: operations["get-options-content-admins"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/content-depths": {
    /** Look up content depths */
    get: operations["get-options-content-depths"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/content-published": {
    /** States of content */
    get: operations["get-options-content-published"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/content-types": {
    /** Look up content types */
    get: operations["get-options-content-types"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/copilot-advisor-branding": {
    /** Whose branding Copilot shows */
    get: operations["get-options-copilot-advisor-branding"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/countries": {
    /** Look up countries */
    get: operations["get-options-countries"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/countries/{country_id}/regions": {
    /** Look up country regions */
    get: operations["get-options-countries-country-id-regions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/destinations": {
    /** Look up destinations */
    get: operations["get-options-destinations"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/host-agencies": {
    /** Look up host agencies */
    get: operations["get-options-host-agencies"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/inspires": {
    /** How a collection stands on Inspires */
    get: operations["get-options-inspires"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/languages": {
    /** Look up languages */
    get: operations["get-options-languages"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/libraries": {
    /** Look up libraries */
    get: operations["get-options-libraries"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/partners": {
    /** Look up partners */
    get: operations["get-options-partners"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/partners/{partner_id}/users": {
    /** Look up users */
    get: operations["get-options-partners-partner-id-users"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/publishers": {
    /** Look up publishers */
    get: operations["get-options-publishers"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/shared-collection-types": {
    /** How a shared collection came about */
    get: operations["get-options-shared-collection-types"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/staff": {
    /** Look up staff */
    get: operations["get-options-staff"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/tags": {
    /** Look up tags */
    get: operations["get-options-tags"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/user-languages": {
    /** Look up languages */
    get: operations["get-options-user-languages"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/user-templates": {
    /** Look up user templates */
    get: operations["get-options-user-templates"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/partner-markets": {
    /** List of partner markets */
    get: operations["get-partner-markets"];
    put?: never;
    /** New partner market */
    post: operations["post-partner-markets"];
    delete?: never;
  };
  "/api/admin/partner-markets/{id}": {
    /** One partner market */
    get: operations["get-partner-markets-id"];
    /**
     * Change a partner market
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-partner-markets-id"];
    post?: never;
    /** Delete a partner market */
    delete: operations["delete-partner-markets-id"];
  };
  "/api/admin/partners": {
    /** List of partners */
    get: operations["get-partners"];
    put?: never;
    /** New partner */
    post: operations["post-partners"];
    delete?: never;
  };
  "/api/admin/partners/{id}": {
    /** One partner */
    get: operations["get-partners-id"];
    /**
     * Change a partner
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-partners-id"];
    post?: never;
    /** Delete a partner */
    delete: operations["delete-partners-id"];
  };
  "/api/admin/partners/{id}/ai": {
    /** Tell what texts generated for a partner keep to */
    get: operations["get-partners-id-ai"];
    /**
     * Change what texts generated for a partner keep to
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-partners-id-ai"];
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{id}/api-secret": {
    get?: never;
    put?: never;
    /**
     * Tell the API secret of a partner
     * @description The audit log keeps who was told.
     */
    post: operations["post-partners-id-api-secret"];
    delete?: never;
  };
  "/api/admin/partners/{id}/collections-folders": {
    /**
     * Folders and collections inside a folder
     * @description Without a folder: those at the top.
     */
    get: operations["get-partners-id-collections-folders"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{id}/collections-folders/{folder_id}": {
    /**
     * Folders and collections inside a folder
     * @description Without a folder: those at the top.
     */
    get: operations["get-partners-id-collections-folders-folder-id"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{id}/copilot": {
    /** Tell how Copilot works for a partner */
    get: operations["get-partners-id-copilot"];
    /**
     * Change how Copilot works for a partner
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-partners-id-copilot"];
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{id}/customisations": {
    /** How the pages of a partner look */
    get: operations["get-partners-id-customisations"];
    /**
     * Change how the pages of a partner look
     * @description Changes what is sent; null goes back to the default. Another Google font lets go of its weight, unless one is sent.
     */
    put: operations["put-partners-id-customisations"];
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{id}/inspires": {
    /** Tell how a partner is presented on Inspires */
    get: operations["get-partners-id-inspires"];
    /**
     * Change how a partner is presented on Inspires
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-partners-id-inspires"];
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{id}/permissions": {
    /** Tell what a partner has beyond what all have */
    get: operations["get-partners-id-permissions"];
    /**
     * Change what a partner has beyond what all have
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-partners-id-permissions"];
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{id}/refresh-api-keys": {
    get?: never;
    /**
     * Replace the API keys of a partner
     * @description The previous keys stop working at once. The answer has the new ones.
     */
    put: operations["put-partners-id-refresh-api-keys"];
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/folders": {
    /** List of folders */
    get: operations["get-partners-partner-id-folders"];
    put?: never;
    /** New folder */
    post: operations["post-partners-partner-id-folders"];
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/languages": {
    /** List of languages */
    get: operations["get-partners-partner-id-languages"];
    put?: never;
    /** New partner language */
    post: operations["post-partners-partner-id-languages"];
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/languages/{id}": {
    /** One partner language */
    get: operations["get-partners-partner-id-languages-id"];
    /**
     * Change a partner language
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-partners-partner-id-languages-id"];
    post?: never;
    /** Delete a partner language */
    delete: operations["delete-partners-partner-id-languages-id"];
  };
  "/api/admin/partners/{partner_id}/sites": {
    /** List of sites */
    get: operations["get-partners-partner-id-sites"];
    put?: never;
    /** New site */
    post: operations["post-partners-partner-id-sites"];
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/sites/{id}": {
    /** One site */
    get: operations["get-partners-partner-id-sites-id"];
    /**
     * Change a site
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-partners-partner-id-sites-id"];
    post?: never;
    /** Delete a site */
    delete: operations["delete-partners-partner-id-sites-id"];
  };
  "/api/admin/partners/{partner_id}/sites/{site_id}/redirect-trial": {
    /** Which redirect catches a page */
    get: operations["get-partners-partner-id-sites-site-id-redirect-trial"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/sites/{site_id}/redirects": {
    /** List of redirects */
    get: operations["get-partners-partner-id-sites-site-id-redirects"];
    put?: never;
    /** New site redirect */
    post: operations["post-partners-partner-id-sites-site-id-redirects"];
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/sites/{site_id}/redirects/{id}": {
    /** One site redirect */
    get: operations["get-partners-partner-id-sites-site-id-redirects-id"];
    /**
     * Change a site redirect
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-partners-partner-id-sites-site-id-redirects-id"];
    post?: never;
    /** Delete a site redirect */
    delete: operations["delete-partners-partner-id-sites-site-id-redirects-id"];
  };
  "/api/admin/partners/{partner_id}/sites/{site_id}/transformations": {
    /** List of transformations */
    get: operations["get-partners-partner-id-sites-site-id-transformations"];
    put?: never;
    /** New site transformation */
    post: operations["post-partners-partner-id-sites-site-id-transformations"];
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/sites/{site_id}/transformations/{id}": {
    /** One site transformation */
    get: operations["get-partners-partner-id-sites-site-id-transformations-id"];
    /**
     * Change a site transformation
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-partners-partner-id-sites-site-id-transformations-id"];
    post?: never;
    /** Delete a site transformation */
    delete: operations["delete-partners-partner-id-sites-site-id-transformations-id"];
  };
  "/api/admin/publishers": {
    /** List of publishers */
    get: operations["get-publishers"];
    put?: never;
    /** New publisher */
    post: operations["post-publishers"];
    delete?: never;
  };
  "/api/admin/publishers/{id}": {
    /** One publisher */
    get: operations["get-publishers-id"];
    /**
     * Change a publisher
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-publishers-id"];
    post?: never;
    /** Delete a publisher */
    delete: operations["delete-publishers-id"];
  };
  "/api/admin/publishers/{id}/content": {
    get?: never;
    put?: never;
    /**
     * Add content to a publisher
     * @description What is there already is skipped.
     */
    post: operations["post-publishers-id-content"];
    delete?: never;
  };
  "/api/admin/regions": {
    /** List of regions */
    get: operations["get-regions"];
    put?: never;
    /** New region */
    post: operations["post-regions"];
    delete?: never;
  };
  "/api/admin/regions/{id}": {
    /** One region */
    get: operations["get-regions-id"];
    /**
     * Change a region
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-regions-id"];
    post?: never;
    /** Delete a region */
    delete: operations["delete-regions-id"];
  };
  "/api/admin/search-history": {
    /** List of search history */
    get: operations["get-search-history"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/collections": {
    /** Look up collections */
    get: operations["get-search-collections"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/content": {
    /** Look up content */
    get: operations["get-search-content"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/countries": {
    /** Look up countries */
    get: operations["get-search-countries"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/destinations": {
    /** Look up destinations */
    get: operations["get-search-destinations"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/google-fonts": {
    /** Look up Google fonts */
    get: operations["get-search-google-fonts"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/languages": {
    /** Look up languages */
    get: operations["get-search-languages"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/partners/{partner_id}/folders": {
    /** Look up folders */
    get: operations["get-search-partners-partner-id-folders"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/regions": {
    /** Look up regions */
    get: operations["get-search-regions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/users": {
    /** Look up users */
    get: operations["get-search-users"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/users/{user_id}/folders": {
    /** Look up folders */
    get: operations["get-search-users-user-id-folders"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/shared-collections": {
    /** List of shared collections */
    get: operations["get-shared-collections"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/shared-collections/{id}": {
    /** One shared collection */
    get: operations["get-shared-collections-id"];
    put?: never;
    post?: never;
    /** Delete a shared collection */
    delete: operations["delete-shared-collections-id"];
  };
  "/api/admin/shared-collections/{shared_collection_id}/personalisations": {
    /** List of personalisations */
    get: operations["get-shared-collections-shared-collection-id-personalisations"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/staff": {
    /** List of staff */
    get: operations["get-staff"];
    put?: never;
    /**
     * New member of staff
     * @description Without a password, a link to set one is sent to the e-mail address.
     */
    post: operations["post-staff"];
    delete?: never;
  };
  "/api/admin/staff/{id}": {
    /** One user */
    get: operations["get-staff-id"];
    /**
     * Change a user
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-staff-id"];
    post?: never;
    /** Delete a user */
    delete: operations["delete-staff-id"];
  };
  "/api/admin/staff/{id}/password": {
    get?: never;
    /** Set the password of a member of staff */
    put: operations["put-staff-id-password"];
    post?: never;
    delete?: never;
  };
  "/api/admin/tags": {
    /** List of tags */
    get: operations["get-tags"];
    put?: never;
    /** New subject area */
    post: operations["post-tags"];
    delete?: never;
  };
  "/api/admin/tags/{id}": {
    /** One subject area */
    get: operations["get-tags-id"];
    /**
     * Change a subject area
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-tags-id"];
    post?: never;
    /** Delete a subject area */
    delete: operations["delete-tags-id"];
  };
  "/api/admin/tools/clear-cache": {
    get?: never;
    put?: never;
    /** Forget the kept answers to searches, on all nodes */
    post: operations["post-tools-clear-cache"];
    delete?: never;
  };
  "/api/admin/trash": {
    /** What is in the trash, newest first */
    get: operations["get-trash"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/trash/{id}": {
    get?: never;
    put?: never;
    post?: never;
    /** Delete something for good */
    delete: operations["delete-trash-id"];
  };
  "/api/admin/trash/{id}/restore": {
    get?: never;
    put?: never;
    /** Bring something back, with what went along */
    post: operations["post-trash-id-restore"];
    delete?: never;
  };
  "/api/admin/update-content/{id}": {
    /** One content */
    get: operations["get-update-content-id"];
    /**
     * Change a content
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-update-content-id"];
    post?: never;
    delete?: never;
  };
  "/api/admin/uploads": {
    get?: never;
    put?: never;
    /**
     * Upload an image
     * @description JPEG, PNG, GIF or WebP, up to 10 MB. Each side has up to 16,000 pixels, the whole up to 50 megapixels, and decoding it may take up to 96 MB of memory: that is about 25 megapixels of PNG, 12 at 16 bits, 13 of progressive JPEG. One image is decoded at a time: 503 asks to try again. An upload that no record shows is deleted after a day. An upload is cut off after 20 seconds without progress.
     */
    post: operations["post-uploads"];
    delete?: never;
  };
  "/api/admin/uploads/from-url": {
    get?: never;
    put?: never;
    /**
     * Upload an image from an address
     * @description The server fetches it. JPEG, PNG, GIF or WebP, up to 10 MB. Each side has up to 16,000 pixels, the whole up to 50 megapixels, and decoding it may take up to 96 MB of memory: that is about 25 megapixels of PNG, 12 at 16 bits, 13 of progressive JPEG. One image is decoded at a time: 503 asks to try again. At most three addresses are fetched at a time for the same person: 429 beyond that.
     */
    post: operations["post-uploads-from-url"];
    delete?: never;
  };
  "/api/admin/users": {
    /** List of users */
    get: operations["get-users"];
    put?: never;
    /** New user */
    post: operations["post-users"];
    delete?: never;
  };
  "/api/admin/users/{id}": {
    /** One user */
    get: operations["get-users-id"];
    /**
     * Change a user
     * @description Changes the fields that are sent; null empties one.
     */
    put: operations["put-users-id"];
    post?: never;
    /** Delete a user */
    delete: operations["delete-users-id"];
  };
  "/api/admin/users/{id}/change-password": {
    get?: never;
    /**
     * Set the password of a user
     * @description Signs the user out everywhere. That of staff is set by admins only.
     */
    put: operations["put-users-id-change-password"];
    post?: never;
    delete?: never;
  };
  "/api/admin/users/{id}/collections-folders": {
    /**
     * Folders and collections inside a folder
     * @description Without a folder: those at the top.
     */
    get: operations["get-users-id-collections-folders"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/users/{id}/collections-folders/{folder_id}": {
    /**
     * Folders and collections inside a folder
     * @description Without a folder: those at the top.
     */
    get: operations["get-users-id-collections-folders-folder-id"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/users/{id}/impersonate": {
    /**
     * A token to see the platform as a user does
     * @description Never for staff. The audit log keeps who asked, and why. Answers 403 unless the app itself asks: other sites can make a browser follow an address.
     */
    get: operations["get-users-id-impersonate"];
    put?: never;
    /**
     * A token to see the platform as a user does
     * @description Never for staff. The audit log keeps who asked, and why.
     */
    post: operations["post-users-id-impersonate"];
    delete?: never;
  };
  "/api/admin/users/{user_id}/folders": {
    /** List of folders */
    get: operations["get-users-user-id-folders"];
    put?: never;
    /** New folder */
    post: operations["post-users-user-id-folders"];
    delete?: never;
  };
  "/api/admin/users/{user_id}/shared-collections": {
    /** List of shared collections */
    get: operations["get-users-user-id-shared-collections"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/users/highlights": {
    /** Figures about advisors */
    get: operations["get-users-highlights"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/auth/confirm": {
    get?: never;
    put?: never;
    /**
     * Confirm the own password
     * @description Calls that answer 403 with the code reauthentication_required are allowed for ten minutes afterwards, as they are after signing in.
     */
    post: operations["post-auth-confirm"];
    delete?: never;
  };
  "/api/auth/forgot-password": {
    get?: never;
    put?: never;
    /** Ask for a link to set a new password */
    post: operations["post-auth-forgot-password"];
    delete?: never;
  };
  "/api/auth/login": {
    get?: never;
    put?: never;
    /** Sign in */
    post: operations["post-auth-login"];
    delete?: never;
  };
  "/api/auth/logout": {
    get?: never;
    put?: never;
    /** Sign out */
    post: operations["post-auth-logout"];
    delete?: never;
  };
  "/api/auth/me": {
    /** Who is signed in */
    get: operations["get-auth-me"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/auth/password": {
    get?: never;
    /** Change the own password */
    put: operations["put-auth-password"];
    post?: never;
    delete?: never;
  };
  "/api/auth/profile": {
    /** The own profile */
    get: operations["get-auth-profile"];
    /** Change the own profile */
    put: operations["put-auth-profile"];
    post?: never;
    delete?: never;
  };
  "/api/auth/reset-password": {
    get?: never;
    put?: never;
    /** Set a new password with a link */
    post: operations["post-auth-reset-password"];
    delete?: never;
  };
  "/api/auth/settings": {
    /** The own settings */
    get: operations["get-auth-settings"];
    /** Change the own settings */
    put: operations["put-auth-settings"];
    post?: never;
    delete?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AccountType: {
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      name: string;
      /** Format: date-time */
      updated_at: string;
      /** Format: int64 */
      user_templates_count: number;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    Activity: {
      action: string;
      changes: {
        [key: string]: components["schemas"]["Difference"];
      };
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      ip_address: string;
      kind: string;
      /** Format: int64 */
      record_id: number | null;
      record_name: string;
      request_id: string;
      /** Format: int64 */
      user_id: number | null;
      user_name: string;
    };
    Added: {
      /** Format: int64 */
      added: number;
      /**
       * Format: int64
       * @description The job that does it, when there are too many to be done at once. See jobs/{id}.
       */
      job?: number;
      /**
       * Format: int64
       * @description How many were as they should be already.
       */
      skipped: number;
    };
    AddedContent: {
      /** Format: date-time */
      added_at: string;
      collection: components["schemas"]["Named"];
      content: components["schemas"]["RecentItem"];
    };
    APILog: {
      /** Format: date-time */
      created_at: string;
      /**
       * Format: int64
       * @description In milliseconds.
       */
      duration: number;
      /** Format: int64 */
      id: number;
      ip_address: string;
      /** @description What was asked for, without secrets. Lists leave it out. */
      parameters?: {
        [key: string]: unknown;
      };
      /** Format: int64 */
      parameters_count: number;
      /** @description Null when nobody was logged in. */
      partner: components["schemas"]["Named"];
      path: string;
      /**
       * Format: int64
       * @description How many records it answered with; null where that is no question.
       */
      results: number | null;
      /** Format: int64 */
      status_code: number;
      user: components["schemas"]["Named"];
      user_agent: string;
    };
    APIPair: {
      api_key: string;
      api_secret: string;
    };
    Breadcrumb: {
      /**
       * Format: int64
       * @description Null for the top.
       */
      id: number | null;
      /** @description It is the open folder itself. */
      last: boolean;
      name: string;
    };
    BrowserItem: {
      /** Format: int64 */
      collections_count: number;
      /** Format: int64 */
      contents_count: number;
      /** @enum {string} */
      entity: "folder" | "collection";
      /** Format: int64 */
      folders_count: number;
      /** Format: int64 */
      id: number;
      landing_page_url: string;
      name: string;
      /** @description Whose a collection is: partner or personal. Empty for folders. */
      type: string;
      /** Format: int64 */
      version: number;
    };
    BrowserPage: {
      folder: components["schemas"]["OpenFolder"];
      items: components["schemas"]["BrowserItem"][];
      meta: components["schemas"]["Meta"];
    };
    Choice: {
      /** @description What tells it from others of the same name. */
      hint?: string;
      /** Format: int64 */
      id: number;
      name: string;
    };
    Choices: {
      items: components["schemas"]["Choice"][];
      meta: components["schemas"]["Meta"];
    };
    ChosenJobs: {
      /** @description Instead of ids: the list's parameters, kind and queue. {} means all jobs, up to 5,000 of them. */
      filter?: {
        [key: string]: string;
      };
      /** @description Up to 5,000 jobs. */
      ids?: number[] | null;
    };
    Collaborator: {
      api_key: string;
      /** @description Masked. Admins are told it by its own call. */
      api_secret: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      extended_collection_versions_max_created_at: string | null;
      /** Format: int64 */
      extended_content_experiences_count: number;
      /** Format: int64 */
      id: number;
      logo: components["schemas"]["Image"];
      name: string;
      slug: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
      /** Format: int64 */
      views: number;
    };
    Collection: {
      /** @description What it is known by outside. */
      alt_id: string;
      /** @description Internal codes. */
      code: string[];
      /** Format: int64 */
      contents_count: number;
      /** Format: date-time */
      created_at: string;
      expired: boolean;
      /** Format: date-time */
      expires_at: string | null;
      /** @description It is featured on Inspires now. */
      featured: boolean;
      folder: components["schemas"]["CollectionFolder"];
      /**
       * Format: int64
       * @description A folder of the same owner.
       */
      folder_id: number | null;
      /** Format: int64 */
      id: number;
      /** Format: date-time */
      inspires_feature_at: string | null;
      /** Format: date-time */
      inspires_publish_at: string | null;
      invite_url: string;
      landing_page_url: string;
      language: components["schemas"]["Named"];
      /** Format: int64 */
      language_id: number | null;
      name: string;
      owner: components["schemas"]["CollectionOwner"];
      /**
       * Format: int64
       * @description Whose it is, when the type is partner.
       */
      partner_id: number | null;
      /** @description It is public on Inspires now. */
      public: boolean;
      /**
       * Format: int64
       * @description How often it was accepted.
       */
      shared_collections_count: number;
      tags: string[];
      /** @enum {string} */
      type: "partner" | "personal";
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Whose it is, when the type is personal.
       */
      user_id: number | null;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    CollectionFolder: {
      /** Format: int64 */
      id: number;
      /** @description The names of the folders from the top down. */
      label: string;
      name: string;
    };
    CollectionItem: {
      /**
       * Format: date-time
       * @description When it was added to this collection.
       */
      added_at: string;
      /** @enum {string} */
      block_type: "content" | "image";
      /** Format: date-time */
      created_at: string;
      featured_image: components["schemas"]["Image"];
      /** Format: int64 */
      id: number;
      title: string;
      type: components["schemas"]["CollectionItemType"];
      /** Format: int64 */
      type_id: number | null;
    };
    CollectionItemType: {
      icon: string;
      /** Format: int64 */
      id: number;
      name: string;
    };
    CollectionOwner: {
      alt_id: string;
      /** Format: int64 */
      id: number;
      name: string;
    };
    Confirmed: {
      /** @description Must be true. */
      confirm: boolean;
    };
    ConfirmInput: {
      password: string;
    };
    Content: {
      /**
       * Format: date-time
       * @description When it last went into a collection.
       */
      added_at: string | null;
      /** @description Who published it. */
      admin: components["schemas"]["ItemPerson"];
      /** @description Of media types that name one. */
      author: string;
      /** @enum {string} */
      block_type: "content" | "image";
      collection_ids: number[];
      collections: components["schemas"]["Named"][];
      /** Format: int64 */
      collections_count: number;
      content_url: string;
      /** Format: date-time */
      created_at: string;
      created_by: components["schemas"]["ItemPerson"];
      depth: components["schemas"]["ItemKind"];
      /** Format: int64 */
      depth_id: number | null;
      destination_ids: number[];
      destinations: components["schemas"]["Named"][];
      /** Format: int64 */
      destinations_count: number;
      /** @enum {string} */
      embed_classes: "responsive-16x9" | "responsive-4x3" | "";
      embed_code: string;
      embed_code_override: boolean;
      /** Format: date-time */
      expires_at: string | null;
      featured_image: components["schemas"]["Image"];
      /** Format: int64 */
      id: number;
      language_ids: number[];
      languages: components["schemas"]["Named"][];
      /** @description The media type's, unless it is overridden. */
      lead_in: string;
      lead_in_override: boolean;
      libraries: components["schemas"]["Named"][];
      /** Format: int64 */
      libraries_count: number;
      library_ids: number[];
      partner: components["schemas"]["Named"];
      /** Format: int64 */
      partner_id: number | null;
      /** Format: date-time */
      published_at: string | null;
      publisher_ids: number[];
      publishers: components["schemas"]["Named"][];
      /** Format: int64 */
      publishers_count: number;
      /**
       * Format: int64
       * @description In minutes, of media types that have one.
       */
      runtime: number | null;
      /** @enum {string} */
      status: "draft" | "scheduled" | "published" | "expired";
      /** @description Of media types that have a runtime. */
      subtitle_ids: number[];
      subtitles: components["schemas"]["Named"][];
      synopsis: string;
      tag_ids: number[];
      tags: components["schemas"]["Named"][];
      /** Format: int64 */
      tags_count: number;
      title: string;
      type: components["schemas"]["ItemKind"];
      /** Format: int64 */
      type_id: number | null;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    ContentDepth: {
      /** Format: int64 */
      content_count: number;
      /** Format: date-time */
      created_at: string;
      description: string;
      icon: string;
      /** Format: int64 */
      id: number;
      name: string;
      /** Format: int64 */
      order: number;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    ContentDomain: {
      /** Format: int64 */
      content_type_id: number | null;
      /** Format: date-time */
      created_at: string;
      display_name: string;
      host: string;
      /** Format: int64 */
      id: number;
      media_type: components["schemas"]["DomainMediaType"];
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    ContentIDs: {
      ids: number[];
    };
    Conversion: {
      has_conversion: boolean;
      has_responsive: boolean;
      meta: components["schemas"]["ConversionMeta"];
      name: string;
      /** @description The widths of the responsive set. */
      sizes?: number[] | null;
      url: string;
    };
    ConversionMeta: {
      /** Format: int64 */
      height: number;
      /** Format: int64 */
      width: number;
    };
    Copied: {
      /** Format: int64 */
      copied: number;
      /**
       * Format: int64
       * @description The job that does it, when there are too many to be done at once. See jobs/{id}.
       */
      job?: number;
      /**
       * Format: int64
       * @description How many were as they should be already.
       */
      skipped: number;
    };
    Count: {
      /** Format: int64 */
      total: number;
      total_is_capped: boolean;
    };
    Country: {
      alpha2: string;
      alpha3: string;
      /** Format: int64 */
      country_regions_count: number;
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      name: string;
      /** Format: date-time */
      updated_at: string;
      /** Format: int64 */
      users_count: number;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    CountryRegion: {
      abbreviation: string;
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      name: string;
      /** Format: date-time */
      updated_at: string;
      /** Format: int64 */
      users_count: number;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    Credentials: {
      email: string;
      password: string;
    };
    Customisations: {
      body_color: string | null;
      body_text_font_size: string | null;
      body_text_font_type: string | null;
      body_text_google_font_id: string | null;
      body_text_google_font_weight: string | null;
      body_text_websafe_font_family: string | null;
      brand_color: string | null;
      brand_hover_color: string | null;
      collection_title_font_size: string | null;
      collection_title_font_type: string | null;
      collection_title_google_font_id: string | null;
      collection_title_google_font_weight: string | null;
      collection_title_websafe_font_family: string | null;
      content_author_enabled: boolean | null;
      content_image_enabled: boolean | null;
      content_layout: string | null;
      content_lead_in_enabled: boolean | null;
      content_runtime_enabled: boolean | null;
      content_synopsis_enabled: boolean | null;
      content_title_enabled: boolean | null;
      content_title_font_size: string | null;
      content_title_font_type: string | null;
      content_title_google_font_id: string | null;
      content_title_google_font_weight: string | null;
      content_title_websafe_font_family: string | null;
      favicon: components["schemas"]["Image"];
      header_background_image: components["schemas"]["Image"];
      /**
       * Format: int64
       * @description Pixels.
       */
      header_message_font_size: number | null;
      header_overlay: string | null;
      header_overlay_background_style: string | null;
      /**
       * Format: int64
       * @description Percent.
       */
      header_overlay_opacity: number | null;
      header_style: string | null;
      /**
       * Format: int64
       * @description Pixels.
       */
      heading_block_font_size: number | null;
      heading_color: string | null;
      /**
       * Format: int64
       * @description Pixels.
       */
      inspires_collection_title_font_size: number | null;
      link_color: string | null;
      link_hover_color: string | null;
      logo: components["schemas"]["Image"];
      logo_light: components["schemas"]["Image"];
      logo_location: string | null;
      theme: string | null;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    CustomisationsAnswer: {
      customisations: components["schemas"]["Customisations"];
      /** @description By the same names, as style sheets say it: inherit, 16px. */
      defaults: {
        [key: string]: unknown;
      };
    };
    DataItemOrganisation: {
      data: components["schemas"]["Organisation"];
    };
    Destination: {
      /**
       * Format: int64
       * @description Places right below it.
       */
      children_count: number;
      /**
       * Format: int64
       * @description Items about this place itself.
       */
      content_count: number;
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      /** @description The names from the top of the tree down: Europe > France. */
      label: string;
      name: string;
      parent: components["schemas"]["DestinationParent"];
      /** Format: int64 */
      parent_id: number | null;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    DestinationParent: {
      /** Format: int64 */
      id: number;
      label: string;
      name: string;
    };
    Difference: {
      after: unknown;
      before: unknown;
    };
    DomainMediaType: {
      icon: string;
      /** Format: int64 */
      id: number;
      name: string;
    };
    DuplicateAnswer: {
      /** Format: int64 */
      id: number;
    };
    Error: {
      /**
       * @description What a program can recognise the refusal by, where it has to do something about it.
       * @enum {string}
       */
      code?: "reauthentication_required";
      /** @description What is wrong with which field; entries of lists as field.0. */
      errors?: {
        [key: string]: string[] | null;
      };
      /** @description With 409 after a stale save: the record as it is now. */
      item?: unknown;
      /** @description What went wrong, in a sentence for people. */
      message: string;
      /** @description With 500: what to quote to the people who run the server. */
      request_id?: string;
      /** @description With 409 for a record that is still needed: what uses it. */
      uses?: components["schemas"]["Use"][] | null;
    };
    Export: {
      /** Format: int64 */
      bytes: number;
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      done: number;
      /** Format: date-time */
      finished_at: string | null;
      /** Format: int64 */
      id: number;
      name: string;
      /** @description The list's address below /api/admin/. */
      path: string;
      problem: string;
      /** @description The list's parameters. */
      query: {
        [key: string]: string;
      };
      /** @enum {string} */
      state: "working" | "done" | "failed";
      /**
       * Format: int64
       * @description How many rows there are; unknown (null) at first, and where the list does not count them.
       */
      total: number | null;
      /** @description Where the file is, for 15 minutes. Empty until it is done, and once it is deleted, a day later. */
      url: string;
    };
    ExportList: {
      items: components["schemas"]["Export"][];
    };
    Facade: {
      /** Format: date-time */
      created_at: string;
      destination: components["schemas"]["FacadeDestination"];
      /** Format: int64 */
      destination_id: number | null;
      /** Format: int64 */
      id: number;
      term: string;
      /** @enum {string} */
      type: "correction" | "related";
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
      /**
       * Format: int64
       * @description How often a search was led by it.
       */
      views: number;
    };
    FacadeDestination: {
      /** Format: int64 */
      id: number;
      label: string;
      name: string;
    };
    FailedJob: {
      arguments: unknown;
      /** Format: int64 */
      attempts: number;
      /** Format: date-time */
      created_at: string;
      /** @description What the last attempt ended with. */
      error: string;
      /** Format: date-time */
      failed_at: string | null;
      /** Format: int64 */
      id: number;
      kind: string;
      queue: string;
    };
    FeaturedImageAnswer: {
      featured_image: components["schemas"]["Image"];
      /** Format: int64 */
      version: number;
    };
    Folder: {
      /**
       * Format: int64
       * @description Collections right inside.
       */
      collections_count: number;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: int64
       * @description Folders right inside.
       */
      folders_count: number;
      /** Format: int64 */
      id: number;
      /** @description The names from the top down: Europe > France. */
      label: string;
      name: string;
      /** Format: int64 */
      parent_id: number | null;
      /** Format: int64 */
      partner_id: number | null;
      /** Format: date-time */
      updated_at: string;
      /** Format: int64 */
      user_id: number | null;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    ForgotInput: {
      email: string;
    };
    GlobalTag: {
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      name: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    Image: {
      full_url: string;
      generated_conversions: components["schemas"]["Conversion"][];
      /** Format: int64 */
      height: number;
      /** Format: int64 */
      id: number;
      thumb_url: string;
      /** Format: int64 */
      width: number;
    };
    ImageItem: {
      /**
       * Format: date-time
       * @description When it last went into a collection.
       */
      added_at: string | null;
      /** @description Who published it. */
      admin: components["schemas"]["ItemPerson"];
      /** @enum {string} */
      block_type: "content" | "image";
      collection_ids: number[];
      collections: components["schemas"]["Named"][];
      /** Format: int64 */
      collections_count: number;
      /** Format: date-time */
      created_at: string;
      created_by: components["schemas"]["ItemPerson"];
      destination_ids: number[];
      destinations: components["schemas"]["Named"][];
      /** Format: int64 */
      destinations_count: number;
      /** Format: date-time */
      expires_at: string | null;
      featured_image: components["schemas"]["Image"];
      /** Format: int64 */
      id: number;
      image_attribution: string;
      image_license: string;
      image_license_url: string;
      image_modifications: string;
      image_source: string;
      image_source_url: string;
      libraries: components["schemas"]["Named"][];
      /** Format: int64 */
      libraries_count: number;
      library_ids: number[];
      original: boolean;
      partner: components["schemas"]["Named"];
      /** Format: int64 */
      partner_id: number | null;
      /** Format: date-time */
      published_at: string | null;
      /** Format: int64 */
      publishers_count: number;
      /** @enum {string} */
      status: "draft" | "scheduled" | "published" | "expired";
      synopsis: string;
      tag_ids: number[];
      tags: components["schemas"]["Named"][];
      /** Format: int64 */
      tags_count: number;
      title: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    InsightByPage: {
      /** Format: int64 */
      clicks: number;
      /** Format: int64 */
      lead_intents: number;
      /** Format: int64 */
      leads: number;
      source_url: string;
      /** Format: int64 */
      views: number;
    };
    InsightByPartner: {
      /**
       * Format: int64
       * @description How many different users there were.
       */
      advisors_count: number;
      /** Format: int64 */
      clicks: number;
      /** Format: int64 */
      lead_intents: number;
      /** Format: int64 */
      leads: number;
      partner: components["schemas"]["Named"];
      /** Format: int64 */
      views: number;
    };
    InsightByUser: {
      /** Format: int64 */
      clicks: number;
      /** Format: int64 */
      lead_intents: number;
      /** Format: int64 */
      leads: number;
      /**
       * Format: int64
       * @description On how many different partners' sites.
       */
      partners_count: number;
      user: components["schemas"]["InsightUser"];
      /** Format: int64 */
      views: number;
    };
    InsightOfPartner: {
      /** Format: int64 */
      clicks: number;
      /** Format: int64 */
      lead_intents: number;
      /** Format: int64 */
      leads: number;
      partner: components["schemas"]["Named"];
      /** Format: int64 */
      views: number;
    };
    InsightOfUser: {
      /** Format: int64 */
      clicks: number;
      /** Format: int64 */
      lead_intents: number;
      /** Format: int64 */
      leads: number;
      user: components["schemas"]["InsightUser"];
      /** Format: int64 */
      views: number;
    };
    InsightUser: {
      email: string;
      /** @description Empty for those who have given none. */
      full_name: string;
      /** Format: int64 */
      id: number;
      initials: string;
      personal_photo: components["schemas"]["Image"];
    };
    ItemAccountType: {
      item: components["schemas"]["AccountType"];
    };
    ItemActivity: {
      item: components["schemas"]["Activity"];
    };
    ItemAPILog: {
      item: components["schemas"]["APILog"];
    };
    ItemCollaborator: {
      item: components["schemas"]["Collaborator"];
    };
    ItemCollection: {
      item: components["schemas"]["Collection"];
    };
    ItemContent: {
      item: components["schemas"]["Content"];
    };
    ItemContentDepth: {
      item: components["schemas"]["ContentDepth"];
    };
    ItemContentDomain: {
      item: components["schemas"]["ContentDomain"];
    };
    ItemCountry: {
      item: components["schemas"]["Country"];
    };
    ItemCountryRegion: {
      item: components["schemas"]["CountryRegion"];
    };
    ItemDestination: {
      item: components["schemas"]["Destination"];
    };
    ItemExport: {
      item: components["schemas"]["Export"];
    };
    ItemFacade: {
      item: components["schemas"]["Facade"];
    };
    ItemFolder: {
      item: components["schemas"]["Folder"];
    };
    ItemGlobalTag: {
      item: components["schemas"]["GlobalTag"];
    };
    ItemImageItem: {
      item: components["schemas"]["ImageItem"];
    };
    ItemKind: {
      icon: string;
      /** Format: int64 */
      id: number;
      name: string;
    };
    ItemLanguage: {
      item: components["schemas"]["Language"];
    };
    ItemLibrary: {
      item: components["schemas"]["Library"];
    };
    ItemMaker: {
      email: string;
      /** @description Empty for those who have given none. */
      full_name: string;
      /** Format: int64 */
      id: number;
    };
    ItemMe: {
      item: components["schemas"]["Me"];
    };
    ItemMediaType: {
      item: components["schemas"]["MediaType"];
    };
    ItemMember: {
      item: components["schemas"]["Member"];
    };
    ItemOfTheSame: {
      /** @enum {string} */
      block_type: "content" | "image";
      /** Format: int64 */
      id: number;
      title: string;
    };
    ItemOrganisation: {
      item: components["schemas"]["Organisation"];
    };
    ItemPartner: {
      item: components["schemas"]["Partner"];
    };
    ItemPartnerAI: {
      item: components["schemas"]["PartnerAI"];
    };
    ItemPartnerCopilot: {
      item: components["schemas"]["PartnerCopilot"];
    };
    ItemPartnerInspires: {
      item: components["schemas"]["PartnerInspires"];
    };
    ItemPartnerLanguage: {
      item: components["schemas"]["PartnerLanguage"];
    };
    ItemPartnerMarket: {
      item: components["schemas"]["PartnerMarket"];
    };
    ItemPartnerPremium: {
      item: components["schemas"]["PartnerPremium"];
    };
    ItemPerson: {
      full_name: string;
      /** Format: int64 */
      id: number;
    };
    ItemProfile: {
      item: components["schemas"]["Profile"];
    };
    ItemPublisher: {
      item: components["schemas"]["Publisher"];
    };
    ItemRegion: {
      item: components["schemas"]["Region"];
    };
    ItemRow: {
      /**
       * Format: date-time
       * @description When it last went into a collection.
       */
      added_at: string | null;
      /** @description Who published it. */
      admin: components["schemas"]["ItemPerson"];
      /** @enum {string} */
      block_type: "content" | "image";
      /** Format: int64 */
      collections_count: number;
      content_url: string;
      /** Format: date-time */
      created_at: string;
      created_by: components["schemas"]["ItemPerson"];
      depth: components["schemas"]["ItemKind"];
      /** Format: int64 */
      depth_id: number | null;
      /** Format: int64 */
      destinations_count: number;
      /** Format: date-time */
      expires_at: string | null;
      featured_image: components["schemas"]["Image"];
      /** Format: int64 */
      id: number;
      libraries: components["schemas"]["Named"][];
      /** Format: int64 */
      libraries_count: number;
      library_ids: number[];
      /** Format: int64 */
      partner_id: number | null;
      /** Format: date-time */
      published_at: string | null;
      publisher_ids: number[];
      publishers: components["schemas"]["Named"][];
      /** Format: int64 */
      publishers_count: number;
      /** @enum {string} */
      status: "draft" | "scheduled" | "published" | "expired";
      /** Format: int64 */
      tags_count: number;
      title: string;
      type: components["schemas"]["ItemKind"];
      /** Format: int64 */
      type_id: number | null;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    ItemSettings: {
      item: components["schemas"]["Settings"];
    };
    ItemSharedCollection: {
      item: components["schemas"]["SharedCollection"];
    };
    ItemSite: {
      item: components["schemas"]["Site"];
    };
    ItemSiteRedirect: {
      item: components["schemas"]["SiteRedirect"];
    };
    ItemSiteTransformation: {
      item: components["schemas"]["SiteTransformation"];
    };
    ItemSubjectArea: {
      item: components["schemas"]["SubjectArea"];
    };
    ItemTask: {
      item: components["schemas"]["Task"];
    };
    ItemUploaded: {
      item: components["schemas"]["Uploaded"];
    };
    ItemUser: {
      item: components["schemas"]["User"];
    };
    ItemUserTemplate: {
      item: components["schemas"]["UserTemplate"];
    };
    Language: {
      alpha2: string;
      /** Format: int64 */
      content_count: number;
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      name: string;
      /** Format: date-time */
      updated_at: string;
      /** @description Users can choose it in their profile. */
      user_profile_enabled: boolean;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    Library: {
      /** Format: int64 */
      content_count: number;
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      name: string;
      owner: components["schemas"]["Named"];
      /**
       * Format: int64
       * @description Whose it is.
       */
      partner_id: number | null;
      partners: components["schemas"]["Named"][];
      /** @description Who may use it besides. */
      partners_ids: number[];
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    Me: {
      email: string;
      first_name: string;
      full_name: string;
      /** Format: int64 */
      id: number;
      initials: string;
      last_name: string;
      settings: components["schemas"]["Settings"];
      /** @enum {string} */
      staff_role: "admin" | "editor";
    };
    MediaType: {
      call_to_action: string;
      /** Format: int64 */
      content_count: number;
      /** Format: date-time */
      created_at: string;
      description: string;
      /** @description Items of this type name their author. */
      has_author: boolean;
      /** @description Items of this type have a runtime and subtitles. */
      has_runtime: boolean;
      icon: string;
      /** Format: int64 */
      id: number;
      lead_in: string;
      name: string;
      /** Format: int64 */
      order: number;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
      /** Format: double */
      weight: number;
    };
    Member: {
      /** Format: date-time */
      active_at: string | null;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description Set while the person can't sign in.
       */
      deactivated_at: string | null;
      email: string;
      first_name: string;
      full_name: string;
      /** Format: int64 */
      id: number;
      initials: string;
      last_name: string;
      phone: string;
      /** @enum {string} */
      staff_role: "admin" | "editor";
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    Meta: {
      /** @description How many rows each tab has, when asked with counts=1. */
      counts?: {
        [key: string]: components["schemas"]["Count"];
      };
      /**
       * Format: int64
       * @description Unknown (null) when the total is capped.
       */
      last_page: number | null;
      /** Format: int64 */
      page: number;
      /** Format: int64 */
      per_page: number;
      /** Format: int64 */
      total: number;
      /** @description There are more than total; they were not counted. */
      total_is_capped: boolean;
    };
    Moved: {
      /**
       * Format: int64
       * @description The job that does it, when there are too many to be done at once. See jobs/{id}.
       */
      job?: number;
      /** Format: int64 */
      moved: number;
      /**
       * Format: int64
       * @description How many were as they should be already.
       */
      skipped: number;
    };
    Named: {
      /** Format: int64 */
      id: number;
      name: string;
    };
    NewPassword: {
      password: string;
      password_confirmation: string;
    };
    NowhereContent: {
      /** @enum {string} */
      block_type: "content" | "image";
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      title: string;
      /** Format: date-time */
      updated_at: string;
    };
    OpenFolder: {
      /** @description From the top down to the open folder. */
      breadcrumbs: components["schemas"]["Breadcrumb"][];
      /**
       * Format: int64
       * @description Null at the top.
       */
      id: number | null;
      name: string;
    };
    Organisation: {
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      logo: components["schemas"]["Image"];
      name: string;
      slug: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    PageAccountType: {
      items: components["schemas"]["AccountType"][];
      meta: components["schemas"]["Meta"];
    };
    PageActivity: {
      items: components["schemas"]["Activity"][];
      meta: components["schemas"]["Meta"];
    };
    PageAddedContent: {
      items: components["schemas"]["AddedContent"][];
      meta: components["schemas"]["Meta"];
    };
    PageAPILog: {
      items: components["schemas"]["APILog"][];
      meta: components["schemas"]["Meta"];
    };
    PageCollaborator: {
      items: components["schemas"]["Collaborator"][];
      meta: components["schemas"]["Meta"];
    };
    PageCollection: {
      items: components["schemas"]["Collection"][];
      meta: components["schemas"]["Meta"];
    };
    PageCollectionItem: {
      items: components["schemas"]["CollectionItem"][];
      meta: components["schemas"]["Meta"];
    };
    PageContentDepth: {
      items: components["schemas"]["ContentDepth"][];
      meta: components["schemas"]["Meta"];
    };
    PageContentDomain: {
      items: components["schemas"]["ContentDomain"][];
      meta: components["schemas"]["Meta"];
    };
    PageCountry: {
      items: components["schemas"]["Country"][];
      meta: components["schemas"]["Meta"];
    };
    PageCountryRegion: {
      items: components["schemas"]["CountryRegion"][];
      meta: components["schemas"]["Meta"];
    };
    PageDestination: {
      items: components["schemas"]["Destination"][];
      meta: components["schemas"]["Meta"];
    };
    PageFacade: {
      items: components["schemas"]["Facade"][];
      meta: components["schemas"]["Meta"];
    };
    PageFailedJob: {
      items: components["schemas"]["FailedJob"][];
      meta: components["schemas"]["Meta"];
    };
    PageFolder: {
      items: components["schemas"]["Folder"][];
      meta: components["schemas"]["Meta"];
    };
    PageGlobalTag: {
      items: components["schemas"]["GlobalTag"][];
      meta: components["schemas"]["Meta"];
    };
    PageImage: {
      url: string;
    };
    PageInsightByPage: {
      items: components["schemas"]["InsightByPage"][];
      meta: components["schemas"]["Meta"];
    };
    PageInsightByPartner: {
      items: components["schemas"]["InsightByPartner"][];
      meta: components["schemas"]["Meta"];
    };
    PageInsightByUser: {
      items: components["schemas"]["InsightByUser"][];
      meta: components["schemas"]["Meta"];
    };
    PageInsightOfPartner: {
      items: components["schemas"]["InsightOfPartner"][];
      meta: components["schemas"]["Meta"];
    };
    PageInsightOfUser: {
      items: components["schemas"]["InsightOfUser"][];
      meta: components["schemas"]["Meta"];
    };
    PageItemRow: {
      items: components["schemas"]["ItemRow"][];
      meta: components["schemas"]["Meta"];
    };
    PageLanguage: {
      items: components["schemas"]["Language"][];
      meta: components["schemas"]["Meta"];
    };
    PageLibrary: {
      items: components["schemas"]["Library"][];
      meta: components["schemas"]["Meta"];
    };
    PageMediaType: {
      items: components["schemas"]["MediaType"][];
      meta: components["schemas"]["Meta"];
    };
    PageMember: {
      items: components["schemas"]["Member"][];
      meta: components["schemas"]["Meta"];
    };
    PageNowhereContent: {
      items: components["schemas"]["NowhereContent"][];
      meta: components["schemas"]["Meta"];
    };
    PageOrganisation: {
      items: components["schemas"]["Organisation"][];
      meta: components["schemas"]["Meta"];
    };
    PagePartnerLanguage: {
      items: components["schemas"]["PartnerLanguage"][];
      meta: components["schemas"]["Meta"];
    };
    PagePartnerMarket: {
      items: components["schemas"]["PartnerMarket"][];
      meta: components["schemas"]["Meta"];
    };
    PagePartnerRow: {
      items: components["schemas"]["PartnerRow"][];
      meta: components["schemas"]["Meta"];
    };
    PagePersonalisation: {
      items: components["schemas"]["Personalisation"][];
      meta: components["schemas"]["Meta"];
    };
    PagePublisher: {
      items: components["schemas"]["Publisher"][];
      meta: components["schemas"]["Meta"];
    };
    PageRegion: {
      items: components["schemas"]["Region"][];
      meta: components["schemas"]["Meta"];
    };
    PageSearch: {
      items: components["schemas"]["Search"][];
      meta: components["schemas"]["Meta"];
    };
    PageSharedCollection: {
      items: components["schemas"]["SharedCollection"][];
      meta: components["schemas"]["Meta"];
    };
    PageSite: {
      items: components["schemas"]["Site"][];
      meta: components["schemas"]["Meta"];
    };
    PageSiteRedirect: {
      items: components["schemas"]["SiteRedirect"][];
      meta: components["schemas"]["Meta"];
    };
    PageSiteTransformation: {
      items: components["schemas"]["SiteTransformation"][];
      meta: components["schemas"]["Meta"];
    };
    PageSubjectArea: {
      items: components["schemas"]["SubjectArea"][];
      meta: components["schemas"]["Meta"];
    };
    PageTrashed: {
      items: components["schemas"]["Trashed"][];
      meta: components["schemas"]["Meta"];
    };
    PageUser: {
      items: components["schemas"]["User"][];
      meta: components["schemas"]["Meta"];
    };
    PageUserContent: {
      items: components["schemas"]["UserContent"][];
      meta: components["schemas"]["Meta"];
    };
    PageUserTemplate: {
      items: components["schemas"]["UserTemplate"][];
      meta: components["schemas"]["Meta"];
    };
    ParsedPage: {
      author: string;
      content_url: string;
      /** @description HTML of another site, as its oEmbed document has it. Show it before it is saved. */
      embed_code: string;
      existing: components["schemas"]["ItemOfTheSame"];
      image: components["schemas"]["PageImage"];
      language_ids: number[];
      lead_in: string;
      /**
       * Format: int64
       * @description In minutes.
       */
      runtime: number | null;
      synopsis: string;
      title: string;
      /**
       * Format: int64
       * @description Null when neither its site nor the page tells.
       */
      type_id: number | null;
      /** @description There is an item with this address already. */
      url_exists: boolean;
      /** @description Why the page could not be read, for the person who fills the form. */
      warning: string;
    };
    ParseURLInput: {
      content_url: string;
      /**
       * Format: int64
       * @description The item that is being edited, which is not compared with itself.
       */
      id?: number;
    };
    Partner: {
      account_type: components["schemas"]["Named"];
      /** Format: int64 */
      account_type_id: number | null;
      ai_brand_voice: string;
      /** @description The PID: what the partner is known by outside. */
      alt_id: string;
      api_key: string | null;
      /** @description Masked. Admins are told it by its own call. */
      api_secret: string;
      /** Format: int64 */
      collections_count: number;
      /** @description Automatic when empty. */
      copilot_advisor_branding: string;
      /**
       * Format: int64
       * @description Minutes; 0 is no cache.
       */
      copilot_cache_duration: number;
      /** @description Those of all its sites. */
      copilot_domains: string[];
      /** Format: date-time */
      created_at: string;
      email: string;
      /** @description What shows its collections on another site. */
      embed_snippet: string;
      /** @description The platform sets it. */
      has_premium_collaborators: boolean;
      has_premium_forms: boolean;
      has_premium_itineraries: boolean;
      has_premium_seo: boolean;
      has_premium_share: boolean;
      has_premium_themes: boolean;
      hash_id: string;
      /** Format: int64 */
      id: number;
      inspires_allow_ctas: boolean;
      inspires_customisations_enabled: boolean;
      inspires_display_copilot: boolean;
      /** @description The logo of its customisations. */
      inspires_logo_url: string;
      /** @description Markdown. */
      inspires_partner_details: string;
      /** @description Where its landing pages are; the platform's own when empty. */
      landing_page_domain: string;
      /** Format: date-time */
      last_api_activity_at: string | null;
      /** Format: date-time */
      last_login_at: string | null;
      name: string;
      phone: string;
      /** @description Sites whose links open in the same tab. */
      same_tab_domains: string[];
      /** Format: int64 */
      shared_collections_count: number;
      /** Format: int64 */
      sites_count: number;
      slug: string;
      /** Format: date-time */
      updated_at: string;
      url: string;
      /** Format: int64 */
      users_count: number;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
      /** @description Sites that may embed its collections. None: embedding is disabled. */
      whitelist_domains: string[];
    };
    PartnerAI: {
      ai_brand_voice: string;
    };
    PartnerCopilot: {
      /** @description Automatic when empty. */
      copilot_advisor_branding: string;
      /**
       * Format: int64
       * @description Minutes; 0 is no cache.
       */
      copilot_cache_duration: number;
      inspires_customisations_enabled: boolean;
      inspires_display_copilot: boolean;
    };
    PartnerInspires: {
      inspires_allow_ctas: boolean;
      /** @description The logo of its customisations. */
      inspires_logo_url: string;
      /** @description Markdown. */
      inspires_partner_details: string;
    };
    PartnerLanguage: {
      /** @description May have the same variables. */
      advisor_email_body: string;
      /** @description May have variables: %advisorName%, %partnerName%, %pageTitle%, %pageUrl%. */
      advisor_email_subject: string;
      /** Format: date-time */
      created_at: string;
      cta_label: string;
      /** Format: int64 */
      id: number;
      language: components["schemas"]["Named"];
      /** Format: int64 */
      language_id: number | null;
      /** @description The language's. */
      name: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    PartnerMarket: {
      countries: components["schemas"]["Named"][];
      country_ids: number[];
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      /** @description Visitors who fit no market of the partner get this one. */
      include_if_no_match: boolean;
      language_ids: number[];
      languages: components["schemas"]["Named"][];
      name: string;
      partner: components["schemas"]["Named"];
      /** Format: int64 */
      partner_id: number | null;
      region_ids: number[];
      regions: components["schemas"]["Named"][];
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    PartnerPremium: {
      /** @description The platform sets it. */
      has_premium_collaborators: boolean;
      has_premium_forms: boolean;
      has_premium_itineraries: boolean;
      has_premium_seo: boolean;
      has_premium_share: boolean;
      has_premium_themes: boolean;
    };
    PartnerRow: {
      account_type: components["schemas"]["Named"];
      /** Format: int64 */
      account_type_id: number | null;
      /** @description The PID: what the partner is known by outside. */
      alt_id: string;
      brand_color: string;
      /** Format: int64 */
      collections_count: number;
      /** Format: date-time */
      created_at: string;
      email: string;
      /** Format: int64 */
      id: number;
      /** Format: date-time */
      last_login_at: string | null;
      name: string;
      phone: string;
      /** Format: int64 */
      shared_collections_count: number;
      slug: string;
      /** Format: date-time */
      updated_at: string;
      /** Format: int64 */
      users_count: number;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    PasswordInput: {
      current_password: string;
      password: string;
      password_confirmation: string;
    };
    Permission: {
      description: string;
      key: string;
      label: string;
    };
    PermissionCatalogue: {
      permissions: components["schemas"]["PermissionGroup"][];
    };
    PermissionGroup: {
      group: string;
      label: string;
      permissions: components["schemas"]["Permission"][];
    };
    PermissionSwitch: {
      /** @description Takes the permission away instead of giving it. */
      delete?: boolean;
      /** @description A key of the catalogue. */
      permission: string;
    };
    Personalisation: {
      /** Format: int64 */
      content_customisations_count: number;
      /** Format: date-time */
      created_at: string;
      /** @description What the page calls to do; none is nothing. */
      cta_display: string;
      /** Format: int64 */
      id: number;
      landing_page_url: string;
      name: string;
      personal_message: string;
    };
    Position: {
      /** Format: int64 */
      id: number;
      /** Format: int64 */
      order: number;
    };
    Profile: {
      /** Format: date-time */
      created_at: string;
      email: string;
      first_name: string;
      full_name: string;
      /** Format: int64 */
      id: number;
      initials: string;
      last_name: string;
      phone: string;
      /** @enum {string} */
      staff_role: "admin" | "editor";
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    Publisher: {
      /** Format: int64 */
      content_count: number;
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      name: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    QueueStatus: {
      /**
       * Format: int64
       * @description For how many seconds the oldest of them has; 0 when there is none.
       */
      age: number;
      /** @enum {string} */
      age_status: "ok" | "warning";
      /**
       * Format: int64
       * @description How many jobs wait, or have failed.
       */
      count: number;
      /** @enum {string} */
      count_status: "ok" | "warning";
      /** @enum {string} */
      name: "default" | "slow" | "analytics" | "failed";
      /**
       * @description The worse of the two.
       * @enum {string}
       */
      status: "ok" | "warning";
    };
    QueueStatuses: {
      items: components["schemas"]["QueueStatus"][];
    };
    Reason: {
      reason?: string;
    };
    RecentItem: {
      /** @enum {string} */
      block_type: "content" | "image";
      /** Format: int64 */
      id: number;
      title: string;
    };
    RedirectTrial: {
      /** @description The redirect that catches the page; null when none does. */
      redirect: components["schemas"]["SiteRedirect"];
    };
    Region: {
      countries: components["schemas"]["Named"][];
      country_ids: number[];
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      name: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    Removed: {
      /**
       * Format: int64
       * @description The job that does it, when there are too many to be done at once. See jobs/{id}.
       */
      job?: number;
      /** Format: int64 */
      removed: number;
      /**
       * Format: int64
       * @description How many were as they should be already.
       */
      skipped: number;
    };
    ResetInput: {
      password: string;
      password_confirmation: string;
      token: string;
    };
    RetriedJobs: {
      /** Format: int64 */
      retried: number;
      /**
       * Format: int64
       * @description Those that were not failed any more, or were too many for one call.
       */
      skipped: number;
    };
    Scan: {
      /** @description Which collections carry the word, up to 20. */
      collections: components["schemas"]["Named"][];
      /** @description There is a global tag with this name. */
      exists: boolean;
      /** @description Whose collections carry the word, up to 20. */
      partners: components["schemas"]["Named"][];
      tag: components["schemas"]["GlobalTag"];
    };
    Search: {
      /** @description It was answered without looking again. */
      cached: boolean;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: int64
       * @description In milliseconds.
       */
      duration: number;
      /** @description The filters in words: Language: English. */
      filtered_by: string[];
      /** @description By the names the API has for them. */
      filters: {
        [key: string]: unknown;
      };
      /** Format: int64 */
      id: number;
      partner: components["schemas"]["Named"];
      /** Format: int64 */
      results: number;
      /** @description Empty when only filters were chosen. */
      term: string;
      user: components["schemas"]["Searcher"];
    };
    Searcher: {
      email: string;
      /** @description Empty for those who have given none. */
      full_name: string;
      /** Format: int64 */
      id: number;
    };
    Settings: {
      /** @enum {string} */
      color_scheme: "auto" | "light" | "dark";
      /** @enum {string} */
      density: "comfortable" | "compact";
      /** Format: int64 */
      page_size: number;
      /** @enum {string} */
      sidebar_style: "default" | "compact";
    };
    SettingsInput: {
      /** @enum {string} */
      color_scheme?: "auto" | "light" | "dark";
      /** @enum {string} */
      density?: "comfortable" | "compact";
      /**
       * Format: int64
       * @enum {integer}
       */
      page_size?: 10 | 25 | 50 | 100;
      /** @enum {string} */
      sidebar_style?: "default" | "compact";
    };
    SharedBase: {
      /** Format: int64 */
      id: number;
      name: string;
      /** @description Null for a personal collection. */
      partner: components["schemas"]["Named"];
    };
    SharedCollection: {
      collection: components["schemas"]["SharedBase"];
      /** Format: date-time */
      created_at: string;
      /** @description How long ago it was accepted. */
      created_at_diff: string;
      has_personal_message: boolean;
      /** @description What it is known by outside. */
      hashid: string;
      /** Format: int64 */
      id: number;
      /** @description The collection's. */
      name: string;
      /** Format: int64 */
      partner_id: number | null;
      /** @description The newest, up to 100; lists leave them out. */
      personalisations?: components["schemas"]["Personalisation"][] | null;
      /** Format: int64 */
      personalisations_count: number;
      /** @enum {string} */
      type: "user-accepted" | "auto-accepted";
      user: components["schemas"]["SharedUser"];
    };
    SharedPartner: {
      /** Format: int64 */
      count: number;
      partner: components["schemas"]["Named"];
    };
    SharedUser: {
      email: string;
      /** @description Empty for those who have given none. */
      full_name: string;
      /** Format: int64 */
      id: number;
    };
    SignedURLs: {
      /** @description By all-content, content-in-collections, audio-content, video-content and, for admins, advisors. They work for 15 minutes, with the session of the person who asked for them. */
      signed_urls: {
        [key: string]: string;
      };
    };
    Site: {
      copilot_css: string;
      copilot_disclaimer_enabled: boolean;
      /** @description After the body tag when empty. */
      copilot_disclaimer_selector: string;
      /** @description The default text when empty. */
      copilot_disclaimer_text: string;
      /** @description Where Copilot works. The domain is always among them. */
      copilot_domains: string[];
      /** Format: date-time */
      created_at: string;
      domain: string;
      featured_image: components["schemas"]["Image"];
      hashid: string;
      /** Format: int64 */
      id: number;
      /** @description The domain. */
      name: string;
      /** Format: int64 */
      redirects_count: number;
      /** Format: int64 */
      transformations_count: number;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    SiteRedirect: {
      /** Format: date-time */
      created_at: string;
      enabled: boolean;
      /** Format: int64 */
      id: number;
      /** @description Drops the page the visitor came from. */
      ignore_previous_page: boolean;
      /** @description A path in which * stands for one segment, and ** at the end for the rest. */
      path_pattern: string;
      /** @description A path on the same site. */
      redirect_url: string;
      /** Format: date-time */
      updated_at: string;
      /** @description Compares the whole path to the letter, query included. */
      use_exact_match: boolean;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    SiteTransformation: {
      /** @description The element becomes the advisor's call to action. */
      advisor_cta: boolean;
      /** Format: date-time */
      created_at: string;
      enabled: boolean;
      /** @description Where the element leads; not used for an advisor's call to action. */
      href: string;
      /** Format: int64 */
      id: number;
      language: components["schemas"]["Named"];
      /**
       * Format: int64
       * @description All languages when null.
       */
      language_id: number | null;
      name: string;
      notes: string;
      replace_element: boolean;
      /** @description CSS selectors of the elements. */
      selector: string[];
      /** @description What the element says. Empty with an advisor's call to action: its default label. */
      text: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    StatusAnswer: {
      /** Format: date-time */
      expires_at: string | null;
      /** Format: date-time */
      published_at: string | null;
      /** @enum {string} */
      status: "draft" | "scheduled" | "published" | "expired";
      /** Format: int64 */
      version: number;
    };
    SubjectArea: {
      /** Format: int64 */
      content_count: number;
      /** Format: date-time */
      created_at: string;
      featured_image: components["schemas"]["Image"];
      /** Format: int64 */
      id: number;
      tag: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    Task: {
      /** Format: int64 */
      added: number;
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      done: number;
      /** Format: date-time */
      finished_at: string | null;
      /** Format: int64 */
      id: number;
      problem: string;
      /** Format: int64 */
      skipped: number;
      /** @enum {string} */
      state: "working" | "done" | "failed";
      /**
       * Format: int64
       * @description How many records match; unknown (null) at first.
       */
      total: number | null;
    };
    Ticket: {
      /** @description For one use, within a minute. */
      token: string;
      url: string;
    };
    Trashed: {
      /** @description Whether you may restore it: whoever may delete a record may restore it. */
      can_restore: boolean;
      /** Format: date-time */
      deleted_at: string;
      /** Format: int64 */
      deleted_by_id: number | null;
      deleted_by_name: string;
      /** Format: int64 */
      id: number;
      kind: string;
      name: string;
      /**
       * Format: date-time
       * @description When it is deleted permanently.
       */
      purges_at: string;
      /** Format: int64 */
      record_id: number;
    };
    Updated: {
      /**
       * Format: int64
       * @description The job that does it, when there are too many to be done at once. See jobs/{id}.
       */
      job?: number;
      /**
       * Format: int64
       * @description How many were as they should be already.
       */
      skipped: number;
      /** Format: int64 */
      updated: number;
    };
    Uploaded: {
      /** Format: int64 */
      bytes: number;
      full_url: string;
      /** Format: int64 */
      height: number;
      /** Format: int64 */
      id: number;
      thumb_url: string;
      /** Format: int64 */
      width: number;
    };
    Use: {
      /** Format: int64 */
      count: number;
      kind: string;
      /** @description Where the console lists them. */
      path?: string;
    };
    User: {
      /** Format: date-time */
      active_at: string | null;
      active_at_human: string;
      /** @description The UID: what the user is known by outside. */
      alt_id: string;
      booking_clia: string;
      booking_email: string;
      booking_iata: string;
      booking_phone_number: string;
      /** @description The full name, or the e-mail of those who have given none. */
      called: string;
      /** Format: int64 */
      collections_count: number;
      company_name: string;
      consortium: components["schemas"]["Named"];
      /** Format: int64 */
      consortium_id: number | null;
      country: components["schemas"]["UserCountry"];
      /** Format: int64 */
      country_id: number | null;
      country_region: components["schemas"]["Named"];
      /**
       * Format: int64
       * @description A region of the country.
       */
      country_region_id: number | null;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description Set while the user can't sign in.
       */
      deactivated_at: string | null;
      /** @enum {string} */
      display_contact_info_on_links: "personal" | "company" | "none";
      email: string;
      /** Format: date-time */
      email_verified_at: string | null;
      first_name: string;
      full_name: string;
      header_background_image: components["schemas"]["Image"];
      /** Format: int64 */
      host_agency_id: number | null;
      /** @description The agency of those whose agency is not in the directory. */
      host_agency_other: string;
      hostAgency: components["schemas"]["Named"];
      /** Format: int64 */
      id: number;
      initials: string;
      /** @description What an address carries to say whose link it is. */
      insider_param: string;
      /** @description A member of staff. Changed on the Staff page alone. */
      internal: boolean;
      is_travel_advisor: boolean;
      language_ids: number[];
      languages: components["schemas"]["Named"][];
      last_name: string;
      lead_generation_notifications: boolean;
      /** @enum {string} */
      live_editor_display: "landing-page" | "embed";
      logo: components["schemas"]["Image"];
      logo_light: components["schemas"]["Image"];
      partner: components["schemas"]["UserPartner"];
      /**
       * Format: int64
       * @description Advisors have none.
       */
      partner_id: number | null;
      personal_photo: components["schemas"]["Image"];
      phone: string;
      /** Format: int64 */
      profile_completion_percentage: number;
      /** @description What makes a profile complete, and whether it is done. */
      profile_tasks: {
        [key: string]: boolean;
      };
      /** Format: int64 */
      shared_collections_count: number;
      signup_collection: components["schemas"]["Named"];
      signup_partner: components["schemas"]["Named"];
      /** @enum {string} */
      signup_source: "direct" | "invite" | "partner" | "copilot" | "import" | "admin";
      /** @enum {string} */
      status: "active" | "inactive" | "unverified" | "deactivated";
      /** Format: date-time */
      updated_at: string;
      user_template: components["schemas"]["Named"];
      /**
       * Format: int64
       * @description A template of the partner's account type.
       */
      user_template_id: number | null;
      using_suggested_country: boolean;
      using_suggested_country_region: boolean;
      using_suggested_languages: boolean;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    UserAnswer: {
      data: components["schemas"]["User"];
      shared_collections_by_partner: components["schemas"]["SharedPartner"][];
    };
    UserContent: {
      /** @enum {string} */
      block_type: "content" | "image";
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      partner: components["schemas"]["Named"];
      title: string;
      user: components["schemas"]["ItemMaker"];
    };
    UserCountry: {
      alpha2: string;
      /** Format: int64 */
      id: number;
      name: string;
    };
    UserCustomisations: {
      brand_color: string;
    };
    UserHighlights: {
      now: components["schemas"]["WindowFigures"];
      previous: components["schemas"]["WindowFigures"];
    };
    UserPartner: {
      account_type: components["schemas"]["Named"];
      /** Format: int64 */
      account_type_id: number;
      customisations: components["schemas"]["UserCustomisations"];
      /** Format: int64 */
      id: number;
      name: string;
    };
    UserTemplate: {
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      name: string;
      /** @description Each key of the catalogue, and whether it is permitted. */
      permissions: {
        [key: string]: boolean;
      };
      /** Format: date-time */
      updated_at: string;
      /** Format: int64 */
      users_count: number;
      /**
       * Format: int64
       * @description Raised by each change. A save that sends an older one is refused.
       */
      version: number;
    };
    WindowFigures: {
      /**
       * Format: int64
       * @description How many were active in it.
       */
      active_advisors_count: number;
      /**
       * Format: int64
       * @description How many there were at the end of it.
       */
      advisors_count: number;
      /** Format: int64 */
      clicks: number;
      /** Format: int64 */
      lead_intents: number;
      /** Format: int64 */
      leads: number;
      /**
       * Format: int64
       * @description How many have signed up in it.
       */
      new_advisors_count: number;
      /** Format: int64 */
      views: number;
    };
    Word: {
      id: string;
      /** @description What kind of word it is. */
      kind?: string;
      name: string;
    };
    Words: {
      items: components["schemas"]["Word"][];
      meta: components["schemas"]["Meta"];
    };
  };
  responses: {
    /** @description Error */
    Error: {
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description No Content */
    NoContent: {
      content?: never;
    };
  };
  parameters: {
    /** @description The id of a record. */
    AccountType: string;
    /** @description The id of a record. */
    AccountTypeId: string;
    /** @description The id of a record. */
    Collection: string;
    /** @description The id of a record. */
    CollectionId: string;
    /** @description The id of a record. */
    CountryId: string;
    /** @description 1 adds how many rows each tab has. */
    Counts: "1";
    /** @description Only these, to name what is chosen already: 1,2,3. */
    Ids: string;
    /** @description The id of a record. */
    LanguageId: string;
    /** @description Which page, from 1. */
    Page: number;
    /** @description The id of a record. */
    Partner: string;
    /** @description The id of a record. */
    PartnerId: string;
    PathAccountTypeId: string;
    PathCountryId: string;
    PathFolderId: string;
    PathId: string;
    PathPartnerId: string;
    PathSiteId: string;
    PathUserId: string;
    /** @description Rows per page. */
    PerPage10: number;
    /** @description Rows per page. */
    PerPage25: number;
    /** @description Rows per page. */
    PerPage100: number;
    /** @description Words that must all be found, by any part of a word; case and accents do not matter. */
    Query: string;
    /** @description The same as query. */
    Search: string;
    /** @description The id of a record. */
    User: string;
    /** @description The id of a record. */
    UserId: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type AccountType = components['schemas']['AccountType'];
export type Activity = components['schemas']['Activity'];
export type Added = components['schemas']['Added'];
export type AddedContent = components['schemas']['AddedContent'];
export type ApiLog = components['schemas']['APILog'];
export type ApiPair = components['schemas']['APIPair'];
export type Breadcrumb = components['schemas']['Breadcrumb'];
export type BrowserItem = components['schemas']['BrowserItem'];
export type BrowserPage = components['schemas']['BrowserPage'];
export type Choice = components['schemas']['Choice'];
export type Choices = components['schemas']['Choices'];
export type ChosenJobs = components['schemas']['ChosenJobs'];
export type Collaborator = components['schemas']['Collaborator'];
export type Collection = components['schemas']['Collection'];
export type CollectionFolder = components['schemas']['CollectionFolder'];
export type CollectionItem = components['schemas']['CollectionItem'];
export type CollectionItemType = components['schemas']['CollectionItemType'];
export type CollectionOwner = components['schemas']['CollectionOwner'];
export type Confirmed = components['schemas']['Confirmed'];
export type ConfirmInput = components['schemas']['ConfirmInput'];
export type Content = components['schemas']['Content'];
export type ContentDepth = components['schemas']['ContentDepth'];
export type ContentDomain = components['schemas']['ContentDomain'];
export type ContentIDs = components['schemas']['ContentIDs'];
export type Conversion = components['schemas']['Conversion'];
export type ConversionMeta = components['schemas']['ConversionMeta'];
export type Copied = components['schemas']['Copied'];
export type Count = components['schemas']['Count'];
export type Country = components['schemas']['Country'];
export type CountryRegion = components['schemas']['CountryRegion'];
export type Credentials = components['schemas']['Credentials'];
export type Customisations = components['schemas']['Customisations'];
export type CustomisationsAnswer = components['schemas']['CustomisationsAnswer'];
export type DataItemOrganisation = components['schemas']['DataItemOrganisation'];
export type Destination = components['schemas']['Destination'];
export type DestinationParent = components['schemas']['DestinationParent'];
export type Difference = components['schemas']['Difference'];
export type DomainMediaType = components['schemas']['DomainMediaType'];
export type DuplicateAnswer = components['schemas']['DuplicateAnswer'];
export type Error = components['schemas']['Error'];
export type Export = components['schemas']['Export'];
export type ExportList = components['schemas']['ExportList'];
export type Facade = components['schemas']['Facade'];
export type FacadeDestination = components['schemas']['FacadeDestination'];
export type FailedJob = components['schemas']['FailedJob'];
export type FeaturedImageAnswer = components['schemas']['FeaturedImageAnswer'];
export type Folder = components['schemas']['Folder'];
export type ForgotInput = components['schemas']['ForgotInput'];
export type GlobalTag = components['schemas']['GlobalTag'];
export type Image = components['schemas']['Image'];
export type ImageItem = components['schemas']['ImageItem'];
export type InsightByPage = components['schemas']['InsightByPage'];
export type InsightByPartner = components['schemas']['InsightByPartner'];
export type InsightByUser = components['schemas']['InsightByUser'];
export type InsightOfPartner = components['schemas']['InsightOfPartner'];
export type InsightOfUser = components['schemas']['InsightOfUser'];
export type InsightUser = components['schemas']['InsightUser'];
export type ItemAccountType = components['schemas']['ItemAccountType'];
export type ItemActivity = components['schemas']['ItemActivity'];
export type ItemApiLog = components['schemas']['ItemAPILog'];
export type ItemCollaborator = components['schemas']['ItemCollaborator'];
export type ItemCollection = components['schemas']['ItemCollection'];
export type ItemContent = components['schemas']['ItemContent'];
export type ItemContentDepth = components['schemas']['ItemContentDepth'];
export type ItemContentDomain = components['schemas']['ItemContentDomain'];
export type ItemCountry = components['schemas']['ItemCountry'];
export type ItemCountryRegion = components['schemas']['ItemCountryRegion'];
export type ItemDestination = components['schemas']['ItemDestination'];
export type ItemExport = components['schemas']['ItemExport'];
export type ItemFacade = components['schemas']['ItemFacade'];
export type ItemFolder = components['schemas']['ItemFolder'];
export type ItemGlobalTag = components['schemas']['ItemGlobalTag'];
export type ItemImageItem = components['schemas']['ItemImageItem'];
export type ItemKind = components['schemas']['ItemKind'];
export type ItemLanguage = components['schemas']['ItemLanguage'];
export type ItemLibrary = components['schemas']['ItemLibrary'];
export type ItemMaker = components['schemas']['ItemMaker'];
export type ItemMe = components['schemas']['ItemMe'];
export type ItemMediaType = components['schemas']['ItemMediaType'];
export type ItemMember = components['schemas']['ItemMember'];
export type ItemOfTheSame = components['schemas']['ItemOfTheSame'];
export type ItemOrganisation = components['schemas']['ItemOrganisation'];
export type ItemPartner = components['schemas']['ItemPartner'];
export type ItemPartnerAi = components['schemas']['ItemPartnerAI'];
export type ItemPartnerCopilot = components['schemas']['ItemPartnerCopilot'];
export type ItemPartnerInspires = components['schemas']['ItemPartnerInspires'];
export type ItemPartnerLanguage = components['schemas']['ItemPartnerLanguage'];
export type ItemPartnerMarket = components['schemas']['ItemPartnerMarket'];
export type ItemPartnerPremium = components['schemas']['ItemPartnerPremium'];
export type ItemPerson = components['schemas']['ItemPerson'];
export type ItemProfile = components['schemas']['ItemProfile'];
export type ItemPublisher = components['schemas']['ItemPublisher'];
export type ItemRegion = components['schemas']['ItemRegion'];
export type ItemRow = components['schemas']['ItemRow'];
export type ItemSettings = components['schemas']['ItemSettings'];
export type ItemSharedCollection = components['schemas']['ItemSharedCollection'];
export type ItemSite = components['schemas']['ItemSite'];
export type ItemSiteRedirect = components['schemas']['ItemSiteRedirect'];
export type ItemSiteTransformation = components['schemas']['ItemSiteTransformation'];
export type ItemSubjectArea = components['schemas']['ItemSubjectArea'];
export type ItemTask = components['schemas']['ItemTask'];
export type ItemUploaded = components['schemas']['ItemUploaded'];
export type ItemUser = components['schemas']['ItemUser'];
export type ItemUserTemplate = components['schemas']['ItemUserTemplate'];
export type Language = components['schemas']['Language'];
export type Library = components['schemas']['Library'];
export type Me = components['schemas']['Me'];
export type MediaType = components['schemas']['MediaType'];
export type Member = components['schemas']['Member'];
export type Meta = components['schemas']['Meta'];
export type Moved = components['schemas']['Moved'];
export type Named = components['schemas']['Named'];
export type NewPassword = components['schemas']['NewPassword'];
export type NowhereContent = components['schemas']['NowhereContent'];
export type OpenFolder = components['schemas']['OpenFolder'];
export type Organisation = components['schemas']['Organisation'];
export type PageAccountType = components['schemas']['PageAccountType'];
export type PageActivity = components['schemas']['PageActivity'];
export type PageAddedContent = components['schemas']['PageAddedContent'];
export type PageApiLog = components['schemas']['PageAPILog'];
export type PageCollaborator = components['schemas']['PageCollaborator'];
export type PageCollection = components['schemas']['PageCollection'];
export type PageCollectionItem = components['schemas']['PageCollectionItem'];
export type PageContentDepth = components['schemas']['PageContentDepth'];
export type PageContentDomain = components['schemas']['PageContentDomain'];
export type PageCountry = components['schemas']['PageCountry'];
export type PageCountryRegion = components['schemas']['PageCountryRegion'];
export type PageDestination = components['schemas']['PageDestination'];
export type PageFacade = components['schemas']['PageFacade'];
export type PageFailedJob = components['schemas']['PageFailedJob'];
export type PageFolder = components['schemas']['PageFolder'];
export type PageGlobalTag = components['schemas']['PageGlobalTag'];
export type PageImage = components['schemas']['PageImage'];
export type PageInsightByPage = components['schemas']['PageInsightByPage'];
export type PageInsightByPartner = components['schemas']['PageInsightByPartner'];
export type PageInsightByUser = components['schemas']['PageInsightByUser'];
export type PageInsightOfPartner = components['schemas']['PageInsightOfPartner'];
export type PageInsightOfUser = components['schemas']['PageInsightOfUser'];
export type PageItemRow = components['schemas']['PageItemRow'];
export type PageLanguage = components['schemas']['PageLanguage'];
export type PageLibrary = components['schemas']['PageLibrary'];
export type PageMediaType = components['schemas']['PageMediaType'];
export type PageMember = components['schemas']['PageMember'];
export type PageNowhereContent = components['schemas']['PageNowhereContent'];
export type PageOrganisation = components['schemas']['PageOrganisation'];
export type PagePartnerLanguage = components['schemas']['PagePartnerLanguage'];
export type PagePartnerMarket = components['schemas']['PagePartnerMarket'];
export type PagePartnerRow = components['schemas']['PagePartnerRow'];
export type PagePersonalisation = components['schemas']['PagePersonalisation'];
export type PagePublisher = components['schemas']['PagePublisher'];
export type PageRegion = components['schemas']['PageRegion'];
export type PageSearch = components['schemas']['PageSearch'];
export type PageSharedCollection = components['schemas']['PageSharedCollection'];
export type PageSite = components['schemas']['PageSite'];
export type PageSiteRedirect = components['schemas']['PageSiteRedirect'];
export type PageSiteTransformation = components['schemas']['PageSiteTransformation'];
export type PageSubjectArea = components['schemas']['PageSubjectArea'];
export type PageTrashed = components['schemas']['PageTrashed'];
export type PageUser = components['schemas']['PageUser'];
export type PageUserContent = components['schemas']['PageUserContent'];
export type PageUserTemplate = components['schemas']['PageUserTemplate'];
export type ParsedPage = components['schemas']['ParsedPage'];
export type ParseUrlInput = components['schemas']['ParseURLInput'];
export type Partner = components['schemas']['Partner'];
export type PartnerAi = components['schemas']['PartnerAI'];
export type PartnerCopilot = components['schemas']['PartnerCopilot'];
export type PartnerInspires = components['schemas']['PartnerInspires'];
export type PartnerLanguage = components['schemas']['PartnerLanguage'];
export type PartnerMarket = components['schemas']['PartnerMarket'];
export type PartnerPremium = components['schemas']['PartnerPremium'];
export type PartnerRow = components['schemas']['PartnerRow'];
export type PasswordInput = components['schemas']['PasswordInput'];
export type Permission = components['schemas']['Permission'];
export type PermissionCatalogue = components['schemas']['PermissionCatalogue'];
export type PermissionGroup = components['schemas']['PermissionGroup'];
export type PermissionSwitch = components['schemas']['PermissionSwitch'];
export type Personalisation = components['schemas']['Personalisation'];
export type Position = components['schemas']['Position'];
export type Profile = components['schemas']['Profile'];
export type Publisher = components['schemas']['Publisher'];
export type QueueStatus = components['schemas']['QueueStatus'];
export type QueueStatuses = components['schemas']['QueueStatuses'];
export type Reason = components['schemas']['Reason'];
export type RecentItem = components['schemas']['RecentItem'];
export type RedirectTrial = components['schemas']['RedirectTrial'];
export type Region = components['schemas']['Region'];
export type Removed = components['schemas']['Removed'];
export type ResetInput = components['schemas']['ResetInput'];
export type RetriedJobs = components['schemas']['RetriedJobs'];
export type Scan = components['schemas']['Scan'];
export type Search = components['schemas']['Search'];
export type Searcher = components['schemas']['Searcher'];
export type Settings = components['schemas']['Settings'];
export type SettingsInput = components['schemas']['SettingsInput'];
export type SharedBase = components['schemas']['SharedBase'];
export type SharedCollection = components['schemas']['SharedCollection'];
export type SharedPartner = components['schemas']['SharedPartner'];
export type SharedUser = components['schemas']['SharedUser'];
export type SignedUrLs = components['schemas']['SignedURLs'];
export type Site = components['schemas']['Site'];
export type SiteRedirect = components['schemas']['SiteRedirect'];
export type SiteTransformation = components['schemas']['SiteTransformation'];
export type StatusAnswer = components['schemas']['StatusAnswer'];
export type SubjectArea = components['schemas']['SubjectArea'];
export type Task = components['schemas']['Task'];
export type Ticket = components['schemas']['Ticket'];
export type Trashed = components['schemas']['Trashed'];
export type Updated = components['schemas']['Updated'];
export type Uploaded = components['schemas']['Uploaded'];
export type Use = components['schemas']['Use'];
export type User = components['schemas']['User'];
export type UserAnswer = components['schemas']['UserAnswer'];
export type UserContent = components['schemas']['UserContent'];
export type UserCountry = components['schemas']['UserCountry'];
export type UserCustomisations = components['schemas']['UserCustomisations'];
export type UserHighlights = components['schemas']['UserHighlights'];
export type UserPartner = components['schemas']['UserPartner'];
export type UserTemplate = components['schemas']['UserTemplate'];
export type WindowFigures = components['schemas']['WindowFigures'];
export type Word = components['schemas']['Word'];
export type Words = components['schemas']['Words'];
export type ResponseError = components['responses']['Error'];
export type ResponseNoContent = components['responses']['NoContent'];
export type ParameterAccountType = components['parameters']['AccountType'];
export type ParameterAccountTypeId = components['parameters']['AccountTypeId'];
export type ParameterCollection = components['parameters']['Collection'];
export type ParameterCollectionId = components['parameters']['CollectionId'];
export type ParameterCountryId = components['parameters']['CountryId'];
export type ParameterCounts = components['parameters']['Counts'];
export type ParameterIds = components['parameters']['Ids'];
export type ParameterLanguageId = components['parameters']['LanguageId'];
export type ParameterPage = components['parameters']['Page'];
export type ParameterPartner = components['parameters']['Partner'];
export type ParameterPartnerId = components['parameters']['PartnerId'];
export type ParameterPathAccountTypeId = components['parameters']['PathAccountTypeId'];
export type ParameterPathCountryId = components['parameters']['PathCountryId'];
export type ParameterPathFolderId = components['parameters']['PathFolderId'];
export type ParameterPathId = components['parameters']['PathId'];
export type ParameterPathPartnerId = components['parameters']['PathPartnerId'];
export type ParameterPathSiteId = components['parameters']['PathSiteId'];
export type ParameterPathUserId = components['parameters']['PathUserId'];
export type ParameterPerPage10 = components['parameters']['PerPage10'];
export type ParameterPerPage25 = components['parameters']['PerPage25'];
export type ParameterPerPage100 = components['parameters']['PerPage100'];
export type ParameterQuery = components['parameters']['Query'];
export type ParameterSearch = components['parameters']['Search'];
export type ParameterUser = components['parameters']['User'];
export type ParameterUserId = components['parameters']['UserId'];
export type $defs = Record<string, never>;
export interface operations {
  "get-account-type-permissions": {
    parameters: { query?: never };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PermissionCatalogue"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-account-types": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "user_templates_count" | "-user_templates_count";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageAccountType"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-account-types": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          name: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemAccountType"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-account-types-account-type-id-user-templates": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name";
      };
      path: {
        account_type_id: components["parameters"]["PathAccountTypeId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageUserTemplate"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-account-types-account-type-id-user-templates": {
    parameters: {
      query?: never;
      path: {
        account_type_id: components["parameters"]["PathAccountTypeId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          name: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemUserTemplate"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-account-types-account-type-id-user-templates-options": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
      path: {
        account_type_id: components["parameters"]["PathAccountTypeId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-account-types-account-type-id-user-templates-id": {
    parameters: {
      query?: never;
      path: {
        account_type_id: components["parameters"]["PathAccountTypeId"];
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemUserTemplate"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-account-types-account-type-id-user-templates-id": {
    parameters: {
      query?: never;
      path: {
        account_type_id: components["parameters"]["PathAccountTypeId"];
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          name?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemUserTemplate"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-account-types-account-type-id-user-templates-id": {
    parameters: {
      query?: never;
      path: {
        account_type_id: components["parameters"]["PathAccountTypeId"];
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "put-account-types-account-type-id-user-templates-id-permission": {
    parameters: {
      query?: never;
      path: {
        account_type_id: components["parameters"]["PathAccountTypeId"];
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PermissionSwitch"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemUserTemplate"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-account-types-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemAccountType"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-account-types-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          name?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemAccountType"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-activity": {
    parameters: {
      query?: {
        /** @description created, updated, deleted, restored, purged, … */
        action?: string;
        /** @description The first day, YYYY-MM-DD, in the office's time zone. */
        from?: string;
        /** @description The word staff use: publisher, media type. */
        kind?: string;
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        /** @description The id of a record. */
        record_id?: string;
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "created_at" | "-created_at";
        /** @description The last day, YYYY-MM-DD, in the office's time zone. */
        to?: string;
        user_id?: components["parameters"]["UserId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageActivity"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-activity-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemActivity"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get--logs": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        partner?: components["parameters"]["Partner"];
        partner_id?: components["parameters"]["PartnerId"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "duration" | "-duration" | "created_at" | "-created_at";
        status?: "all" | "success";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageAPILog"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get--logs-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemAPILog"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-collaborators": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "slug" | "-slug" | "extended_content_experiences_count" | "-extended_content_experiences_count" | "extended_collection_versions_max_created_at" | "-extended_collection_versions_max_created_at" | "views" | "-views";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageCollaborator"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-collaborators": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          logo?: {
            id?: number;
            url?: string;
          } | null;
          name: string;
          slug?: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemCollaborator"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-collaborators-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemCollaborator"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-collaborators-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          logo?: {
            id?: number;
            url?: string;
          } | null;
          name?: string;
          slug?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemCollaborator"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-collaborators-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "post-collaborators-id-api-secret": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["APIPair"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-collections": {
    parameters: {
      query?: {
        counts?: components["parameters"]["Counts"];
        /** @description A whole word; case and accents do not matter. */
        exact_tag?: string;
        has_tags?: "all" | "yes" | "no";
        inspires?: "all" | "public" | "not-public" | "featured";
        language_id?: components["parameters"]["LanguageId"];
        page?: components["parameters"]["Page"];
        partner?: components["parameters"]["Partner"];
        partner_id?: components["parameters"]["PartnerId"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "contents_count" | "-contents_count" | "shared_collections_count" | "-shared_collections_count" | "created_at" | "-created_at";
        type?: "all" | "partner" | "personal";
        user?: components["parameters"]["User"];
        user_id?: components["parameters"]["UserId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageCollection"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-collections": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          code?: string[];
          /** Format: date-time */
          expires_at?: string | null;
          folder_id?: number | null;
          /** Format: date-time */
          inspires_feature_at?: string | null;
          /** Format: date-time */
          inspires_publish_at?: string | null;
          language_id?: number;
          name: string;
          partner_id?: number | null;
          tags?: string[];
          /** @enum {string} */
          type?: "partner" | "personal";
          user_id?: number | null;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemCollection"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-collections-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemCollection"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-collections-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          code?: string[];
          /** Format: date-time */
          expires_at?: string | null;
          folder_id?: number | null;
          /** Format: date-time */
          inspires_feature_at?: string | null;
          /** Format: date-time */
          inspires_publish_at?: string | null;
          language_id?: number;
          name?: string;
          partner_id?: number | null;
          tags?: string[];
          /** @enum {string} */
          type?: "partner" | "personal";
          user_id?: number | null;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemCollection"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-collections-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-collections-id-content": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "title" | "-title" | "added_at" | "-added_at";
      };
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageCollectionItem"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-collections-id-content": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          content_ids?: number[];
          /** @description Instead of ids: the parameters of a list, for all that match. More than 5,000 are done by a job: 202 with its id. */
          filter?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Added"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-collections-id-content-copy": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The other collection. */
          collection_id?: number;
          content_ids?: number[];
          /** @description Instead of ids: the parameters of a list, for all that match. More than 5,000 are done by a job: 202 with its id. */
          filter?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Copied"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-collections-id-content-ids": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ContentIDs"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-collections-id-content-move": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The other collection. */
          collection_id?: number;
          content_ids?: number[];
          /** @description Instead of ids: the parameters of a list, for all that match. More than 5,000 are done by a job: 202 with its id. */
          filter?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Moved"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-collections-id-content-remove": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          content_ids?: number[];
          /** @description Instead of ids: the parameters of a list, for all that match. More than 5,000 are done by a job: 202 with its id. */
          filter?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Removed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-collections-id-duplicate": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          folder_id?: number | null;
          name?: string;
          partner_id?: number | null;
          /** @enum {string} */
          type?: "partner" | "personal";
          user_id?: number | null;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemCollection"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-collections-feature-on-inspires": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          /** @description Instead of ids: the parameters of a list, for all that match. More than 5,000 are done by a job: 202 with its id. */
          filter?: {
            [key: string]: unknown;
          };
          ids?: number[];
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Updated"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-collections-publish-on-inspires": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          /** @description Instead of ids: the parameters of a list, for all that match. More than 5,000 are done by a job: 202 with its id. */
          filter?: {
            [key: string]: unknown;
          };
          ids?: number[];
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Updated"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-collections-remove-featured-on-inspires": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          /** @description Instead of ids: the parameters of a list, for all that match. More than 5,000 are done by a job: 202 with its id. */
          filter?: {
            [key: string]: unknown;
          };
          ids?: number[];
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Updated"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-collections-unpublish-on-inspires": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          /** @description Instead of ids: the parameters of a list, for all that match. More than 5,000 are done by a job: 202 with its id. */
          filter?: {
            [key: string]: unknown;
          };
          ids?: number[];
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Updated"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-consortia": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "slug" | "-slug";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageOrganisation"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-consortia": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          logo?: {
            id?: number;
            url?: string;
          } | null;
          name: string;
          slug?: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemOrganisation"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-consortia-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["DataItemOrganisation"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-consortia-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          logo?: {
            id?: number;
            url?: string;
          } | null;
          name?: string;
          slug?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemOrganisation"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-consortia-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-content": {
    parameters: {
      query?: {
        /** @description The id of a record. */
        admin_id?: string;
        api_requests?: "all" | "success";
        block_type?: "all" | "content" | "image";
        collection_id?: components["parameters"]["CollectionId"];
        counts?: components["parameters"]["Counts"];
        /** @description The id of a record. */
        depth_id?: string;
        /** @description The id of a destination: with everything below it. */
        destination_id?: string;
        in_collection?: "all" | "in" | "not-in";
        inspires?: "all" | "public" | "not-public" | "featured";
        language_id?: components["parameters"]["LanguageId"];
        /** @description The id of a record. */
        library_id?: string;
        page?: components["parameters"]["Page"];
        partner?: components["parameters"]["Partner"];
        partner_id?: components["parameters"]["PartnerId"];
        per_page?: components["parameters"]["PerPage25"];
        published?: "all" | "published" | "draft" | "scheduled" | "expired";
        /** @description The id of a record. */
        publisher_id?: string;
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "title" | "-title" | "published_at" | "-published_at" | "expires_at" | "-expires_at" | "added_at" | "-added_at" | "created_at" | "-created_at";
        /** @description The id of a record. */
        tag_id?: string;
        /** @description The id of a record. */
        type_id?: string;
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageItemRow"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-content": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          author?: string;
          collection_ids?: number[];
          content_url: string;
          depth_id?: number | null;
          destination_ids?: number[];
          /** @enum {string} */
          embed_classes?: "responsive-16x9" | "responsive-4x3";
          embed_code?: string;
          embed_code_override?: boolean;
          /** Format: date-time */
          expires_at?: string | null;
          featured_image?: {
            id?: number;
            url?: string;
          } | null;
          language_ids?: number[];
          lead_in?: string;
          lead_in_override?: boolean;
          library_ids?: number[];
          partner_id?: number;
          /** Format: date-time */
          published_at?: string | null;
          publisher_ids?: number[];
          runtime?: number | null;
          subtitle_ids?: number[];
          synopsis?: string;
          tag_ids?: number[];
          title: string;
          type_id?: number;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemContent"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-content-depths": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "order" | "-order";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageContentDepth"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-content-depths": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          description?: string;
          icon?: string;
          name: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemContentDepth"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-content-depths-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemContentDepth"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-content-depths-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          description?: string;
          icon?: string;
          name?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemContentDepth"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-content-depths-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-content-depths-reorder": {
    parameters: { query?: never };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageContentDepth"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-content-depths-reorder": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          order: components["schemas"]["Position"][];
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageContentDepth"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-content-domains": {
    parameters: {
      query?: {
        /** @description The id of a record. */
        content_type_id?: string;
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "display_name" | "-display_name" | "host" | "-host";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageContentDomain"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-content-domains": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          content_type_id: number;
          display_name: string;
          host: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemContentDomain"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-content-domains-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemContentDomain"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-content-domains-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          content_type_id?: number;
          display_name?: string;
          host?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemContentDomain"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-content-domains-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-content-types": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "weight" | "-weight" | "order" | "-order" | "content_count" | "-content_count";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageMediaType"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-content-types": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          call_to_action?: string;
          description?: string;
          has_author?: boolean;
          has_runtime?: boolean;
          icon?: string;
          lead_in?: string;
          name: string;
          weight?: number;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemMediaType"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-content-types-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemMediaType"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-content-types-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          call_to_action?: string;
          description?: string;
          has_author?: boolean;
          has_runtime?: boolean;
          icon?: string;
          lead_in?: string;
          name?: string;
          version?: number;
          weight?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemMediaType"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-content-types-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-content-types-reorder": {
    parameters: { query?: never };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageMediaType"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-content-types-reorder": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          order: components["schemas"]["Position"][];
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageMediaType"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-content-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemContent"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-content-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          author?: string;
          collection_ids?: number[];
          content_url?: string;
          depth_id?: number | null;
          destination_ids?: number[];
          /** @enum {string} */
          embed_classes?: "responsive-16x9" | "responsive-4x3";
          embed_code?: string;
          embed_code_override?: boolean;
          /** Format: date-time */
          expires_at?: string | null;
          featured_image?: {
            id?: number;
            url?: string;
          } | null;
          language_ids?: number[];
          lead_in?: string;
          lead_in_override?: boolean;
          library_ids?: number[];
          partner_id?: number;
          /** Format: date-time */
          published_at?: string | null;
          publisher_ids?: number[];
          runtime?: number | null;
          subtitle_ids?: number[];
          synopsis?: string;
          tag_ids?: number[];
          title?: string;
          type_id?: number;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemContent"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-content-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-content-id-duplicate": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["DuplicateAnswer"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-content-id-duplicate": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["DuplicateAnswer"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-content-id-featured-image": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          featured_image: {
            id?: number;
            url?: string;
          } | null;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["FeaturedImageAnswer"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-content-id-status": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @enum {string} */
          status: "draft" | "published" | "expired";
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["StatusAnswer"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-content-parse-url": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ParseURLInput"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ParsedPage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-copilot-insights-partner-id-views-by-page": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        /** @description The order; a minus turns it round. */
        sort?: "views" | "-views" | "clicks" | "-clicks" | "lead_intents" | "-lead_intents" | "leads" | "-leads";
      };
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageInsightByPage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-copilot-insights-partner-id-views-by-user": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        /** @description The order; a minus turns it round. */
        sort?: "views" | "-views" | "clicks" | "-clicks" | "lead_intents" | "-lead_intents" | "leads" | "-leads";
      };
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageInsightOfUser"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-copilot-insights-user-id-views-by-page": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        /** @description The order; a minus turns it round. */
        sort?: "views" | "-views" | "clicks" | "-clicks" | "lead_intents" | "-lead_intents" | "leads" | "-leads";
      };
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageInsightByPage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-copilot-insights-user-id-views-by-partner": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        /** @description The order; a minus turns it round. */
        sort?: "views" | "-views" | "clicks" | "-clicks" | "lead_intents" | "-lead_intents" | "leads" | "-leads";
      };
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageInsightOfPartner"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-copilot-insights-views-by-partner": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        /** @description The order; a minus turns it round. */
        sort?: "views" | "-views" | "clicks" | "-clicks" | "lead_intents" | "-lead_intents" | "leads" | "-leads" | "advisors_count" | "-advisors_count";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageInsightByPartner"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-copilot-insights-views-by-user": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        /** @description The order; a minus turns it round. */
        sort?: "views" | "-views" | "clicks" | "-clicks" | "lead_intents" | "-lead_intents" | "leads" | "-leads" | "partners_count" | "-partners_count";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageInsightByUser"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-countries": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "alpha2" | "-alpha2" | "alpha3" | "-alpha3" | "users_count" | "-users_count" | "country_regions_count" | "-country_regions_count";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageCountry"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-countries": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          alpha2: string;
          alpha3: string;
          name: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemCountry"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-countries-country-id-country-regions": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "abbreviation" | "-abbreviation" | "users_count" | "-users_count";
      };
      path: {
        country_id: components["parameters"]["PathCountryId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageCountryRegion"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-countries-country-id-country-regions": {
    parameters: {
      query?: never;
      path: {
        country_id: components["parameters"]["PathCountryId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          abbreviation?: string;
          name: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemCountryRegion"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-countries-country-id-country-regions-id": {
    parameters: {
      query?: never;
      path: {
        country_id: components["parameters"]["PathCountryId"];
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemCountryRegion"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-countries-country-id-country-regions-id": {
    parameters: {
      query?: never;
      path: {
        country_id: components["parameters"]["PathCountryId"];
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          abbreviation?: string;
          name?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemCountryRegion"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-countries-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemCountry"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-countries-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          alpha2?: string;
          alpha3?: string;
          name?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemCountry"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-countries-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-dashboard-content-added-by-users": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageUserContent"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-dashboard-content-added-to-collections": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageAddedContent"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-dashboard-content-with-no-destination": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageNowhereContent"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-dashboard-queue-status": {
    parameters: { query?: never };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["QueueStatuses"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-dashboard-searches-with-no-results": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageSearch"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-destinations": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        /** @description The id of a record. */
        parent_id?: string;
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "label" | "-label" | "content_count" | "-content_count";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageDestination"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-destinations": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          name: string;
          parent_id?: number | null;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemDestination"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-destinations-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemDestination"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-destinations-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          name?: string;
          parent_id?: number | null;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemDestination"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-destinations-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-export-signed-urls": {
    parameters: { query?: never };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["SignedURLs"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-exports": {
    parameters: { query?: never };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ExportList"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-exports": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          /** @description The list's address below /api/admin/: content, partners/5/sites. */
          path: string;
          /** @description The list's parameters. Pages do not matter. */
          query?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["ItemExport"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-exports-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemExport"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-facades": {
    parameters: {
      query?: {
        /** @description The id of a record. */
        destination_id?: string;
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "term" | "-term" | "views" | "-views";
        type?: "correction" | "related";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageFacade"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-facades": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          destination_id: number;
          term: string;
          /** @enum {string} */
          type?: "correction" | "related";
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemFacade"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-facades-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemFacade"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-facades-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          destination_id?: number;
          term?: string;
          /** @enum {string} */
          type?: "correction" | "related";
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemFacade"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-facades-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-failed-jobs": {
    parameters: {
      query?: {
        /** @description What the jobs do. */
        kind?: string;
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        /** @description Where the jobs waited. */
        queue?: "default" | "slow" | "analytics";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageFailedJob"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-failed-jobs-id-retry": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "post-failed-jobs-retry": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChosenJobs"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["RetriedJobs"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-folders-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemFolder"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-folders-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          name?: string;
          parent_id?: number | null;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemFolder"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-folders-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-global-tags": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "created_at" | "-created_at";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageGlobalTag"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-global-tags": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          name: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemGlobalTag"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-global-tags-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemGlobalTag"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-global-tags-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          name?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemGlobalTag"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-global-tags-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-global-tags-scan": {
    parameters: {
      query?: {
        /** @description The word; case and accents do not matter. */
        name?: string;
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Scan"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-google-fonts-id-weights": {
    parameters: {
      query?: {
        /** @description Only these, to name what is chosen already, with commas between. */
        ids?: string;
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Words"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-host-agencies": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "slug" | "-slug";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageOrganisation"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-host-agencies": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          logo?: {
            id?: number;
            url?: string;
          } | null;
          name: string;
          slug?: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemOrganisation"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-host-agencies-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["DataItemOrganisation"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-host-agencies-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          logo?: {
            id?: number;
            url?: string;
          } | null;
          name?: string;
          slug?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemOrganisation"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-host-agencies-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "post-images": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          collection_ids?: number[];
          destination_ids?: number[];
          /** Format: date-time */
          expires_at?: string | null;
          featured_image: {
            id?: number;
            url?: string;
          } | null;
          image_attribution?: string;
          image_license?: string;
          image_license_url?: string;
          image_modifications?: string;
          image_source?: string;
          image_source_url?: string;
          library_ids?: number[];
          original?: boolean;
          partner_id?: number;
          /** Format: date-time */
          published_at?: string | null;
          synopsis?: string;
          tag_ids?: number[];
          title: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemImageItem"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-images-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemImageItem"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-images-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          collection_ids?: number[];
          destination_ids?: number[];
          /** Format: date-time */
          expires_at?: string | null;
          featured_image?: {
            id?: number;
            url?: string;
          } | null;
          image_attribution?: string;
          image_license?: string;
          image_license_url?: string;
          image_modifications?: string;
          image_source?: string;
          image_source_url?: string;
          library_ids?: number[];
          original?: boolean;
          partner_id?: number;
          /** Format: date-time */
          published_at?: string | null;
          synopsis?: string;
          tag_ids?: number[];
          title?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemImageItem"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-images-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-jobs-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemTask"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-languages": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "alpha2" | "-alpha2" | "content_count" | "-content_count";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageLanguage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-languages": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          alpha2: string;
          name: string;
          user_profile_enabled?: boolean;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemLanguage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-languages-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemLanguage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-languages-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          alpha2?: string;
          name?: string;
          user_profile_enabled?: boolean;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemLanguage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-languages-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-libraries": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        partner?: components["parameters"]["Partner"];
        /** @description The id of a record. */
        partner_access?: string;
        partner_id?: components["parameters"]["PartnerId"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "content_count" | "-content_count";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageLibrary"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-libraries": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          name: string;
          partner_id: number;
          partners_ids?: number[];
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemLibrary"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-libraries-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemLibrary"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-libraries-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          name?: string;
          partner_id?: number;
          partners_ids?: number[];
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemLibrary"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-libraries-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "post-libraries-id-content": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          content_ids?: number[];
          /** @description Instead of ids: the parameters of a list, for all that match. More than 5,000 are done by a job: 202 with its id. */
          filter?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Added"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-account-types": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-api-requests": {
    parameters: {
      query?: {
        /** @description Only these, to name what is chosen already, with commas between. */
        ids?: string;
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Words"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-block-types": {
    parameters: {
      query?: {
        /** @description Only these, to name what is chosen already, with commas between. */
        ids?: string;
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Words"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-consortia": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-content-admins": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-content-depths": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-content-published": {
    parameters: {
      query?: {
        /** @description Only these, to name what is chosen already, with commas between. */
        ids?: string;
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Words"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-content-types": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-copilot-advisor-branding": {
    parameters: {
      query?: {
        /** @description Only these, to name what is chosen already, with commas between. */
        ids?: string;
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Words"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-countries": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-countries-country-id-regions": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
      path: {
        country_id: components["parameters"]["PathCountryId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-destinations": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-host-agencies": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-inspires": {
    parameters: {
      query?: {
        /** @description Only these, to name what is chosen already, with commas between. */
        ids?: string;
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Words"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-languages": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-libraries": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-partners": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-partners-partner-id-users": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
      path: {
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-publishers": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-shared-collection-types": {
    parameters: {
      query?: {
        /** @description Only these, to name what is chosen already, with commas between. */
        ids?: string;
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Words"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-staff": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-tags": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-user-languages": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-options-user-templates": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage100"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-partner-markets": {
    parameters: {
      query?: {
        country_id?: components["parameters"]["CountryId"];
        language_id?: components["parameters"]["LanguageId"];
        page?: components["parameters"]["Page"];
        partner?: components["parameters"]["Partner"];
        partner_id?: components["parameters"]["PartnerId"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        /** @description The id of a record. */
        region_id?: string;
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PagePartnerMarket"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-partner-markets": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          country_ids?: number[];
          include_if_no_match?: boolean;
          language_ids?: number[];
          name: string;
          partner_id: number;
          region_ids?: number[];
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemPartnerMarket"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-partner-markets-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPartnerMarket"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-partner-markets-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          country_ids?: number[];
          include_if_no_match?: boolean;
          language_ids?: number[];
          name?: string;
          partner_id?: number;
          region_ids?: number[];
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPartnerMarket"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-partner-markets-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-partners": {
    parameters: {
      query?: {
        account_type_id?: components["parameters"]["AccountTypeId"];
        accountType?: components["parameters"]["AccountType"];
        counts?: components["parameters"]["Counts"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "collections_count" | "-collections_count" | "users_count" | "-users_count" | "shared_collections_count" | "-shared_collections_count" | "last_login_at" | "-last_login_at" | "created_at" | "-created_at";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PagePartnerRow"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-partners": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          account_type_id?: number;
          ai_brand_voice?: string;
          /** @enum {string} */
          copilot_advisor_branding?: "advisor" | "agency" | "co-branded" | "none";
          copilot_cache_duration?: number;
          email?: string;
          has_premium_forms?: boolean;
          has_premium_itineraries?: boolean;
          has_premium_seo?: boolean;
          has_premium_share?: boolean;
          has_premium_themes?: boolean;
          inspires_allow_ctas?: boolean;
          inspires_customisations_enabled?: boolean;
          inspires_display_copilot?: boolean;
          inspires_partner_details?: string;
          landing_page_domain?: string;
          name: string;
          phone?: string;
          same_tab_domains?: string[];
          slug?: string;
          url?: string;
          whitelist_domains?: string[];
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemPartner"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-partners-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPartner"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-partners-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          account_type_id?: number;
          ai_brand_voice?: string;
          /** @enum {string} */
          copilot_advisor_branding?: "advisor" | "agency" | "co-branded" | "none";
          copilot_cache_duration?: number;
          email?: string;
          has_premium_forms?: boolean;
          has_premium_itineraries?: boolean;
          has_premium_seo?: boolean;
          has_premium_share?: boolean;
          has_premium_themes?: boolean;
          inspires_allow_ctas?: boolean;
          inspires_customisations_enabled?: boolean;
          inspires_display_copilot?: boolean;
          inspires_partner_details?: string;
          landing_page_domain?: string;
          name?: string;
          phone?: string;
          same_tab_domains?: string[];
          slug?: string;
          url?: string;
          version?: number;
          whitelist_domains?: string[];
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPartner"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-partners-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-partners-id-ai": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPartnerAI"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-partners-id-ai": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          ai_brand_voice?: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPartnerAI"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-partners-id-api-secret": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["APIPair"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-partners-id-collections-folders": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
      };
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["BrowserPage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-partners-id-collections-folders-folder-id": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
      };
      path: {
        folder_id: components["parameters"]["PathFolderId"];
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["BrowserPage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-partners-id-copilot": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPartnerCopilot"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-partners-id-copilot": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @enum {string} */
          copilot_advisor_branding?: "advisor" | "agency" | "co-branded" | "none";
          copilot_cache_duration?: number;
          inspires_customisations_enabled?: boolean;
          inspires_display_copilot?: boolean;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPartnerCopilot"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-partners-id-customisations": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["CustomisationsAnswer"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-partners-id-customisations": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          body_color?: string | null;
          /** @enum {string|null} */
          body_text_font_size?: "xs" | "sm" | "base" | "lg" | "xl" | "2xl" | "3xl" | "4xl" | "5xl" | "6xl" | "7xl" | "8xl" | "9xl" | null;
          /** @enum {string|null} */
          body_text_font_type?: "websafe-font" | "google-font" | null;
          body_text_google_font_id?: string | null;
          body_text_google_font_weight?: string | null;
          /** @enum {string|null} */
          body_text_websafe_font_family?: "inherit" | "Arial" | "Arial Black" | "Gill Sans" | "Helvetica" | "Impact" | "Tahoma" | "Trebuchet MS" | "Verdana" | "Baskerville" | "Georgia" | "Palatino" | "Times New Roman" | "Courier" | "Lucida" | "Monaco" | "Bradley Hand" | "Brush Script MT" | null;
          brand_color?: string | null;
          brand_hover_color?: string | null;
          /** @enum {string|null} */
          collection_title_font_size?: "xs" | "sm" | "base" | "lg" | "xl" | "2xl" | "3xl" | "4xl" | "5xl" | "6xl" | "7xl" | "8xl" | "9xl" | null;
          /** @enum {string|null} */
          collection_title_font_type?: "websafe-font" | "google-font" | null;
          collection_title_google_font_id?: string | null;
          collection_title_google_font_weight?: string | null;
          /** @enum {string|null} */
          collection_title_websafe_font_family?: "inherit" | "Arial" | "Arial Black" | "Gill Sans" | "Helvetica" | "Impact" | "Tahoma" | "Trebuchet MS" | "Verdana" | "Baskerville" | "Georgia" | "Palatino" | "Times New Roman" | "Courier" | "Lucida" | "Monaco" | "Bradley Hand" | "Brush Script MT" | null;
          content_author_enabled?: boolean | null;
          content_image_enabled?: boolean | null;
          /** @enum {string|null} */
          content_layout?: "one-column" | "two-columns" | "three-columns" | null;
          content_lead_in_enabled?: boolean | null;
          content_runtime_enabled?: boolean | null;
          content_synopsis_enabled?: boolean | null;
          content_title_enabled?: boolean | null;
          /** @enum {string|null} */
          content_title_font_size?: "xs" | "sm" | "base" | "lg" | "xl" | "2xl" | "3xl" | "4xl" | "5xl" | "6xl" | "7xl" | "8xl" | "9xl" | null;
          /** @enum {string|null} */
          content_title_font_type?: "websafe-font" | "google-font" | null;
          content_title_google_font_id?: string | null;
          content_title_google_font_weight?: string | null;
          /** @enum {string|null} */
          content_title_websafe_font_family?: "inherit" | "Arial" | "Arial Black" | "Gill Sans" | "Helvetica" | "Impact" | "Tahoma" | "Trebuchet MS" | "Verdana" | "Baskerville" | "Georgia" | "Palatino" | "Times New Roman" | "Courier" | "Lucida" | "Monaco" | "Bradley Hand" | "Brush Script MT" | null;
          favicon?: {
            id?: number;
            url?: string;
          } | null;
          header_background_image?: {
            id?: number;
            url?: string;
          } | null;
          header_message_font_size?: number | null;
          /** @enum {string|null} */
          header_overlay?: "none" | "centered" | "full" | null;
          /** @enum {string|null} */
          header_overlay_background_style?: "solid" | "linear-gradient" | null;
          header_overlay_opacity?: number | null;
          /** @enum {string|null} */
          header_style?: "light" | "dark" | null;
          heading_block_font_size?: number | null;
          heading_color?: string | null;
          inspires_collection_title_font_size?: number | null;
          link_color?: string | null;
          link_hover_color?: string | null;
          logo?: {
            id?: number;
            url?: string;
          } | null;
          logo_light?: {
            id?: number;
            url?: string;
          } | null;
          /** @enum {string|null} */
          logo_location?: "header" | "contact-bar" | null;
          /** @enum {string|null} */
          theme?: "default" | "classic-grid" | "modernello" | null;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["CustomisationsAnswer"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-partners-id-inspires": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPartnerInspires"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-partners-id-inspires": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          inspires_allow_ctas?: boolean;
          inspires_partner_details?: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPartnerInspires"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-partners-id-permissions": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPartnerPremium"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-partners-id-permissions": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          has_premium_forms?: boolean;
          has_premium_itineraries?: boolean;
          has_premium_seo?: boolean;
          has_premium_share?: boolean;
          has_premium_themes?: boolean;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPartnerPremium"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-partners-id-refresh-api-keys": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          confirm: boolean;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["APIPair"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-partners-partner-id-folders": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "label" | "-label";
      };
      path: {
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageFolder"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-partners-partner-id-folders": {
    parameters: {
      query?: never;
      path: {
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          name: string;
          parent_id?: number | null;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemFolder"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-partners-partner-id-languages": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id";
      };
      path: {
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PagePartnerLanguage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-partners-partner-id-languages": {
    parameters: {
      query?: never;
      path: {
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          advisor_email_body?: string;
          advisor_email_subject?: string;
          cta_label?: string;
          language_id: number;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemPartnerLanguage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-partners-partner-id-languages-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPartnerLanguage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-partners-partner-id-languages-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          advisor_email_body?: string;
          advisor_email_subject?: string;
          cta_label?: string;
          language_id?: number;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPartnerLanguage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-partners-partner-id-languages-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-partners-partner-id-sites": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "domain" | "-domain" | "name" | "-name" | "updated_at" | "-updated_at";
      };
      path: {
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageSite"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-partners-partner-id-sites": {
    parameters: {
      query?: never;
      path: {
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          copilot_css?: string;
          copilot_disclaimer_enabled?: boolean;
          copilot_disclaimer_selector?: string;
          copilot_disclaimer_text?: string;
          copilot_domains?: string[];
          domain: string;
          featured_image?: {
            id?: number;
            url?: string;
          } | null;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemSite"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-partners-partner-id-sites-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemSite"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-partners-partner-id-sites-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          copilot_css?: string;
          copilot_disclaimer_enabled?: boolean;
          copilot_disclaimer_selector?: string;
          copilot_disclaimer_text?: string;
          copilot_domains?: string[];
          domain?: string;
          featured_image?: {
            id?: number;
            url?: string;
          } | null;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemSite"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-partners-partner-id-sites-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-partners-partner-id-sites-site-id-redirect-trial": {
    parameters: {
      query?: {
        /** @description The path of the page, with its query if it has one. */
        path?: string;
      };
      path: {
        partner_id: components["parameters"]["PathPartnerId"];
        site_id: components["parameters"]["PathSiteId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["RedirectTrial"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-partners-partner-id-sites-site-id-redirects": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "path_pattern" | "-path_pattern";
      };
      path: {
        partner_id: components["parameters"]["PathPartnerId"];
        site_id: components["parameters"]["PathSiteId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageSiteRedirect"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-partners-partner-id-sites-site-id-redirects": {
    parameters: {
      query?: never;
      path: {
        partner_id: components["parameters"]["PathPartnerId"];
        site_id: components["parameters"]["PathSiteId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          enabled?: boolean;
          ignore_previous_page?: boolean;
          path_pattern: string;
          redirect_url: string;
          use_exact_match?: boolean;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemSiteRedirect"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-partners-partner-id-sites-site-id-redirects-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
        partner_id: components["parameters"]["PathPartnerId"];
        site_id: components["parameters"]["PathSiteId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemSiteRedirect"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-partners-partner-id-sites-site-id-redirects-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
        partner_id: components["parameters"]["PathPartnerId"];
        site_id: components["parameters"]["PathSiteId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          enabled?: boolean;
          ignore_previous_page?: boolean;
          path_pattern?: string;
          redirect_url?: string;
          use_exact_match?: boolean;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemSiteRedirect"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-partners-partner-id-sites-site-id-redirects-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
        partner_id: components["parameters"]["PathPartnerId"];
        site_id: components["parameters"]["PathSiteId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-partners-partner-id-sites-site-id-transformations": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name";
      };
      path: {
        partner_id: components["parameters"]["PathPartnerId"];
        site_id: components["parameters"]["PathSiteId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageSiteTransformation"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-partners-partner-id-sites-site-id-transformations": {
    parameters: {
      query?: never;
      path: {
        partner_id: components["parameters"]["PathPartnerId"];
        site_id: components["parameters"]["PathSiteId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          advisor_cta?: boolean;
          enabled?: boolean;
          href?: string;
          language_id?: number | null;
          name: string;
          notes?: string;
          replace_element?: boolean;
          selector: string[];
          text?: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemSiteTransformation"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-partners-partner-id-sites-site-id-transformations-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
        partner_id: components["parameters"]["PathPartnerId"];
        site_id: components["parameters"]["PathSiteId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemSiteTransformation"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-partners-partner-id-sites-site-id-transformations-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
        partner_id: components["parameters"]["PathPartnerId"];
        site_id: components["parameters"]["PathSiteId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          advisor_cta?: boolean;
          enabled?: boolean;
          href?: string;
          language_id?: number | null;
          name?: string;
          notes?: string;
          replace_element?: boolean;
          selector?: string[];
          text?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemSiteTransformation"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-partners-partner-id-sites-site-id-transformations-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
        partner_id: components["parameters"]["PathPartnerId"];
        site_id: components["parameters"]["PathSiteId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-publishers": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "content_count" | "-content_count" | "created_at" | "-created_at";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PagePublisher"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-publishers": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          name: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemPublisher"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-publishers-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPublisher"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-publishers-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          name?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPublisher"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-publishers-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "post-publishers-id-content": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          content_ids?: number[];
          /** @description Instead of ids: the parameters of a list, for all that match. More than 5,000 are done by a job: 202 with its id. */
          filter?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Added"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-regions": {
    parameters: {
      query?: {
        country_id?: components["parameters"]["CountryId"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageRegion"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-regions": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          country_ids?: number[];
          name: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemRegion"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-regions-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemRegion"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-regions-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          country_ids?: number[];
          name?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemRegion"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-regions-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-search-history": {
    parameters: {
      query?: {
        counts?: components["parameters"]["Counts"];
        has_results?: "all" | "zero" | "has";
        page?: components["parameters"]["Page"];
        partner?: components["parameters"]["Partner"];
        partner_id?: components["parameters"]["PartnerId"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "duration" | "-duration" | "results" | "-results" | "created_at" | "-created_at";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageSearch"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-search-collections": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-search-content": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-search-countries": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-search-destinations": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-search-google-fonts": {
    parameters: {
      query?: {
        /** @description Only these, to name what is chosen already, with commas between. */
        ids?: string;
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Words"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-search-languages": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-search-partners-partner-id-folders": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
      path: {
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-search-regions": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-search-users": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-search-users-user-id-folders": {
    parameters: {
      query?: {
        ids?: components["parameters"]["Ids"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
      };
      path: {
        user_id: components["parameters"]["PathUserId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Choices"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-shared-collections": {
    parameters: {
      query?: {
        collection?: components["parameters"]["Collection"];
        collection_id?: components["parameters"]["CollectionId"];
        page?: components["parameters"]["Page"];
        partner?: components["parameters"]["Partner"];
        partner_id?: components["parameters"]["PartnerId"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "personalisations_count" | "-personalisations_count" | "created_at" | "-created_at";
        type?: "all" | "user-accepted" | "auto-accepted";
        user?: components["parameters"]["User"];
        user_id?: components["parameters"]["UserId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageSharedCollection"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-shared-collections-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemSharedCollection"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-shared-collections-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-shared-collections-shared-collection-id-personalisations": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "created_at" | "-created_at";
      };
      path: {
        shared_collection_id: string;
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PagePersonalisation"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-staff": {
    parameters: {
      query?: {
        counts?: components["parameters"]["Counts"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "first_name" | "-first_name" | "last_name" | "-last_name" | "email" | "-email" | "staff_role" | "-staff_role" | "active_at" | "-active_at" | "created_at" | "-created_at";
        staff_role?: "admin" | "editor";
        status?: "all" | "active" | "deactivated";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageMember"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-staff": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          /** Format: date-time */
          deactivated_at?: string | null;
          email: string;
          first_name: string;
          last_name?: string;
          password?: string;
          password_confirmation?: string;
          phone?: string;
          /** @enum {string} */
          staff_role?: "admin" | "editor";
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemMember"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-staff-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemMember"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-staff-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: date-time */
          deactivated_at?: string | null;
          email?: string;
          first_name?: string;
          last_name?: string;
          phone?: string;
          /** @enum {string} */
          staff_role?: "admin" | "editor";
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemMember"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-staff-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "put-staff-id-password": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewPassword"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-tags": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "tag" | "-tag" | "content_count" | "-content_count";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageSubjectArea"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-tags": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          featured_image?: {
            id?: number;
            url?: string;
          } | null;
          tag: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemSubjectArea"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-tags-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemSubjectArea"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-tags-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          featured_image?: {
            id?: number;
            url?: string;
          } | null;
          tag?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemSubjectArea"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-tags-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "post-tools-clear-cache": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Confirmed"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-trash": {
    parameters: {
      query?: {
        /** @description The word staff use. */
        kind?: "content" | "image" | "collection" | "user" | "partner";
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        /** @description Words that must all be found in the name; case and accents do not matter. */
        query?: string;
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageTrashed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-trash-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "post-trash-id-restore": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-update-content-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemContent"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-update-content-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          author?: string;
          collection_ids?: number[];
          content_url?: string;
          depth_id?: number | null;
          destination_ids?: number[];
          /** @enum {string} */
          embed_classes?: "responsive-16x9" | "responsive-4x3";
          embed_code?: string;
          embed_code_override?: boolean;
          /** Format: date-time */
          expires_at?: string | null;
          featured_image?: {
            id?: number;
            url?: string;
          } | null;
          language_ids?: number[];
          lead_in?: string;
          lead_in_override?: boolean;
          library_ids?: number[];
          partner_id?: number;
          /** Format: date-time */
          published_at?: string | null;
          publisher_ids?: number[];
          runtime?: number | null;
          subtitle_ids?: number[];
          synopsis?: string;
          tag_ids?: number[];
          title?: string;
          type_id?: number;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemContent"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-uploads": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "multipart/form-data": {
          /** Format: binary */
          file: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemUploaded"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-uploads-from-url": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          url: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemUploaded"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-users": {
    parameters: {
      query?: {
        account_type_id?: components["parameters"]["AccountTypeId"];
        accountType?: components["parameters"]["AccountType"];
        country_id?: components["parameters"]["CountryId"];
        counts?: components["parameters"]["Counts"];
        page?: components["parameters"]["Page"];
        partner?: components["parameters"]["Partner"];
        partner_id?: components["parameters"]["PartnerId"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "first_name" | "-first_name" | "last_name" | "-last_name" | "email" | "-email" | "country_id" | "-country_id" | "active_at" | "-active_at" | "created_at" | "-created_at";
        type?: "all" | "advisors" | "new-advisors" | "active" | "inactive";
        /** @description The id of a record. */
        user_template_id?: string;
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageUser"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-users": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          booking_clia?: string;
          booking_email?: string;
          booking_iata?: string;
          booking_phone_number?: string;
          company_name?: string;
          consortium_id?: number | null;
          country_id?: number | null;
          country_region_id?: number | null;
          /** Format: date-time */
          deactivated_at?: string | null;
          /** @enum {string} */
          display_contact_info_on_links?: "personal" | "company" | "none";
          email: string;
          first_name?: string;
          header_background_image?: {
            id?: number;
            url?: string;
          } | null;
          host_agency_id?: number | null;
          host_agency_other?: string;
          is_travel_advisor?: boolean;
          language_ids?: number[];
          last_name?: string;
          lead_generation_notifications?: boolean;
          /** @enum {string} */
          live_editor_display?: "landing-page" | "embed";
          logo?: {
            id?: number;
            url?: string;
          } | null;
          logo_light?: {
            id?: number;
            url?: string;
          } | null;
          partner_id?: number | null;
          password: string;
          password_confirmation: string;
          personal_photo?: {
            id?: number;
            url?: string;
          } | null;
          phone?: string;
          user_template_id?: number | null;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemUser"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-users-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["UserAnswer"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-users-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          booking_clia?: string;
          booking_email?: string;
          booking_iata?: string;
          booking_phone_number?: string;
          company_name?: string;
          consortium_id?: number | null;
          country_id?: number | null;
          country_region_id?: number | null;
          /** Format: date-time */
          deactivated_at?: string | null;
          /** @enum {string} */
          display_contact_info_on_links?: "personal" | "company" | "none";
          email?: string;
          first_name?: string;
          header_background_image?: {
            id?: number;
            url?: string;
          } | null;
          host_agency_id?: number | null;
          host_agency_other?: string;
          is_travel_advisor?: boolean;
          language_ids?: number[];
          last_name?: string;
          lead_generation_notifications?: boolean;
          /** @enum {string} */
          live_editor_display?: "landing-page" | "embed";
          logo?: {
            id?: number;
            url?: string;
          } | null;
          logo_light?: {
            id?: number;
            url?: string;
          } | null;
          partner_id?: number | null;
          personal_photo?: {
            id?: number;
            url?: string;
          } | null;
          phone?: string;
          user_template_id?: number | null;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemUser"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "delete-users-id": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "put-users-id-change-password": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewPassword"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-users-id-collections-folders": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
      };
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["BrowserPage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-users-id-collections-folders-folder-id": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
      };
      path: {
        folder_id: components["parameters"]["PathFolderId"];
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["BrowserPage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-users-id-impersonate": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Ticket"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-users-id-impersonate": {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["Reason"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Ticket"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-users-user-id-folders": {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "name" | "-name" | "label" | "-label";
      };
      path: {
        user_id: components["parameters"]["PathUserId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageFolder"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-users-user-id-folders": {
    parameters: {
      query?: never;
      path: {
        user_id: components["parameters"]["PathUserId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          name: string;
          parent_id?: number | null;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemFolder"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-users-user-id-shared-collections": {
    parameters: {
      query?: {
        collection?: components["parameters"]["Collection"];
        collection_id?: components["parameters"]["CollectionId"];
        page?: components["parameters"]["Page"];
        partner?: components["parameters"]["Partner"];
        partner_id?: components["parameters"]["PartnerId"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description The order; a minus turns it round. */
        sort?: "id" | "-id" | "personalisations_count" | "-personalisations_count" | "created_at" | "-created_at";
        type?: "all" | "user-accepted" | "auto-accepted";
      };
      path: {
        user_id: components["parameters"]["PathUserId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageSharedCollection"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "get-users-highlights": {
    parameters: { query?: never };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["UserHighlights"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-auth-confirm": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ConfirmInput"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "post-auth-forgot-password": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ForgotInput"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "post-auth-login": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Credentials"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemMe"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-auth-logout": {
    parameters: { query?: never };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-auth-me": {
    parameters: { query?: never };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemMe"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-auth-password": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PasswordInput"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-auth-profile": {
    parameters: { query?: never };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemProfile"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-auth-profile": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          email?: string;
          first_name?: string;
          last_name?: string;
          phone?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemProfile"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "post-auth-reset-password": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ResetInput"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  "get-auth-settings": {
    parameters: { query?: never };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemSettings"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  "put-auth-settings": {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SettingsInput"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemSettings"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
}
