package people

import (
	"cmp"
	"context"
	"strings"
	"time"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
)

// Advisor is a user whose contact details visitors may see.
type Advisor struct {
	ID           int64  `db:"id"`
	UID          string `db:"alt_id"`
	FirstName    string `db:"first_name"`
	LastName     string `db:"last_name"`
	Company      string `db:"company_name"`
	Email        string `db:"email"`
	Phone        string `db:"phone"`
	BookingEmail string `db:"booking_email"`
	BookingPhone string `db:"booking_phone_number"`
	// Show says which details links show: one of the constants, or nothing.
	Show        string     `db:"display_contact_info_on_links"`
	PartnerID   *int64     `db:"partner_id"`
	LogoID      *int64     `db:"logo_id"`
	PhotoID     *int64     `db:"personal_photo_id"`
	Internal    bool       `db:"internal"`
	Deactivated *time.Time `db:"deactivated_at"`
	DeletedAt   *time.Time `db:"deleted_at"`
}

// The values of Advisor.Show.
const (
	ShowPersonal = "personal"
	ShowCompany  = "company"
)

const selectAdvisor = `
	SELECT id, alt_id, first_name, last_name, company_name, email, phone, booking_email, booking_phone_number,
		display_contact_info_on_links, partner_id, logo_id, personal_photo_id, internal, deactivated_at, deleted_at
	FROM users
	WHERE `

// FindAdvisor returns a user by id, whether or not the user is active, or sql.ErrNoRows.
func FindAdvisor(ctx context.Context, c db.Conn, id int64) (Advisor, error) {
	return db.One[Advisor](ctx, c, selectAdvisor+"id = ?", id)
}

// FindAdvisorByUID returns a user by public id, whether or not the user is active, or sql.ErrNoRows.
func FindAdvisorByUID(ctx context.Context, c db.Conn, uid string) (Advisor, error) {
	return db.One[Advisor](ctx, c, selectAdvisor+"alt_id = ?", uid)
}

// Name returns the first and last name.
func (a *Advisor) Name() string { return auth.FullName(a.FirstName, a.LastName) }

// ContactEmail returns the e-mail address for visitors.
func (a *Advisor) ContactEmail() string { return cmp.Or(strings.TrimSpace(a.BookingEmail), a.Email) }

// ContactPhone returns the phone number for visitors.
func (a *Advisor) ContactPhone() string {
	return cmp.Or(strings.TrimSpace(a.BookingPhone), strings.TrimSpace(a.Phone))
}
