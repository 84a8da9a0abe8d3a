// Package users manages the users of partners, and advisors, who have no partner.
package users

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/uses"
	"waymark/internal/platform/contact"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
)

// User is a user of the platform.
type User struct {
	resource.Row
	FirstName       string          `json:"first_name"`
	LastName        string          `json:"last_name"`
	FullName        string          `json:"full_name"`
	DisplayName     string          `json:"called" doc:"The full name, or the e-mail if there is none."`
	Initials        string          `json:"initials"`
	Email           string          `json:"email"`
	EmailVerifiedAt *time.Time      `json:"email_verified_at"`
	Phone           string          `json:"phone"`
	CompanyName     string          `json:"company_name"`
	Status          string          `json:"status" enum:"active,inactive,unverified,deactivated"`
	DeactivatedAt   *time.Time      `json:"deactivated_at" doc:"Set while the user can't sign in."`
	AltID           string          `json:"alt_id" doc:"The UID, the user's public id."`
	InsiderParam    string          `json:"insider_param" doc:"The parameter that identifies the user in links."`
	PartnerID       *int64          `json:"partner_id" doc:"Null for advisors."`
	Partner         *UserPartner    `json:"partner"`
	UserTemplateID  *int64          `json:"user_template_id" doc:"A template of the partner's account type."`
	UserTemplate    *resource.Named `json:"user_template"`
	Internal        bool            `json:"internal" doc:"Whether the user is a member of staff."`

	LanguageIDs                 []int64          `json:"language_ids" nullable:"false"`
	Languages                   []resource.Named `json:"languages" nullable:"false"`
	UsingSuggestedLanguages     bool             `json:"using_suggested_languages"`
	CountryID                   *int64           `json:"country_id"`
	Country                     *UserCountry     `json:"country"`
	UsingSuggestedCountry       bool             `json:"using_suggested_country"`
	CountryRegionID             *int64           `json:"country_region_id" doc:"A region of the country."`
	CountryRegion               *resource.Named  `json:"country_region"`
	UsingSuggestedCountryRegion bool             `json:"using_suggested_country_region"`
	HostAgencyID                *int64           `json:"host_agency_id"`
	HostAgency                  *resource.Named  `json:"hostAgency"`
	HostAgencyOther             string           `json:"host_agency_other" doc:"An agency that is not in the directory."`
	ConsortiumID                *int64           `json:"consortium_id"`
	Consortium                  *resource.Named  `json:"consortium"`

	DisplayContactInfoOnLinks   string `json:"display_contact_info_on_links" enum:"personal,company,none"`
	LiveEditorDisplay           string `json:"live_editor_display" enum:"landing-page,embed"`
	LeadGenerationNotifications bool   `json:"lead_generation_notifications"`

	IsTravelAdvisor    bool   `json:"is_travel_advisor"`
	BookingEmail       string `json:"booking_email"`
	BookingPhoneNumber string `json:"booking_phone_number"`
	BookingIATA        string `json:"booking_iata"`
	BookingCLIA        string `json:"booking_clia"`

	Logo                  *media.Image `json:"logo"`
	LogoLight             *media.Image `json:"logo_light"`
	HeaderBackgroundImage *media.Image `json:"header_background_image"`
	PersonalPhoto         *media.Image `json:"personal_photo"`

	SignupSource       string          `json:"signup_source" enum:"direct,invite,partner,copilot,import,admin"`
	SignupPartnerID    *int64          `json:"-" db:"signup_partner_id"`
	SignupPartner      *resource.Named `json:"signup_partner"`
	SignupCollectionID *int64          `json:"-" db:"signup_collection_id"`
	SignupCollection   *resource.Named `json:"signup_collection"`

	ProfileCompletionPercentage int64           `json:"profile_completion_percentage"`
	ProfileTasks                map[string]bool `json:"profile_tasks" nullable:"false" doc:"Whether each task is done."`
	ActiveAt                    *time.Time      `json:"active_at"`
	ActiveAtHuman               string          `json:"active_at_human"`
	CollectionsCount            int64           `json:"collections_count"`
	SharedCollectionsCount      int64           `json:"shared_collections_count"`
}

// UserPartner is the partner of a user.
type UserPartner struct {
	resource.Named
	AccountTypeID  int64              `json:"account_type_id"`
	AccountType    *resource.Named    `json:"account_type"`
	Customisations UserCustomisations `json:"customisations"`
}

// UserCustomisations is the part of a partner's branding that is shown with its users.
type UserCustomisations struct {
	BrandColor string `json:"brand_color"`
}

// UserCountry is the country of a user.
type UserCountry struct {
	resource.Named
	Alpha2 string `json:"alpha2"`
}

// Definition declares users, newest first.
var Definition = resource.Definition[User]{
	Path: "users", Table: schema.Users, Label: "User", Access: resource.Access{Export: api.Admins}, Name: "called",
	Sort:   "-created_at",
	SortBy: []string{"created_at"}, Trash: &people.Trash,
	Without: []resource.Verb{resource.Creating, resource.Reading}, // see Mount
	Search:  listing.Search{ExactMatch: matchUID},
	Filters: filters,
	Uses: []uses.Use{
		{
			Kind: "collections", Table: schema.Collections, Column: "user_id", Path: "/collections?user_id={id}",
			Counter: "collections_count", OnDelete: uses.Deletes,
		},
		{
			Kind: "shared collections", Table: schema.SharedCollections, Column: "user_id",
			Path: "/shared-collections?user_id={id}", Counter: "shared_collections_count", OnDelete: uses.Deletes,
		},
		people.PublishedContent,
	},
	Tabs: &listing.Tabs{Filter: "type", Values: kinds},
	Fields: func(u *User) resource.Fields {
		return resource.Fields{
			resource.Text(&u.FirstName, resource.Max(80), resource.Sortable, resource.Searchable),
			resource.Text(&u.LastName, resource.Max(80), resource.Sortable, resource.Searchable),
			resource.Code(&u.Email, resource.Required, resource.Max(200), resource.Unique, resource.Searchable,
				resource.Normalised(auth.NormaliseEmail), resource.Valid(auth.EmailProblem)),
			resource.Stored(&u.EmailVerifiedAt),
			resource.Code(&u.Phone, resource.Max(40), resource.Valid(contact.PhoneProblem)),
			resource.Code(&u.CompanyName, resource.Max(160), resource.Searchable),
			resource.Date(&u.DeactivatedAt),
			resource.Stored(&u.AltID),
			resource.Ref(&u.PartnerID, schema.Partners),
			resource.Ref(&u.UserTemplateID, schema.UserTemplates),
			resource.Related(&u.UserTemplate, &u.UserTemplateID, schema.UserTemplates),
			resource.Stored(&u.Internal),

			resource.Refs(&u.LanguageIDs, schema.UserLanguages),
			resource.RelatedAll(&u.Languages, &u.LanguageIDs, schema.UserLanguages.To),
			resource.Stored(&u.UsingSuggestedLanguages),
			resource.Ref(&u.CountryID, schema.Countries, resource.Sortable),
			resource.Related(&u.Country, &u.CountryID, schema.Countries),
			resource.Stored(&u.UsingSuggestedCountry),
			resource.Ref(&u.CountryRegionID, schema.CountryRegions),
			resource.Related(&u.CountryRegion, &u.CountryRegionID, schema.CountryRegions),
			resource.Stored(&u.UsingSuggestedCountryRegion),
			resource.Ref(&u.HostAgencyID, schema.HostAgencies),
			resource.Related(&u.HostAgency, &u.HostAgencyID, schema.HostAgencies),
			resource.Code(&u.HostAgencyOther, resource.Max(160)),
			resource.Ref(&u.ConsortiumID, schema.Consortia),
			resource.Related(&u.Consortium, &u.ConsortiumID, schema.Consortia),

			resource.Enum(&u.DisplayContactInfoOnLinks, []string{"personal", "company", "none"}, resource.Required,
				resource.Initially("none")),
			resource.Enum(&u.LiveEditorDisplay, []string{"landing-page", "embed"}, resource.Required,
				resource.Initially("landing-page")),
			resource.Bool(&u.LeadGenerationNotifications),

			resource.Bool(&u.IsTravelAdvisor),
			resource.Code(&u.BookingEmail, resource.Max(200), resource.Normalised(auth.NormaliseEmail),
				resource.Valid(auth.EmailProblem)),
			resource.Code(&u.BookingPhoneNumber, resource.Max(40), resource.Valid(contact.PhoneProblem)),
			resource.Code(&u.BookingIATA, resource.Max(20), resource.Valid(codeProblem)),
			resource.Code(&u.BookingCLIA, resource.Max(20), resource.Valid(codeProblem)),

			resource.Image(&u.Logo),
			resource.Image(&u.LogoLight),
			resource.Image(&u.HeaderBackgroundImage),
			resource.Image(&u.PersonalPhoto),

			resource.Stored(&u.SignupSource),
			resource.Stored(&u.SignupPartnerID),
			resource.Related(&u.SignupPartner, &u.SignupPartnerID, schema.Partners),
			resource.Stored(&u.SignupCollectionID),
			resource.Related(&u.SignupCollection, &u.SignupCollectionID, schema.Collections),

			resource.Stored(&u.ActiveAt, resource.Sortable),
			resource.Counter(&u.CollectionsCount, schema.UserCollectionsCount),
			resource.Counter(&u.SharedCollectionsCount, schema.UserSharedCollectionsCount),
			resource.Computed(&u.FullName, u, func(u *User) string { return auth.FullName(u.FirstName, u.LastName) }),
			resource.Computed(&u.DisplayName, u, func(u *User) string {
				return cmp.Or(auth.FullName(u.FirstName, u.LastName), u.Email)
			}),
			resource.Computed(&u.Initials, u, func(u *User) string { return auth.Initials(u.FirstName, u.LastName, u.Email) }),
			resource.Computed(&u.InsiderParam, u, func(u *User) string { return "insider=" + u.AltID }),
			resource.Computed(&u.Status, u, func(u *User) string { return statusOf(u) }),
			resource.Computed(&u.ActiveAtHuman, u, func(u *User) string {
				if u.ActiveAt == nil {
					return "never"
				}
				return clock.Ago(*u.ActiveAt)
			}),
			resource.Attached(&u.Partner),
			resource.Attached(&u.ProfileCompletionPercentage),
			resource.Attached(&u.ProfileTasks),
		}
	},
	Columns: func(context.Context, *resource.Change[User]) map[string]any {
		return map[string]any{"alt_id": secret.AltID(), "signup_source": "admin"}
	},
	Check:  check,
	Saved:  saved,
	Rules:  resource.Rules[User]{CheckRemove: checkRemove, MayUndo: mayUndo, CheckUndo: checkUndo},
	Attach: attach,
}

// matchUID matches the user whose UID is the search text, or is contained in it as an insider parameter.
func matchUID(search string) (listing.Condition, bool) {
	id := parseInsider(search)
	return listing.Condition{SQL: "deleted_at IS NULL AND alt_id = ?", Args: []any{id}}, len(id) == 10
}

func attach(ctx context.Context, c db.Conn, list []*User) error {
	for _, u := range list {
		u.ProfileTasks = profileTasks(u)
		u.ProfileCompletionPercentage = completion(u.ProfileTasks)
	}
	return attachPartners(ctx, c, list)
}

func attachPartners(ctx context.Context, c db.Conn, list []*User) error {
	ids := []int64{}
	for _, u := range list {
		if u.PartnerID != nil {
			ids = append(ids, *u.PartnerID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	found, err := db.All[struct {
		ID            int64  `db:"id"`
		Name          string `db:"name"`
		AccountTypeID int64  `db:"account_type_id"`
		AccountType   string `db:"account_type"`
		BrandColor    string `db:"brand_color"`
	}](ctx, c, `
		SELECT p.id, p.name, p.account_type_id, t.name AS account_type, coalesce(b.brand_color, '') AS brand_color
		FROM partners AS p
		JOIN account_types AS t ON t.id = p.account_type_id
		LEFT JOIN partner_customisations AS b ON b.partner_id = p.id
		WHERE p.id IN (?)`, ids)
	if err != nil {
		return fmt.Errorf("find partners of users: %w", err)
	}
	byID := map[int64]*UserPartner{}
	for _, p := range found {
		byID[p.ID] = &UserPartner{
			Named: resource.Named{ID: p.ID, Name: p.Name}, AccountTypeID: p.AccountTypeID,
			AccountType:    &resource.Named{ID: p.AccountTypeID, Name: p.AccountType},
			Customisations: UserCustomisations{BrandColor: p.BrandColor},
		}
	}
	for _, u := range list {
		if u.PartnerID != nil {
			u.Partner = byID[*u.PartnerID]
		}
	}
	return nil
}
