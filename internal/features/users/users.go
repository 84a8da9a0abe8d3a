// Package users keeps the people of partners, and the advisors who have no partner.
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
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/platform/contact"
	"waymark/internal/platform/people"
)

// User is somebody who uses the platform.
type User struct {
	resource.Row
	FirstName       string          `json:"first_name"`
	LastName        string          `json:"last_name"`
	FullName        string          `json:"full_name"`
	Called          string          `json:"called" doc:"The full name, or the e-mail of those who have given none."`
	Initials        string          `json:"initials"`
	Email           string          `json:"email"`
	EmailVerifiedAt *time.Time      `json:"email_verified_at"`
	Phone           string          `json:"phone"`
	CompanyName     string          `json:"company_name"`
	Status          string          `json:"status" enum:"active,inactive,unverified,deactivated"`
	DeactivatedAt   *time.Time      `json:"deactivated_at" doc:"Set while the user can't sign in."`
	AltID           string          `json:"alt_id" doc:"The UID: what the user is known by outside."`
	InsiderParam    string          `json:"insider_param" doc:"What an address carries to say whose link it is."`
	PartnerID       *int64          `json:"partner_id" doc:"Advisors have none."`
	Partner         *UserPartner    `json:"partner"`
	UserTemplateID  *int64          `json:"user_template_id" doc:"A template of the partner's account type."`
	UserTemplate    *resource.Named `json:"user_template"`
	Internal        bool            `json:"internal" doc:"A member of staff. Changed on the Staff page alone."`

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
	HostAgencyOther             string           `json:"host_agency_other" doc:"The agency of those whose agency is not in the directory."`
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
	SignupPartnerID    *int64          `json:"-"`
	SignupPartner      *resource.Named `json:"signup_partner"`
	SignupCollectionID *int64          `json:"-"`
	SignupCollection   *resource.Named `json:"signup_collection"`

	ProfileCompletionPercentage int64           `json:"profile_completion_percentage"`
	ProfileTasks                map[string]bool `json:"profile_tasks" nullable:"false" doc:"What makes a profile complete, and whether it is done."`
	ActiveAt                    *time.Time      `json:"active_at"`
	ActiveAtHuman               string          `json:"active_at_human"`
	CollectionsCount            int64           `json:"collections_count"`
	SharedCollectionsCount      int64           `json:"shared_collections_count"`
}

// UserPartner is the partner somebody belongs to.
type UserPartner struct {
	resource.Named
	AccountTypeID  int64              `json:"account_type_id"`
	AccountType    *resource.Named    `json:"account_type"`
	Customisations UserCustomisations `json:"customisations"`
}

// UserCustomisations is what users have of their partner's branding.
type UserCustomisations struct {
	BrandColor string `json:"brand_color"`
}

// UserCountry is where somebody lives.
type UserCountry struct {
	resource.Named
	Alpha2 string `json:"alpha2"`
}

var (
	partners     = resource.Rows{Table: "partners", Trashable: true}
	templates    = resource.Rows{Table: "user_templates"}
	countries    = resource.Rows{Table: "countries"}
	regions      = resource.Rows{Table: "country_regions"}
	hostAgencies = resource.Rows{Table: "host_agencies"}
	consortia    = resource.Rows{Table: "consortia"}
	collections  = resource.Rows{Table: "collections", Trashable: true}
	speaks       = resource.Link{Table: "user_languages", Own: "user_id", Other: "language_id", To: resource.Rows{Table: "languages"}}
)

// Definition declares users. Those who signed up last come first.
var Definition = resource.Definition[User]{
	Path: "users", Label: "User", Export: api.Admins, Name: "called", Sort: "-created_at", SortBy: []string{"created_at"}, Chronological: true, Trash: &people.Trash,
	Without: []resource.Verb{resource.Creating, resource.Reading}, // written by hand
	Known:   byPublicID,
	Filters: filters,
	Tabs:    &resource.Tabs{Filter: "type", Values: kinds},
	Fields: []resource.Field[User]{
		resource.Text("first_name", func(u *User) *string { return &u.FirstName }, resource.Max(80), resource.Sortable, resource.Searchable),
		resource.Text("last_name", func(u *User) *string { return &u.LastName }, resource.Max(80), resource.Sortable, resource.Searchable),
		resource.Code("email", func(u *User) *string { return &u.Email }, resource.Required, resource.Max(200), resource.Unique, resource.Searchable,
			resource.Normalised(auth.NormaliseEmail), resource.Valid(auth.EmailProblem)),
		resource.Stored("email_verified_at", func(u *User) any { return &u.EmailVerifiedAt }),
		resource.Code("phone", func(u *User) *string { return &u.Phone }, resource.Max(40), resource.Valid(contact.PhoneProblem)),
		resource.Code("company_name", func(u *User) *string { return &u.CompanyName }, resource.Max(160), resource.Searchable),
		resource.Date("deactivated_at", func(u *User) **time.Time { return &u.DeactivatedAt }),
		resource.Stored("alt_id", func(u *User) any { return &u.AltID }),
		resource.Ref("partner_id", func(u *User) **int64 { return &u.PartnerID }, partners),
		resource.Ref("user_template_id", func(u *User) **int64 { return &u.UserTemplateID }, templates),
		resource.Related("user_template", func(u *User) **resource.Named { return &u.UserTemplate }, func(u *User) *int64 { return u.UserTemplateID }, templates),
		resource.Stored("internal", func(u *User) any { return &u.Internal }),

		resource.Refs("language_ids", func(u *User) *[]int64 { return &u.LanguageIDs }, speaks),
		resource.RelatedAll("languages", func(u *User) *[]resource.Named { return &u.Languages }, func(u *User) []int64 { return u.LanguageIDs }, speaks.To),
		resource.Stored("using_suggested_languages", func(u *User) any { return &u.UsingSuggestedLanguages }),
		resource.Ref("country_id", func(u *User) **int64 { return &u.CountryID }, countries, resource.Sortable),
		resource.Related("country", func(u *User) **UserCountry { return &u.Country }, func(u *User) *int64 { return u.CountryID }, countries),
		resource.Stored("using_suggested_country", func(u *User) any { return &u.UsingSuggestedCountry }),
		resource.Ref("country_region_id", func(u *User) **int64 { return &u.CountryRegionID }, regions),
		resource.Related("country_region", func(u *User) **resource.Named { return &u.CountryRegion }, func(u *User) *int64 { return u.CountryRegionID }, regions),
		resource.Stored("using_suggested_country_region", func(u *User) any { return &u.UsingSuggestedCountryRegion }),
		resource.Ref("host_agency_id", func(u *User) **int64 { return &u.HostAgencyID }, hostAgencies),
		resource.Related("hostAgency", func(u *User) **resource.Named { return &u.HostAgency }, func(u *User) *int64 { return u.HostAgencyID }, hostAgencies),
		resource.Code("host_agency_other", func(u *User) *string { return &u.HostAgencyOther }, resource.Max(160)),
		resource.Ref("consortium_id", func(u *User) **int64 { return &u.ConsortiumID }, consortia),
		resource.Related("consortium", func(u *User) **resource.Named { return &u.Consortium }, func(u *User) *int64 { return u.ConsortiumID }, consortia),

		resource.Enum("display_contact_info_on_links", func(u *User) *string { return &u.DisplayContactInfoOnLinks }, []string{"personal", "company", "none"}, resource.Required, resource.Initially("none")),
		resource.Enum("live_editor_display", func(u *User) *string { return &u.LiveEditorDisplay }, []string{"landing-page", "embed"}, resource.Required, resource.Initially("landing-page")),
		resource.Bool("lead_generation_notifications", func(u *User) *bool { return &u.LeadGenerationNotifications }),

		resource.Bool("is_travel_advisor", func(u *User) *bool { return &u.IsTravelAdvisor }),
		resource.Code("booking_email", func(u *User) *string { return &u.BookingEmail }, resource.Max(200), resource.Normalised(auth.NormaliseEmail), resource.Valid(auth.EmailProblem)),
		resource.Code("booking_phone_number", func(u *User) *string { return &u.BookingPhoneNumber }, resource.Max(40), resource.Valid(contact.PhoneProblem)),
		resource.Code("booking_iata", func(u *User) *string { return &u.BookingIATA }, resource.Max(20), resource.Valid(codeProblem)),
		resource.Code("booking_clia", func(u *User) *string { return &u.BookingCLIA }, resource.Max(20), resource.Valid(codeProblem)),

		resource.Image("logo", func(u *User) **media.Image { return &u.Logo }),
		resource.Image("logo_light", func(u *User) **media.Image { return &u.LogoLight }),
		resource.Image("header_background_image", func(u *User) **media.Image { return &u.HeaderBackgroundImage }),
		resource.Image("personal_photo", func(u *User) **media.Image { return &u.PersonalPhoto }),

		resource.Stored("signup_source", func(u *User) any { return &u.SignupSource }),
		resource.Hidden("signup_partner_id", func(u *User) any { return &u.SignupPartnerID }),
		resource.Related("signup_partner", func(u *User) **resource.Named { return &u.SignupPartner }, func(u *User) *int64 { return u.SignupPartnerID }, partners),
		resource.Hidden("signup_collection_id", func(u *User) any { return &u.SignupCollectionID }),
		resource.Related("signup_collection", func(u *User) **resource.Named { return &u.SignupCollection }, func(u *User) *int64 { return u.SignupCollectionID }, collections),

		resource.Stored("active_at", func(u *User) any { return &u.ActiveAt }, resource.Sortable),
		resource.Counter("collections_count", func(u *User) *int64 { return &u.CollectionsCount }),
		resource.Counter("shared_collections_count", func(u *User) *int64 { return &u.SharedCollectionsCount }),
		resource.Composed("full_name", func(u *User) *string { return &u.FullName }, func(u *User) string { return auth.FullName(u.FirstName, u.LastName) }),
		resource.Composed("called", func(u *User) *string { return &u.Called }, func(u *User) string { return cmp.Or(auth.FullName(u.FirstName, u.LastName), u.Email) }),
		resource.Computed("initials", func(u *User) { u.Initials = auth.Initials(u.FirstName, u.LastName, u.Email) }),
		resource.Computed("insider_param", func(u *User) { u.InsiderParam = "insider=" + u.AltID }),
		resource.Computed("status", func(u *User) { u.Status = statusOf(u) }),
		resource.Computed("active_at_human", func(u *User) {
			u.ActiveAtHuman = "never"
			if u.ActiveAt != nil {
				u.ActiveAtHuman = clock.Ago(*u.ActiveAt)
			}
		}),
	},
	Columns: func(context.Context, *resource.Change[User]) map[string]any {
		return map[string]any{"alt_id": secret.AltID(), "signup_source": "admin"}
	},
	Check:       check,
	Saved:       saved,
	CheckRemove: checkRemove,
	Attach:      attach,
}

// byPublicID finds a user whose UID is searched for, alone or as addresses carry it.
func byPublicID(search string) (resource.Where, bool) {
	id := insiderOf(search)
	return resource.Where{SQL: "deleted_at IS NULL AND alt_id = ?", Args: []any{id}}, len(id) == 10
}

func attach(ctx context.Context, c db.Conn, list []*User) error {
	for _, u := range list {
		u.ProfileTasks = tasksOf(u)
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
	}](ctx, c, `SELECT p.id, p.name, p.account_type_id, t.name AS account_type, coalesce(b.brand_color, '') AS brand_color
		FROM partners AS p JOIN account_types AS t ON t.id = p.account_type_id LEFT JOIN partner_customisations AS b ON b.partner_id = p.id WHERE p.id IN (?)`, ids)
	if err != nil {
		return fmt.Errorf("name the partners of users: %w", err)
	}
	byID := map[int64]*UserPartner{}
	for _, p := range found {
		byID[p.ID] = &UserPartner{
			Named: resource.Named{ID: p.ID, Name: p.Name}, AccountTypeID: p.AccountTypeID, AccountType: &resource.Named{ID: p.AccountTypeID, Name: p.AccountType},
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
