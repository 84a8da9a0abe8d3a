package partners

import (
	"context"
	"fmt"
	"slices"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/schema"
)

// PartnerRow is a partner as shown in the list, without credentials.
type PartnerRow struct {
	resource.Row
	Name                   string          `json:"name"`
	Slug                   string          `json:"slug"`
	AltID                  string          `json:"alt_id" doc:"The PID, the partner's public id."`
	AccountTypeID          *int64          `json:"account_type_id"`
	AccountType            *resource.Named `json:"account_type"`
	Email                  string          `json:"email"`
	Phone                  string          `json:"phone"`
	CollectionsCount       int64           `json:"collections_count"`
	UsersCount             int64           `json:"users_count"`
	SharedCollectionsCount int64           `json:"shared_collections_count"`
	LastLoginAt            *time.Time      `json:"last_login_at"`
	BrandColor             string          `json:"brand_color"`
}

// Listed declares the list and the lookup of partners.
var Listed = resource.Definition[PartnerRow]{
	Path: "partners", Table: schema.Partners, Label: "Partner", Sort: "name", SortBy: []string{"created_at"},
	Without: []resource.Verb{resource.Creating, resource.Reading, resource.Updating, resource.Removing},
	Options: []string{"options/partners"},
	Search:  listing.Search{ExactMatch: matchPID},
	Tabs:    &listing.Tabs{Filter: "account_type_id", Values: []string{"all"}, More: listAccountTypes},
	Filters: []listing.Filter{
		accountTypeFilter(),
		listing.LinkFilter("language_id", schema.PartnerLanguageLinks),
		transformationFilter,
		listing.LinkFilter("library_id", schema.LibraryPartners.Reverse()),
	},
	Fields: func(p *PartnerRow) resource.Fields {
		return resource.Fields{
			resource.Text(&p.Name, resource.Sortable, resource.Searchable),
			resource.Stored(&p.Slug),
			resource.Stored(&p.AltID),
			resource.Ref(&p.AccountTypeID, schema.AccountTypes),
			resource.Related(&p.AccountType, &p.AccountTypeID, schema.AccountTypes),
			resource.Stored(&p.Email),
			resource.Stored(&p.Phone),
			resource.Counter(&p.CollectionsCount, schema.PartnerCollectionsCount, resource.Sortable),
			resource.Counter(&p.UsersCount, schema.PartnerUsersCount, resource.Sortable),
			resource.Counter(&p.SharedCollectionsCount, schema.PartnerSharedCollectionsCount, resource.Sortable),
			resource.Stored(&p.LastLoginAt, resource.Sortable),
			resource.Attached(&p.BrandColor),
		}
	},
	Attach: attachBrandColors,
}

// transformationFilter matches partners whose sites have transformations in a language.
var transformationFilter = listing.Filter{
	Names: []string{"transformation_language_id"}, Doc: "Id of a language of site transformations.", IsID: true,
	Condition: func(value string) (listing.Condition, bool) {
		id, ok := api.ParseID(value)
		return listing.Condition{
			SQL: "id IN (" + schema.TransformationPartners + ")", Args: []any{id},
			IDs: &listing.IDSource{SQL: schema.TransformationPartners, Args: []any{id}},
		}, ok
	},
}

// accountTypeFilter also accepts "all", the value of the list's first tab.
func accountTypeFilter() listing.Filter {
	filter := listing.CommonRefFilter("partners", "account_type_id", "account_type", "accountType")
	byID, byIDs := filter.Condition, filter.AnyOf
	filter.IsID = false
	filter.Condition = func(value string) (listing.Condition, bool) {
		if value == "all" {
			return listing.Condition{}, true
		}
		return byID(value)
	}
	filter.AnyOf = func(values []string) (listing.Condition, bool) {
		if slices.Contains(values, "all") {
			return listing.Condition{}, true
		}
		return byIDs(values)
	}
	return filter
}

// maxTabs limits the number of tabs whose rows are counted.
const maxTabs = 100

// listAccountTypes returns the ids of the account types, which are the tabs of the list.
func listAccountTypes(ctx context.Context, c db.Conn) ([]string, error) {
	const query = "SELECT CAST(id AS TEXT) FROM account_types ORDER BY name_key, id LIMIT ?"
	found, err := db.All[string](ctx, c, query, maxTabs)
	if err != nil {
		return nil, fmt.Errorf("list account types: %w", err)
	}
	return found, nil
}

// matchPID matches the partner whose PID is the search text.
func matchPID(search string) (listing.Condition, bool) {
	return listing.Condition{SQL: "deleted_at IS NULL AND alt_id = ?", Args: []any{search}}, len(search) == 10
}

func attachBrandColors(ctx context.Context, c db.Conn, list []*PartnerRow) error {
	byID, ids := map[int64]*PartnerRow{}, []int64{}
	for _, p := range list {
		byID[p.ID], ids = p, append(ids, p.ID)
	}
	found, err := db.All[struct {
		ID    int64  `db:"partner_id"`
		Color string `db:"brand_color"`
	}](ctx, c, "SELECT partner_id, brand_color FROM partner_customisations WHERE partner_id IN (?)", ids)
	if err != nil {
		return fmt.Errorf("find brand colours of partners: %w", err)
	}
	for _, f := range found {
		byID[f.ID].BrandColor = f.Color
	}
	return nil
}
