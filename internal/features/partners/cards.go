package partners

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
)

// The cards have the version of the partner, which the next change names.
type (
	// InspiresCard is the Inspires card of a partner.
	InspiresCard struct {
		*PartnerInspires
		cardVersion
	}
	// CopilotCard is the Copilot card of a partner.
	CopilotCard struct {
		*PartnerCopilot
		cardVersion
	}
	// AICard is the AI card of a partner.
	AICard struct {
		*PartnerAI
		cardVersion
	}
	// PremiumCard is the Premium card of a partner.
	PremiumCard struct {
		*PartnerPremium
		cardVersion
	}
)

type cardVersion struct {
	Version int64 `json:"version" doc:"Increases with each change. Saving with an older version fails with 409."`
}

// mountCards registers the endpoints of the groups of settings that are edited separately.
func mountCards(kit resource.Kit, partners *resource.Resource[Partner]) {
	mountCard(kit, partners, "inspires", "the Inspires settings of a partner",
		func(p *Partner) *InspiresCard { return &InspiresCard{&p.PartnerInspires, cardVersion{p.Version}} })
	mountCard(kit, partners, "copilot", "the Copilot settings of a partner",
		func(p *Partner) *CopilotCard { return &CopilotCard{&p.PartnerCopilot, cardVersion{p.Version}} })
	mountCard(kit, partners, "ai", "the guidelines for texts generated for a partner",
		func(p *Partner) *AICard { return &AICard{&p.PartnerAI, cardVersion{p.Version}} })
	mountCard(kit, partners, "permissions", "the premium features of a partner",
		func(p *Partner) *PremiumCard { return &PremiumCard{&p.PartnerPremium, cardVersion{p.Version}} })
}

// mountCard registers the endpoints that read and change the fields of one card.
func mountCard[C any](
	kit resource.Kit, partners *resource.Resource[Partner], path, subject string, card func(*Partner) *C,
) {
	op := func(method, verb string) api.Op {
		return api.Op{
			Method: method, Path: partners.Address() + "/{id}/" + path, Tag: "Partner", Summary: verb + " " + subject,
		}
	}
	api.Handle(kit.API, op("GET", "Get"), func(ctx context.Context, call *api.Call) (*api.Item[*C], error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		partner, err := partners.Find(ctx, kit.Store.DB.Read(), id, nil)
		if err != nil {
			return nil, err
		}
		return &api.Item[*C]{Item: card(partner)}, nil
	})

	fields := fieldNames[C]()
	change := op("PUT", "Change")
	change.Description = "Changes only the fields that are sent; null clears a field."
	change.Body = api.Only(partners.BodySchema(false), fields...)
	api.Handle(kit.API, change, func(ctx context.Context, call *api.Call) (*api.Item[*C], error) {
		id, _, object, err := partners.Target(ctx, call)
		if err != nil {
			return nil, err
		}
		fieldErr := allowFields(object, fields) // before Parse, which removes the fields it knows
		in, err := partners.Parse(ctx, object, false)
		if err != nil {
			return nil, err
		}
		if err := in.Join(fieldErr); err != nil {
			return nil, err
		}
		response := &api.Item[*C]{}
		return response, kit.Store.Do(ctx, func(tx *write.Tx) error {
			partner, err := partners.Update(ctx, tx, id, in, nil)
			if err != nil {
				return err
			}
			response.Item = card(partner)
			return nil
		})
	})
}

// fieldNames returns the JSON names of a card's fields.
func fieldNames[C any]() []string {
	names := []string{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[C]()) {
		if field.Anonymous {
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// allowFields returns a field error for each sent field that is not part of the card, even if it is a field of the
// partner.
func allowFields(object map[string]json.RawMessage, fields []string) error {
	var problems apierr.Fields
	for name := range object {
		if !slices.Contains(fields, name) {
			problems.Add(name, "Is not a field of this form.")
		}
	}
	return problems.Err()
}
