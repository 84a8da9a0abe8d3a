package publishers_test

import (
	"testing"

	"waymark/internal/features/publishers"
	"waymark/internal/kit/resourcetest"
)

func TestPublishers_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, publishers.Mount, resourcetest.Sample{
		Path: "publishers", Kind: "publisher", Name: "name",
		Create: map[string]any{"name": "Éditions du Phare"}, Update: map[string]any{"name": "Harbour Press"},
		Required: []string{"name"}, Unique: []string{"name"}, Longest: map[string]int{"name": 160},
	})
}

func TestPublishers_AddContent(t *testing.T) {
	t.Parallel()
	resourcetest.RunAdd(t, publishers.Mount, "publishers", map[string]any{"name": "Harbour Press"})
}
