package partners

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"waymark/internal/kit/resource"
	"waymark/internal/platform/schema"
)

// PartnerLanguage is what a partner says to visitors in one language.
type PartnerLanguage struct {
	resource.Row
	Name                string          `json:"name" doc:"The language's."`
	LanguageID          *int64          `json:"language_id"`
	Language            *resource.Named `json:"language"`
	AdvisorEmailSubject string          `json:"advisor_email_subject" doc:"May have variables: %advisorName%, %partnerName%, %pageTitle%, %pageUrl%."`
	AdvisorEmailBody    string          `json:"advisor_email_body" doc:"May have the same variables."`
	CTALabel            string          `json:"cta_label"`
}

var below = []resource.Parent{{Path: "partners", Table: schema.Partners, Column: "partner_id"}}

// Languages declares the languages of a partner, each of them once.
var Languages = resource.Definition[PartnerLanguage]{
	Path: "languages", Table: schema.PartnerLanguages, Label: "Partner language", Name: "name", Sort: "id", Under: below,
	Fields: func(l *PartnerLanguage) resource.Fields {
		return resource.Fields{
			resource.Ref(&l.LanguageID, schema.Languages, resource.Required),
			resource.Related(&l.Language, &l.LanguageID, schema.Languages),
			resource.Computed(&l.Name, l, func(l *PartnerLanguage) string {
				if l.Language == nil {
					return ""
				}
				return l.Language.Name
			}),
			resource.Code(&l.AdvisorEmailSubject, resource.Max(200), resource.Valid(variableProblem)),
			resource.Source(&l.AdvisorEmailBody, resource.Max(10_000), resource.Valid(variableProblem)),
			resource.Code(&l.CTALabel, resource.Max(80)),
		}
	},
}

// variables are filled in when an e-mail is written.
var variables = []string{"%advisorName%", "%partnerName%", "%pageTitle%", "%pageUrl%"}

var variable = regexp.MustCompile(`%[A-Za-z_]+%`)

// variableProblem names what looks like a variable and is none: a visitor would read it as it is.
func variableProblem(text string) string {
	for _, found := range variable.FindAllString(text, -1) {
		if !slices.Contains(variables, found) {
			return fmt.Sprintf("%s is no variable. There are %s.", found, strings.Join(variables, ", "))
		}
	}
	return ""
}
