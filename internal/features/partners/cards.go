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

// mountCards gives each part of a partner that is edited by itself its own calls.
func mountCards(kit resource.Kit, partners *resource.Resource[Partner]) {
	mountCard(kit, partners, "inspires", "the Inspires settings of a partner",
		func(p *Partner) *PartnerInspires { return &p.PartnerInspires })
	mountCard(kit, partners, "copilot", "the Copilot settings of a partner",
		func(p *Partner) *PartnerCopilot { return &p.PartnerCopilot })
	mountCard(kit, partners, "ai", "the guidelines for texts generated for a partner",
		func(p *Partner) *PartnerAI { return &p.PartnerAI })
	mountCard(kit, partners, "permissions", "the premium features of a partner",
		func(p *Partner) *PartnerPremium { return &p.PartnerPremium })
}

// mountCard adds the calls that read and change the fields of one card.
func mountCard[C any](kit resource.Kit, partners *resource.Resource[Partner], path, what string,
	card func(*Partner) *C,
) {
	op := func(method, verb string) api.Op {
		return api.Op{Method: method, Path: partners.Address() + "/{id}/" + path, Tag: "Partner", Summary: verb + " " + what}
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

	fields := fieldsOf[C]()
	change := op("PUT", "Change")
	change.Description = "Changes only the fields that are sent; null clears a field."
	change.Body = api.Only(partners.BodySchema(false), fields...)
	api.Handle(kit.API, change, func(ctx context.Context, call *api.Call) (*api.Item[*C], error) {
		id, _, object, err := partners.Target(ctx, call)
		if err != nil {
			return nil, err
		}
		foreign := strange(object, fields) // before they are taken out one by one
		in, err := partners.Parse(ctx, object, false)
		if err := apierr.Join(foreign, err); err != nil {
			return nil, err
		}
		answer := &api.Item[*C]{}
		return answer, kit.Store.Do(ctx, func(tx *write.Tx) error {
			partner, err := partners.Update(ctx, tx, id, in, nil)
			if err != nil {
				return err
			}
			answer.Item = card(partner)
			return nil
		})
	})
}

// fieldsOf are the names of a card's fields.
func fieldsOf[C any]() []string {
	names := []string{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[C]()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// strange names what was sent and is no field of the card, though it may be one of the partner.
func strange(object map[string]json.RawMessage, fields []string) error {
	var problems apierr.Fields
	for name := range object {
		if !slices.Contains(fields, name) {
			problems.Add(name, "Is not a field of this form.")
		}
	}
	return problems.Err()
}
