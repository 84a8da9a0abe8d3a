package app_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"waymark/internal/kit/auth"
)

// lookups are the paths that the console's forms and filters request.
var lookups = []string{
	"options/account-types", "options/api-requests", "options/block-types", "options/consortia", "options/link-statuses",
	"options/content-admins", "options/content-depths", "options/content-published", "options/content-types",
	"options/copilot-advisor-branding", "options/countries", "options/countries/1/regions",
	"options/destinations", "options/host-agencies", "options/inspires", "options/languages", "options/libraries",
	"options/partners", "options/partners/1/users", "options/publishers", "options/shared-collection-types",
	"options/tags", "options/user-languages", "options/user-templates", "search/collections", "search/countries",
	"search/destinations", "search/google-fonts", "search/languages", "search/regions", "search/users",
	"google-fonts/open-sans/weights", "account-types/11/user-templates-options",
}

func TestLookups_Served(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		editor := h.session(auth.Editor)
		for _, path := range lookups {
			response := h.do("GET", "/api/admin/"+path, editor, "")
			var answer struct {
				Items []struct {
					ID   any     `json:"id"`
					Name *string `json:"name"`
				} `json:"items"`
				Meta map[string]any `json:"meta"`
			}
			if err := json.Unmarshal([]byte(read(t, response)), &answer); err != nil || response.StatusCode != http.StatusOK {
				t.Errorf("%s: %d, %v", path, response.StatusCode, err)
				continue
			}
			total, _ := answer.Meta["total"].(float64)
			perPage, _ := answer.Meta["per_page"].(float64)
			if answer.Items == nil || len(answer.Items) != int(min(total, perPage)) || answer.Meta["page"] != 1.0 {
				t.Errorf("%s: %d items, %v", path, len(answer.Items), answer.Meta)
			}
			for _, item := range answer.Items {
				if item.ID == nil || item.Name == nil || *item.Name == "" {
					t.Errorf("%s contains an item without id or name", path)
				}
			}
		}
	})
}
