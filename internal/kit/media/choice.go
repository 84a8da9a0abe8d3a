package media

import (
	"context"
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/apierr"
)

// ChoiceSchema describes how a request names an image. See ReadChoice.
func ChoiceSchema() *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, Nullable: true,
		Properties: map[string]*huma.Schema{"id": {Type: huma.TypeInteger}, "url": {Type: huma.TypeString}},
	}
}

// ReadChoice reads which upload a request names in a field, and fetches an address. It returns nil for no image, and if
// there is a problem, which it adds to the others.
func (l *Library) ReadChoice(ctx context.Context, field string, raw json.RawMessage, problems *apierr.Fields) (*int64,
	error,
) {
	var choice *struct {
		ID  int64  `json:"id"`
		URL string `json:"url"`
	}
	if json.Unmarshal(raw, &choice) != nil {
		problems.Add(field, "Must be an image.")
		return nil, nil //nolint:nilnil,nilerr // the problem is reported
	}
	if choice == nil || (choice.ID == 0 && choice.URL == "") {
		if choice != nil {
			problems.Add(field, "This image doesn't exist.")
		}
		return nil, nil //nolint:nilnil // no image
	}
	if choice.ID != 0 {
		return &choice.ID, nil
	}
	taken, err := l.AddURL(ctx, field, choice.URL)
	if known, ok := apierr.As(err); ok && len(known.Errors[field]) > 0 {
		problems.Add(field, "%s", known.Errors[field][0])
		return nil, nil //nolint:nilnil // the problem is reported
	}
	if err != nil {
		return nil, err
	}
	return &taken.ID, nil
}
