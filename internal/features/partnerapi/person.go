package partnerapi

import (
	"context"
	"fmt"

	"waymark/internal/kit/api"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/schema"
)

// PublicUser is the public profile of a user.
type PublicUser struct {
	resource.LogRow
	UID                       string           `json:"uid" db:"alt_id" doc:"UID: the public id of the user." example:"U5erAn4Qx7"`
	FirstName                 string           `json:"first_name" doc:"First name." example:"Ana"`
	LastName                  string           `json:"last_name" doc:"Last name." example:"Moreira"`
	FullName                  string           `json:"full_name" doc:"First and last name." example:"Ana Moreira"`
	Email                     string           `json:"email" doc:"E-mail address." example:"ana@harbour.example"`
	Phone                     string           `json:"phone" doc:"Phone number." example:"+351 21 555 0101"`
	CompanyName               string           `json:"company_name" doc:"Company." example:"Harbour Travel"`
	IsTravelAdvisor           bool             `json:"is_travel_advisor" doc:"Whether the user is a travel advisor." example:"true"`
	DisplayContactInfoOnLinks string           `json:"display_contact_info_on_links" enum:"personal,company,none" doc:"Whose contact details pages show that the user shares."`
	LanguageIDs               []int64          `json:"language_ids" nullable:"false" doc:"Ids of the user's languages." example:"[12]"`
	Languages                 []resource.Named `json:"languages" nullable:"false" doc:"The user's languages." example:"[{\"id\": 12, \"name\": \"Portuguese\"}]"`
	UserTemplateID            *int64           `json:"-" db:"user_template_id"`
	UserTemplate              *resource.Named  `json:"user_template" doc:"Role of the user, or null." example:"{\"id\": 4, \"name\": \"Advisor\"}"`
	Permissions               []string         `json:"permissions" nullable:"false" doc:"The keys of the enabled permissions." example:"[\"collections.share\", \"content.create\"]"`
	Logo                      *media.Image     `json:"logo" doc:"Logo of the user, or null."`
	LogoLight                 *media.Image     `json:"logo_light" doc:"Logo for dark backgrounds, or null."`
	PersonalPhoto             *media.Image     `json:"personal_photo" doc:"Photo of the user, or null."`
}

var publicUsers = resource.Definition[PublicUser]{
	Path: "users", Table: schema.Users, Label: "User", Name: "email", Sort: "id",
	Fields: func(u *PublicUser) resource.Fields {
		return resource.Fields{
			resource.Stored(&u.UID),
			resource.Stored(&u.FirstName),
			resource.Stored(&u.LastName),
			resource.Computed(&u.FullName, u, func(u *PublicUser) string { return auth.FullName(u.FirstName, u.LastName) }),
			resource.Code(&u.Email),
			resource.Stored(&u.Phone),
			resource.Stored(&u.CompanyName),
			resource.Stored(&u.IsTravelAdvisor),
			resource.Stored(&u.DisplayContactInfoOnLinks),
			resource.Refs(&u.LanguageIDs, schema.UserLanguages),
			resource.RelatedAll(&u.Languages, &u.LanguageIDs, schema.Languages),
			resource.Stored(&u.UserTemplateID),
			resource.Related(&u.UserTemplate, &u.UserTemplateID, schema.UserTemplates),
			resource.Attached(&u.Permissions),
			resource.Image(&u.Logo),
			resource.Image(&u.LogoLight),
			resource.Image(&u.PersonalPhoto),
		}
	},
	Attach: func(ctx context.Context, c db.Conn, users []*PublicUser) error {
		for _, u := range users { // a response has one user
			u.Permissions = []string{}
			if u.UserTemplateID == nil {
				continue
			}
			granted, err := db.All[string](ctx, c,
				"SELECT permission FROM user_template_permissions WHERE user_template_id = ? ORDER BY permission",
				*u.UserTemplateID)
			if err != nil {
				return fmt.Errorf("list permissions of user %d: %w", u.ID, err)
			}
			u.Permissions = append(u.Permissions, granted...)
		}
		return nil
	},
}

func (s *Service) mountUsers(public *api.API) {
	gate.Handle(public, api.Op{
		Method: "GET", Path: "/api/v1/users/{uid}", ID: "getUser", Tag: "Users", Summary: "Get a user",
		Description: "The public profile of one of the partner's users, with the keys of the enabled permissions. The app " +
			"can read all users.",
	}, []gate.Kind{gate.Server, gate.App},
		func(ctx context.Context, call *api.Call, v *gate.Visit) (*api.Item[*PublicUser], error) {
			c := s.kit.Store.DB.Read()
			person, err := v.FindPersonByPath(ctx, c, call.Text("uid"))
			if err != nil {
				return nil, err
			}
			user, err := s.users.Find(ctx, c, person.ID, nil)
			if err != nil {
				return nil, err
			}
			v.SetResults(1)
			return &api.Item[*PublicUser]{Item: user}, nil
		})
}
