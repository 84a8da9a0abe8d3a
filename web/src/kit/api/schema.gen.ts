// Written by make gen from the OpenAPI document. Do not edit.

export interface paths {
    "/api/admin/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List of activity */
        get: operations["get-activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/activity/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One activity */
        get: operations["get-activity-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/content-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List of content types */
        get: operations["get-content-types"];
        put?: never;
        /** New media type */
        post: operations["post-content-types"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/content-types/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/content-types/reorder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All content types, in order */
        get: operations["get-content-types-reorder"];
        /**
         * Move content types to other places
         * @description Records that are not named keep their order and take the places between.
         */
        put: operations["put-content-types-reorder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/failed-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Jobs that were given up, newest first */
        get: operations["get-failed-jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/failed-jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try a job again */
        post: operations["post-failed-jobs-id-retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/failed-jobs/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try many jobs again */
        post: operations["post-failed-jobs-retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/global-tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List of global tags */
        get: operations["get-global-tags"];
        put?: never;
        /** New global tag */
        post: operations["post-global-tags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/global-tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/global-tags/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where a word is in use already */
        get: operations["get-global-tags-scan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/options/content-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look up content types */
        get: operations["get-options-content-types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/options/publishers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look up publishers */
        get: operations["get-options-publishers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/options/staff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look up staff */
        get: operations["get-options-staff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/publishers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List of publishers */
        get: operations["get-publishers"];
        put?: never;
        /** New publisher */
        post: operations["post-publishers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/publishers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/publishers/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add content to a publisher
         * @description What is there already is skipped.
         */
        post: operations["post-publishers-id-content"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/staff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List of staff */
        get: operations["get-staff"];
        put?: never;
        /**
         * New member of staff
         * @description Without a password, a link to set one is sent to the e-mail address.
         */
        post: operations["post-staff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/staff/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/staff/{id}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the password of a member of staff */
        put: operations["put-staff-id-password"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is in the trash, newest first */
        get: operations["get-trash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/trash/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete something for good */
        delete: operations["delete-trash-id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/trash/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bring something back, with what went along */
        post: operations["post-trash-id-restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload an image
         * @description At most 10 MB; JPEG, PNG, GIF or WebP. An upload that no record shows is deleted after a day.
         */
        post: operations["post-uploads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for a link to set a new password */
        post: operations["post-auth-forgot-password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in */
        post: operations["post-auth-login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign out */
        post: operations["post-auth-logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in */
        get: operations["get-auth-me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change the own password */
        put: operations["put-auth-password"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The own profile */
        get: operations["get-auth-profile"];
        /** Change the own profile */
        put: operations["put-auth-profile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a new password with a link */
        post: operations["post-auth-reset-password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The own settings */
        get: operations["get-auth-settings"];
        /** Change the own settings */
        put: operations["put-auth-settings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
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
            /** Format: int64 */
            skipped: number;
        };
        Choice: {
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
        Count: {
            /** Format: int64 */
            total: number;
            total_is_capped: boolean;
        };
        Credentials: {
            email: string;
            password: string;
        };
        Difference: {
            after: unknown;
            before: unknown;
        };
        Error: {
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
        ItemActivity: {
            item: components["schemas"]["Activity"];
        };
        ItemGlobalTag: {
            item: components["schemas"]["GlobalTag"];
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
        ItemProfile: {
            item: components["schemas"]["Profile"];
        };
        ItemPublisher: {
            item: components["schemas"]["Publisher"];
        };
        ItemSettings: {
            item: components["schemas"]["Settings"];
        };
        ItemUploaded: {
            item: components["schemas"]["Uploaded"];
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
        Named: {
            /** Format: int64 */
            id: number;
            name: string;
        };
        NewPassword: {
            password: string;
            password_confirmation: string;
        };
        PageActivity: {
            items: components["schemas"]["Activity"][];
            meta: components["schemas"]["Meta"];
        };
        PageFailedJob: {
            items: components["schemas"]["FailedJob"][];
            meta: components["schemas"]["Meta"];
        };
        PageGlobalTag: {
            items: components["schemas"]["GlobalTag"][];
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
        PagePublisher: {
            items: components["schemas"]["Publisher"][];
            meta: components["schemas"]["Meta"];
        };
        PageTrashed: {
            items: components["schemas"]["Trashed"][];
            meta: components["schemas"]["Meta"];
        };
        PasswordInput: {
            current_password: string;
            password: string;
            password_confirmation: string;
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
        Trashed: {
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
             * @description When it goes for good.
             */
            purges_at: string;
            /** Format: int64 */
            record_id: number;
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Activity = components['schemas']['Activity'];
export type Added = components['schemas']['Added'];
export type Choice = components['schemas']['Choice'];
export type Choices = components['schemas']['Choices'];
export type ChosenJobs = components['schemas']['ChosenJobs'];
export type Count = components['schemas']['Count'];
export type Credentials = components['schemas']['Credentials'];
export type Difference = components['schemas']['Difference'];
export type Error = components['schemas']['Error'];
export type FailedJob = components['schemas']['FailedJob'];
export type ForgotInput = components['schemas']['ForgotInput'];
export type GlobalTag = components['schemas']['GlobalTag'];
export type ItemActivity = components['schemas']['ItemActivity'];
export type ItemGlobalTag = components['schemas']['ItemGlobalTag'];
export type ItemMe = components['schemas']['ItemMe'];
export type ItemMediaType = components['schemas']['ItemMediaType'];
export type ItemMember = components['schemas']['ItemMember'];
export type ItemProfile = components['schemas']['ItemProfile'];
export type ItemPublisher = components['schemas']['ItemPublisher'];
export type ItemSettings = components['schemas']['ItemSettings'];
export type ItemUploaded = components['schemas']['ItemUploaded'];
export type Me = components['schemas']['Me'];
export type MediaType = components['schemas']['MediaType'];
export type Member = components['schemas']['Member'];
export type Meta = components['schemas']['Meta'];
export type Named = components['schemas']['Named'];
export type NewPassword = components['schemas']['NewPassword'];
export type PageActivity = components['schemas']['PageActivity'];
export type PageFailedJob = components['schemas']['PageFailedJob'];
export type PageGlobalTag = components['schemas']['PageGlobalTag'];
export type PageMediaType = components['schemas']['PageMediaType'];
export type PageMember = components['schemas']['PageMember'];
export type PagePublisher = components['schemas']['PagePublisher'];
export type PageTrashed = components['schemas']['PageTrashed'];
export type PasswordInput = components['schemas']['PasswordInput'];
export type Position = components['schemas']['Position'];
export type Profile = components['schemas']['Profile'];
export type Publisher = components['schemas']['Publisher'];
export type ResetInput = components['schemas']['ResetInput'];
export type RetriedJobs = components['schemas']['RetriedJobs'];
export type Scan = components['schemas']['Scan'];
export type Settings = components['schemas']['Settings'];
export type SettingsInput = components['schemas']['SettingsInput'];
export type Trashed = components['schemas']['Trashed'];
export type Uploaded = components['schemas']['Uploaded'];
export type Use = components['schemas']['Use'];
export type $defs = Record<string, never>;
export interface operations {
    "get-activity": {
        parameters: {
            query?: {
                /** @description created, updated, deleted, restored, purged, … */
                action?: string;
                /** @description The first day, YYYY-MM-DD, in the office's time zone. */
                from?: string;
                /** @description The word staff use: publisher, media type. */
                kind?: string;
                /** @description Which page, from 1. */
                page?: number;
                /** @description Rows per page. */
                per_page?: number;
                /** @description The id of a record. */
                record_id?: string;
                /** @description The order; a minus turns it round. */
                sort?: "id" | "-id" | "created_at" | "-created_at";
                /** @description The last day, YYYY-MM-DD, in the office's time zone. */
                to?: string;
                /** @description The id of a record. */
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageActivity"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-activity-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemActivity"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-content-types": {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description Rows per page. */
                per_page?: number;
                /** @description Words that must all be found, by any part of a word; case and accents do not matter. */
                query?: string;
                /** @description The same as query. */
                search?: string;
                /** @description The order; a minus turns it round. */
                sort?: "id" | "-id" | "name" | "-name" | "weight" | "-weight" | "order" | "-order" | "content_count" | "-content_count";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageMediaType"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "post-content-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
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
                    name: string;
                    weight?: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemMediaType"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-content-types-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemMediaType"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "put-content-types-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
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
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemMediaType"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-content-types-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-content-types-reorder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageMediaType"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "put-content-types-reorder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageMediaType"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-failed-jobs": {
        parameters: {
            query?: {
                /** @description What the jobs do. */
                kind?: string;
                /** @description Which page, from 1. */
                page?: number;
                /** @description Rows per page. */
                per_page?: number;
                /** @description Where the jobs waited. */
                queue?: "default" | "slow" | "analytics";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageFailedJob"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "post-failed-jobs-id-retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "post-failed-jobs-retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChosenJobs"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetriedJobs"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-global-tags": {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description Rows per page. */
                per_page?: number;
                /** @description Words that must all be found, by any part of a word; case and accents do not matter. */
                query?: string;
                /** @description The same as query. */
                search?: string;
                /** @description The order; a minus turns it round. */
                sort?: "id" | "-id" | "name" | "-name" | "created_at" | "-created_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageGlobalTag"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "post-global-tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
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
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemGlobalTag"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-global-tags-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemGlobalTag"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "put-global-tags-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
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
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemGlobalTag"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-global-tags-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-global-tags-scan": {
        parameters: {
            query?: {
                /** @description The word; case and accents do not matter. */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scan"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-options-content-types": {
        parameters: {
            query?: {
                /** @description Only these, to name what is chosen already: 1,2,3. */
                ids?: string;
                /** @description Which page, from 1. */
                page?: number;
                /** @description Rows per page. */
                per_page?: number;
                /** @description Words that must all be found, by any part of a word; case and accents do not matter. */
                query?: string;
                /** @description The same as query. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Choices"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-options-publishers": {
        parameters: {
            query?: {
                /** @description Only these, to name what is chosen already: 1,2,3. */
                ids?: string;
                /** @description Which page, from 1. */
                page?: number;
                /** @description Rows per page. */
                per_page?: number;
                /** @description Words that must all be found, by any part of a word; case and accents do not matter. */
                query?: string;
                /** @description The same as query. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Choices"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-options-staff": {
        parameters: {
            query?: {
                /** @description Only these, to name what is chosen already: 1,2,3. */
                ids?: string;
                /** @description Which page, from 1. */
                page?: number;
                /** @description Rows per page. */
                per_page?: number;
                /** @description Words that must all be found, by any part of a word; case and accents do not matter. */
                query?: string;
                /** @description The same as query. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Choices"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-publishers": {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description Rows per page. */
                per_page?: number;
                /** @description Words that must all be found, by any part of a word; case and accents do not matter. */
                query?: string;
                /** @description The same as query. */
                search?: string;
                /** @description The order; a minus turns it round. */
                sort?: "id" | "-id" | "name" | "-name" | "content_count" | "-content_count" | "created_at" | "-created_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PagePublisher"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "post-publishers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
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
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemPublisher"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-publishers-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemPublisher"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "put-publishers-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
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
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemPublisher"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-publishers-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "post-publishers-id-content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content_ids: number[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Added"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-staff": {
        parameters: {
            query?: {
                /** @description 1 adds how many rows each tab has. */
                counts?: "1";
                /** @description Which page, from 1. */
                page?: number;
                /** @description Rows per page. */
                per_page?: number;
                /** @description Words that must all be found, by any part of a word; case and accents do not matter. */
                query?: string;
                /** @description The same as query. */
                search?: string;
                /** @description The order; a minus turns it round. */
                sort?: "id" | "-id" | "first_name" | "-first_name" | "last_name" | "-last_name" | "email" | "-email" | "staff_role" | "-staff_role" | "active_at" | "-active_at" | "created_at" | "-created_at";
                staff_role?: "admin" | "editor";
                status?: "all" | "active" | "deactivated";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageMember"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "post-staff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemMember"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-staff-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemMember"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "put-staff-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
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
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemMember"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-staff-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "put-staff-id-password": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPassword"];
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-trash": {
        parameters: {
            query?: {
                /** @description The word staff use. */
                kind?: "user";
                /** @description Which page, from 1. */
                page?: number;
                /** @description Rows per page. */
                per_page?: number;
                /** @description Words that must all be found in the name; case and accents do not matter. */
                query?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageTrashed"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "delete-trash-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "post-trash-id-restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "post-uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemUploaded"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "post-auth-forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotInput"];
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "post-auth-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemMe"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "post-auth-logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-auth-me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemMe"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "put-auth-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordInput"];
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-auth-profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemProfile"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "put-auth-profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
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
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemProfile"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "post-auth-reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetInput"];
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "get-auth-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemSettings"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "put-auth-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemSettings"];
                };
            };
            /** @description Error */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
