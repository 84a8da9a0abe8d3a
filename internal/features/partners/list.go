package partners

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/schema"
)

// PartnerRow is what the list shows of a partner: nothing that opens doors.
type PartnerRow struct {
	resource.Row
	Name                   string          `json:"name"`
	Slug                   string          `json:"slug"`
	AltID                  string          `json:"alt_id" doc:"The PID: what the partner is known by outside."`
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

// Listed declares the list of partners, and the lookup.
var Listed = resource.Definition[PartnerRow]{
	Path: "partners", Table: schema.Partners, Label: "Partner", Sort: "name", SortBy: []string{"created_at"},
	Without:    []resource.Verb{resource.Creating, resource.Reading, resource.Updating, resource.Removing},
	Options:    []string{"options/partners"},
	ExactMatch: byPublicID,
	Tabs:       &listing.Tabs{Filter: "account_type_id", Values: []string{"all"}, More: tabs},
	Filters:    []listing.Filter{accountTypeFilter()},
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
	Attach: attachColours,
}

// accountTypeFilter also takes the word all, which is the first tab of the list.
func accountTypeFilter() listing.Filter {
	filter := listing.CommonRefFilter("partners", "account_type_id", "account_type", "accountType")
	byID := filter.Condition
	filter.Condition = func(value string) (listing.Condition, bool) {
		if value == "all" {
			return listing.Condition{}, true
		}
		return byID(value)
	}
	return filter
}

// mostTabs are counted. Account types are few.
const mostTabs = 100

// tabs are the account types there are.
func tabs(ctx context.Context, c db.Conn) ([]string, error) {
	found, err := db.All[string](ctx, c, "SELECT CAST(id AS TEXT) FROM account_types ORDER BY name_key, id LIMIT ?",
		mostTabs)
	if err != nil {
		return nil, fmt.Errorf("read the account types: %w", err)
	}
	return found, nil
}

// byPublicID finds the partner whose PID is searched for.
func byPublicID(search string) (listing.Condition, bool) {
	return listing.Condition{SQL: "deleted_at IS NULL AND alt_id = ?", Args: []any{search}}, len(search) == 10
}

func attachColours(ctx context.Context, c db.Conn, list []*PartnerRow) error {
	byID, ids := map[int64]*PartnerRow{}, []int64{}
	for _, p := range list {
		byID[p.ID], ids = p, append(ids, p.ID)
	}
	found, err := db.All[struct {
		ID    int64  `db:"partner_id"`
		Color string `db:"brand_color"`
	}](ctx, c, "SELECT partner_id, brand_color FROM partner_customisations WHERE partner_id IN (?)", ids)
	if err != nil {
		return fmt.Errorf("read the colours of partners: %w", err)
	}
	for _, f := range found {
		byID[f.ID].BrandColor = f.Color
	}
	return nil
}
