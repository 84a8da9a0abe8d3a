package partners

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"waymark/internal/kit/resource"
	"waymark/internal/platform/schema"
)

// PartnerLanguage holds the texts that a partner shows to visitors in one language.
type PartnerLanguage struct {
	resource.Row
	Name       string          `json:"name" doc:"The name of the language."`
	LanguageID *int64          `json:"language_id"`
	Language   *resource.Named `json:"language"`

	AdvisorEmailSubject string `json:"advisor_email_subject" doc:"May contain the same variables as the body."`

	AdvisorEmailBody string `json:"advisor_email_body" doc:"May use %advisorName%, %partnerName%, %pageTitle%, %pageUrl%."`

	CTALabel string `json:"cta_label"`
}

var partnerParent = []resource.Parent{{Path: "partners", Table: schema.Partners, Column: "partner_id"}}

// Languages declares the languages of a partner. Each language can be added once.
var Languages = resource.Definition[PartnerLanguage]{
	Path: "languages", Table: schema.PartnerLanguages, Label: "Partner language", Under: partnerParent,
	Name: "name", Sort: "id",
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

// variables are replaced when an e-mail is composed.
var variables = []string{"%advisorName%", "%partnerName%", "%pageTitle%", "%pageUrl%"}

var variablePattern = regexp.MustCompile(`%[A-Za-z_]+%`)

// variableProblem reports an unknown variable, which would appear unreplaced in e-mails.
func variableProblem(text string) string {
	for _, found := range variablePattern.FindAllString(text, -1) {
		if !slices.Contains(variables, found) {
			return fmt.Sprintf("%s is not a variable. Use %s.", found, strings.Join(variables, ", "))
		}
	}
	return ""
}
