package exports

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/sheet"
)

// advisor is a row of the advisors file.
type advisor struct {
	ID            int64      `db:"id"`
	UID           string     `db:"alt_id"`
	First         string     `db:"first_name"`
	Last          string     `db:"last_name"`
	Email         string     `db:"email"`
	VerifiedAt    *time.Time `db:"email_verified_at"`
	Phone         string     `db:"phone"`
	Company       string     `db:"company_name"`
	Country       string     `db:"country"`
	Region        string     `db:"region"`
	Agency        string     `db:"agency"`
	Consortium    string     `db:"consortium"`
	IsAdvisor     bool       `db:"is_travel_advisor"`
	BookingEmail  string     `db:"booking_email"`
	BookingPhone  string     `db:"booking_phone_number"`
	IATA          string     `db:"booking_iata"`
	CLIA          string     `db:"booking_clia"`
	Source        string     `db:"signup_source"`
	SourcePartner string     `db:"signup_partner"`
	Collections   int64      `db:"collections_count"`
	Shared        int64      `db:"shared_collections_count"`
	SignedUpAt    time.Time  `db:"created_at"`
	ActiveAt      *time.Time `db:"active_at"`
	DeactivatedAt *time.Time `db:"deactivated_at"`
}

// writeAdvisors writes all users who have no partner and are not staff. The columns are listed explicitly, so that a
// new column of the users table, such as a credential, is not exported by accident.
func writeAdvisors(ctx context.Context, c db.Conn, out *sheet.Writer, push func() error) error {
	err := out.Header("ID", "UID", "First name", "Last name", "E-mail", "E-mail verified", "Phone", "Company", "Country",
		"Region", "Languages", "Host agency", "Consortium", "Travel advisor", "Booking e-mail", "Booking phone", "IATA",
		"CLIA", "Signed up through", "Signed up with partner", "Collections", "Shared collections", "Signed up",
		"Last active", "Deactivated")
	if err != nil {
		return err
	}
	err = forEachChunk(ctx, c, "users", " AND partner_id IS NULL AND NOT internal", nil, func(ids []int64) error {
		found, err := db.All[advisor](ctx, c,
			`SELECT u.id, u.alt_id, u.first_name, u.last_name, u.email, u.email_verified_at, u.phone, u.company_name,
				coalesce(n.name, '') AS country, coalesce(r.name, '') AS region,
				coalesce(h.name, u.host_agency_other) AS agency, coalesce(k.name, '') AS consortium, u.is_travel_advisor,
				u.booking_email, u.booking_phone_number, u.booking_iata, u.booking_clia, u.signup_source,
				coalesce(p.name, '') AS signup_partner, u.collections_count, u.shared_collections_count, u.created_at,
				u.active_at, u.deactivated_at
			FROM users AS u
			LEFT JOIN countries AS n ON n.id = u.country_id
			LEFT JOIN country_regions AS r ON r.id = u.country_region_id
			LEFT JOIN host_agencies AS h ON h.id = u.host_agency_id
			LEFT JOIN consortia AS k ON k.id = u.consortium_id
			LEFT JOIN partners AS p ON p.id = u.signup_partner_id
			WHERE u.id IN (?) AND u.deleted_at IS NULL
			ORDER BY u.id`, ids)
		if err != nil {
			return fmt.Errorf("load advisors: %w", err)
		}
		links, err := db.All[linkedName](ctx, c,
			`SELECT s.user_id AS own, l.name
			FROM user_languages AS s
			JOIN languages AS l ON l.id = s.language_id
			WHERE s.user_id IN (?)
			ORDER BY l.name_key, l.id`, ids)
		if err != nil {
			return fmt.Errorf("load languages of advisors: %w", err)
		}
		languages := map[int64][]string{}
		for _, link := range links {
			languages[link.Own] = append(languages[link.Own], link.Name)
		}
		for _, a := range found {
			err := out.Row(a.ID, a.UID, a.First, a.Last, a.Email, a.VerifiedAt, a.Phone, a.Company, a.Country, a.Region,
				languages[a.ID], a.Agency, a.Consortium, a.IsAdvisor, a.BookingEmail, a.BookingPhone, a.IATA, a.CLIA,
				a.Source, a.SourcePartner, a.Collections, a.Shared, a.SignedUpAt, a.ActiveAt, a.DeactivatedAt)
			if err != nil {
				return err
			}
		}
		return push()
	})
	if err != nil {
		return err
	}
	return push()
}
