// Written by make gen from the OpenAPI document. Do not edit.

export interface paths {
  "/api/admin/account-type-permissions": {
    /** List all permissions */
    get: operations["getAccountTypePermissions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/account-types": {
    /** List account types */
    get: operations["listAccountTypes"];
    put?: never;
    /** Create an account type */
    post: operations["createAccountType"];
    delete?: never;
  };
  "/api/admin/account-types/{account_type_id}/user-templates": {
    /** List user templates */
    get: operations["listAccountTypeUserTemplates"];
    put?: never;
    /** Create a user template */
    post: operations["createAccountTypeUserTemplate"];
    delete?: never;
  };
  "/api/admin/account-types/{account_type_id}/user-templates-options": {
    /** Look up user templates */
    get: operations["listAccountTypeUserTemplateOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/account-types/{account_type_id}/user-templates/{id}": {
    /** Get a user template */
    get: operations["getAccountTypeUserTemplate"];
    /**
     * Update a user template
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateAccountTypeUserTemplate"];
    post?: never;
    /** Delete a user template */
    delete: operations["deleteAccountTypeUserTemplate"];
  };
  "/api/admin/account-types/{account_type_id}/user-templates/{id}/permission": {
    get?: never;
    /** Grant or revoke a permission of a user template */
    put: operations["updateUserTemplatePermission"];
    post?: never;
    delete?: never;
  };
  "/api/admin/account-types/{account_type_id}/user-templates/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a user template
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfUserTemplate"];
    delete?: never;
  };
  "/api/admin/account-types/{account_type_id}/user-templates/{id}/uses": {
    /**
     * List the uses of a user template
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getUserTemplateUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/account-types/{id}": {
    /** Get an account type */
    get: operations["getAccountType"];
    /**
     * Update an account type
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateAccountType"];
    post?: never;
    delete?: never;
  };
  "/api/admin/account-types/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of an account type
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfAccountType"];
    delete?: never;
  };
  "/api/admin/account-types/{id}/uses": {
    /**
     * List the uses of an account type
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getAccountTypeUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/activity": {
    /**
     * List activity, newest first
     * @description Editors may list the history of a record that they may read, without IP addresses.
     */
    get: operations["listActivity"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/activity/{id}": {
    /** Get a change set with its entries */
    get: operations["getActivity"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/activity/{id}/undo": {
    get?: never;
    put?: never;
    /**
     * Undo a change set
     * @description Returns 409 with the conflicts if some of it has changed since. The undo is a change set, too. A job undoes large change sets: the response is 202 with its id.
     */
    post: operations["addUndoToActivity"];
    delete?: never;
  };
  "/api/admin/api-logs": {
    /** List api logs */
    get: operations["listApiLogs"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/api-logs/{id}": {
    /** Get an api log */
    get: operations["getApiLog"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/attention": {
    /** List attention items */
    get: operations["listAttentionItems"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/attention/{id}/duplicates": {
    /** List the likely duplicates of an item that needs attention */
    get: operations["listDuplicatesOfAttentionItem"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/attention/assign": {
    get?: never;
    put?: never;
    /**
     * Assign what needs attention
     * @description The member of staff gets an e-mail, unless they assign rows to themselves.
     */
    post: operations["assignAttentionItems"];
    delete?: never;
  };
  "/api/admin/attention/counts": {
    /** Count what needs attention */
    get: operations["countAttentionItems"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/attention/remove-from-collections": {
    get?: never;
    put?: never;
    /**
     * Remove expired items from public collections
     * @description Rows with other reasons are skipped.
     */
    post: operations["removeExpiredFromCollections"];
    delete?: never;
  };
  "/api/admin/attention/reschedule": {
    get?: never;
    put?: never;
    /**
     * Reschedule expiry dates
     * @description Changes the dates of items that expire soon or have expired. Rows with other reasons are skipped.
     */
    post: operations["rescheduleExpiries"];
    delete?: never;
  };
  "/api/admin/attention/snooze": {
    get?: never;
    put?: never;
    /**
     * Snooze what needs attention
     * @description Hides rows until a day. They return by themselves, unless their reason is gone by then.
     */
    post: operations["snoozeAttentionItems"];
    delete?: never;
  };
  "/api/admin/attention/use-new-address": {
    get?: never;
    put?: never;
    /**
     * Use the new addresses of moved links
     * @description Replaces the URLs of items with the addresses they redirect to. Rows with other reasons are skipped.
     */
    post: operations["useNewAddresses"];
    delete?: never;
  };
  "/api/admin/calendar": {
    /** List the days of a period with their first events */
    get: operations["getCalendar"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/calendar/events": {
    /** List the events of a period */
    get: operations["listCalendarEvents"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/client-errors": {
    get?: never;
    put?: never;
    /**
     * Report an error of the console
     * @description Writes one line to the server's log, with the browser's User-Agent. The console reports errors that stop a page. A person can send ten reports a minute; more get a 429 response.
     */
    post: operations["reportClientError"];
    delete?: never;
  };
  "/api/admin/collaborators": {
    /** List collaborators */
    get: operations["listCollaborators"];
    put?: never;
    /** Create a collaborator */
    post: operations["createCollaborator"];
    delete?: never;
  };
  "/api/admin/collaborators/{id}": {
    /** Get a collaborator */
    get: operations["getCollaborator"];
    /**
     * Update a collaborator
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateCollaborator"];
    post?: never;
    /** Delete a collaborator */
    delete: operations["deleteCollaborator"];
  };
  "/api/admin/collaborators/{id}/api-secret": {
    get?: never;
    put?: never;
    /**
     * Reveal the API secret of a collaborator
     * @description The audit log records who revealed it.
     */
    post: operations["revealCollaboratorApiSecret"];
    delete?: never;
  };
  "/api/admin/collaborators/{id}/merge": {
    get?: never;
    put?: never;
    /**
     * Merge other records into a collaborator
     * @description Whatever refers to the other records refers to this one afterwards. The others are deleted; their ids lead here.
     */
    post: operations["mergeCollaborator"];
    delete?: never;
  };
  "/api/admin/collaborators/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a collaborator
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfCollaborator"];
    delete?: never;
  };
  "/api/admin/collaborators/{id}/uses": {
    /**
     * List the uses of a collaborator
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getCollaboratorUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/collaborators/duplicates": {
    /**
     * Find duplicate collaborators
     * @description Suggests records to merge: those with the same name or a similar one.
     */
    get: operations["getCollaboratorDuplicates"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/collections": {
    /** List collections */
    get: operations["listCollections"];
    put?: never;
    /** Create a collection */
    post: operations["createCollection"];
    delete?: never;
  };
  "/api/admin/collections/{id}": {
    /** Get a collection */
    get: operations["getCollection"];
    /**
     * Update a collection
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateCollection"];
    post?: never;
    /** Delete a collection */
    delete: operations["deleteCollection"];
  };
  "/api/admin/collections/{id}/content": {
    /** List the content of a collection */
    get: operations["listCollectionContent"];
    put?: never;
    /**
     * Add content to a collection
     * @description Records that have already been added are skipped.
     */
    post: operations["addContentToCollection"];
    delete?: never;
  };
  "/api/admin/collections/{id}/content/copy": {
    get?: never;
    put?: never;
    /** Copy content to another collection */
    post: operations["copyCollectionContent"];
    delete?: never;
  };
  "/api/admin/collections/{id}/content/ids": {
    /** List the ids of all content of a collection */
    get: operations["listCollectionContentIds"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/collections/{id}/content/move": {
    get?: never;
    put?: never;
    /** Move content to another collection */
    post: operations["moveCollectionContent"];
    delete?: never;
  };
  "/api/admin/collections/{id}/content/remove": {
    get?: never;
    put?: never;
    /** Remove content from a collection */
    post: operations["removeCollectionContent"];
    delete?: never;
  };
  "/api/admin/collections/{id}/duplicate": {
    get?: never;
    put?: never;
    /**
     * Duplicate a collection
     * @description The copy has the content, tags, language, code and expiry date of the original, and is not on Inspires. Fields that are not sent are copied.
     */
    post: operations["duplicateCollection"];
    delete?: never;
  };
  "/api/admin/collections/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a collection
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfCollection"];
    delete?: never;
  };
  "/api/admin/collections/{id}/uses": {
    /**
     * List the uses of a collection
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getCollectionUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/collections/feature-on-inspires": {
    get?: never;
    put?: never;
    /** Feature collections on Inspires */
    post: operations["featureCollectionsOnInspires"];
    delete?: never;
  };
  "/api/admin/collections/publish-on-inspires": {
    get?: never;
    put?: never;
    /** Publish collections on Inspires */
    post: operations["publishCollectionsOnInspires"];
    delete?: never;
  };
  "/api/admin/collections/remove-featured-on-inspires": {
    get?: never;
    put?: never;
    /** Stop featuring collections on Inspires */
    post: operations["unfeatureCollectionsOnInspires"];
    delete?: never;
  };
  "/api/admin/collections/selection": {
    get?: never;
    put?: never;
    /**
     * Count selected collections
     * @description What a bulk action would be applied to. Nothing is changed.
     */
    post: operations["countSelectedCollections"];
    delete?: never;
  };
  "/api/admin/collections/unpublish-on-inspires": {
    get?: never;
    put?: never;
    /** Unpublish collections from Inspires */
    post: operations["unpublishCollectionsOnInspires"];
    delete?: never;
  };
  "/api/admin/consortia": {
    /** List consortia */
    get: operations["listConsortia"];
    put?: never;
    /** Create a consortium */
    post: operations["createConsortium"];
    delete?: never;
  };
  "/api/admin/consortia/{id}": {
    /** Get a consortium */
    get: operations["getConsortium"];
    /**
     * Update a consortium
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateConsortium"];
    post?: never;
    /** Delete a consortium */
    delete: operations["deleteConsortium"];
  };
  "/api/admin/consortia/{id}/merge": {
    get?: never;
    put?: never;
    /**
     * Merge other records into a consortium
     * @description Whatever refers to the other records refers to this one afterwards. The others are deleted; their ids lead here.
     */
    post: operations["mergeConsortium"];
    delete?: never;
  };
  "/api/admin/consortia/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a consortium
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfConsortium"];
    delete?: never;
  };
  "/api/admin/consortia/{id}/uses": {
    /**
     * List the uses of a consortium
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getConsortiumUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/consortia/duplicates": {
    /**
     * Find duplicate consortia
     * @description Suggests records to merge: those with the same name or a similar one.
     */
    get: operations["getConsortiumDuplicates"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/content": {
    /** List content */
    get: operations["listContent"];
    put?: never;
    /** Create content */
    post: operations["createContent"];
    delete?: never;
  };
  "/api/admin/content-depths": {
    /** List content depths */
    get: operations["listContentDepths"];
    put?: never;
    /** Create a content depth */
    post: operations["createContentDepth"];
    delete?: never;
  };
  "/api/admin/content-depths/{id}": {
    /** Get a content depth */
    get: operations["getContentDepth"];
    /**
     * Update a content depth
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateContentDepth"];
    post?: never;
    /** Delete a content depth */
    delete: operations["deleteContentDepth"];
  };
  "/api/admin/content-depths/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a content depth
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfContentDepth"];
    delete?: never;
  };
  "/api/admin/content-depths/{id}/uses": {
    /**
     * List the uses of a content depth
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getContentDepthUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/content-depths/reorder": {
    /** List all content depths in order */
    get: operations["listContentDepthsInOrder"];
    /**
     * Reorder content depths
     * @description The request must list every record once, with its new position.
     */
    put: operations["reorderContentDepths"];
    post?: never;
    delete?: never;
  };
  "/api/admin/content-domains": {
    /** List content domains */
    get: operations["listContentDomains"];
    put?: never;
    /** Create a content domain */
    post: operations["createContentDomain"];
    delete?: never;
  };
  "/api/admin/content-domains/{id}": {
    /** Get a content domain */
    get: operations["getContentDomain"];
    /**
     * Update a content domain
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateContentDomain"];
    post?: never;
    /** Delete a content domain */
    delete: operations["deleteContentDomain"];
  };
  "/api/admin/content-domains/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a content domain
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfContentDomain"];
    delete?: never;
  };
  "/api/admin/content-domains/{id}/uses": {
    /**
     * List the uses of a content domain
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getContentDomainUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/content-types": {
    /** List media types */
    get: operations["listMediaTypes"];
    put?: never;
    /** Create a media type */
    post: operations["createMediaType"];
    delete?: never;
  };
  "/api/admin/content-types/{id}": {
    /** Get a media type */
    get: operations["getMediaType"];
    /**
     * Update a media type
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateMediaType"];
    post?: never;
    /** Delete a media type */
    delete: operations["deleteMediaType"];
  };
  "/api/admin/content-types/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a media type
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfMediaType"];
    delete?: never;
  };
  "/api/admin/content-types/{id}/uses": {
    /**
     * List the uses of a media type
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getMediaTypeUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/content-types/reorder": {
    /** List all media types in order */
    get: operations["listMediaTypesInOrder"];
    /**
     * Reorder media types
     * @description The request must list every record once, with its new position.
     */
    put: operations["reorderMediaTypes"];
    post?: never;
    delete?: never;
  };
  "/api/admin/content/{id}": {
    /** Get content */
    get: operations["getContent"];
    /**
     * Update content
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateContent"];
    post?: never;
    /** Delete content */
    delete: operations["deleteContent"];
  };
  "/api/admin/content/{id}/check-link": {
    get?: never;
    put?: never;
    /**
     * Check the link of an item now
     * @description Returns 409 if the site is being visited, or wants to be left alone. Then the link is checked next.
     */
    post: operations["checkContentLink"];
    delete?: never;
  };
  "/api/admin/content/{id}/duplicate": {
    /**
     * Duplicate an item
     * @description The copy is a draft and is not in any collection. Returns 403 unless the request comes from the console, because other sites can make a browser follow a link.
     */
    get: operations["duplicateContentWithGet"];
    put?: never;
    /**
     * Duplicate an item
     * @description The copy is a draft and is not in any collection.
     */
    post: operations["duplicateContent"];
    delete?: never;
  };
  "/api/admin/content/{id}/featured-image": {
    get?: never;
    /** Change the featured image of an item */
    put: operations["updateContentFeaturedImage"];
    post?: never;
    delete?: never;
  };
  "/api/admin/content/{id}/link": {
    /** Get what is known about the link of an item */
    get: operations["getContentLink"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/content/{id}/merge": {
    get?: never;
    put?: never;
    /**
     * Merge other records into content
     * @description Whatever refers to the other records refers to this one afterwards. The others are deleted; their ids lead here.
     */
    post: operations["mergeContent"];
    delete?: never;
  };
  "/api/admin/content/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a content
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfContent"];
    delete?: never;
  };
  "/api/admin/content/{id}/status": {
    get?: never;
    /**
     * Change the status of an item
     * @description published sets the publish date to now unless it has passed, and removes an expiry date that has. expired sets the expiry date to now. draft removes the publish date.
     */
    put: operations["updateContentStatus"];
    post?: never;
    delete?: never;
  };
  "/api/admin/content/{id}/uses": {
    /**
     * List the uses of content
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getContentUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/content/delete": {
    get?: never;
    put?: never;
    /**
     * Delete selected content
     * @description Moves the items to the trash.
     */
    post: operations["deleteSelectedContent"];
    delete?: never;
  };
  "/api/admin/content/draft": {
    get?: never;
    put?: never;
    /**
     * Revert content to drafts
     * @description Removes the publish date, and an expiry date that has passed. Drafts are skipped.
     */
    post: operations["draftContent"];
    delete?: never;
  };
  "/api/admin/content/duplicates": {
    /**
     * Find duplicate content
     * @description Suggests records to merge: those with the same name or a similar one.
     */
    get: operations["getContentDuplicates"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/content/expire": {
    get?: never;
    put?: never;
    /**
     * Expire content
     * @description Sets the expiry date to now. Items that have expired are skipped.
     */
    post: operations["expireContent"];
    delete?: never;
  };
  "/api/admin/content/parse-url": {
    get?: never;
    put?: never;
    /**
     * Read the metadata of a web page
     * @description Fills in the form of a new item. A page that can't be read is not an error: the response has what is known about its site, and a warning.
     */
    post: operations["parseContentUrl"];
    delete?: never;
  };
  "/api/admin/content/publish": {
    get?: never;
    put?: never;
    /**
     * Publish content
     * @description Sets the publish date to now unless it has passed, and removes an expiry date that has. Skips published items.
     */
    post: operations["publishContent"];
    delete?: never;
  };
  "/api/admin/content/selection": {
    get?: never;
    put?: never;
    /**
     * Count selected content
     * @description What a bulk action would be applied to. Nothing is changed.
     */
    post: operations["countSelectedContent"];
    delete?: never;
  };
  "/api/admin/copilot-insights/partner/{id}/views-by-page": {
    /** List Copilot insights of a partner by page */
    get: operations["listPartnerCopilotViewsByPage"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/copilot-insights/partner/{id}/views-by-user": {
    /** List Copilot insights of a partner by user */
    get: operations["listPartnerCopilotViewsByUser"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/copilot-insights/user/{id}/views-by-page": {
    /** List Copilot insights of a user by page */
    get: operations["listUserCopilotViewsByPage"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/copilot-insights/user/{id}/views-by-partner": {
    /** List Copilot insights of a user by partner */
    get: operations["listUserCopilotViewsByPartner"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/copilot-insights/views-by-partner": {
    /** List Copilot insights by partner */
    get: operations["listCopilotViewsByPartner"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/copilot-insights/views-by-user": {
    /** List Copilot insights by user */
    get: operations["listCopilotViewsByUser"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/countries": {
    /** List countries */
    get: operations["listCountries"];
    put?: never;
    /** Create a country */
    post: operations["createCountry"];
    delete?: never;
  };
  "/api/admin/countries/{country_id}/country-regions": {
    /** List country regions */
    get: operations["listCountryRegions"];
    put?: never;
    /** Create a country region */
    post: operations["createCountryRegion"];
    delete?: never;
  };
  "/api/admin/countries/{country_id}/country-regions/{id}": {
    /** Get a country region */
    get: operations["getCountryRegion"];
    /**
     * Update a country region
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateCountryRegion"];
    post?: never;
    delete?: never;
  };
  "/api/admin/countries/{country_id}/country-regions/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a country region
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfCountryRegion"];
    delete?: never;
  };
  "/api/admin/countries/{country_id}/country-regions/{id}/uses": {
    /**
     * List the uses of a country region
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getCountryRegionUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/countries/{id}": {
    /** Get a country */
    get: operations["getCountry"];
    /**
     * Update a country
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateCountry"];
    post?: never;
    /** Delete a country */
    delete: operations["deleteCountry"];
  };
  "/api/admin/countries/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a country
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfCountry"];
    delete?: never;
  };
  "/api/admin/countries/{id}/uses": {
    /**
     * List the uses of a country
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getCountryUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/dashboard/content-added-by-users": {
    /** List content that users created, newest first */
    get: operations["listDashboardContentAddedByUsers"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/dashboard/content-added-to-collections": {
    /** List content that users added to collections, newest first */
    get: operations["listDashboardContentAddedToCollections"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/dashboard/content-with-no-destination": {
    /** List content without a destination, newest first */
    get: operations["listDashboardContentWithNoDestination"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/dashboard/queue-status": {
    /** Get the status of the queues */
    get: operations["getDashboardQueueStatus"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/dashboard/searches-with-no-results": {
    /** List searches of the last month without results, newest first */
    get: operations["listDashboardSearchesWithNoResults"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/destinations": {
    /** List destinations */
    get: operations["listDestinations"];
    put?: never;
    /** Create a destination */
    post: operations["createDestination"];
    delete?: never;
  };
  "/api/admin/destinations/{id}": {
    /** Get a destination */
    get: operations["getDestination"];
    /**
     * Update a destination
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateDestination"];
    post?: never;
    /** Delete a destination */
    delete: operations["deleteDestination"];
  };
  "/api/admin/destinations/{id}/content": {
    get?: never;
    put?: never;
    /**
     * Add content to a destination
     * @description Records that have already been added are skipped.
     */
    post: operations["addContentToDestination"];
    delete?: never;
  };
  "/api/admin/destinations/{id}/content/remove": {
    get?: never;
    put?: never;
    /**
     * Remove content from a destination
     * @description Records that are not linked to it are skipped.
     */
    post: operations["removeDestinationContent"];
    delete?: never;
  };
  "/api/admin/destinations/{id}/merge": {
    get?: never;
    put?: never;
    /**
     * Merge other records into a destination
     * @description Whatever refers to the other records refers to this one afterwards. The others are deleted; their ids lead here.
     */
    post: operations["mergeDestination"];
    delete?: never;
  };
  "/api/admin/destinations/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a destination
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfDestination"];
    delete?: never;
  };
  "/api/admin/destinations/{id}/uses": {
    /**
     * List the uses of a destination
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getDestinationUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/destinations/duplicates": {
    /**
     * Find duplicate destinations
     * @description Suggests records to merge: those with the same name or a similar one.
     */
    get: operations["getDestinationDuplicates"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/export/signed-urls": {
    /**
     * Get the download links
     * @description The keys are all-content, content-in-collections, audio-content, video-content and, for admins, advisors.
     */
    get: operations["getExportSignedUrls"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/exports": {
    /** List your latest exports, newest first */
    get: operations["listExports"];
    put?: never;
    /**
     * Export a table
     * @description Any list of the console, with its own parameters for search, filters and sort order. A job writes the file; read the export to follow its progress.
     */
    post: operations["createExport"];
    delete?: never;
  };
  "/api/admin/exports/{id}": {
    /** Get one of your exports and its progress */
    get: operations["getExport"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/facades": {
    /** List facades */
    get: operations["listFacades"];
    put?: never;
    /** Create a facade */
    post: operations["createFacade"];
    delete?: never;
  };
  "/api/admin/facades/{id}": {
    /** Get a facade */
    get: operations["getFacade"];
    /**
     * Update a facade
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateFacade"];
    post?: never;
    /** Delete a facade */
    delete: operations["deleteFacade"];
  };
  "/api/admin/facades/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a facade
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfFacade"];
    delete?: never;
  };
  "/api/admin/facades/{id}/uses": {
    /**
     * List the uses of a facade
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getFacadeUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/failed-jobs": {
    /** List failed jobs, newest first */
    get: operations["listFailedJobs"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/failed-jobs/{id}/retry": {
    get?: never;
    put?: never;
    /** Retry a failed job */
    post: operations["retryFailedJob"];
    delete?: never;
  };
  "/api/admin/failed-jobs/retry": {
    get?: never;
    put?: never;
    /** Retry several failed jobs */
    post: operations["retryFailedJobs"];
    delete?: never;
  };
  "/api/admin/folders/{id}": {
    /** Get a folder */
    get: operations["getFolder"];
    /**
     * Update a folder
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateFolder"];
    post?: never;
    /** Delete a folder */
    delete: operations["deleteFolder"];
  };
  "/api/admin/folders/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a folder
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfFolder"];
    delete?: never;
  };
  "/api/admin/folders/{id}/uses": {
    /**
     * List the uses of a folder
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getFolderUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/global-tags": {
    /** List global tags */
    get: operations["listGlobalTags"];
    put?: never;
    /** Create a global tag */
    post: operations["createGlobalTag"];
    delete?: never;
  };
  "/api/admin/global-tags/{id}": {
    /** Get a global tag */
    get: operations["getGlobalTag"];
    /**
     * Update a global tag
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateGlobalTag"];
    post?: never;
    /** Delete a global tag */
    delete: operations["deleteGlobalTag"];
  };
  "/api/admin/global-tags/{id}/merge": {
    get?: never;
    put?: never;
    /**
     * Merge other records into a global tag
     * @description Whatever refers to the other records refers to this one afterwards. The others are deleted; their ids lead here.
     */
    post: operations["mergeGlobalTag"];
    delete?: never;
  };
  "/api/admin/global-tags/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a global tag
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfGlobalTag"];
    delete?: never;
  };
  "/api/admin/global-tags/{id}/uses": {
    /**
     * List the uses of a global tag
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getGlobalTagUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/global-tags/duplicates": {
    /**
     * Find duplicate global tags
     * @description Suggests records to merge: those with the same name or a similar one.
     */
    get: operations["getGlobalTagDuplicates"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/global-tags/scan": {
    /** Find where a word is already used */
    get: operations["scanGlobalTags"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/google-fonts/{id}/weights": {
    /** List the weights of a Google font */
    get: operations["listGoogleFontWeights"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/host-agencies": {
    /** List host agencies */
    get: operations["listHostAgencies"];
    put?: never;
    /** Create a host agency */
    post: operations["createHostAgency"];
    delete?: never;
  };
  "/api/admin/host-agencies/{id}": {
    /** Get a host agency */
    get: operations["getHostAgency"];
    /**
     * Update a host agency
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateHostAgency"];
    post?: never;
    /** Delete a host agency */
    delete: operations["deleteHostAgency"];
  };
  "/api/admin/host-agencies/{id}/merge": {
    get?: never;
    put?: never;
    /**
     * Merge other records into a host agency
     * @description Whatever refers to the other records refers to this one afterwards. The others are deleted; their ids lead here.
     */
    post: operations["mergeHostAgency"];
    delete?: never;
  };
  "/api/admin/host-agencies/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a host agency
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfHostAgency"];
    delete?: never;
  };
  "/api/admin/host-agencies/{id}/uses": {
    /**
     * List the uses of a host agency
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getHostAgencyUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/host-agencies/duplicates": {
    /**
     * Find duplicate host agencies
     * @description Suggests records to merge: those with the same name or a similar one.
     */
    get: operations["getHostAgencyDuplicates"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/images": {
    get?: never;
    put?: never;
    /** Create an image */
    post: operations["createImage"];
    delete?: never;
  };
  "/api/admin/images/{id}": {
    /** Get an image */
    get: operations["getImage"];
    /**
     * Update an image
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateImage"];
    post?: never;
    /** Delete an image */
    delete: operations["deleteImage"];
  };
  "/api/admin/images/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of an image
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfImage"];
    delete?: never;
  };
  "/api/admin/images/{id}/uses": {
    /**
     * List the uses of an image
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getImageUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/imports": {
    /**
     * ImportList your latest imports, newest first
     * @description Admins get those of all staff.
     */
    get: operations["listImports"];
    put?: never;
    /**
     * Upload a file to import
     * @description CSV or XLSX, up to 100 MB and 1,000,000 rows. The first row has the headings. Nothing is imported yet: assign the columns, check the file and start the import. It is deleted after seven days.
     */
    post: operations["createImport"];
    delete?: never;
  };
  "/api/admin/imports/{id}": {
    /** Get an import and its progress */
    get: operations["getImport"];
    /**
     * Change how a file is read
     * @description Changing the encoding or the separator assigns the columns again, unless they are sent, too.
     */
    put: operations["updateImport"];
    post?: never;
    /**
     * Discard an import and its file
     * @description Records that were imported stay.
     */
    delete: operations["deleteImport"];
  };
  "/api/admin/imports/{id}/check": {
    get?: never;
    put?: never;
    /**
     * Check a file without importing it
     * @description A job finds out how many rows would be created, changed, left as they are and rejected.
     */
    post: operations["checkImport"];
    delete?: never;
  };
  "/api/admin/imports/{id}/start": {
    get?: never;
    put?: never;
    /**
     * Import a file that has been checked
     * @description A job imports the rows. Rows that have become invalid since the check are rejected. The whole import is one change set, which can be undone.
     */
    post: operations["startImport"];
    delete?: never;
  };
  "/api/admin/jobs/{id}": {
    /** Get the progress of a bulk action */
    get: operations["getJob"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/languages": {
    /** List languages */
    get: operations["listLanguages"];
    put?: never;
    /** Create a language */
    post: operations["createLanguage"];
    delete?: never;
  };
  "/api/admin/languages/{id}": {
    /** Get a language */
    get: operations["getLanguage"];
    /**
     * Update a language
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateLanguage"];
    post?: never;
    /** Delete a language */
    delete: operations["deleteLanguage"];
  };
  "/api/admin/languages/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a language
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfLanguage"];
    delete?: never;
  };
  "/api/admin/languages/{id}/uses": {
    /**
     * List the uses of a language
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getLanguageUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/leads/{id}": {
    get?: never;
    put?: never;
    post?: never;
    /** Delete a lead permanently */
    delete: operations["deleteLead"];
  };
  "/api/admin/libraries": {
    /** List libraries */
    get: operations["listLibraries"];
    put?: never;
    /** Create a library */
    post: operations["createLibrary"];
    delete?: never;
  };
  "/api/admin/libraries/{id}": {
    /** Get a library */
    get: operations["getLibrary"];
    /**
     * Update a library
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateLibrary"];
    post?: never;
    /** Delete a library */
    delete: operations["deleteLibrary"];
  };
  "/api/admin/libraries/{id}/content": {
    get?: never;
    put?: never;
    /**
     * Add content to a library
     * @description Records that have already been added are skipped.
     */
    post: operations["addContentToLibrary"];
    delete?: never;
  };
  "/api/admin/libraries/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a library
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfLibrary"];
    delete?: never;
  };
  "/api/admin/libraries/{id}/uses": {
    /**
     * List the uses of a library
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getLibraryUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/account-types": {
    /** Look up account types */
    get: operations["listAccountTypeOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/api-requests": {
    /** List the filters for API requests */
    get: operations["listApiRequestOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/block-types": {
    /** List block types */
    get: operations["listBlockTypeOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/consortia": {
    /** Look up consortia */
    get: operations["listConsortiumOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/content-admins": {
    /** Look up users */
    get: operations["listContentAdminOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/content-depths": {
    /** Look up content depths */
    get: operations["listContentDepthOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/content-published": {
    /** List content statuses */
    get: operations["listContentPublishedOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/content-types": {
    /** Look up media types */
    get: operations["listMediaTypeOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/copilot-advisor-branding": {
    /** List the branding choices of Copilot */
    get: operations["listCopilotAdvisorBrandingOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/countries": {
    /** Look up countries */
    get: operations["listCountryOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/countries/{country_id}/regions": {
    /** Look up country regions */
    get: operations["listCountryRegionOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/destinations": {
    /** Look up destinations */
    get: operations["listDestinationOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/host-agencies": {
    /** Look up host agencies */
    get: operations["listHostAgencyOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/inspires": {
    /** List the Inspires statuses of collections */
    get: operations["listInspiresOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/languages": {
    /** Look up languages */
    get: operations["listLanguageOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/libraries": {
    /** Look up libraries */
    get: operations["listLibraryOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/link-statuses": {
    /** List the statuses of links */
    get: operations["listLinkStatusOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/partners": {
    /** Look up partners */
    get: operations["listPartnerOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/partners/{partner_id}/users": {
    /** Look up users */
    get: operations["listPartnerUserOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/publishers": {
    /** Look up publishers */
    get: operations["listPublisherOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/shared-collection-types": {
    /** List shared collection types */
    get: operations["listSharedCollectionTypeOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/staff": {
    /** Look up staff */
    get: operations["listStaffMemberOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/tags": {
    /** Look up subject areas */
    get: operations["listSubjectAreaOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/user-languages": {
    /** Look up languages */
    get: operations["listUserLanguageOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/options/user-templates": {
    /** Look up user templates */
    get: operations["listUserTemplateOptions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/partner-markets": {
    /** List partner markets */
    get: operations["listPartnerMarkets"];
    put?: never;
    /** Create a partner market */
    post: operations["createPartnerMarket"];
    delete?: never;
  };
  "/api/admin/partner-markets/{id}": {
    /** Get a partner market */
    get: operations["getPartnerMarket"];
    /**
     * Update a partner market
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updatePartnerMarket"];
    post?: never;
    /** Delete a partner market */
    delete: operations["deletePartnerMarket"];
  };
  "/api/admin/partner-markets/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a partner market
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfPartnerMarket"];
    delete?: never;
  };
  "/api/admin/partner-markets/{id}/uses": {
    /**
     * List the uses of a partner market
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getPartnerMarketUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/partners": {
    /** List partners */
    get: operations["listPartners"];
    put?: never;
    /** Create a partner */
    post: operations["createPartner"];
    delete?: never;
  };
  "/api/admin/partners/{id}": {
    /** Get a partner */
    get: operations["getPartner"];
    /**
     * Update a partner
     * @description Changes only the fields that are sent; null clears a field. If the account type changes, users whose template belongs to the previous one need another: user_templates says which.
     */
    put: operations["updatePartner"];
    post?: never;
    /** Delete a partner */
    delete: operations["deletePartner"];
  };
  "/api/admin/partners/{id}/account-type-change": {
    /** Get the users whose templates another account type does not have */
    get: operations["previewAccountTypeChange"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{id}/ai": {
    /** Get the guidelines for texts generated for a partner */
    get: operations["getPartnerAi"];
    /**
     * Change the guidelines for texts generated for a partner
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updatePartnerAi"];
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{id}/api-secret": {
    get?: never;
    put?: never;
    /**
     * Reveal the API secret of a partner
     * @description The audit log records who revealed it.
     */
    post: operations["revealPartnerApiSecret"];
    delete?: never;
  };
  "/api/admin/partners/{id}/collections-folders": {
    /**
     * List the folders and collections in a folder
     * @description Without a folder, lists the top level.
     */
    get: operations["browsePartnerFolders"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{id}/collections-folders/{folder_id}": {
    /**
     * List the folders and collections in a folder
     * @description Without a folder, lists the top level.
     */
    get: operations["browsePartnerFolder"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{id}/copilot": {
    /** Get the Copilot settings of a partner */
    get: operations["getPartnerCopilot"];
    /**
     * Change the Copilot settings of a partner
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updatePartnerCopilot"];
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{id}/customisations": {
    /** Get the customisations of a partner */
    get: operations["getPartnerCustomisations"];
    /**
     * Change the customisations of a partner
     * @description Changes only the fields that are sent; null restores the default. A new Google font clears its weight unless one is sent.
     */
    put: operations["updatePartnerCustomisations"];
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{id}/customisations/preview": {
    get?: never;
    put?: never;
    /**
     * Preview the customisations of a partner
     * @description Returns a page with sample content, as visitors would see it with these customisations. Saves nothing. Settings that are absent, null or invalid have their defaults.
     */
    post: operations["previewPartnerCustomisations"];
    delete?: never;
  };
  "/api/admin/partners/{id}/inspires": {
    /** Get the Inspires settings of a partner */
    get: operations["getPartnerInspires"];
    /**
     * Change the Inspires settings of a partner
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updatePartnerInspires"];
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{id}/permissions": {
    /** Get the premium features of a partner */
    get: operations["getPartnerPermissions"];
    /**
     * Change the premium features of a partner
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updatePartnerPermissions"];
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{id}/refresh-api-keys": {
    get?: never;
    /**
     * Replace the API keys of a partner
     * @description The previous keys stop working immediately. The response contains the new ones.
     */
    put: operations["refreshPartnerApiKeys"];
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a partner
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfPartner"];
    delete?: never;
  };
  "/api/admin/partners/{id}/uses": {
    /**
     * List the uses of a partner
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getPartnerUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/folders": {
    /** List folders */
    get: operations["listPartnerFolders"];
    put?: never;
    /** Create a folder */
    post: operations["createPartnerFolder"];
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/languages": {
    /** List languages */
    get: operations["listPartnerLanguages"];
    put?: never;
    /** Create a partner language */
    post: operations["createPartnerLanguage"];
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/languages/{id}": {
    /** Get a partner language */
    get: operations["getPartnerLanguage"];
    /**
     * Update a partner language
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updatePartnerLanguage"];
    post?: never;
    /** Delete a partner language */
    delete: operations["deletePartnerLanguage"];
  };
  "/api/admin/partners/{partner_id}/languages/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a partner language
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfPartnerLanguage"];
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/leads": {
    /** List leads */
    get: operations["listPartnerLeads"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/leads/{id}": {
    /** Get a lead */
    get: operations["getPartnerLead"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/sites": {
    /** List sites */
    get: operations["listPartnerSites"];
    put?: never;
    /** Create a site */
    post: operations["createPartnerSite"];
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/sites/{id}": {
    /** Get a site */
    get: operations["getPartnerSite"];
    /**
     * Update a site
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updatePartnerSite"];
    post?: never;
    /** Delete a site */
    delete: operations["deletePartnerSite"];
  };
  "/api/admin/partners/{partner_id}/sites/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a site
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfSite"];
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/sites/{site_id}/copilot-trial": {
    /** Test what Copilot does on a page */
    get: operations["testCopilot"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/sites/{site_id}/redirect-trial": {
    /** Test which redirects a visitor of a path follows */
    get: operations["testSiteRedirects"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/sites/{site_id}/redirects": {
    /** List redirects */
    get: operations["listSiteRedirects"];
    put?: never;
    /** Create a site redirect */
    post: operations["createSiteRedirect"];
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/sites/{site_id}/redirects/{id}": {
    /** Get a site redirect */
    get: operations["getSiteRedirect"];
    /**
     * Update a site redirect
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateSiteRedirect"];
    post?: never;
    /** Delete a site redirect */
    delete: operations["deleteSiteRedirect"];
  };
  "/api/admin/partners/{partner_id}/sites/{site_id}/redirects/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a site redirect
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfSiteRedirect"];
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/sites/{site_id}/transformations": {
    /** List transformations */
    get: operations["listSiteTransformations"];
    put?: never;
    /** Create a site transformation */
    post: operations["createSiteTransformation"];
    delete?: never;
  };
  "/api/admin/partners/{partner_id}/sites/{site_id}/transformations/{id}": {
    /** Get a site transformation */
    get: operations["getSiteTransformation"];
    /**
     * Update a site transformation
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateSiteTransformation"];
    post?: never;
    /** Delete a site transformation */
    delete: operations["deleteSiteTransformation"];
  };
  "/api/admin/partners/{partner_id}/sites/{site_id}/transformations/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a site transformation
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfSiteTransformation"];
    delete?: never;
  };
  "/api/admin/publishers": {
    /** List publishers */
    get: operations["listPublishers"];
    put?: never;
    /** Create a publisher */
    post: operations["createPublisher"];
    delete?: never;
  };
  "/api/admin/publishers/{id}": {
    /** Get a publisher */
    get: operations["getPublisher"];
    /**
     * Update a publisher
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updatePublisher"];
    post?: never;
    /** Delete a publisher */
    delete: operations["deletePublisher"];
  };
  "/api/admin/publishers/{id}/content": {
    get?: never;
    put?: never;
    /**
     * Add content to a publisher
     * @description Records that have already been added are skipped.
     */
    post: operations["addContentToPublisher"];
    delete?: never;
  };
  "/api/admin/publishers/{id}/merge": {
    get?: never;
    put?: never;
    /**
     * Merge other records into a publisher
     * @description Whatever refers to the other records refers to this one afterwards. The others are deleted; their ids lead here.
     */
    post: operations["mergePublisher"];
    delete?: never;
  };
  "/api/admin/publishers/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a publisher
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfPublisher"];
    delete?: never;
  };
  "/api/admin/publishers/{id}/uses": {
    /**
     * List the uses of a publisher
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getPublisherUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/publishers/duplicates": {
    /**
     * Find duplicate publishers
     * @description Suggests records to merge: those with the same name or a similar one.
     */
    get: operations["getPublisherDuplicates"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/regions": {
    /** List regions */
    get: operations["listRegions"];
    put?: never;
    /** Create a region */
    post: operations["createRegion"];
    delete?: never;
  };
  "/api/admin/regions/{id}": {
    /** Get a region */
    get: operations["getRegion"];
    /**
     * Update a region
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateRegion"];
    post?: never;
    /** Delete a region */
    delete: operations["deleteRegion"];
  };
  "/api/admin/regions/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a region
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfRegion"];
    delete?: never;
  };
  "/api/admin/regions/{id}/uses": {
    /**
     * List the uses of a region
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getRegionUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search": {
    /** Find records of all kinds */
    get: operations["searchRecords"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search-history": {
    /** List search history */
    get: operations["listSearchHistory"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/collections": {
    /** Look up collections */
    get: operations["searchCollections"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/content": {
    /** Look up content */
    get: operations["searchContent"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/countries": {
    /** Look up countries */
    get: operations["searchCountries"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/destinations": {
    /** Look up destinations */
    get: operations["searchDestinations"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/google-fonts": {
    /** Search Google Fonts */
    get: operations["searchGoogleFonts"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/languages": {
    /** Look up languages */
    get: operations["searchLanguages"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/partners/{partner_id}/folders": {
    /** Look up folders */
    get: operations["searchPartnerFolders"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/regions": {
    /** Look up regions */
    get: operations["searchRegions"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/users": {
    /** Look up users */
    get: operations["searchUsers"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/search/users/{user_id}/folders": {
    /** Look up folders */
    get: operations["searchUserFolders"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/shared-collections": {
    /** List shared collections */
    get: operations["listSharedCollections"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/shared-collections/{id}": {
    /** Get a shared collection */
    get: operations["getSharedCollection"];
    put?: never;
    post?: never;
    /** Delete a shared collection */
    delete: operations["deleteSharedCollection"];
  };
  "/api/admin/shared-collections/{id}/uses": {
    /**
     * List the uses of a shared collection
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getSharedCollectionUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/shared-collections/{shared_collection_id}/personalisations": {
    /** List personalisations */
    get: operations["listSharedCollectionPersonalisations"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/staff": {
    /** List staff */
    get: operations["listStaff"];
    put?: never;
    /**
     * Create a staff member
     * @description Without a password, a link to set one is sent to the e-mail address.
     */
    post: operations["createStaffMember"];
    delete?: never;
  };
  "/api/admin/staff/{id}": {
    /** Get a user */
    get: operations["getStaffMember"];
    /**
     * Update a user
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateStaffMember"];
    post?: never;
    /** Delete a user */
    delete: operations["deleteStaffMember"];
  };
  "/api/admin/staff/{id}/password": {
    get?: never;
    /** Set the password of a staff member */
    put: operations["changeStaffMemberPassword"];
    post?: never;
    delete?: never;
  };
  "/api/admin/staff/{id}/uses": {
    /**
     * List the uses of a user
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getStaffMemberUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/status": {
    /**
     * Get the status of the servers
     * @description Checks the nodes, the database, the storage, mail, the queues and backups. Each check has a time limit, and one that fails does not affect the others.
     */
    get: operations["getStatus"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/tags": {
    /** List subject areas */
    get: operations["listSubjectAreas"];
    put?: never;
    /** Create a subject area */
    post: operations["createSubjectArea"];
    delete?: never;
  };
  "/api/admin/tags/{id}": {
    /** Get a subject area */
    get: operations["getSubjectArea"];
    /**
     * Update a subject area
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateSubjectArea"];
    post?: never;
    /** Delete a subject area */
    delete: operations["deleteSubjectArea"];
  };
  "/api/admin/tags/{id}/content": {
    get?: never;
    put?: never;
    /**
     * Add content to a subject area
     * @description Records that have already been added are skipped.
     */
    post: operations["addContentToSubjectArea"];
    delete?: never;
  };
  "/api/admin/tags/{id}/content/remove": {
    get?: never;
    put?: never;
    /**
     * Remove content from a subject area
     * @description Records that are not linked to it are skipped.
     */
    post: operations["removeSubjectAreaContent"];
    delete?: never;
  };
  "/api/admin/tags/{id}/merge": {
    get?: never;
    put?: never;
    /**
     * Merge other records into a subject area
     * @description Whatever refers to the other records refers to this one afterwards. The others are deleted; their ids lead here.
     */
    post: operations["mergeSubjectArea"];
    delete?: never;
  };
  "/api/admin/tags/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a subject area
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfSubjectArea"];
    delete?: never;
  };
  "/api/admin/tags/{id}/uses": {
    /**
     * List the uses of a subject area
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getSubjectAreaUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/tags/duplicates": {
    /**
     * Find duplicate subject areas
     * @description Suggests records to merge: those with the same name or a similar one.
     */
    get: operations["getSubjectAreaDuplicates"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/tools/clear-cache": {
    get?: never;
    put?: never;
    /** Clear the search cache on all nodes */
    post: operations["clearSearchCache"];
    delete?: never;
  };
  "/api/admin/trash": {
    /** List the trash, newest first */
    get: operations["listTrash"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/trash/{id}": {
    get?: never;
    put?: never;
    post?: never;
    /** Delete a record permanently */
    delete: operations["deleteTrashEntry"];
  };
  "/api/admin/trash/{id}/restore": {
    get?: never;
    put?: never;
    /** Restore a record and what was deleted with it */
    post: operations["restoreTrashEntry"];
    delete?: never;
  };
  "/api/admin/update-content/{id}": {
    /** Get a content */
    get: operations["getContentForm"];
    /**
     * Update a content
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateContentForm"];
    post?: never;
    delete?: never;
  };
  "/api/admin/uploads": {
    get?: never;
    put?: never;
    /**
     * Upload an image
     * @description JPEG, PNG, GIF or WebP, up to 10 MB. At most 16,000 pixels per side and 50 megapixels in total. Decoding may use up to 96 MB of memory: about 25 megapixels of PNG, 12 at 16 bits, 13 of progressive JPEG. Images are decoded one at a time; retry after a 503 response. An upload that no record uses is deleted after a day. An upload is cancelled after 20 seconds without progress.
     */
    post: operations["createUpload"];
    delete?: never;
  };
  "/api/admin/uploads/from-url": {
    get?: never;
    put?: never;
    /**
     * Upload an image from a URL
     * @description The server downloads the image. JPEG, PNG, GIF or WebP, up to 10 MB. At most 16,000 pixels per side and 50 megapixels in total. Decoding may use up to 96 MB of memory: about 25 megapixels of PNG, 12 at 16 bits, 13 of progressive JPEG. Images are decoded one at a time; retry after a 503 response. At most three downloads per person run at the same time; more are refused with 429.
     */
    post: operations["createUploadFromUrl"];
    delete?: never;
  };
  "/api/admin/users": {
    /** List users */
    get: operations["listUsers"];
    put?: never;
    /** Create a user */
    post: operations["createUser"];
    delete?: never;
  };
  "/api/admin/users/{id}": {
    /** Get a user */
    get: operations["getUser"];
    /**
     * Update a user
     * @description Changes only the fields that are sent; null clears a field.
     */
    put: operations["updateUser"];
    post?: never;
    /** Delete a user */
    delete: operations["deleteUser"];
  };
  "/api/admin/users/{id}/change-password": {
    get?: never;
    /**
     * Set the password of a user
     * @description Signs the user out everywhere. Only admins can set the password of staff.
     */
    put: operations["changeUserPassword"];
    post?: never;
    delete?: never;
  };
  "/api/admin/users/{id}/collections-folders": {
    /**
     * List the folders and collections in a folder
     * @description Without a folder, lists the top level.
     */
    get: operations["browseUserFolders"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/users/{id}/collections-folders/{folder_id}": {
    /**
     * List the folders and collections in a folder
     * @description Without a folder, lists the top level.
     */
    get: operations["browseUserFolder"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/users/{id}/impersonate": {
    /**
     * Create an impersonation token
     * @description Staff can't be impersonated. The audit log records the request and its reason. Returns 403 unless the request comes from the console, because other sites can make a browser follow a link.
     */
    get: operations["impersonateUserWithGet"];
    put?: never;
    /**
     * Create an impersonation token
     * @description Staff can't be impersonated. The audit log records the request and its reason.
     */
    post: operations["impersonateUser"];
    delete?: never;
  };
  "/api/admin/users/{id}/restore": {
    get?: never;
    put?: never;
    /**
     * Restore an earlier version of a user
     * @description Saves the values that the record had before or after a change, like an update.
     */
    post: operations["restoreVersionOfUser"];
    delete?: never;
  };
  "/api/admin/users/{id}/uses": {
    /**
     * List the uses of a user
     * @description Counts what refers to the record, with the path of the list in the console.
     */
    get: operations["getUserUses"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/users/{user_id}/folders": {
    /** List folders */
    get: operations["listUserFolders"];
    put?: never;
    /** Create a folder */
    post: operations["createUserFolder"];
    delete?: never;
  };
  "/api/admin/users/{user_id}/leads": {
    /** List leads */
    get: operations["listUserLeads"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/users/{user_id}/leads/{id}": {
    /** Get a lead */
    get: operations["getUserLead"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/users/{user_id}/shared-collections": {
    /** List shared collections */
    get: operations["listUserSharedCollections"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/users/highlights": {
    /** Get advisor statistics */
    get: operations["getUserHighlights"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/admin/views": {
    /**
     * List saved views
     * @description Returns your own views of a table and the shared ones.
     */
    get: operations["listSavedViews"];
    put?: never;
    /** Create a saved view */
    post: operations["createSavedView"];
    delete?: never;
  };
  "/api/admin/views/{id}": {
    get?: never;
    /**
     * Update a saved view
     * @description Changes only the fields that are sent. Everyone can make a view they see their default.
     */
    put: operations["updateSavedView"];
    post?: never;
    /** Delete a saved view */
    delete: operations["deleteSavedView"];
  };
  "/api/auth/confirm": {
    get?: never;
    put?: never;
    /**
     * Confirm your password
     * @description Requests that fail with 403 and the code reauthentication_required are allowed for ten minutes afterwards, as they are after signing in.
     */
    post: operations["confirmPassword"];
    delete?: never;
  };
  "/api/auth/forgot-password": {
    get?: never;
    put?: never;
    /** Request a link to set a new password */
    post: operations["requestPasswordLink"];
    delete?: never;
  };
  "/api/auth/login": {
    get?: never;
    put?: never;
    /** Sign in */
    post: operations["signIn"];
    delete?: never;
  };
  "/api/auth/logout": {
    get?: never;
    put?: never;
    /** Sign out */
    post: operations["signOut"];
    delete?: never;
  };
  "/api/auth/me": {
    /** Get the signed-in user */
    get: operations["getCurrentUser"];
    put?: never;
    post?: never;
    delete?: never;
  };
  "/api/auth/password": {
    get?: never;
    /** Change your password */
    put: operations["changePassword"];
    post?: never;
    delete?: never;
  };
  "/api/auth/profile": {
    /** Get your profile */
    get: operations["getProfile"];
    /** Change your profile */
    put: operations["updateProfile"];
    post?: never;
    delete?: never;
  };
  "/api/auth/reset-password": {
    get?: never;
    put?: never;
    /** Set a new password with a link */
    post: operations["resetPassword"];
    delete?: never;
  };
  "/api/auth/settings": {
    /** Get your settings */
    get: operations["getSettings"];
    /** Change your settings */
    put: operations["updateSettings"];
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
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    AccountTypeChange: {
      /** @description The templates of the account type. */
      choices: components["schemas"]["Named"][];
      /** @description The templates of these users. */
      templates: components["schemas"]["UsedTemplate"][];
      /**
       * Format: int64
       * @description Number of users whose template does not belong to the account type.
       */
      users_count: number;
    };
    Activity: {
      action: string;
      changes: {
        [key: string]: components["schemas"]["Difference"];
      };
      /**
       * Format: date-time
       * @description When the record was created.
       * @example 2026-01-31T12:00:00Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Number of records that were changed.
       */
      entries: number;
      /**
       * Format: date-time
       * @description Null while a job is still working on it.
       */
      finished_at: string | null;
      /**
       * Format: int64
       * @description Id of the record.
       * @example 42
       */
      id: number;
      ip_address: string;
      kind: string;
      /** @description What made the request, such as console. */
      program: string;
      /** Format: int64 */
      record_id: number | null;
      record_name: string;
      request_id: string;
      /** @description Fields that can be restored. */
      restorable: string[];
      /** @description Why it can't be undone. */
      undo_refused: string;
      undoable: boolean;
      /**
       * Format: int64
       * @description Change set that this one undid.
       */
      undoes_id: number | null;
      /**
       * Format: int64
       * @description Change set that undid this one.
       */
      undone_by_id: number | null;
      /** Format: int64 */
      user_id: number | null;
      user_name: string;
    };
    Added: {
      /** Format: int64 */
      added: number;
      /**
       * Format: int64
       * @description Id of the background job, if there are too many records to change at once. See jobs/{id}.
       */
      job?: number;
      /**
       * Format: int64
       * @description Number of records that needed no change.
       */
      skipped: number;
    };
    AddedContent: {
      /** Format: date-time */
      added_at: string;
      collection: components["schemas"]["Named"];
      content: components["schemas"]["RecentItem"];
    };
    Agenda: {
      items: components["schemas"]["ScheduledEvent"][];
      /** @description Send it as after to get the events that follow. Empty if there are none. */
      next: string;
    };
    AICard: {
      ai_brand_voice: string;
    };
    APILog: {
      /** @description What the caller was identified as: server, browser, app or anonymous. Empty for requests of earlier versions. */
      caller: string;
      /**
       * Format: date-time
       * @description When the record was created.
       * @example 2026-01-31T12:00:00Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description In milliseconds.
       */
      duration: number;
      /** @description Machine-readable code of the error in the response. Empty if there was none. */
      error_code: string;
      /** @description Message of the error in the response. */
      error_message: string;
      /** @description Invalid fields in the response, at most 20. The number of others is under … */
      errors: {
        [key: string]: string[] | null;
      };
      /**
       * Format: int64
       * @description Id of the record.
       * @example 42
       */
      id: number;
      ip_address: string;
      /** @description HTTP method. Empty for requests of earlier versions. */
      method: string;
      /** @description Request parameters, with secrets masked. Omitted in lists. */
      parameters?: {
        [key: string]: unknown;
      };
      /** Format: int64 */
      parameters_count: number;
      /** @description Partner of the key, or the one that an app's or a refused request is about. Null if there is none. */
      partner: components["schemas"]["Named"] | null;
      path: string;
      /** @description Why the request was refused: the invalid fields, or else the message. Empty for others. */
      reason: string;
      /**
       * Format: int64
       * @description Number of records returned; null if not applicable.
       */
      results: number | null;
      /** Format: int64 */
      status_code: number;
      user: components["schemas"]["Named"] | null;
      user_agent: string;
    };
    APIPair: {
      api_key: string;
      api_secret: string;
    };
    Backups: {
      /**
       * Format: date-time
       * @description When the newest good backup was made.
       */
      last_at: string | null;
      /** @description What is wrong, as a sentence; empty if nothing is. */
      problem: string;
      scheduled: boolean;
      /** @enum {string} */
      state: "ok" | "warning" | "failed";
    };
    Breadcrumb: {
      /**
       * Format: int64
       * @description Null for the top level.
       */
      id: number | null;
      /** @description Whether it is the open folder. */
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
      /** @description Collection type: partner or personal. Empty for folders. */
      type: string;
      /** Format: int64 */
      version: number;
    };
    BrowserPage: {
      folder: components["schemas"]["OpenFolder"];
      items: components["schemas"]["BrowserItem"][];
      meta: components["schemas"]["Meta"];
    };
    Calendar: {
      items: components["schemas"]["EventDay"][];
    };
    ChangedValue: {
      /** @description Value that the change left. */
      expected: unknown;
      /**
       * @description Field of the record; empty if it is about the record itself.
       * @example name
       */
      field: string;
      /**
       * @description Kind of the record.
       * @example publisher
       */
      kind: string;
      /**
       * @description Name of the record.
       * @example Harbour Press
       */
      name: string;
      /** @description Present value. */
      now: unknown;
      /**
       * @description Why it can't be set back.
       * @example It has been changed since.
       */
      reason: string;
      /**
       * Format: int64
       * @description Id of the record.
       * @example 12
       */
      record_id: number;
    };
    Check: {
      /** Format: date-time */
      checked_at: string;
      /** Format: int64 */
      code: number;
      final_url: string;
      problem: string;
      status: string;
      url: string;
    };
    ClientError: {
      /** @description What the page shows, so that people can name it to support. */
      code: string;
      /** @description Name and message of the error. Quoted texts are not logged. */
      message: string;
      /** @description The template of the page's address, such as /users/$id/details. */
      route: string;
      /** @description File and line that failed. */
      source?: string;
    };
    Collaborator: {
      api_key: string;
      /** @description Masked; a separate endpoint reveals it to admins. */
      api_secret: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      extended_collection_versions_max_created_at: string | null;
      /** Format: int64 */
      extended_content_experiences_count: number;
      /** Format: int64 */
      id: number;
      logo: components["schemas"]["Image"] | null;
      name: string;
      slug: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
      /** Format: int64 */
      views: number;
    };
    Collection: {
      /** @description Public ID. */
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
      /** @description Whether it is currently featured on Inspires. */
      featured: boolean;
      folder: components["schemas"]["CollectionFolder"] | null;
      /**
       * Format: int64
       * @description Folder that holds it; belongs to the same owner.
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
      language: components["schemas"]["Named"] | null;
      /** Format: int64 */
      language_id: number | null;
      name: string;
      owner: components["schemas"]["CollectionOwner"];
      /**
       * Format: int64
       * @description Owner, if the type is partner.
       */
      partner_id: number | null;
      /** @description Whether it is currently public on Inspires. */
      public: boolean;
      /**
       * Format: int64
       * @description Number of users who accepted it.
       */
      shared_collections_count: number;
      tags: string[];
      /** @enum {string} */
      type: "partner" | "personal";
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Owner, if the type is personal.
       */
      user_id: number | null;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    CollectionFolder: {
      /**
       * Format: int64
       * @description Id of the record.
       * @example 7
       */
      id: number;
      /** @description Folder names from the top level down: Europe > France. */
      label: string;
      /**
       * @description Name of the record.
       * @example Lisbon
       */
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
      /**
       * Format: date-time
       * @description When the record was created.
       * @example 2026-01-31T12:00:00Z
       */
      created_at: string;
      featured_image: components["schemas"]["Image"] | null;
      /**
       * Format: int64
       * @description Id of the record.
       * @example 42
       */
      id: number;
      title: string;
      type: components["schemas"]["CollectionItemType"] | null;
      /** Format: int64 */
      type_id: number | null;
    };
    CollectionItemType: {
      icon: string;
      /**
       * Format: int64
       * @description Id of the record.
       * @example 7
       */
      id: number;
      /**
       * @description Name of the record.
       * @example Lisbon
       */
      name: string;
    };
    CollectionOwner: {
      alt_id: string;
      /** Format: int64 */
      id: number;
      name: string;
    };
    Confirmation: {
      /** @description Must be true. */
      confirm: boolean;
    };
    ConfirmInput: {
      password: string;
    };
    Content: {
      /**
       * Format: date-time
       * @description When it was last added to a collection.
       */
      added_at: string | null;
      /** @description User who published it. */
      admin: components["schemas"]["ItemPerson"] | null;
      /** @description Only for media types with an author. */
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
      created_by: components["schemas"]["ItemPerson"] | null;
      depth: components["schemas"]["ItemKind"] | null;
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
      featured_image: components["schemas"]["Image"] | null;
      /** Format: int64 */
      id: number;
      language_ids: number[];
      languages: components["schemas"]["Named"][];
      /** @description Defaults to the value of the media type. */
      lead_in: string;
      lead_in_override: boolean;
      libraries: components["schemas"]["Named"][];
      /** Format: int64 */
      libraries_count: number;
      library_ids: number[];
      /** Format: date-time */
      link_checked_at: string | null;
      /**
       * @description Empty until the link has been checked.
       * @enum {string}
       */
      link_status: "" | "ok" | "moved" | "broken" | "unsure";
      partner: components["schemas"]["Named"] | null;
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
       * @description In minutes; only for media types with a runtime.
       */
      runtime: number | null;
      /** @enum {string} */
      status: "draft" | "scheduled" | "published" | "expired";
      /** @description Only for media types with a runtime. */
      subtitle_ids: number[];
      subtitles: components["schemas"]["Named"][];
      synopsis: string;
      tag_ids: number[];
      tags: components["schemas"]["Named"][];
      /** Format: int64 */
      tags_count: number;
      title: string;
      type: components["schemas"]["ItemKind"] | null;
      /** Format: int64 */
      type_id: number | null;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
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
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    ContentDomain: {
      /** @description Whether links to this site are checked. */
      check_links: boolean;
      /** Format: int64 */
      content_type_id: number | null;
      /** Format: date-time */
      created_at: string;
      display_name: string;
      host: string;
      /** Format: int64 */
      id: number;
      media_type: components["schemas"]["DomainMediaType"] | null;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    ContentIDs: {
      ids: number[];
    };
    Conversion: {
      /**
       * @description Whether the version has been generated. Until then, url is that of the original.
       * @example true
       */
      has_conversion: boolean;
      /**
       * @description Whether the version exists in several widths: see sizes.
       * @example false
       */
      has_responsive: boolean;
      /** @description Size of the version. */
      meta: components["schemas"]["ConversionMeta"];
      /**
       * @description Name of the version.
       * @example card
       */
      name: string;
      /**
       * @description Widths of the available sizes, for srcset.
       * @example [
       *       400,
       *       800
       *     ]
       */
      sizes?: number[];
      /**
       * @description URL of the version.
       * @example https://go.example.com/files/9f2c/lisbon-card.jpg
       */
      url: string;
    };
    ConversionMeta: {
      /**
       * Format: int64
       * @description Height in pixels.
       * @example 450
       */
      height: number;
      /**
       * Format: int64
       * @description Width in pixels.
       * @example 800
       */
      width: number;
    };
    Copied: {
      /** Format: int64 */
      copied: number;
      /**
       * Format: int64
       * @description Id of the background job, if there are too many records to change at once. See jobs/{id}.
       */
      job?: number;
      /**
       * Format: int64
       * @description Number of records that needed no change.
       */
      skipped: number;
    };
    CopilotAdvisor: {
      /**
       * @description Whose branding is shown.
       * @enum {string}
       */
      branding: "advisor" | "agency" | "co-branded" | "none";
      /**
       * @description Company. That of a partner's own user is the partner unless the user has given another one.
       * @example Harbour Travel
       */
      company: string;
      /**
       * @description E-mail address for bookings.
       * @example ana@harbour.example
       */
      email: string;
      /**
       * @description URL of a small logo, or empty.
       * @example https://go.example.com/files/7b1d/logo-thumb.png
       */
      logo_url: string;
      /**
       * @description First and last name. Empty, like the e-mail address, if the advisor has chosen to show no contact details and the partner no branding.
       * @example Ana Moreira
       */
      name: string;
      /**
       * @description Phone number for bookings. Empty without branding.
       * @example +351 21 555 0101
       */
      phone: string;
      /**
       * @description URL of a small photo, or empty.
       * @example https://go.example.com/files/9f2c/ana-thumb.jpg
       */
      photo_url: string;
      /**
       * @description UID: the public id of the user.
       * @example U5erAn4Qx7
       */
      uid: string;
    };
    CopilotCard: {
      /** @description Chosen automatically if empty. */
      copilot_advisor_branding: string;
      /**
       * Format: int64
       * @description Minutes; 0 disables the cache.
       */
      copilot_cache_duration: number;
      inspires_customisations_enabled: boolean;
      inspires_display_copilot: boolean;
    };
    CopilotDisclaimer: {
      /**
       * @description CSS selector of the element that contains it, or empty for the start of the page.
       * @example main
       */
      selector: string;
      /**
       * @description The text.
       * @example Please contact your travel advisor to book.
       */
      text: string;
    };
    CopilotTrial: {
      advisor: components["schemas"]["CopilotAdvisor"] | null;
      /** @description Whether Copilot changes the page. */
      applies: boolean;
      /** @description Whether the site has a style sheet. */
      css: boolean;
      disclaimer: components["schemas"]["CopilotDisclaimer"] | null;
      language: string;
      /** @description Why Copilot does nothing, or why no redirect is followed although one matches. */
      reason: string | null;
      /** @description Where visitors are redirected, or null. */
      redirect: components["schemas"]["CopilotTrialRedirect"] | null;
      transformations: components["schemas"]["CopilotTrialTransformation"][];
    };
    CopilotTrialRedirect: {
      /** @description The path of the page and those that it redirects to, one after the other. The last one is the target. */
      chain: string[];
      /** @description Whether the page is left out of the browser's history. */
      ignore_previous_page: boolean;
      target: string;
    };
    CopilotTrialTransformation: {
      /**
       * @description What changes in the elements.
       * @enum {string}
       */
      action: "call_to_action" | "link_and_text" | "link" | "text" | "none";
      /** @description The new link, or empty. That of a call to action is an e-mail to the advisor. */
      href: string;
      /** Format: int64 */
      id: number;
      name: string;
      /** @description Whether the elements are replaced by new ones. */
      replace: boolean;
      selectors: string[];
      /** @description The new text, or empty. */
      text: string;
    };
    Count: {
      /**
       * Format: int64
       * @description Number of rows.
       * @example 57
       */
      total: number;
      /**
       * @description True if there are more rows than total, because counting stopped there.
       * @example false
       */
      total_is_capped: boolean;
    };
    CountedUse: {
      /**
       * Format: int64
       * @description Number of records.
       * @example 3
       */
      count: number;
      /** @description Whether there are more than count. */
      count_is_capped: boolean;
      /**
       * @description Kind of the records.
       * @example record
       */
      kind: string;
      /**
       * @description What happens to them when the record is deleted: they prevent it, lose the reference, are deleted with it, or stay as they are.
       * @enum {string}
       */
      on_delete: "prevents" | "unlinks" | "deletes" | "keeps";
      /**
       * @description Path in the console that lists them.
       * @example /records
       */
      path?: string;
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
       * @description Increases with each change. Saving with an older version fails with 409.
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
       * @description Increases with each change. Saving with an older version fails with 409.
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
      favicon: components["schemas"]["Image"] | null;
      header_background_image: components["schemas"]["Image"] | null;
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
      logo: components["schemas"]["Image"] | null;
      logo_light: components["schemas"]["Image"] | null;
      logo_location: string | null;
      theme: string | null;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    CustomisationsAnswer: {
      customisations: components["schemas"]["Customisations"];
      /** @description The default of each setting, as a CSS value: inherit, 16px. */
      defaults: {
        [key: string]: unknown;
      };
    };
    Database: {
      /**
       * Format: int64
       * @description Open connections of this server; on SQLite, those that read.
       */
      connections: number;
      /** @enum {string} */
      engine: "sqlite" | "postgres";
      /**
       * Format: int64
       * @description Connections that are running a statement.
       */
      in_use: number;
      /**
       * Format: int64
       * @description How many connections may be open.
       */
      limit: number;
      /** @description What is wrong, as a sentence; empty if nothing is. */
      problem: string;
      /**
       * Format: double
       * @description How long a query took, in milliseconds.
       */
      response: number;
      /**
       * Format: int64
       * @description Number of the newest migration.
       */
      schema: number;
      /**
       * Format: int64
       * @description In bytes.
       */
      size: number;
      /** @enum {string} */
      state: "ok" | "warning" | "failed";
      version: string;
      /**
       * Format: int64
       * @description How often something waited for a connection or the writer since the start.
       */
      waits: number;
    };
    DefaultView: {
      columns: string[];
      /** Format: int64 */
      id: number;
      name: string;
      params: {
        [key: string]: string;
      };
    };
    Deleted: {
      /** Format: int64 */
      deleted: number;
      /**
       * Format: int64
       * @description Id of the background job, if there are too many records to change at once. See jobs/{id}.
       */
      job?: number;
      /**
       * Format: int64
       * @description Number of records that needed no change.
       */
      skipped: number;
    };
    Destination: {
      /**
       * Format: int64
       * @description Number of places directly below it.
       */
      children_count: number;
      /**
       * Format: int64
       * @description Number of items linked to this place itself.
       */
      content_count: number;
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      /** @description Names from the top level down: Europe > France. */
      label: string;
      name: string;
      parent: components["schemas"]["DestinationParent"] | null;
      /** Format: int64 */
      parent_id: number | null;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    DestinationParent: {
      /**
       * Format: int64
       * @description Id of the record.
       * @example 7
       */
      id: number;
      label: string;
      /**
       * @description Name of the record.
       * @example Lisbon
       */
      name: string;
    };
    Detail: {
      action: string;
      changes: {
        [key: string]: components["schemas"]["Difference"];
      };
      /**
       * Format: date-time
       * @description When the record was created.
       * @example 2026-01-31T12:00:00Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Number of records that were changed.
       */
      entries: number;
      /**
       * Format: date-time
       * @description Null while a job is still working on it.
       */
      finished_at: string | null;
      /**
       * Format: int64
       * @description Id of the record.
       * @example 42
       */
      id: number;
      ip_address: string;
      kind: string;
      /** @description The first entries, at most 500. */
      list: components["schemas"]["Entry"][] | null;
      /** @description What made the request, such as console. */
      program: string;
      /** Format: int64 */
      record_id: number | null;
      record_name: string;
      request_id: string;
      /** @description Fields that can be restored. */
      restorable: string[];
      /** @description Why it can't be undone. */
      undo_refused: string;
      undoable: boolean;
      /**
       * Format: int64
       * @description Change set that this one undid.
       */
      undoes_id: number | null;
      /**
       * Format: int64
       * @description Change set that undid this one.
       */
      undone_by_id: number | null;
      /** Format: int64 */
      user_id: number | null;
      user_name: string;
    };
    Difference: {
      after: unknown;
      before: unknown;
      /** @description Ids of images that are no longer kept. */
      missing_images?: number[] | null;
      /** @description Names of the records with these ids at the time of the change, by id. */
      names?: {
        [key: string]: string;
      };
    };
    DomainMediaType: {
      icon: string;
      /**
       * Format: int64
       * @description Id of the record.
       * @example 7
       */
      id: number;
      /**
       * @description Name of the record.
       * @example Lisbon
       */
      name: string;
    };
    DuplicateGroup: {
      /**
       * @description What they have in common: the same name, a similar spelling, or the same URL.
       * @enum {string}
       */
      reason: "name" | "spelling" | "url";
      /** @description The records, oldest first; at most 50. */
      records: components["schemas"]["Named"][];
    };
    DuplicateResponse: {
      /** Format: int64 */
      id: number;
    };
    Duplicates: {
      /** @description Groups of records that may be the same, at most 50. */
      groups: components["schemas"]["DuplicateGroup"][];
      /** @description Whether all records were compared, and all groups are listed. Similar spelling is not compared above 5,000 records: use begins_with. */
      is_complete: boolean;
    };
    Entry: {
      action: string;
      changes: {
        [key: string]: components["schemas"]["Difference"];
      };
      /** Format: int64 */
      id: number;
      kind: string;
      /** Format: int64 */
      record_id: number | null;
      record_name: string;
    };
    Error: {
      /**
       * @description Machine-readable kind of the error, such as not_found.
       * @example not_found
       */
      code: string;
      /**
       * Format: int64
       * @description With 409 for an undo: number of values that have changed since.
       * @example 1
       */
      conflict_count?: number;
      /** @description With 409 for an undo: the values that have changed since, at most 100. */
      conflicts?: components["schemas"]["ChangedValue"][] | null;
      /** @description Errors by field. List entries are named field.0, field.1 and so on. */
      errors?: {
        [key: string]: string[] | null;
      };
      /** @description With 409 after saving an outdated version: the current record. */
      item?: unknown;
      /**
       * Format: int64
       * @description With 404 for a record that was merged into another: the id of the other.
       * @example 42
       */
      merged_into?: number;
      /**
       * @description Human-readable description of the error.
       * @example Not found.
       */
      message: string;
      /**
       * @description With 500: the request id to quote when you report the error.
       * @example b1946ac92492d234
       */
      request_id?: string;
      /** @description With 409 for a record that is in use: the records that use it. */
      uses?: components["schemas"]["Use"][] | null;
    };
    EventDay: {
      /** Format: date */
      day: string;
      /** @description The first ones. */
      events: components["schemas"]["ScheduledEvent"][];
      /** Format: int64 */
      total: number;
      total_is_capped: boolean;
    };
    ExistingItem: {
      /** @enum {string} */
      block_type: "content" | "image";
      /** Format: int64 */
      id: number;
      title: string;
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
      /** @description Path of the list below /api/admin/. */
      path: string;
      problem: string;
      /** @description Parameters of the list. */
      query: {
        [key: string]: string;
      };
      /** @enum {string} */
      state: "working" | "done" | "failed";
      /**
       * Format: int64
       * @description Number of rows; null if not known.
       */
      total: number | null;
      /** @description Download link, valid for 15 minutes. Empty if there is no file. */
      url: string;
    };
    ExportInput: {
      /** @description Path of the list below /api/admin/, such as content or partners/5/sites. */
      path: string;
      /** @description Parameters of the list. Page numbers are ignored. */
      query?: {
        [key: string]: unknown;
      };
    };
    ExportList: {
      items: components["schemas"]["Export"][];
    };
    Facade: {
      /** Format: date-time */
      created_at: string;
      destination: components["schemas"]["FacadeDestination"] | null;
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
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
      /**
       * Format: int64
       * @description Number of searches that used it.
       */
      views: number;
    };
    FacadeDestination: {
      /**
       * Format: int64
       * @description Id of the record.
       * @example 7
       */
      id: number;
      label: string;
      /**
       * @description Name of the record.
       * @example Lisbon
       */
      name: string;
    };
    FailedJob: {
      arguments: unknown;
      /** Format: int64 */
      attempts: number;
      /** Format: date-time */
      created_at: string;
      /** @description Error of the last attempt. */
      error: string;
      /** Format: date-time */
      failed_at: string | null;
      /** Format: int64 */
      id: number;
      kind: string;
      queue: string;
    };
    FeaturedImageResponse: {
      featured_image: components["schemas"]["Image"] | null;
      /** Format: int64 */
      version: number;
    };
    Finding: {
      /** @description The member of staff who takes care of it. */
      assignee: components["schemas"]["Named"] | null;
      /** @description The public collection that shows an expired item. */
      collection: components["schemas"]["Named"] | null;
      content: components["schemas"]["Subject"] | null;
      /** Format: int64 */
      content_id: number | null;
      /**
       * Format: date-time
       * @description When the record was created.
       * @example 2026-01-31T12:00:00Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description Id of the record.
       * @example 42
       */
      id: number;
      /** @description Why it is snoozed. */
      note: string;
      /** @enum {string} */
      reason: "broken" | "moved" | "expiring" | "expired" | "duplicate" | "no_image" | "no_synopsis" | "no_destination" | "no_subject_area" | "no_library";
      /**
       * Format: date-time
       * @description When the reason arose, or when it was noticed.
       */
      since: string;
      /** Format: date-time */
      snoozed_until: string | null;
    };
    FindingCounts: {
      /** @description Number of rows by reason; all of them; those that are snoozed. */
      counts: {
        [key: string]: number;
      };
      /**
       * Format: int64
       * @description Number of rows that are assigned to you.
       */
      mine: number;
    };
    Folder: {
      /**
       * Format: int64
       * @description Number of collections directly inside.
       */
      collections_count: number;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: int64
       * @description Number of folders directly inside.
       */
      folders_count: number;
      /** Format: int64 */
      id: number;
      /** @description Folder names from the top level down: Europe > France. */
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
       * @description Increases with each change. Saving with an older version fails with 409.
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
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    Hit: {
      /** @description Distinguishes records with similar names: an owner, an e-mail address. */
      hint: string;
      /** Format: int64 */
      id: number;
      /** @description The kind of record, as in the audit log. */
      kind: string;
      /**
       * @description How well the name matches, best first.
       * @enum {string}
       */
      match: "exact" | "start" | "word" | "part" | "other";
      name: string;
    };
    Hits: {
      items: components["schemas"]["Hit"][];
    };
    Image: {
      /**
       * @description URL of the image in its original size.
       * @example https://go.example.com/files/9f2c/lisbon.jpg
       */
      full_url: string;
      /** @description Resized versions of the image. */
      generated_conversions: components["schemas"]["Conversion"][];
      /**
       * Format: int64
       * @description Height of the original in pixels.
       * @example 900
       */
      height: number;
      /**
       * Format: int64
       * @description Id of the image.
       * @example 310
       */
      id: number;
      /**
       * @description URL of a small version for lists.
       * @example https://go.example.com/files/9f2c/lisbon-thumb.jpg
       */
      thumb_url: string;
      /**
       * Format: int64
       * @description Width of the original in pixels.
       * @example 1600
       */
      width: number;
    };
    ImageItem: {
      /**
       * Format: date-time
       * @description When it was last added to a collection.
       */
      added_at: string | null;
      /** @description User who published it. */
      admin: components["schemas"]["ItemPerson"] | null;
      /** @enum {string} */
      block_type: "content" | "image";
      collection_ids: number[];
      collections: components["schemas"]["Named"][];
      /** Format: int64 */
      collections_count: number;
      /** Format: date-time */
      created_at: string;
      created_by: components["schemas"]["ItemPerson"] | null;
      destination_ids: number[];
      destinations: components["schemas"]["Named"][];
      /** Format: int64 */
      destinations_count: number;
      /** Format: date-time */
      expires_at: string | null;
      featured_image: components["schemas"]["Image"] | null;
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
      partner: components["schemas"]["Named"] | null;
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
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    Import: {
      /** Format: int64 */
      bytes: number;
      /**
       * Format: int64
       * @description Change set of the import, which can be undone.
       */
      change_id: number | null;
      /** Format: int64 */
      changed: number;
      /** @description Whether empty cells clear fields of existing records. */
      clear_empty: boolean;
      columns: components["schemas"]["ImportColumn"][];
      /** Format: int64 */
      created: number;
      /** Format: date-time */
      created_at: string;
      /** @enum {string} */
      date_format: "iso" | "dmy" | "mdy" | "dotted";
      /** Format: int64 */
      done: number;
      /**
       * @description Empty for XLSX files.
       * @enum {string}
       */
      encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "";
      /** @description Fields that columns can be assigned to. */
      fields: components["schemas"]["ImportField"][];
      file_name: string;
      /** Format: date-time */
      finished_at: string | null;
      /** Format: int64 */
      id: number;
      /** @description Field by which rows are matched with existing records; empty if all rows are new. */
      key: string;
      name: string;
      /** @description Path of the list of the records, below /api/admin/. */
      path: string;
      /** @description Why the import failed. */
      problem: string;
      /** Format: int64 */
      rejected: number;
      /** @description The first 1,000 problems. All are in the file of rejected rows. */
      rejections: components["schemas"]["ImportRejection"][];
      /** @description Comma, semicolon, tab or vertical bar; empty for XLSX files. */
      separator: string;
      /** @enum {string} */
      state: "ready" | "checking" | "checked" | "importing" | "done" | "failed";
      /**
       * Format: int64
       * @description Number of rows; null until they have been counted.
       */
      total: number | null;
      /** @enum {string} */
      type: "csv" | "xlsx";
      /** Format: int64 */
      unchanged: number;
      /** @description Whether the import has been undone. */
      undone: boolean;
      /** Format: int64 */
      user_id: number;
    };
    ImportColumn: {
      /** @description Field that the column is assigned to; empty if it is not imported. */
      field: string;
      heading: string;
      /** @description The first values of the column. */
      samples: string[];
    };
    ImportField: {
      /** @description Values of a choice. */
      choices: string[];
      /** @description Whether rows can be matched with existing records by it. */
      key: boolean;
      /** @description Heading of its column in exports and in the sample file. */
      label: string;
      name: string;
      /** @description Whether a new record needs it. */
      required: boolean;
      /** @enum {string} */
      type: "id" | "text" | "number" | "boolean" | "date" | "choice" | "list" | "reference" | "references" | "texts";
    };
    ImportForm: {
      /** Format: binary */
      file: string;
    };
    ImportList: {
      items: components["schemas"]["Import"][];
    };
    ImportRejection: {
      /** @description Name of the field; empty if it is about the whole row. */
      field: string;
      message: string;
      /**
       * Format: int64
       * @description Number of the row in the file, from 1.
       */
      row: number;
    };
    ImportSettings: {
      /** @description Whether empty cells clear fields of existing records. */
      clear_empty?: boolean;
      /** @description Field of each column; empty for columns that are not imported. */
      columns?: string[];
      /** @enum {string} */
      date_format?: "iso" | "dmy" | "mdy" | "dotted";
      /** @enum {string} */
      encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
      /** @description Field by which rows are matched with existing records; empty if all rows are new. */
      key?: string;
      /** @description Comma, semicolon, tab or vertical bar. */
      separator?: string;
    };
    ImportStart: {
      /**
       * @description all refuses to start if the check rejected rows.
       * @enum {string}
       */
      rows: "all" | "valid";
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
       * @description Number of different advisors.
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
       * @description Number of different partners.
       */
      partners_count: number;
      user: components["schemas"]["InsightUser"];
      /** Format: int64 */
      views: number;
    };
    InsightFigures: {
      /** Format: int64 */
      clicks: number;
      /** Format: int64 */
      lead_intents: number;
      /** Format: int64 */
      leads: number;
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
    InsightPageInsightByPage: {
      /** @description The records of this page. */
      items: components["schemas"]["InsightByPage"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
      /** @description Figures of all events. */
      total: components["schemas"]["InsightFigures"];
      /** @description Figures of events without a known record, or whose record was deleted. */
      unattributed: components["schemas"]["InsightFigures"];
    };
    InsightPageInsightByPartner: {
      /** @description The records of this page. */
      items: components["schemas"]["InsightByPartner"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
      /** @description Figures of all events. */
      total: components["schemas"]["InsightFigures"];
      /** @description Figures of events without a known record, or whose record was deleted. */
      unattributed: components["schemas"]["InsightFigures"];
    };
    InsightPageInsightByUser: {
      /** @description The records of this page. */
      items: components["schemas"]["InsightByUser"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
      /** @description Figures of all events. */
      total: components["schemas"]["InsightFigures"];
      /** @description Figures of events without a known record, or whose record was deleted. */
      unattributed: components["schemas"]["InsightFigures"];
    };
    InsightPageInsightOfPartner: {
      /** @description The records of this page. */
      items: components["schemas"]["InsightOfPartner"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
      /** @description Figures of all events. */
      total: components["schemas"]["InsightFigures"];
      /** @description Figures of events without a known record, or whose record was deleted. */
      unattributed: components["schemas"]["InsightFigures"];
    };
    InsightPageInsightOfUser: {
      /** @description The records of this page. */
      items: components["schemas"]["InsightOfUser"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
      /** @description Figures of all events. */
      total: components["schemas"]["InsightFigures"];
      /** @description Figures of events without a known record, or whose record was deleted. */
      unattributed: components["schemas"]["InsightFigures"];
    };
    InsightUser: {
      email: string;
      /** @description Empty for users without a name. */
      full_name: string;
      /** Format: int64 */
      id: number;
      initials: string;
      /** @description Partner the user belongs to. Null for advisors. */
      partner: components["schemas"]["Named"] | null;
      personal_photo: components["schemas"]["Image"] | null;
    };
    InspiresCard: {
      inspires_allow_ctas: boolean;
      /** @description The logo from its customisations. */
      inspires_logo_url: string;
      /** @description Markdown. */
      inspires_partner_details: string;
    };
    ItemAccountType: {
      /** @description The record. */
      item: components["schemas"]["AccountType"];
    };
    ItemAICard: {
      /** @description The record. */
      item: components["schemas"]["AICard"];
    };
    ItemAPILog: {
      /** @description The record. */
      item: components["schemas"]["APILog"];
    };
    ItemCollaborator: {
      /** @description The record. */
      item: components["schemas"]["Collaborator"];
    };
    ItemCollection: {
      /** @description The record. */
      item: components["schemas"]["Collection"];
    };
    ItemContent: {
      /** @description The record. */
      item: components["schemas"]["Content"];
    };
    ItemContentDepth: {
      /** @description The record. */
      item: components["schemas"]["ContentDepth"];
    };
    ItemContentDomain: {
      /** @description The record. */
      item: components["schemas"]["ContentDomain"];
    };
    ItemCopilotCard: {
      /** @description The record. */
      item: components["schemas"]["CopilotCard"];
    };
    ItemCountry: {
      /** @description The record. */
      item: components["schemas"]["Country"];
    };
    ItemCountryRegion: {
      /** @description The record. */
      item: components["schemas"]["CountryRegion"];
    };
    ItemCreator: {
      email: string;
      /** @description Empty for users without a name. */
      full_name: string;
      /** Format: int64 */
      id: number;
    };
    ItemDestination: {
      /** @description The record. */
      item: components["schemas"]["Destination"];
    };
    ItemDetail: {
      /** @description The record. */
      item: components["schemas"]["Detail"];
    };
    ItemExport: {
      /** @description The record. */
      item: components["schemas"]["Export"];
    };
    ItemFacade: {
      /** @description The record. */
      item: components["schemas"]["Facade"];
    };
    ItemFolder: {
      /** @description The record. */
      item: components["schemas"]["Folder"];
    };
    ItemGlobalTag: {
      /** @description The record. */
      item: components["schemas"]["GlobalTag"];
    };
    ItemImageItem: {
      /** @description The record. */
      item: components["schemas"]["ImageItem"];
    };
    ItemImport: {
      /** @description The record. */
      item: components["schemas"]["Import"];
    };
    ItemInspiresCard: {
      /** @description The record. */
      item: components["schemas"]["InspiresCard"];
    };
    ItemKind: {
      icon: string;
      /**
       * Format: int64
       * @description Id of the record.
       * @example 7
       */
      id: number;
      /**
       * @description Name of the record.
       * @example Lisbon
       */
      name: string;
    };
    ItemLanguage: {
      /** @description The record. */
      item: components["schemas"]["Language"];
    };
    ItemLead: {
      /** @description The record. */
      item: components["schemas"]["Lead"];
    };
    ItemLibrary: {
      /** @description The record. */
      item: components["schemas"]["Library"];
    };
    ItemLink: {
      /** @description The record. */
      item: components["schemas"]["Link"];
    };
    ItemMe: {
      /** @description The record. */
      item: components["schemas"]["Me"];
    };
    ItemMediaType: {
      /** @description The record. */
      item: components["schemas"]["MediaType"];
    };
    ItemMember: {
      /** @description The record. */
      item: components["schemas"]["Member"];
    };
    ItemOrganisation: {
      /** @description The record. */
      item: components["schemas"]["Organisation"];
    };
    ItemPartner: {
      /** @description The record. */
      item: components["schemas"]["Partner"];
    };
    ItemPartnerLanguage: {
      /** @description The record. */
      item: components["schemas"]["PartnerLanguage"];
    };
    ItemPartnerMarket: {
      /** @description The record. */
      item: components["schemas"]["PartnerMarket"];
    };
    ItemPerson: {
      full_name: string;
      /** Format: int64 */
      id: number;
    };
    ItemPremiumCard: {
      /** @description The record. */
      item: components["schemas"]["PremiumCard"];
    };
    ItemProfile: {
      /** @description The record. */
      item: components["schemas"]["Profile"];
    };
    ItemPublisher: {
      /** @description The record. */
      item: components["schemas"]["Publisher"];
    };
    ItemRegion: {
      /** @description The record. */
      item: components["schemas"]["Region"];
    };
    ItemRow: {
      /**
       * Format: date-time
       * @description When it was last added to a collection.
       */
      added_at: string | null;
      /** @description User who published it. */
      admin: components["schemas"]["ItemPerson"] | null;
      /** @enum {string} */
      block_type: "content" | "image";
      /** Format: int64 */
      collections_count: number;
      content_url: string;
      /** Format: date-time */
      created_at: string;
      created_by: components["schemas"]["ItemPerson"] | null;
      depth: components["schemas"]["ItemKind"] | null;
      /** Format: int64 */
      depth_id: number | null;
      /** Format: int64 */
      destinations_count: number;
      /** Format: date-time */
      expires_at: string | null;
      featured_image: components["schemas"]["Image"] | null;
      /** Format: int64 */
      id: number;
      libraries: components["schemas"]["Named"][];
      /** Format: int64 */
      libraries_count: number;
      library_ids: number[];
      /** Format: date-time */
      link_checked_at: string | null;
      /**
       * @description Empty until the link has been checked.
       * @enum {string}
       */
      link_status: "" | "ok" | "moved" | "broken" | "unsure";
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
      type: components["schemas"]["ItemKind"] | null;
      /** Format: int64 */
      type_id: number | null;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    ItemSavedView: {
      /** @description The record. */
      item: components["schemas"]["SavedView"];
    };
    ItemSettings: {
      /** @description The record. */
      item: components["schemas"]["Settings"];
    };
    ItemSharedCollection: {
      /** @description The record. */
      item: components["schemas"]["SharedCollection"];
    };
    ItemSite: {
      /** @description The record. */
      item: components["schemas"]["Site"];
    };
    ItemSiteRedirect: {
      /** @description The record. */
      item: components["schemas"]["SiteRedirect"];
    };
    ItemSiteTransformation: {
      /** @description The record. */
      item: components["schemas"]["SiteTransformation"];
    };
    ItemSubjectArea: {
      /** @description The record. */
      item: components["schemas"]["SubjectArea"];
    };
    ItemTask: {
      /** @description The record. */
      item: components["schemas"]["Task"];
    };
    ItemUploaded: {
      /** @description The record. */
      item: components["schemas"]["Uploaded"];
    };
    ItemUser: {
      /** @description The record. */
      item: components["schemas"]["User"];
    };
    ItemUserTemplate: {
      /** @description The record. */
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
      /** @description Whether users can choose it in their profile. */
      user_profile_enabled: boolean;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    Lead: {
      collection: components["schemas"]["Named"] | null;
      /**
       * Format: date-time
       * @description When the record was created.
       * @example 2026-01-31T12:00:00Z
       */
      created_at: string;
      email: string;
      /**
       * Format: int64
       * @description Id of the record.
       * @example 42
       */
      id: number;
      /** @description May have several lines, or be empty. */
      message: string;
      name: string;
      /** @description URL of the page with the form. May be empty. */
      page_url: string;
      partner: components["schemas"]["Named"];
      /** @description As the visitor wrote it. May be empty. */
      phone: string;
      /** @description The advisor the page belongs to, if any. */
      user: components["schemas"]["Named"] | null;
    };
    Library: {
      /** Format: int64 */
      content_count: number;
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      name: string;
      owner: components["schemas"]["Named"] | null;
      /**
       * Format: int64
       * @description The owner.
       */
      partner_id: number | null;
      partners: components["schemas"]["Named"][];
      /** @description Other partners that may use it. */
      partners_ids: number[];
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    Link: {
      /** Format: date-time */
      checked_at: string | null;
      /** @description Results that differ from the one before, newest first. */
      checks: components["schemas"]["Check"][];
      /**
       * Format: int64
       * @description Status code of the last response; 0 if there was none.
       * @example 404
       */
      code: number;
      /**
       * Format: date-time
       * @description When it is checked next; null if checks are switched off.
       */
      due_at: string | null;
      /** Format: date-time */
      failing_since: string | null;
      /** @description Where the link leads. */
      final_url: string;
      host: string;
      /**
       * Format: int64
       * @description Number of links to the same site that wait to be checked, at most 1,000.
       */
      host_due: number;
      /** @example The page does not exist. */
      problem: string;
      /**
       * @description Empty until it has been checked.
       * @enum {string}
       */
      status: "" | "ok" | "moved" | "broken" | "unsure";
      url: string;
    };
    Mail: {
      /**
       * Format: date-time
       * @description When this server last failed to send a message.
       */
      failed_at: string | null;
      /**
       * @description held: nothing is sent. log: there is no mail server.
       * @enum {string}
       */
      mode: "smtp" | "held" | "log";
      /** @description What is wrong, as a sentence; empty if nothing is. */
      problem: string;
      /**
       * Format: date-time
       * @description When this server last sent a message.
       */
      sent_at: string | null;
      /** @enum {string} */
      state: "ok" | "warning" | "failed";
    };
    Me: {
      /**
       * Format: int64
       * @description Number of rows in the list of what needs attention.
       */
      attention_count: number;
      /** @description The saved view with which each table opens. */
      default_views: {
        [key: string]: components["schemas"]["DefaultView"];
      };
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
      /** @description Whether items of this type have an author. */
      has_author: boolean;
      /** @description Whether items of this type have a runtime and subtitles. */
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
       * @description Increases with each change. Saving with an older version fails with 409.
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
       * @description Set while the member can't sign in.
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
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    MergeRequest: {
      /** @description Whether to only report what would move. */
      dry_run?: boolean;
      /** @description Ids of the records to merge into this one, at most 49. They are deleted. */
      ids: number[] | null;
    };
    MergeResult: {
      /** @description Whether nothing was changed. */
      dry_run: boolean;
      /** @description What refers to the remaining record now, by kind. */
      moved: components["schemas"]["MovedReferences"][];
      /**
       * Format: int64
       * @description Number of records that were merged into it and deleted.
       */
      removed: number;
    };
    Meta: {
      /** @description Number of rows in each tab, with counts=1. */
      counts?: {
        [key: string]: components["schemas"]["Count"];
      };
      /**
       * Format: int64
       * @description Null if the total is capped.
       * @example 3
       */
      last_page: number | null;
      /**
       * Format: int64
       * @description Number of this page, from 1.
       * @example 1
       */
      page: number;
      /**
       * Format: int64
       * @description Rows per page.
       * @example 25
       */
      per_page: number;
      /**
       * Format: int64
       * @description Number of rows on all pages.
       * @example 57
       */
      total: number;
      /**
       * @description True if there are more rows than total, because counting stopped there.
       * @example false
       */
      total_is_capped: boolean;
    };
    Moved: {
      /**
       * Format: int64
       * @description Id of the background job, if there are too many records to change at once. See jobs/{id}.
       */
      job?: number;
      /** Format: int64 */
      moved: number;
      /**
       * Format: int64
       * @description Number of records that needed no change.
       */
      skipped: number;
    };
    MovedReferences: {
      /**
       * Format: int64
       * @description Number of references, with those of records in the trash.
       * @example 3
       */
      count: number;
      /**
       * @description Kind of the records that refer to it.
       * @example content
       */
      kind: string;
    };
    Named: {
      /**
       * Format: int64
       * @description Id of the record.
       * @example 7
       */
      id: number;
      /**
       * @description Name of the record.
       * @example Lisbon
       */
      name: string;
    };
    NewPassword: {
      password: string;
      password_confirmation: string;
    };
    Node: {
      id: string;
      name: string;
      /** Format: date-time */
      seen_at: string;
      /** @description Whether this server has sent the response. */
      self: boolean;
      /** Format: date-time */
      started_at: string;
      /** @enum {string} */
      state: "ready" | "draining" | "gone";
      version: string;
    };
    Nodes: {
      items: components["schemas"]["Node"][];
      /** @description What is wrong, as a sentence; empty if nothing is. */
      problem: string;
      /** @enum {string} */
      state: "ok" | "warning" | "failed";
    };
    OpenFolder: {
      /** @description Path from the top level to the open folder. */
      breadcrumbs: components["schemas"]["Breadcrumb"][];
      /**
       * Format: int64
       * @description Null at the top level.
       */
      id: number | null;
      name: string;
    };
    Option: {
      /** @description Distinguishes records with the same name. */
      hint?: string;
      /** Format: int64 */
      id: number;
      name: string;
    };
    Options: {
      items: components["schemas"]["Option"][];
      meta: components["schemas"]["Meta"];
    };
    Organisation: {
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      logo: components["schemas"]["Image"] | null;
      name: string;
      slug: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    OrganisationData: {
      data: components["schemas"]["Organisation"] | null;
    };
    PageAccountType: {
      /** @description The records of this page. */
      items: components["schemas"]["AccountType"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageActivity: {
      /** @description The records of this page. */
      items: components["schemas"]["Activity"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageAddedContent: {
      /** @description The records of this page. */
      items: components["schemas"]["AddedContent"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageAPILog: {
      /** @description The records of this page. */
      items: components["schemas"]["APILog"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageCollaborator: {
      /** @description The records of this page. */
      items: components["schemas"]["Collaborator"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageCollection: {
      /** @description The records of this page. */
      items: components["schemas"]["Collection"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageCollectionItem: {
      /** @description The records of this page. */
      items: components["schemas"]["CollectionItem"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageContentDepth: {
      /** @description The records of this page. */
      items: components["schemas"]["ContentDepth"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageContentDomain: {
      /** @description The records of this page. */
      items: components["schemas"]["ContentDomain"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageCountry: {
      /** @description The records of this page. */
      items: components["schemas"]["Country"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageCountryRegion: {
      /** @description The records of this page. */
      items: components["schemas"]["CountryRegion"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageDestination: {
      /** @description The records of this page. */
      items: components["schemas"]["Destination"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageFacade: {
      /** @description The records of this page. */
      items: components["schemas"]["Facade"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageFailedJob: {
      /** @description The records of this page. */
      items: components["schemas"]["FailedJob"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageFinding: {
      /** @description The records of this page. */
      items: components["schemas"]["Finding"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageFolder: {
      /** @description The records of this page. */
      items: components["schemas"]["Folder"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageGlobalTag: {
      /** @description The records of this page. */
      items: components["schemas"]["GlobalTag"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageImage: {
      url: string;
    };
    PageItemRow: {
      /** @description The records of this page. */
      items: components["schemas"]["ItemRow"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageLanguage: {
      /** @description The records of this page. */
      items: components["schemas"]["Language"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageLead: {
      /** @description The records of this page. */
      items: components["schemas"]["Lead"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageLibrary: {
      /** @description The records of this page. */
      items: components["schemas"]["Library"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageMediaType: {
      /** @description The records of this page. */
      items: components["schemas"]["MediaType"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageMember: {
      /** @description The records of this page. */
      items: components["schemas"]["Member"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageOrganisation: {
      /** @description The records of this page. */
      items: components["schemas"]["Organisation"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PagePartnerLanguage: {
      /** @description The records of this page. */
      items: components["schemas"]["PartnerLanguage"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PagePartnerMarket: {
      /** @description The records of this page. */
      items: components["schemas"]["PartnerMarket"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PagePartnerRow: {
      /** @description The records of this page. */
      items: components["schemas"]["PartnerRow"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PagePersonalisation: {
      /** @description The records of this page. */
      items: components["schemas"]["Personalisation"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PagePreview: {
      /** @description A complete page, to be shown in a sandboxed frame. */
      html: string;
      /** @description Where the pages of this partner are. */
      url: string;
    };
    PagePublisher: {
      /** @description The records of this page. */
      items: components["schemas"]["Publisher"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageRegion: {
      /** @description The records of this page. */
      items: components["schemas"]["Region"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageSearch: {
      /** @description The records of this page. */
      items: components["schemas"]["Search"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageSharedCollection: {
      /** @description The records of this page. */
      items: components["schemas"]["SharedCollection"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageSite: {
      /** @description The records of this page. */
      items: components["schemas"]["Site"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageSiteRedirect: {
      /** @description The records of this page. */
      items: components["schemas"]["SiteRedirect"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageSiteTransformation: {
      /** @description The records of this page. */
      items: components["schemas"]["SiteTransformation"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageSubjectArea: {
      /** @description The records of this page. */
      items: components["schemas"]["SubjectArea"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageTrashed: {
      /** @description The records of this page. */
      items: components["schemas"]["Trashed"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageUnplacedContent: {
      /** @description The records of this page. */
      items: components["schemas"]["UnplacedContent"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageUser: {
      /** @description The records of this page. */
      items: components["schemas"]["User"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageUserContent: {
      /** @description The records of this page. */
      items: components["schemas"]["UserContent"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    PageUserTemplate: {
      /** @description The records of this page. */
      items: components["schemas"]["UserTemplate"][];
      /** @description Which part of the list this page is. */
      meta: components["schemas"]["Meta"];
    };
    ParsedPage: {
      author: string;
      content_url: string;
      /** @description HTML from the oEmbed document of the site. Show it before saving. */
      embed_code: string;
      existing: components["schemas"]["ExistingItem"] | null;
      image: components["schemas"]["PageImage"] | null;
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
       * @description Null if neither the site nor the page implies one.
       */
      type_id: number | null;
      /** @description Whether another item has the same URL. */
      url_exists: boolean;
      /** @description Why the page could not be read, as a text for the user. */
      warning: string;
    };
    ParseURLInput: {
      content_url: string;
      /**
       * Format: int64
       * @description Id of the item being edited, so that it is not reported as a duplicate.
       */
      id?: number;
    };
    Partner: {
      account_type: components["schemas"]["Named"] | null;
      /** Format: int64 */
      account_type_id: number | null;
      ai_brand_voice: string;
      /** @description The PID, the partner's public id. */
      alt_id: string;
      api_key: string | null;
      /** @description Masked. Admins can reveal it through a separate endpoint. */
      api_secret: string;
      /** Format: int64 */
      collections_count: number;
      /** @description Chosen automatically if empty. */
      copilot_advisor_branding: string;
      /**
       * Format: int64
       * @description Minutes; 0 disables the cache.
       */
      copilot_cache_duration: number;
      /** @description The domains of all its sites. */
      copilot_domains: string[];
      /** @description HTML that runs Copilot on its sites. Empty without an API key. */
      copilot_snippet: string;
      /** Format: date-time */
      created_at: string;
      email: string;
      /** @description HTML that shows its collections on another site. */
      embed_snippet: string;
      /** @description Set by the platform. */
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
      /** @description The logo from its customisations. */
      inspires_logo_url: string;
      /** @description Markdown. */
      inspires_partner_details: string;
      /** @description Defaults to the platform's domain when empty. */
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
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
      /** @description Sites that may embed collections. */
      whitelist_domains: string[];
    };
    PartnerLanguage: {
      /** @description May use %advisorName%, %partnerName%, %pageTitle%, %pageUrl%. */
      advisor_email_body: string;
      /** @description May contain the same variables as the body. */
      advisor_email_subject: string;
      /** Format: date-time */
      created_at: string;
      cta_label: string;
      /** Format: int64 */
      id: number;
      language: components["schemas"]["Named"] | null;
      /** Format: int64 */
      language_id: number | null;
      /** @description The name of the language. */
      name: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
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
      /** @description Whether this is the default market for visitors without one. */
      include_if_no_match: boolean;
      language_ids: number[];
      languages: components["schemas"]["Named"][];
      name: string;
      partner: components["schemas"]["Named"] | null;
      /** Format: int64 */
      partner_id: number | null;
      region_ids: number[];
      regions: components["schemas"]["Named"][];
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    PartnerRow: {
      account_type: components["schemas"]["Named"] | null;
      /** Format: int64 */
      account_type_id: number | null;
      /** @description The PID, the partner's public id. */
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
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    Passed: Record<string, never>;
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
      /** @description Whether to revoke the permission instead of granting it. */
      delete?: boolean;
      /** @description Key of the permission. */
      permission: string;
    };
    Personalisation: {
      /**
       * Format: int64
       * @description Number of items that were adapted to the client.
       * @example 3
       */
      content_customisations_count: number;
      /**
       * Format: date-time
       * @description When the record was created.
       * @example 2026-01-31T12:00:00Z
       */
      created_at: string;
      /**
       * @description The call to action on the page: none, enquire, book or call.
       * @example book
       */
      cta_display: string;
      /**
       * Format: int64
       * @description Id of the record.
       * @example 42
       */
      id: number;
      /**
       * @description URL of the page for the client.
       * @example https://go.example.com/k5Zq
       */
      landing_page_url: string;
      /**
       * @description Name of the client.
       * @example The Okafors
       */
      name: string;
      /**
       * @description Message to the client.
       * @example Have a good time!
       */
      personal_message: string;
    };
    Position: {
      /** Format: int64 */
      id: number;
      /** Format: int64 */
      order: number;
    };
    PremiumCard: {
      /** @description Set by the platform. */
      has_premium_collaborators: boolean;
      has_premium_forms: boolean;
      has_premium_itineraries: boolean;
      has_premium_seo: boolean;
      has_premium_share: boolean;
      has_premium_themes: boolean;
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
       * @description Increases with each change. Saving with an older version fails with 409.
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
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    Queue: {
      name: string;
      /**
       * Format: int64
       * @description Age of the oldest waiting job in seconds.
       */
      oldest: number;
      /**
       * Format: int64
       * @description Jobs that failed and will be retried, or that are postponed.
       */
      retrying: number;
      /** Format: int64 */
      running: number;
      /**
       * Format: int64
       * @description Jobs that are ready to run.
       */
      waiting: number;
    };
    Queues: {
      /** Format: int64 */
      failed: number;
      items: components["schemas"]["Queue"][];
      /** @description What is wrong, as a sentence; empty if nothing is. */
      problem: string;
      /** @enum {string} */
      state: "ok" | "warning" | "failed";
    };
    QueueStatus: {
      /**
       * Format: int64
       * @description Age of the oldest one in seconds; 0 if there is none.
       */
      age: number;
      /** @enum {string} */
      age_status: "ok" | "warning";
      /**
       * Format: int64
       * @description Number of waiting or failed jobs.
       */
      count: number;
      /** @enum {string} */
      count_status: "ok" | "warning";
      /** @enum {string} */
      name: "default" | "slow" | "analytics" | "failed";
      /**
       * @description The worse of count_status and age_status.
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
      /** @description The path and those that it redirects to, one after the other. Empty if no redirect matches. */
      chain: string[];
      /** @description Whether the redirects form a loop or are more than ten, so that none is followed. */
      endless: boolean;
      /** @description The redirect that matches the path, or null. */
      redirect: components["schemas"]["SiteRedirect"] | null;
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
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    Removed: {
      /**
       * Format: int64
       * @description Id of the background job, if there are too many records to change at once. See jobs/{id}.
       */
      job?: number;
      /** Format: int64 */
      removed: number;
      /**
       * Format: int64
       * @description Number of records that needed no change.
       */
      skipped: number;
    };
    Replica: {
      /**
       * Format: int64
       * @description How far it is behind, in milliseconds.
       */
      lag: number;
      name: string;
      /** @enum {string} */
      state: "ok" | "lagging" | "unavailable";
    };
    Request: {
      /** @description Undo the rest if some values have changed since. */
      skip_conflicts?: boolean;
    };
    ResetInput: {
      password: string;
      password_confirmation: string;
      token: string;
    };
    Restoration: {
      /**
       * Format: int64
       * @description Change set before which the record had the values to restore.
       */
      activity_id: number;
      /** @description Restore the values after the change set instead. */
      after?: boolean;
      /** @description Fields to restore; all that have changed since if left out. */
      fields?: string[] | null;
    };
    RetriedJobs: {
      /** Format: int64 */
      retried: number;
      /**
       * Format: int64
       * @description Number of jobs that had not failed any more or exceeded the limit of 5,000.
       */
      skipped: number;
    };
    RetryInput: {
      /** @description Alternative to ids: kind and queue. {} selects all jobs. */
      filter?: {
        [key: string]: string;
      };
      /** @description Up to 5,000 jobs. */
      ids?: number[] | null;
    };
    SameItems: {
      /** @description The item and others with the same URL or title, oldest first; at most 50. */
      items: components["schemas"]["Named"][];
    };
    SavedView: {
      /** @description The visible columns. */
      columns: string[];
      /** Format: date-time */
      created_at: string;
      /** @description Whether the table opens with this view for you. */
      default: boolean;
      /** Format: int64 */
      id: number;
      name: string;
      /** @description The parameters of the table's address: filters, search and sort order. */
      params: {
        [key: string]: string;
      };
      /** @description Whether all staff can see the view. Only admins can change this. */
      shared: boolean;
      /** @description The table in the console, such as content. */
      table: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    SavedViewList: {
      items: components["schemas"]["SavedView"][];
    };
    Scan: {
      /** @description Up to 20 collections that have this tag. */
      collections: components["schemas"]["Named"][];
      /** @description Whether a global tag has this name. */
      exists: boolean;
      /** @description Up to 20 partners of these collections. */
      partners: components["schemas"]["Named"][];
      tag: components["schemas"]["GlobalTag"] | null;
    };
    ScheduledEvent: {
      /** Format: date-time */
      at: string;
      /** @enum {string} */
      event: "publish" | "feature" | "expire";
      /**
       * @description Field that holds the date.
       * @example expires_at
       */
      field: string;
      /** Format: int64 */
      id: number;
      /** @enum {string} */
      kind: "content" | "image" | "collection";
      name: string;
      /**
       * Format: int64
       * @description Version of the record, to be sent when the date is changed.
       */
      version: number;
    };
    Search: {
      /** @description Whether the response came from the cache. */
      cached: boolean;
      /**
       * Format: date-time
       * @description When the record was created.
       * @example 2026-01-31T12:00:00Z
       */
      created_at: string;
      /**
       * Format: int64
       * @description In milliseconds.
       */
      duration: number;
      /** @description The filters in words, such as Language: English. */
      filtered_by: string[];
      /** @description By parameter name. */
      filters: {
        [key: string]: unknown;
      };
      /**
       * Format: int64
       * @description Id of the record.
       * @example 42
       */
      id: number;
      partner: components["schemas"]["Named"] | null;
      /** Format: int64 */
      results: number;
      /** @description Empty for a search by filters only. */
      term: string;
      user: components["schemas"]["Searcher"] | null;
    };
    Searcher: {
      email: string;
      /** @description May be empty. */
      full_name: string;
      /** Format: int64 */
      id: number;
    };
    SelectedCollections: {
      /** @description Those whose feature date on Inspires is in the future. */
      feature_scheduled: components["schemas"]["Count"];
      /** @description Those whose feature date on Inspires has passed. */
      featured: components["schemas"]["Count"];
      /** @description Those whose publish date on Inspires is in the future. */
      publish_scheduled: components["schemas"]["Count"];
      /** @description Those whose publish date on Inspires has passed. */
      published: components["schemas"]["Count"];
      selected: components["schemas"]["Count"];
    };
    SelectedContent: {
      /** @description Those whose expiry date is in the future. Expiring them replaces it. */
      expiring: components["schemas"]["Count"];
      /** @description Those whose publish date has passed. Drafts lose it. */
      published: components["schemas"]["Count"];
      /** @description Those whose publish date is in the future. Publishing them replaces it. */
      scheduled: components["schemas"]["Count"];
      selected: components["schemas"]["Count"];
    };
    Settings: {
      attention_email: boolean;
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
      /** @description Whether you get a weekly e-mail about what needs attention. */
      attention_email?: boolean;
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
      expired: boolean;
      /** Format: date-time */
      expires_at: string | null;
      /** Format: int64 */
      id: number;
      /** Format: date-time */
      inspires_publish_at: string | null;
      name: string;
      /** @description Null for a personal collection. */
      partner: components["schemas"]["Named"] | null;
      /** @description Whether it is currently public on Inspires. */
      public: boolean;
    };
    SharedCollection: {
      collection: components["schemas"]["SharedBase"] | null;
      /**
       * Format: date-time
       * @description When the record was created.
       * @example 2026-01-31T12:00:00Z
       */
      created_at: string;
      /** @description The time since it was accepted, in words. */
      created_at_diff: string;
      has_personal_message: boolean;
      /** @description The public id. */
      hashid: string;
      /**
       * Format: int64
       * @description Id of the record.
       * @example 42
       */
      id: number;
      /** @description The name of the collection. */
      name: string;
      /** Format: int64 */
      partner_id: number | null;
      /** @description The newest 100; omitted in lists. */
      personalisations?: components["schemas"]["Personalisation"][] | null;
      /** Format: int64 */
      personalisations_count: number;
      /** @enum {string} */
      type: "user-accepted" | "auto-accepted";
      user: components["schemas"]["SharedUser"] | null;
    };
    SharedPartner: {
      /** Format: int64 */
      count: number;
      partner: components["schemas"]["Named"];
    };
    SharedUser: {
      /**
       * Format: date-time
       * @description The pages of a deactivated user are not available.
       */
      deactivated_at: string | null;
      email: string;
      /** @description May be empty. */
      full_name: string;
      /** Format: int64 */
      id: number;
    };
    SignedURLs: {
      /** @description Download links by key. They work for 15 minutes and only for the signed-in user. */
      signed_urls: {
        [key: string]: string;
      };
    };
    Site: {
      copilot_css: string;
      copilot_disclaimer_enabled: boolean;
      /** @description Defaults to the start of the body. */
      copilot_disclaimer_selector: string;
      /** @description Defaults to a standard text. */
      copilot_disclaimer_text: string;
      /** @description Domains on which Copilot runs. */
      copilot_domains: string[];
      /** Format: date-time */
      created_at: string;
      domain: string;
      featured_image: components["schemas"]["Image"] | null;
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
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    SiteRedirect: {
      /** Format: date-time */
      created_at: string;
      enabled: boolean;
      /** Format: int64 */
      id: number;
      /** @description Whether to discard the page the visitor came from. */
      ignore_previous_page: boolean;
      /** @description * matches one segment, ** at the end matches the rest. */
      path_pattern: string;
      /** @description A path on the same site. */
      redirect_url: string;
      /** Format: date-time */
      updated_at: string;
      /** @description Whether the path and query must match exactly. */
      use_exact_match: boolean;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    SiteTransformation: {
      /** @description Whether the element becomes the advisor's call to action. */
      advisor_cta: boolean;
      /** Format: date-time */
      created_at: string;
      enabled: boolean;
      /** @description The link; not used for an advisor's call to action. */
      href: string;
      /** Format: int64 */
      id: number;
      language: components["schemas"]["Named"] | null;
      /**
       * Format: int64
       * @description Applies to all languages when null.
       */
      language_id: number | null;
      name: string;
      notes: string;
      replace_element: boolean;
      /** @description CSS selectors of the elements. */
      selector: string[];
      /** @description The label; empty uses the default of an advisor's call to action. */
      text: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    Status: {
      backups: components["schemas"]["Backups"];
      /** Format: date-time */
      checked_at: string;
      database: components["schemas"]["Database"];
      mail: components["schemas"]["Mail"];
      nodes: components["schemas"]["Nodes"];
      queues: components["schemas"]["Queues"];
      replicas: components["schemas"]["Replica"][];
      storage: components["schemas"]["Storage"];
      versions: components["schemas"]["Versions"];
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
    StatusInput: {
      /** @enum {string} */
      status: "draft" | "published" | "expired";
      /**
       * Format: int64
       * @description Version that you read. The response is 409 if the item has changed since.
       */
      version?: number;
    };
    Storage: {
      /** @enum {string} */
      kind: "folder" | "bucket";
      /** @description What is wrong, as a sentence; empty if nothing is. */
      problem: string;
      /**
       * Format: double
       * @description How long the check took, in milliseconds.
       */
      response: number;
      /** @enum {string} */
      state: "ok" | "warning" | "failed";
    };
    Subject: {
      /** @enum {string} */
      block_type: "content" | "image";
      content_url: string;
      /** Format: date-time */
      expires_at: string | null;
      featured_image: components["schemas"]["Image"] | null;
      /** Format: int64 */
      id: number;
      /** @description Where a moved link leads. */
      new_url: string;
      /**
       * @description Why a link is broken.
       * @example The page does not exist.
       */
      problem: string;
      publishers: string[];
      /** @description Whether another item has the same title. */
      same_title: boolean;
      /** @description Whether another item has the same URL. */
      same_url: boolean;
      title: string;
    };
    SubjectArea: {
      /** Format: int64 */
      content_count: number;
      /** Format: date-time */
      created_at: string;
      featured_image: components["schemas"]["Image"] | null;
      /** Format: int64 */
      id: number;
      tag: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
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
       * @description Number of matching records; null until they have been counted.
       */
      total: number | null;
    };
    Ticket: {
      /** @description Works once and expires after one minute. */
      token: string;
      url: string;
    };
    Trashed: {
      /** @description Whether the signed-in user may restore it. */
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
       * @description The time at which it is deleted permanently.
       */
      purges_at: string;
      /** Format: int64 */
      record_id: number;
    };
    Undone: {
      /**
       * Format: int64
       * @description Id of the background job, if there is too much to undo at once. See jobs/{id}.
       */
      job?: number;
      /**
       * Format: int64
       * @description Number of values that were left as they are, because they have changed since.
       */
      skipped: number;
    };
    UnplacedContent: {
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
    Updated: {
      /**
       * Format: int64
       * @description Id of the background job, if there are too many records to change at once. See jobs/{id}.
       */
      job?: number;
      /**
       * Format: int64
       * @description Number of records that needed no change.
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
    UploadForm: {
      /** Format: binary */
      file: string;
    };
    UploadURLInput: {
      url: string;
    };
    Use: {
      /**
       * Format: int64
       * @description Number of records.
       * @example 3
       */
      count: number;
      /**
       * @description Kind of the records.
       * @example record
       */
      kind: string;
      /**
       * @description Path in the console that lists them.
       * @example /records
       */
      path?: string;
    };
    UsedTemplate: {
      /** Format: int64 */
      id: number;
      name: string;
      /** Format: int64 */
      users_count: number;
    };
    User: {
      /** Format: date-time */
      active_at: string | null;
      active_at_human: string;
      /** @description The UID, the user's public id. */
      alt_id: string;
      booking_clia: string;
      booking_email: string;
      booking_iata: string;
      booking_phone_number: string;
      /** @description The full name, or the e-mail if there is none. */
      called: string;
      /** Format: int64 */
      collections_count: number;
      company_name: string;
      consortium: components["schemas"]["Named"] | null;
      /** Format: int64 */
      consortium_id: number | null;
      country: components["schemas"]["UserCountry"] | null;
      /** Format: int64 */
      country_id: number | null;
      country_region: components["schemas"]["Named"] | null;
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
      header_background_image: components["schemas"]["Image"] | null;
      /** Format: int64 */
      host_agency_id: number | null;
      /** @description An agency that is not in the directory. */
      host_agency_other: string;
      hostAgency: components["schemas"]["Named"] | null;
      /** Format: int64 */
      id: number;
      initials: string;
      /** @description The parameter that identifies the user in links. */
      insider_param: string;
      /** @description Whether the user is a member of staff. */
      internal: boolean;
      is_travel_advisor: boolean;
      language_ids: number[];
      languages: components["schemas"]["Named"][];
      last_name: string;
      lead_generation_notifications: boolean;
      /** @enum {string} */
      live_editor_display: "landing-page" | "embed";
      logo: components["schemas"]["Image"] | null;
      logo_light: components["schemas"]["Image"] | null;
      partner: components["schemas"]["UserPartner"] | null;
      /**
       * Format: int64
       * @description Null for advisors.
       */
      partner_id: number | null;
      personal_photo: components["schemas"]["Image"] | null;
      phone: string;
      /** Format: int64 */
      profile_completion_percentage: number;
      /** @description Whether each task is done. */
      profile_tasks: {
        [key: string]: boolean;
      };
      /** Format: int64 */
      shared_collections_count: number;
      signup_collection: components["schemas"]["Named"] | null;
      signup_partner: components["schemas"]["Named"] | null;
      /** @enum {string} */
      signup_source: "direct" | "invite" | "partner" | "copilot" | "import" | "admin";
      /** @enum {string} */
      status: "active" | "inactive" | "unverified" | "deactivated";
      /** Format: date-time */
      updated_at: string;
      user_template: components["schemas"]["Named"] | null;
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
       * @description Increases with each change. Saving with an older version fails with 409.
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
      user: components["schemas"]["ItemCreator"] | null;
    };
    UserCountry: {
      alpha2: string;
      /**
       * Format: int64
       * @description Id of the record.
       * @example 7
       */
      id: number;
      /**
       * @description Name of the record.
       * @example Lisbon
       */
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
      account_type: components["schemas"]["Named"] | null;
      /** Format: int64 */
      account_type_id: number;
      customisations: components["schemas"]["UserCustomisations"];
      /**
       * Format: int64
       * @description Id of the record.
       * @example 7
       */
      id: number;
      /**
       * @description Name of the record.
       * @example Lisbon
       */
      name: string;
    };
    UserTemplate: {
      /** Format: date-time */
      created_at: string;
      /** Format: int64 */
      id: number;
      name: string;
      /** @description Whether each permission is granted. */
      permissions: {
        [key: string]: boolean;
      };
      /** Format: date-time */
      updated_at: string;
      /** Format: int64 */
      users_count: number;
      /**
       * Format: int64
       * @description Increases with each change. Saving with an older version fails with 409.
       */
      version: number;
    };
    UsesOfRecord: {
      /** @description What refers to the record. Kinds without any rows are left out. */
      uses: components["schemas"]["CountedUse"][];
    };
    Versions: {
      go: string;
      program: string;
      /**
       * Format: int64
       * @description Number of the newest migration; 0 if it is unknown.
       */
      schema: number;
    };
    WindowFigures: {
      /**
       * Format: int64
       * @description The number of advisors who were active in the period.
       */
      active_advisors_count: number;
      /**
       * Format: int64
       * @description The number of advisors at the end of the period.
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
       * @description The number of advisors who signed up in the period.
       */
      new_advisors_count: number;
      /** Format: int64 */
      views: number;
    };
    Word: {
      id: string;
      /** @description Kind of word. */
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
    /** @description Only records whose names begin with this. */
    BeginsWith: string;
    /** @description The id of a record. Any of several, separated by commas. */
    Collection: number[];
    /** @description The id of a record. Any of several, separated by commas. */
    CollectionId: number[];
    /** @description The id of a record. Any of several, separated by commas. */
    ContentId: number[];
    /** @description The id of a record. Any of several, separated by commas. */
    CountryId: number[];
    /** @description Set to 1 to include the number of rows in each tab. */
    Counts: "1";
    /** @description Any of several, separated by commas. */
    Event: ("publish" | "feature" | "expire")[];
    /** @description First day, as YYYY-MM-DD in the office's time zone. */
    From: string;
    /** @description Only these records, separated by commas: 1,2,3. */
    Ids: string;
    /** @description Any of several, separated by commas. */
    Inspires: ("all" | "public" | "not-public" | "featured")[];
    /** @description Any of several, separated by commas. */
    Kind: ("content" | "image" | "collection")[];
    /** @description The id of a record. Any of several, separated by commas. */
    LanguageId: number[];
    /** @description The id of a record. Any of several, separated by commas. */
    LibraryId: number[];
    /** @description Page number, from 1. */
    Page: number;
    /** @description The id of a record. Any of several, separated by commas. */
    Partner: number[];
    /** @description The id of a record. Any of several, separated by commas. */
    PartnerId: number[];
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
    /** @description Search words. All must match, each anywhere within a word. Case and accents are ignored. */
    Query: string;
    /** @description Alias of query. */
    Search: string;
    /** @description Last day, at most 61 days later. */
    To: string;
    /** @description Any of several, separated by commas. */
    Type: ("all" | "user-accepted" | "auto-accepted")[];
    /** @description Only content of this media type. Any of several, separated by commas. */
    TypeId: number[];
    /** @description The id of a record. Any of several, separated by commas. */
    User: number[];
    /** @description The id of a record. Any of several, separated by commas. */
    UserId: number[];
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type AccountType = components['schemas']['AccountType'];
export type AccountTypeChange = components['schemas']['AccountTypeChange'];
export type Activity = components['schemas']['Activity'];
export type Added = components['schemas']['Added'];
export type AddedContent = components['schemas']['AddedContent'];
export type Agenda = components['schemas']['Agenda'];
export type AiCard = components['schemas']['AICard'];
export type ApiLog = components['schemas']['APILog'];
export type ApiPair = components['schemas']['APIPair'];
export type Backups = components['schemas']['Backups'];
export type Breadcrumb = components['schemas']['Breadcrumb'];
export type BrowserItem = components['schemas']['BrowserItem'];
export type BrowserPage = components['schemas']['BrowserPage'];
export type Calendar = components['schemas']['Calendar'];
export type ChangedValue = components['schemas']['ChangedValue'];
export type Check = components['schemas']['Check'];
export type ClientError = components['schemas']['ClientError'];
export type Collaborator = components['schemas']['Collaborator'];
export type Collection = components['schemas']['Collection'];
export type CollectionFolder = components['schemas']['CollectionFolder'];
export type CollectionItem = components['schemas']['CollectionItem'];
export type CollectionItemType = components['schemas']['CollectionItemType'];
export type CollectionOwner = components['schemas']['CollectionOwner'];
export type Confirmation = components['schemas']['Confirmation'];
export type ConfirmInput = components['schemas']['ConfirmInput'];
export type Content = components['schemas']['Content'];
export type ContentDepth = components['schemas']['ContentDepth'];
export type ContentDomain = components['schemas']['ContentDomain'];
export type ContentIDs = components['schemas']['ContentIDs'];
export type Conversion = components['schemas']['Conversion'];
export type ConversionMeta = components['schemas']['ConversionMeta'];
export type Copied = components['schemas']['Copied'];
export type CopilotAdvisor = components['schemas']['CopilotAdvisor'];
export type CopilotCard = components['schemas']['CopilotCard'];
export type CopilotDisclaimer = components['schemas']['CopilotDisclaimer'];
export type CopilotTrial = components['schemas']['CopilotTrial'];
export type CopilotTrialRedirect = components['schemas']['CopilotTrialRedirect'];
export type CopilotTrialTransformation = components['schemas']['CopilotTrialTransformation'];
export type Count = components['schemas']['Count'];
export type CountedUse = components['schemas']['CountedUse'];
export type Country = components['schemas']['Country'];
export type CountryRegion = components['schemas']['CountryRegion'];
export type Credentials = components['schemas']['Credentials'];
export type Customisations = components['schemas']['Customisations'];
export type CustomisationsAnswer = components['schemas']['CustomisationsAnswer'];
export type Database = components['schemas']['Database'];
export type DefaultView = components['schemas']['DefaultView'];
export type Deleted = components['schemas']['Deleted'];
export type Destination = components['schemas']['Destination'];
export type DestinationParent = components['schemas']['DestinationParent'];
export type Detail = components['schemas']['Detail'];
export type Difference = components['schemas']['Difference'];
export type DomainMediaType = components['schemas']['DomainMediaType'];
export type DuplicateGroup = components['schemas']['DuplicateGroup'];
export type DuplicateResponse = components['schemas']['DuplicateResponse'];
export type Duplicates = components['schemas']['Duplicates'];
export type Entry = components['schemas']['Entry'];
export type Error = components['schemas']['Error'];
export type EventDay = components['schemas']['EventDay'];
export type ExistingItem = components['schemas']['ExistingItem'];
export type Export = components['schemas']['Export'];
export type ExportInput = components['schemas']['ExportInput'];
export type ExportList = components['schemas']['ExportList'];
export type Facade = components['schemas']['Facade'];
export type FacadeDestination = components['schemas']['FacadeDestination'];
export type FailedJob = components['schemas']['FailedJob'];
export type FeaturedImageResponse = components['schemas']['FeaturedImageResponse'];
export type Finding = components['schemas']['Finding'];
export type FindingCounts = components['schemas']['FindingCounts'];
export type Folder = components['schemas']['Folder'];
export type ForgotInput = components['schemas']['ForgotInput'];
export type GlobalTag = components['schemas']['GlobalTag'];
export type Hit = components['schemas']['Hit'];
export type Hits = components['schemas']['Hits'];
export type Image = components['schemas']['Image'];
export type ImageItem = components['schemas']['ImageItem'];
export type Import = components['schemas']['Import'];
export type ImportColumn = components['schemas']['ImportColumn'];
export type ImportField = components['schemas']['ImportField'];
export type ImportForm = components['schemas']['ImportForm'];
export type ImportList = components['schemas']['ImportList'];
export type ImportRejection = components['schemas']['ImportRejection'];
export type ImportSettings = components['schemas']['ImportSettings'];
export type ImportStart = components['schemas']['ImportStart'];
export type InsightByPage = components['schemas']['InsightByPage'];
export type InsightByPartner = components['schemas']['InsightByPartner'];
export type InsightByUser = components['schemas']['InsightByUser'];
export type InsightFigures = components['schemas']['InsightFigures'];
export type InsightOfPartner = components['schemas']['InsightOfPartner'];
export type InsightOfUser = components['schemas']['InsightOfUser'];
export type InsightPageInsightByPage = components['schemas']['InsightPageInsightByPage'];
export type InsightPageInsightByPartner = components['schemas']['InsightPageInsightByPartner'];
export type InsightPageInsightByUser = components['schemas']['InsightPageInsightByUser'];
export type InsightPageInsightOfPartner = components['schemas']['InsightPageInsightOfPartner'];
export type InsightPageInsightOfUser = components['schemas']['InsightPageInsightOfUser'];
export type InsightUser = components['schemas']['InsightUser'];
export type InspiresCard = components['schemas']['InspiresCard'];
export type ItemAccountType = components['schemas']['ItemAccountType'];
export type ItemAiCard = components['schemas']['ItemAICard'];
export type ItemApiLog = components['schemas']['ItemAPILog'];
export type ItemCollaborator = components['schemas']['ItemCollaborator'];
export type ItemCollection = components['schemas']['ItemCollection'];
export type ItemContent = components['schemas']['ItemContent'];
export type ItemContentDepth = components['schemas']['ItemContentDepth'];
export type ItemContentDomain = components['schemas']['ItemContentDomain'];
export type ItemCopilotCard = components['schemas']['ItemCopilotCard'];
export type ItemCountry = components['schemas']['ItemCountry'];
export type ItemCountryRegion = components['schemas']['ItemCountryRegion'];
export type ItemCreator = components['schemas']['ItemCreator'];
export type ItemDestination = components['schemas']['ItemDestination'];
export type ItemDetail = components['schemas']['ItemDetail'];
export type ItemExport = components['schemas']['ItemExport'];
export type ItemFacade = components['schemas']['ItemFacade'];
export type ItemFolder = components['schemas']['ItemFolder'];
export type ItemGlobalTag = components['schemas']['ItemGlobalTag'];
export type ItemImageItem = components['schemas']['ItemImageItem'];
export type ItemImport = components['schemas']['ItemImport'];
export type ItemInspiresCard = components['schemas']['ItemInspiresCard'];
export type ItemKind = components['schemas']['ItemKind'];
export type ItemLanguage = components['schemas']['ItemLanguage'];
export type ItemLead = components['schemas']['ItemLead'];
export type ItemLibrary = components['schemas']['ItemLibrary'];
export type ItemLink = components['schemas']['ItemLink'];
export type ItemMe = components['schemas']['ItemMe'];
export type ItemMediaType = components['schemas']['ItemMediaType'];
export type ItemMember = components['schemas']['ItemMember'];
export type ItemOrganisation = components['schemas']['ItemOrganisation'];
export type ItemPartner = components['schemas']['ItemPartner'];
export type ItemPartnerLanguage = components['schemas']['ItemPartnerLanguage'];
export type ItemPartnerMarket = components['schemas']['ItemPartnerMarket'];
export type ItemPerson = components['schemas']['ItemPerson'];
export type ItemPremiumCard = components['schemas']['ItemPremiumCard'];
export type ItemProfile = components['schemas']['ItemProfile'];
export type ItemPublisher = components['schemas']['ItemPublisher'];
export type ItemRegion = components['schemas']['ItemRegion'];
export type ItemRow = components['schemas']['ItemRow'];
export type ItemSavedView = components['schemas']['ItemSavedView'];
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
export type Lead = components['schemas']['Lead'];
export type Library = components['schemas']['Library'];
export type Link = components['schemas']['Link'];
export type Mail = components['schemas']['Mail'];
export type Me = components['schemas']['Me'];
export type MediaType = components['schemas']['MediaType'];
export type Member = components['schemas']['Member'];
export type MergeRequest = components['schemas']['MergeRequest'];
export type MergeResult = components['schemas']['MergeResult'];
export type Meta = components['schemas']['Meta'];
export type Moved = components['schemas']['Moved'];
export type MovedReferences = components['schemas']['MovedReferences'];
export type Named = components['schemas']['Named'];
export type NewPassword = components['schemas']['NewPassword'];
export type Node = components['schemas']['Node'];
export type Nodes = components['schemas']['Nodes'];
export type OpenFolder = components['schemas']['OpenFolder'];
export type Option = components['schemas']['Option'];
export type Options = components['schemas']['Options'];
export type Organisation = components['schemas']['Organisation'];
export type OrganisationData = components['schemas']['OrganisationData'];
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
export type PageFinding = components['schemas']['PageFinding'];
export type PageFolder = components['schemas']['PageFolder'];
export type PageGlobalTag = components['schemas']['PageGlobalTag'];
export type PageImage = components['schemas']['PageImage'];
export type PageItemRow = components['schemas']['PageItemRow'];
export type PageLanguage = components['schemas']['PageLanguage'];
export type PageLead = components['schemas']['PageLead'];
export type PageLibrary = components['schemas']['PageLibrary'];
export type PageMediaType = components['schemas']['PageMediaType'];
export type PageMember = components['schemas']['PageMember'];
export type PageOrganisation = components['schemas']['PageOrganisation'];
export type PagePartnerLanguage = components['schemas']['PagePartnerLanguage'];
export type PagePartnerMarket = components['schemas']['PagePartnerMarket'];
export type PagePartnerRow = components['schemas']['PagePartnerRow'];
export type PagePersonalisation = components['schemas']['PagePersonalisation'];
export type PagePreview = components['schemas']['PagePreview'];
export type PagePublisher = components['schemas']['PagePublisher'];
export type PageRegion = components['schemas']['PageRegion'];
export type PageSearch = components['schemas']['PageSearch'];
export type PageSharedCollection = components['schemas']['PageSharedCollection'];
export type PageSite = components['schemas']['PageSite'];
export type PageSiteRedirect = components['schemas']['PageSiteRedirect'];
export type PageSiteTransformation = components['schemas']['PageSiteTransformation'];
export type PageSubjectArea = components['schemas']['PageSubjectArea'];
export type PageTrashed = components['schemas']['PageTrashed'];
export type PageUnplacedContent = components['schemas']['PageUnplacedContent'];
export type PageUser = components['schemas']['PageUser'];
export type PageUserContent = components['schemas']['PageUserContent'];
export type PageUserTemplate = components['schemas']['PageUserTemplate'];
export type ParsedPage = components['schemas']['ParsedPage'];
export type ParseUrlInput = components['schemas']['ParseURLInput'];
export type Partner = components['schemas']['Partner'];
export type PartnerLanguage = components['schemas']['PartnerLanguage'];
export type PartnerMarket = components['schemas']['PartnerMarket'];
export type PartnerRow = components['schemas']['PartnerRow'];
export type Passed = components['schemas']['Passed'];
export type PasswordInput = components['schemas']['PasswordInput'];
export type Permission = components['schemas']['Permission'];
export type PermissionCatalogue = components['schemas']['PermissionCatalogue'];
export type PermissionGroup = components['schemas']['PermissionGroup'];
export type PermissionSwitch = components['schemas']['PermissionSwitch'];
export type Personalisation = components['schemas']['Personalisation'];
export type Position = components['schemas']['Position'];
export type PremiumCard = components['schemas']['PremiumCard'];
export type Profile = components['schemas']['Profile'];
export type Publisher = components['schemas']['Publisher'];
export type Queue = components['schemas']['Queue'];
export type Queues = components['schemas']['Queues'];
export type QueueStatus = components['schemas']['QueueStatus'];
export type QueueStatuses = components['schemas']['QueueStatuses'];
export type Reason = components['schemas']['Reason'];
export type RecentItem = components['schemas']['RecentItem'];
export type RedirectTrial = components['schemas']['RedirectTrial'];
export type Region = components['schemas']['Region'];
export type Removed = components['schemas']['Removed'];
export type Replica = components['schemas']['Replica'];
export type Request = components['schemas']['Request'];
export type ResetInput = components['schemas']['ResetInput'];
export type Restoration = components['schemas']['Restoration'];
export type RetriedJobs = components['schemas']['RetriedJobs'];
export type RetryInput = components['schemas']['RetryInput'];
export type SameItems = components['schemas']['SameItems'];
export type SavedView = components['schemas']['SavedView'];
export type SavedViewList = components['schemas']['SavedViewList'];
export type Scan = components['schemas']['Scan'];
export type ScheduledEvent = components['schemas']['ScheduledEvent'];
export type Search = components['schemas']['Search'];
export type Searcher = components['schemas']['Searcher'];
export type SelectedCollections = components['schemas']['SelectedCollections'];
export type SelectedContent = components['schemas']['SelectedContent'];
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
export type Status = components['schemas']['Status'];
export type StatusAnswer = components['schemas']['StatusAnswer'];
export type StatusInput = components['schemas']['StatusInput'];
export type Storage = components['schemas']['Storage'];
export type Subject = components['schemas']['Subject'];
export type SubjectArea = components['schemas']['SubjectArea'];
export type Task = components['schemas']['Task'];
export type Ticket = components['schemas']['Ticket'];
export type Trashed = components['schemas']['Trashed'];
export type Undone = components['schemas']['Undone'];
export type UnplacedContent = components['schemas']['UnplacedContent'];
export type Updated = components['schemas']['Updated'];
export type Uploaded = components['schemas']['Uploaded'];
export type UploadForm = components['schemas']['UploadForm'];
export type UploadUrlInput = components['schemas']['UploadURLInput'];
export type Use = components['schemas']['Use'];
export type UsedTemplate = components['schemas']['UsedTemplate'];
export type User = components['schemas']['User'];
export type UserAnswer = components['schemas']['UserAnswer'];
export type UserContent = components['schemas']['UserContent'];
export type UserCountry = components['schemas']['UserCountry'];
export type UserCustomisations = components['schemas']['UserCustomisations'];
export type UserHighlights = components['schemas']['UserHighlights'];
export type UserPartner = components['schemas']['UserPartner'];
export type UserTemplate = components['schemas']['UserTemplate'];
export type UsesOfRecord = components['schemas']['UsesOfRecord'];
export type Versions = components['schemas']['Versions'];
export type WindowFigures = components['schemas']['WindowFigures'];
export type Word = components['schemas']['Word'];
export type Words = components['schemas']['Words'];
export type ResponseError = components['responses']['Error'];
export type ResponseNoContent = components['responses']['NoContent'];
export type ParameterBeginsWith = components['parameters']['BeginsWith'];
export type ParameterCollection = components['parameters']['Collection'];
export type ParameterCollectionId = components['parameters']['CollectionId'];
export type ParameterContentId = components['parameters']['ContentId'];
export type ParameterCountryId = components['parameters']['CountryId'];
export type ParameterCounts = components['parameters']['Counts'];
export type ParameterEvent = components['parameters']['Event'];
export type ParameterFrom = components['parameters']['From'];
export type ParameterIds = components['parameters']['Ids'];
export type ParameterInspires = components['parameters']['Inspires'];
export type ParameterKind = components['parameters']['Kind'];
export type ParameterLanguageId = components['parameters']['LanguageId'];
export type ParameterLibraryId = components['parameters']['LibraryId'];
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
export type ParameterTo = components['parameters']['To'];
export type ParameterType = components['parameters']['Type'];
export type ParameterTypeId = components['parameters']['TypeId'];
export type ParameterUser = components['parameters']['User'];
export type ParameterUserId = components['parameters']['UserId'];
export type $defs = Record<string, never>;
export interface operations {
  getAccountTypePermissions: {
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
  listAccountTypes: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createAccountType: {
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
  listAccountTypeUserTemplates: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createAccountTypeUserTemplate: {
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
  listAccountTypeUserTemplateOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getAccountTypeUserTemplate: {
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
  updateAccountTypeUserTemplate: {
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
  deleteAccountTypeUserTemplate: {
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
  updateUserTemplatePermission: {
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
  restoreVersionOfUserTemplate: {
    parameters: {
      query?: never;
      path: {
        account_type_id: components["parameters"]["PathAccountTypeId"];
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getUserTemplateUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getAccountType: {
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
  updateAccountType: {
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
  restoreVersionOfAccountType: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getAccountTypeUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listActivity: {
    parameters: {
      query?: {
        /** @description Action, such as created, updated, deleted, restored or purged. Any of several, separated by commas. */
        action?: string[];
        from?: components["parameters"]["From"];
        /** @description Kind of record, such as publisher or media type. Any of several, separated by commas. */
        kind?: string[];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        /** @description What made the request, such as console. Any of several, separated by commas. */
        program?: string[];
        /** @description A record as kind:id, such as publisher:12. */
        record?: string;
        /** @description Id of a record. Any of several, separated by commas. */
        record_id?: string[];
        /** @description Sort order; prefix with - for descending. */
        sort?: "id" | "-id" | "created_at" | "-created_at";
        /** @description Last day, as YYYY-MM-DD in the office's time zone. */
        to?: string;
        user_id?: components["parameters"]["UserId"];
        /** @description A record as kind:id, and the records below it: of a partner also its sites. */
        within?: string;
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
  getActivity: {
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
          "application/json": components["schemas"]["ItemDetail"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  addUndoToActivity: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["Request"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Undone"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Undone"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listApiLogs: {
    parameters: {
      query?: {
        /** @description Any of several, separated by commas. */
        method?: ("GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD" | "OPTIONS")[];
        page?: components["parameters"]["Page"];
        partner?: components["parameters"]["Partner"];
        partner_id?: components["parameters"]["PartnerId"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
        sort?: "id" | "-id" | "duration" | "-duration" | "created_at" | "-created_at";
        /** @description Any of several, separated by commas. */
        status?: ("all" | "success" | "refused" | "failed")[];
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
  getApiLog: {
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
  listAttentionItems: {
    parameters: {
      query?: {
        /** @description Id of a member of staff; me; none for rows without one. */
        assignee?: string;
        counts?: components["parameters"]["Counts"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        /** @description Without it, all rows that are not snoozed. snoozed lists the others. Any of several, separated by commas. */
        reason?: ("all" | "broken" | "moved" | "expiring" | "expired" | "duplicate" | "no_image" | "no_synopsis" | "no_destination" | "no_subject_area" | "no_library" | "snoozed")[];
        /** @description Sort order; prefix with - for descending. */
        sort?: "id" | "-id" | "since" | "-since";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageFinding"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listDuplicatesOfAttentionItem: {
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
          "application/json": components["schemas"]["SameItems"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  assignAttentionItems: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
          filter?: {
            [key: string]: unknown;
          };
          ids?: number[];
          /**
           * Format: int64
           * @description The member of staff who takes care of the rows; null for nobody.
           */
          user_id: number | null;
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Updated"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  countAttentionItems: {
    parameters: { query?: never };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["FindingCounts"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  removeExpiredFromCollections: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Updated"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  rescheduleExpiries: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: date
           * @description The last day of the items, instead of a number of days.
           */
          date?: string;
          /**
           * Format: int64
           * @description Number of days by which items expire later, counted from now if they have expired.
           */
          days?: number;
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Updated"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  snoozeAttentionItems: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
          filter?: {
            [key: string]: unknown;
          };
          ids?: number[];
          /** @description Why they are snoozed. */
          note?: string;
          /**
           * Format: date
           * @description The day on which the rows return. If it is empty, they return now.
           */
          until: string;
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Updated"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  useNewAddresses: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Updated"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getCalendar: {
    parameters: {
      query?: {
        event?: components["parameters"]["Event"];
        from?: components["parameters"]["From"];
        kind?: components["parameters"]["Kind"];
        /** @description Only content in this library; collections belong to none. Any of several, separated by commas. */
        library_id?: number[];
        /** @description Only what belongs to this partner. Any of several, separated by commas. */
        partner_id?: number[];
        to?: components["parameters"]["To"];
        type_id?: components["parameters"]["TypeId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Calendar"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listCalendarEvents: {
    parameters: {
      query?: {
        /** @description The next of the previous response. */
        after?: string;
        event?: components["parameters"]["Event"];
        from?: components["parameters"]["From"];
        kind?: components["parameters"]["Kind"];
        /** @description Only content in this library; collections belong to none. Any of several, separated by commas. */
        library_id?: number[];
        /** @description Only what belongs to this partner. Any of several, separated by commas. */
        partner_id?: number[];
        to?: components["parameters"]["To"];
        type_id?: components["parameters"]["TypeId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Agenda"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  reportClientError: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ClientError"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  listCollaborators: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createCollaborator: {
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
  getCollaborator: {
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
  updateCollaborator: {
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
  deleteCollaborator: {
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
  revealCollaboratorApiSecret: {
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
  mergeCollaborator: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MergeRequest"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["MergeResult"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  restoreVersionOfCollaborator: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getCollaboratorUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getCollaboratorDuplicates: {
    parameters: {
      query?: {
        begins_with?: components["parameters"]["BeginsWith"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Duplicates"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listCollections: {
    parameters: {
      query?: {
        content_id?: components["parameters"]["ContentId"];
        counts?: components["parameters"]["Counts"];
        /** @description A whole tag; case and accents are ignored. */
        exact_tag?: string;
        /** @description Any of several, separated by commas. */
        has_tags?: ("all" | "yes" | "no")[];
        inspires?: components["parameters"]["Inspires"];
        language_id?: components["parameters"]["LanguageId"];
        page?: components["parameters"]["Page"];
        partner?: components["parameters"]["Partner"];
        partner_id?: components["parameters"]["PartnerId"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
        sort?: "id" | "-id" | "name" | "-name" | "contents_count" | "-contents_count" | "shared_collections_count" | "-shared_collections_count" | "created_at" | "-created_at";
        /** @description Any of several, separated by commas. */
        type?: ("all" | "partner" | "personal")[];
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
  createCollection: {
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
  getCollection: {
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
  updateCollection: {
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
  deleteCollection: {
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
  listCollectionContent: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  addContentToCollection: {
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
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Added"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  copyCollectionContent: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: int64
           * @description The other collection.
           */
          collection_id?: number;
          content_ids?: number[];
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Copied"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listCollectionContentIds: {
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
  moveCollectionContent: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: int64
           * @description The other collection.
           */
          collection_id?: number;
          content_ids?: number[];
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Moved"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  removeCollectionContent: {
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
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Removed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  duplicateCollection: {
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
  restoreVersionOfCollection: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getCollectionUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  featureCollectionsOnInspires: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
          filter?: {
            [key: string]: unknown;
          };
          ids?: number[];
          /** @description Skip collections whose date on Inspires is in the future. */
          keep_scheduled?: boolean;
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Updated"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  publishCollectionsOnInspires: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
          filter?: {
            [key: string]: unknown;
          };
          ids?: number[];
          /** @description Skip collections whose date on Inspires is in the future. */
          keep_scheduled?: boolean;
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Updated"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  unfeatureCollectionsOnInspires: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Updated"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  countSelectedCollections: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
          "application/json": components["schemas"]["SelectedCollections"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  unpublishCollectionsOnInspires: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Updated"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listConsortia: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createConsortium: {
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
  getConsortium: {
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
          "application/json": components["schemas"]["OrganisationData"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  updateConsortium: {
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
  deleteConsortium: {
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
  mergeConsortium: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MergeRequest"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["MergeResult"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  restoreVersionOfConsortium: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getConsortiumUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getConsortiumDuplicates: {
    parameters: {
      query?: {
        begins_with?: components["parameters"]["BeginsWith"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Duplicates"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listContent: {
    parameters: {
      query?: {
        /** @description The id of a record. Any of several, separated by commas. */
        admin_id?: number[];
        /** @description Any of several, separated by commas. */
        api_requests?: ("all" | "success")[];
        /** @description Any of several, separated by commas. */
        block_type?: ("all" | "content" | "image")[];
        collection_id?: components["parameters"]["CollectionId"];
        counts?: components["parameters"]["Counts"];
        /** @description The id of a record. Any of several, separated by commas. */
        depth_id?: number[];
        /** @description The id of a record. Any of several, separated by commas. */
        destination_exact?: number[];
        /** @description Id of a destination; includes the destinations below it. Any of several, separated by commas. */
        destination_id?: number[];
        /** @description Any of several, separated by commas. */
        in_collection?: ("all" | "in" | "not-in")[];
        inspires?: components["parameters"]["Inspires"];
        language_id?: components["parameters"]["LanguageId"];
        library_id?: components["parameters"]["LibraryId"];
        /** @description Any of several, separated by commas. */
        link_status?: ("all" | "ok" | "moved" | "broken" | "unsure" | "unchecked")[];
        page?: components["parameters"]["Page"];
        partner?: components["parameters"]["Partner"];
        partner_id?: components["parameters"]["PartnerId"];
        per_page?: components["parameters"]["PerPage25"];
        /** @description Any of several, separated by commas. */
        published?: ("all" | "published" | "draft" | "scheduled" | "expired")[];
        /** @description The id of a record. Any of several, separated by commas. */
        publisher_id?: number[];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
        sort?: "id" | "-id" | "title" | "-title" | "published_at" | "-published_at" | "expires_at" | "-expires_at" | "added_at" | "-added_at" | "created_at" | "-created_at";
        /** @description The id of a record. Any of several, separated by commas. */
        subtitle_id?: number[];
        /** @description The id of a record. Any of several, separated by commas. */
        tag_id?: number[];
        /** @description The id of a record. Any of several, separated by commas. */
        type_id?: number[];
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
  createContent: {
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
  listContentDepths: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createContentDepth: {
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
  getContentDepth: {
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
  updateContentDepth: {
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
  deleteContentDepth: {
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
  restoreVersionOfContentDepth: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getContentDepthUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listContentDepthsInOrder: {
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
  reorderContentDepths: {
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
  listContentDomains: {
    parameters: {
      query?: {
        /** @description The id of a record. Any of several, separated by commas. */
        content_type_id?: number[];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createContentDomain: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          check_links?: boolean;
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
  getContentDomain: {
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
  updateContentDomain: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          check_links?: boolean;
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
  deleteContentDomain: {
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
  restoreVersionOfContentDomain: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getContentDomainUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listMediaTypes: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createMediaType: {
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
  getMediaType: {
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
  updateMediaType: {
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
  deleteMediaType: {
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
  restoreVersionOfMediaType: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getMediaTypeUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listMediaTypesInOrder: {
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
  reorderMediaTypes: {
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
  getContent: {
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
  updateContent: {
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
  deleteContent: {
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
  checkContentLink: {
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
          "application/json": components["schemas"]["ItemLink"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  duplicateContentWithGet: {
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
          "application/json": components["schemas"]["DuplicateResponse"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  duplicateContent: {
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
          "application/json": components["schemas"]["DuplicateResponse"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  updateContentFeaturedImage: {
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
          "application/json": components["schemas"]["FeaturedImageResponse"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getContentLink: {
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
          "application/json": components["schemas"]["ItemLink"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  mergeContent: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MergeRequest"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["MergeResult"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  restoreVersionOfContent: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  updateContentStatus: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["StatusInput"];
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
  getContentUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  deleteSelectedContent: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          content_ids?: number[];
          /** @description Alternative to ids: list parameters that select all matching records. If more than 500 match, a job makes the change and the response is 202 with its id. */
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
          "application/json": components["schemas"]["Deleted"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Deleted"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  draftContent: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          content_ids?: number[];
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
          "application/json": components["schemas"]["Updated"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Updated"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getContentDuplicates: {
    parameters: {
      query?: {
        begins_with?: components["parameters"]["BeginsWith"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Duplicates"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  expireContent: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          content_ids?: number[];
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
          "application/json": components["schemas"]["Updated"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Updated"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  parseContentUrl: {
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
  publishContent: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          content_ids?: number[];
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
          filter?: {
            [key: string]: unknown;
          };
          /** @description Skip items whose publish date is in the future. */
          keep_scheduled?: boolean;
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Updated"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  countSelectedContent: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          content_ids?: number[];
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
          "application/json": components["schemas"]["SelectedContent"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listPartnerCopilotViewsByPage: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        /** @description Sort order; prefix with - for descending. */
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
          "application/json": components["schemas"]["InsightPageInsightByPage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listPartnerCopilotViewsByUser: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        /** @description Sort order; prefix with - for descending. */
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
          "application/json": components["schemas"]["InsightPageInsightOfUser"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listUserCopilotViewsByPage: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        /** @description Sort order; prefix with - for descending. */
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
          "application/json": components["schemas"]["InsightPageInsightByPage"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listUserCopilotViewsByPartner: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        /** @description Sort order; prefix with - for descending. */
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
          "application/json": components["schemas"]["InsightPageInsightOfPartner"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listCopilotViewsByPartner: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        /** @description Sort order; prefix with - for descending. */
        sort?: "views" | "-views" | "clicks" | "-clicks" | "lead_intents" | "-lead_intents" | "leads" | "-leads" | "advisors_count" | "-advisors_count";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["InsightPageInsightByPartner"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listCopilotViewsByUser: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage10"];
        /** @description Sort order; prefix with - for descending. */
        sort?: "views" | "-views" | "clicks" | "-clicks" | "lead_intents" | "-lead_intents" | "leads" | "-leads" | "partners_count" | "-partners_count";
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["InsightPageInsightByUser"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listCountries: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createCountry: {
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
  listCountryRegions: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createCountryRegion: {
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
  getCountryRegion: {
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
  updateCountryRegion: {
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
  restoreVersionOfCountryRegion: {
    parameters: {
      query?: never;
      path: {
        country_id: components["parameters"]["PathCountryId"];
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getCountryRegionUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getCountry: {
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
  updateCountry: {
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
  deleteCountry: {
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
  restoreVersionOfCountry: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getCountryUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listDashboardContentAddedByUsers: {
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
  listDashboardContentAddedToCollections: {
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
  listDashboardContentWithNoDestination: {
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
          "application/json": components["schemas"]["PageUnplacedContent"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getDashboardQueueStatus: {
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
  listDashboardSearchesWithNoResults: {
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
  listDestinations: {
    parameters: {
      query?: {
        content_id?: components["parameters"]["ContentId"];
        page?: components["parameters"]["Page"];
        /** @description The id of a record. Any of several, separated by commas. */
        parent_id?: number[];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createDestination: {
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
  getDestination: {
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
  updateDestination: {
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
  deleteDestination: {
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
  addContentToDestination: {
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
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Added"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  removeDestinationContent: {
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
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Removed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  mergeDestination: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MergeRequest"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["MergeResult"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  restoreVersionOfDestination: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getDestinationUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getDestinationDuplicates: {
    parameters: {
      query?: {
        begins_with?: components["parameters"]["BeginsWith"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Duplicates"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getExportSignedUrls: {
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
  listExports: {
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
  createExport: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ExportInput"];
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
  getExport: {
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
  listFacades: {
    parameters: {
      query?: {
        /** @description The id of a record. Any of several, separated by commas. */
        destination_id?: number[];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
        sort?: "id" | "-id" | "term" | "-term" | "views" | "-views";
        /** @description Any of several, separated by commas. */
        type?: ("correction" | "related")[];
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
  createFacade: {
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
  getFacade: {
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
  updateFacade: {
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
  deleteFacade: {
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
  restoreVersionOfFacade: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getFacadeUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listFailedJobs: {
    parameters: {
      query?: {
        /** @description Kind of job. */
        kind?: string;
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        /** @description Queue of the job. */
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
  retryFailedJob: {
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
  retryFailedJobs: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RetryInput"];
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
  getFolder: {
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
  updateFolder: {
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
  deleteFolder: {
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
  restoreVersionOfFolder: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getFolderUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listGlobalTags: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createGlobalTag: {
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
  getGlobalTag: {
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
  updateGlobalTag: {
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
  deleteGlobalTag: {
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
  mergeGlobalTag: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MergeRequest"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["MergeResult"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  restoreVersionOfGlobalTag: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getGlobalTagUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getGlobalTagDuplicates: {
    parameters: {
      query?: {
        begins_with?: components["parameters"]["BeginsWith"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Duplicates"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  scanGlobalTags: {
    parameters: {
      query?: {
        /** @description The word. Case and accents are ignored. */
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
  listGoogleFontWeights: {
    parameters: {
      query?: {
        /** @description Only these words, separated by commas. */
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
  listHostAgencies: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createHostAgency: {
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
  getHostAgency: {
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
          "application/json": components["schemas"]["OrganisationData"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  updateHostAgency: {
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
  deleteHostAgency: {
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
  mergeHostAgency: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MergeRequest"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["MergeResult"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  restoreVersionOfHostAgency: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getHostAgencyUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getHostAgencyDuplicates: {
    parameters: {
      query?: {
        begins_with?: components["parameters"]["BeginsWith"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Duplicates"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  createImage: {
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
  getImage: {
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
  updateImage: {
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
  deleteImage: {
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
  restoreVersionOfImage: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getImageUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listImports: {
    parameters: { query?: never };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ImportList"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  createImport: {
    parameters: {
      query?: {
        /** @description Path of the list of the records, such as publishers. */
        path?: string;
      };
    };
    requestBody: {
      content: {
        "multipart/form-data": components["schemas"]["ImportForm"];
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemImport"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getImport: {
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
          "application/json": components["schemas"]["ItemImport"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  updateImport: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ImportSettings"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemImport"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  deleteImport: {
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
  checkImport: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["ItemImport"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  startImport: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ImportStart"];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["ItemImport"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getJob: {
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
  listLanguages: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createLanguage: {
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
  getLanguage: {
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
  updateLanguage: {
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
  deleteLanguage: {
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
  restoreVersionOfLanguage: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getLanguageUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  deleteLead: {
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
  listLibraries: {
    parameters: {
      query?: {
        content_id?: components["parameters"]["ContentId"];
        page?: components["parameters"]["Page"];
        partner?: components["parameters"]["Partner"];
        /** @description The id of a record. Any of several, separated by commas. */
        partner_access?: number[];
        partner_id?: components["parameters"]["PartnerId"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createLibrary: {
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
  getLibrary: {
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
  updateLibrary: {
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
  deleteLibrary: {
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
  addContentToLibrary: {
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
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Added"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  restoreVersionOfLibrary: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getLibraryUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listAccountTypeOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listApiRequestOptions: {
    parameters: {
      query?: {
        /** @description Only these words, separated by commas. */
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
  listBlockTypeOptions: {
    parameters: {
      query?: {
        /** @description Only these words, separated by commas. */
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
  listConsortiumOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listContentAdminOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listContentDepthOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listContentPublishedOptions: {
    parameters: {
      query?: {
        /** @description Only these words, separated by commas. */
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
  listMediaTypeOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listCopilotAdvisorBrandingOptions: {
    parameters: {
      query?: {
        /** @description Only these words, separated by commas. */
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
  listCountryOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listCountryRegionOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listDestinationOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listHostAgencyOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listInspiresOptions: {
    parameters: {
      query?: {
        /** @description Only these words, separated by commas. */
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
  listLanguageOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listLibraryOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listLinkStatusOptions: {
    parameters: {
      query?: {
        /** @description Only these words, separated by commas. */
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
  listPartnerOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listPartnerUserOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listPublisherOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listSharedCollectionTypeOptions: {
    parameters: {
      query?: {
        /** @description Only these words, separated by commas. */
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
  listStaffMemberOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listSubjectAreaOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listUserLanguageOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listUserTemplateOptions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listPartnerMarkets: {
    parameters: {
      query?: {
        country_id?: components["parameters"]["CountryId"];
        language_id?: components["parameters"]["LanguageId"];
        page?: components["parameters"]["Page"];
        partner?: components["parameters"]["Partner"];
        partner_id?: components["parameters"]["PartnerId"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        /** @description The id of a record. Any of several, separated by commas. */
        region_id?: number[];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createPartnerMarket: {
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
  getPartnerMarket: {
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
  updatePartnerMarket: {
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
  deletePartnerMarket: {
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
  restoreVersionOfPartnerMarket: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getPartnerMarketUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listPartners: {
    parameters: {
      query?: {
        /** @description The id of a record. Any of several, separated by commas. */
        account_type_id?: string[];
        /** @description The id of a record. Any of several, separated by commas. */
        accountType?: string[];
        counts?: components["parameters"]["Counts"];
        language_id?: components["parameters"]["LanguageId"];
        library_id?: components["parameters"]["LibraryId"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
        sort?: "id" | "-id" | "name" | "-name" | "collections_count" | "-collections_count" | "users_count" | "-users_count" | "shared_collections_count" | "-shared_collections_count" | "last_login_at" | "-last_login_at" | "created_at" | "-created_at";
        /** @description Id of a language of site transformations. */
        transformation_language_id?: number;
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
  createPartner: {
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
  getPartner: {
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
  updatePartner: {
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
          /** @description With a new account type: for the id of each template that users have, the id of the one they get, or null for none. */
          user_templates?: {
            [key: string]: number | null;
          };
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
  deletePartner: {
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
  previewAccountTypeChange: {
    parameters: {
      query?: {
        /** @description The id of the account type. */
        account_type_id?: string;
      };
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["AccountTypeChange"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getPartnerAi: {
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
          "application/json": components["schemas"]["ItemAICard"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  updatePartnerAi: {
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
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemAICard"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  revealPartnerApiSecret: {
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
  browsePartnerFolders: {
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
  browsePartnerFolder: {
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
  getPartnerCopilot: {
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
          "application/json": components["schemas"]["ItemCopilotCard"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  updatePartnerCopilot: {
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
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemCopilotCard"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getPartnerCustomisations: {
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
  updatePartnerCustomisations: {
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
          /**
           * Format: int64
           * @description Pixels.
           */
          header_message_font_size?: number | null;
          /** @enum {string|null} */
          header_overlay?: "none" | "centered" | "full" | null;
          /** @enum {string|null} */
          header_overlay_background_style?: "solid" | "linear-gradient" | null;
          /**
           * Format: int64
           * @description Percent.
           */
          header_overlay_opacity?: number | null;
          /** @enum {string|null} */
          header_style?: "light" | "dark" | null;
          /**
           * Format: int64
           * @description Pixels.
           */
          heading_block_font_size?: number | null;
          heading_color?: string | null;
          /**
           * Format: int64
           * @description Pixels.
           */
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
          /**
           * Format: int64
           * @description Increases with each change. Saving with an older version fails with 409.
           */
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
  previewPartnerCustomisations: {
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
          body_text_font_size?: string | null;
          body_text_font_type?: string | null;
          body_text_google_font_id?: string | null;
          body_text_google_font_weight?: string | null;
          body_text_websafe_font_family?: string | null;
          brand_color?: string | null;
          brand_hover_color?: string | null;
          collection_title_font_size?: string | null;
          collection_title_font_type?: string | null;
          collection_title_google_font_id?: string | null;
          collection_title_google_font_weight?: string | null;
          collection_title_websafe_font_family?: string | null;
          content_author_enabled?: boolean | null;
          content_image_enabled?: boolean | null;
          content_layout?: string | null;
          content_lead_in_enabled?: boolean | null;
          content_runtime_enabled?: boolean | null;
          content_synopsis_enabled?: boolean | null;
          content_title_enabled?: boolean | null;
          content_title_font_size?: string | null;
          content_title_font_type?: string | null;
          content_title_google_font_id?: string | null;
          content_title_google_font_weight?: string | null;
          content_title_websafe_font_family?: string | null;
          favicon?: {
            id?: number;
            url?: string;
          } | null;
          header_background_image?: {
            id?: number;
            url?: string;
          } | null;
          /**
           * Format: int64
           * @description Pixels.
           */
          header_message_font_size?: number | null;
          header_overlay?: string | null;
          header_overlay_background_style?: string | null;
          /**
           * Format: int64
           * @description Percent.
           */
          header_overlay_opacity?: number | null;
          header_style?: string | null;
          /**
           * Format: int64
           * @description Pixels.
           */
          heading_block_font_size?: number | null;
          heading_color?: string | null;
          /**
           * Format: int64
           * @description Pixels.
           */
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
          logo_location?: string | null;
          theme?: string | null;
          /**
           * Format: int64
           * @description Increases with each change. Saving with an older version fails with 409.
           */
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PagePreview"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getPartnerInspires: {
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
          "application/json": components["schemas"]["ItemInspiresCard"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  updatePartnerInspires: {
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
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemInspiresCard"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getPartnerPermissions: {
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
          "application/json": components["schemas"]["ItemPremiumCard"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  updatePartnerPermissions: {
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
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemPremiumCard"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  refreshPartnerApiKeys: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Confirmation"];
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
  restoreVersionOfPartner: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getPartnerUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listPartnerFolders: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createPartnerFolder: {
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
  listPartnerLanguages: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        /** @description Sort order; prefix with - for descending. */
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
  createPartnerLanguage: {
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
  getPartnerLanguage: {
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
  updatePartnerLanguage: {
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
  deletePartnerLanguage: {
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
  restoreVersionOfPartnerLanguage: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listPartnerLeads: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
        sort?: "id" | "-id" | "created_at" | "-created_at";
      };
      path: {
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageLead"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getPartnerLead: {
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
          "application/json": components["schemas"]["ItemLead"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listPartnerSites: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createPartnerSite: {
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
  getPartnerSite: {
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
  updatePartnerSite: {
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
  deletePartnerSite: {
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
  restoreVersionOfSite: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
        partner_id: components["parameters"]["PathPartnerId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  testCopilot: {
    parameters: {
      query?: {
        /** @description ISO 639-1 code of the language of the page. Defaults to English. */
        lang?: string;
        /** @description The UID of the advisor. */
        uid?: string;
        /** @description The URL of a page of the site. */
        url?: string;
        /** @description The id of the advisor, instead of the UID. */
        user_id?: string;
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
          "application/json": components["schemas"]["CopilotTrial"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  testSiteRedirects: {
    parameters: {
      query?: {
        /** @description The path of the page, with its query if it has one, or its whole URL. */
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
  listSiteRedirects: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        /** @description Sort order; prefix with - for descending. */
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
  createSiteRedirect: {
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
  getSiteRedirect: {
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
  updateSiteRedirect: {
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
  deleteSiteRedirect: {
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
  restoreVersionOfSiteRedirect: {
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
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listSiteTransformations: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        /** @description Sort order; prefix with - for descending. */
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
  createSiteTransformation: {
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
  getSiteTransformation: {
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
  updateSiteTransformation: {
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
  deleteSiteTransformation: {
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
  restoreVersionOfSiteTransformation: {
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
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listPublishers: {
    parameters: {
      query?: {
        content_id?: components["parameters"]["ContentId"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createPublisher: {
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
  getPublisher: {
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
  updatePublisher: {
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
  deletePublisher: {
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
  addContentToPublisher: {
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
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Added"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  mergePublisher: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MergeRequest"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["MergeResult"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  restoreVersionOfPublisher: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getPublisherUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getPublisherDuplicates: {
    parameters: {
      query?: {
        begins_with?: components["parameters"]["BeginsWith"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Duplicates"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listRegions: {
    parameters: {
      query?: {
        country_id?: components["parameters"]["CountryId"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createRegion: {
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
  getRegion: {
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
  updateRegion: {
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
  deleteRegion: {
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
  restoreVersionOfRegion: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getRegionUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  searchRecords: {
    parameters: {
      query?: {
        /** @description Part of a name, an id, an e-mail address or a URL. */
        query?: string;
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Hits"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listSearchHistory: {
    parameters: {
      query?: {
        counts?: components["parameters"]["Counts"];
        /** @description Any of several, separated by commas. */
        has_results?: ("all" | "zero" | "has")[];
        page?: components["parameters"]["Page"];
        partner?: components["parameters"]["Partner"];
        partner_id?: components["parameters"]["PartnerId"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  searchCollections: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  searchContent: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  searchCountries: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  searchDestinations: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  searchGoogleFonts: {
    parameters: {
      query?: {
        /** @description Only these words, separated by commas. */
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
  searchLanguages: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  searchPartnerFolders: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  searchRegions: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  searchUsers: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  searchUserFolders: {
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
          "application/json": components["schemas"]["Options"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listSharedCollections: {
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
        /** @description Sort order; prefix with - for descending. */
        sort?: "id" | "-id" | "personalisations_count" | "-personalisations_count" | "created_at" | "-created_at";
        type?: components["parameters"]["Type"];
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
  getSharedCollection: {
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
  deleteSharedCollection: {
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
  getSharedCollectionUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listSharedCollectionPersonalisations: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  listStaff: {
    parameters: {
      query?: {
        counts?: components["parameters"]["Counts"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
        sort?: "id" | "-id" | "first_name" | "-first_name" | "last_name" | "-last_name" | "email" | "-email" | "staff_role" | "-staff_role" | "active_at" | "-active_at" | "created_at" | "-created_at";
        /** @description Any of several, separated by commas. */
        staff_role?: ("admin" | "editor")[];
        /** @description Any of several, separated by commas. */
        status?: ("all" | "active" | "deactivated")[];
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
  createStaffMember: {
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
  getStaffMember: {
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
  updateStaffMember: {
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
  deleteStaffMember: {
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
  changeStaffMemberPassword: {
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
  getStaffMemberUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getStatus: {
    parameters: { query?: never };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Status"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listSubjectAreas: {
    parameters: {
      query?: {
        content_id?: components["parameters"]["ContentId"];
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createSubjectArea: {
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
  getSubjectArea: {
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
  updateSubjectArea: {
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
  deleteSubjectArea: {
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
  addContentToSubjectArea: {
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
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Added"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  removeSubjectAreaContent: {
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
          /** @description Alternative to ids: list parameters that select all matching records. If more than 5000 match, a job makes the change and the response is 202 with its id. */
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
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Removed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  mergeSubjectArea: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MergeRequest"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["MergeResult"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  restoreVersionOfSubjectArea: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getSubjectAreaUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getSubjectAreaDuplicates: {
    parameters: {
      query?: {
        begins_with?: components["parameters"]["BeginsWith"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Duplicates"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  clearSearchCache: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Confirmation"];
      };
    };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  listTrash: {
    parameters: {
      query?: {
        /** @description The kind of record. */
        kind?: "content" | "image" | "collection" | "user" | "partner";
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        /** @description Words that must all match the name. Case and accents are ignored. */
        query?: string;
        /** @description The id that the record had. Ids of different kinds may be equal. */
        record_id?: number;
        /** @description A record that the deleted ones refer to: languages:7. */
        refers_to?: string;
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
  deleteTrashEntry: {
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
  restoreTrashEntry: {
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
  getContentForm: {
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
  updateContentForm: {
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
  createUpload: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "multipart/form-data": components["schemas"]["UploadForm"];
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
  createUploadFromUrl: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": components["schemas"]["UploadURLInput"];
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
  listUsers: {
    parameters: {
      query?: {
        /** @description The id of a record. Any of several, separated by commas. */
        account_type_id?: number[];
        /** @description The id of a record. Any of several, separated by commas. */
        accountType?: number[];
        /** @description The id of a record. Any of several, separated by commas. */
        consortium_id?: number[];
        country_id?: components["parameters"]["CountryId"];
        counts?: components["parameters"]["Counts"];
        /** @description The id of a record. Any of several, separated by commas. */
        host_agency_id?: number[];
        language_id?: components["parameters"]["LanguageId"];
        page?: components["parameters"]["Page"];
        partner?: components["parameters"]["Partner"];
        partner_id?: components["parameters"]["PartnerId"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
        sort?: "id" | "-id" | "first_name" | "-first_name" | "last_name" | "-last_name" | "email" | "-email" | "country_id" | "-country_id" | "active_at" | "-active_at" | "created_at" | "-created_at";
        /** @description Any of several, separated by commas. */
        type?: ("all" | "advisors" | "new-advisors" | "active" | "inactive")[];
        /** @description The id of a record. Any of several, separated by commas. */
        user_template_id?: number[];
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
  createUser: {
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
  getUser: {
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
  updateUser: {
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
  deleteUser: {
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
  changeUserPassword: {
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
  browseUserFolders: {
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
  browseUserFolder: {
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
  impersonateUserWithGet: {
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
  impersonateUser: {
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
  restoreVersionOfUser: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Restoration"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      /** @description Accepted */
      202: {
        content: {
          "application/json": components["schemas"]["Passed"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getUserUses: {
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
          "application/json": components["schemas"]["UsesOfRecord"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listUserFolders: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
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
  createUserFolder: {
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
  listUserLeads: {
    parameters: {
      query?: {
        page?: components["parameters"]["Page"];
        per_page?: components["parameters"]["PerPage25"];
        query?: components["parameters"]["Query"];
        search?: components["parameters"]["Search"];
        /** @description Sort order; prefix with - for descending. */
        sort?: "id" | "-id" | "created_at" | "-created_at";
      };
      path: {
        user_id: components["parameters"]["PathUserId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["PageLead"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  getUserLead: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
        user_id: components["parameters"]["PathUserId"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemLead"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  listUserSharedCollections: {
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
        /** @description Sort order; prefix with - for descending. */
        sort?: "id" | "-id" | "personalisations_count" | "-personalisations_count" | "created_at" | "-created_at";
        type?: components["parameters"]["Type"];
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
  getUserHighlights: {
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
  listSavedViews: {
    parameters: {
      query: {
        /** @description The table in the console, such as content. */
        table: string;
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["SavedViewList"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  createSavedView: {
    parameters: { query?: never };
    requestBody: {
      content: {
        "application/json": {
          columns?: string[];
          /** @description Whether the table opens with this view for you. Others are not affected. */
          default?: boolean;
          name: string;
          params?: {
            [key: string]: string;
          };
          shared?: boolean;
          table: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        content: {
          "application/json": components["schemas"]["ItemSavedView"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  updateSavedView: {
    parameters: {
      query?: never;
      path: {
        id: components["parameters"]["PathId"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          columns?: string[];
          /** @description Whether the table opens with this view for you. Others are not affected. */
          default?: boolean;
          name?: string;
          params?: {
            [key: string]: string;
          };
          shared?: boolean;
          table?: string;
          version?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        content: {
          "application/json": components["schemas"]["ItemSavedView"];
        };
      };
      default: components["responses"]["Error"];
    };
  };
  deleteSavedView: {
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
  confirmPassword: {
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
  requestPasswordLink: {
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
  signIn: {
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
  signOut: {
    parameters: { query?: never };
    responses: {
      204: components["responses"]["NoContent"];
      default: components["responses"]["Error"];
    };
  };
  getCurrentUser: {
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
  changePassword: {
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
  getProfile: {
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
  updateProfile: {
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
  resetPassword: {
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
  getSettings: {
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
  updateSettings: {
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
