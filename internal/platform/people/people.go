// Package people provides what features share about users: the staff of the console and the users of partners.
package people

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
)

// Person is a user as referred to by other records.
type Person struct {
	ID            int64
	FullName      string // may be empty
	Email         string
	AltID         string
	DeactivatedAt *time.Time
}

// DisplayName returns the person's name, or their e-mail if they have none.
func (p Person) DisplayName() string { return cmp.Or(p.FullName, p.Email) }

// Shown is how a record shows one of its users, including deleted ones.
func Shown[R any](as func(Person) R) resource.RecordSource[R] {
	return resource.RecordSource[R]{
		Table: "users", Columns: [3]string{"first_name", "last_name", "email"},
		Make: func(id int64, texts [3]string) R {
			return as(Person{ID: id, FullName: auth.FullName(texts[0], texts[1]), Email: texts[2]})
		},
	}
}

// Find returns users by their ids, including deleted ones.
func Find(ctx context.Context, c db.Conn, ids []int64) (map[int64]Person, error) {
	found := map[int64]Person{}
	if len(ids) == 0 {
		return found, nil
	}
	users, err := db.All[struct {
		ID          int64      `db:"id"`
		First       string     `db:"first_name"`
		Last        string     `db:"last_name"`
		Email       string     `db:"email"`
		AltID       string     `db:"alt_id"`
		Deactivated *time.Time `db:"deactivated_at"`
	}](ctx, c, "SELECT id, first_name, last_name, email, alt_id, deactivated_at FROM users WHERE id IN (?)", ids)
	if err != nil {
		return nil, fmt.Errorf("find users: %w", err)
	}
	for _, u := range users {
		found[u.ID] = Person{
			ID: u.ID, FullName: auth.FullName(u.First, u.Last), Email: u.Email, AltID: u.AltID, DeactivatedAt: u.Deactivated,
		}
	}
	return found, nil
}

// Attach sets the users of those rows that have one. id returns the id of a row's user, or nil.
func Attach[T any](ctx context.Context, c db.Conn, rows []*T, id func(*T) *int64, set func(*T, Person)) error {
	ids := []int64{}
	for _, row := range rows {
		if user := id(row); user != nil {
			ids = append(ids, *user)
		}
	}
	users, err := Find(ctx, c, ids)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if user := id(row); user != nil {
			person := users[*user]
			person.ID = *user
			set(row, person)
		}
	}
	return nil
}

// ActAs returns a context in which a job acts as a member of staff.
func ActAs(ctx context.Context, user *auth.User, requestID, ip string) context.Context {
	ctx = auth.WithUser(ctx, user)
	return write.WithActor(ctx, write.Actor{
		UserID: user.ID, Name: auth.FullName(user.FirstName, user.LastName), RequestID: requestID, IP: ip,
	})
}

// FindStaff returns a member of staff who is currently allowed to sign in, or nil. Jobs use it to check the permissions
// of the person who requested them.
func FindStaff(ctx context.Context, c db.Conn, id int64) (*auth.User, error) {
	found, err := db.All[auth.User](ctx, c, `SELECT id, first_name, last_name, email, staff_role FROM users
		WHERE id = ? AND internal AND staff_role IS NOT NULL AND deactivated_at IS NULL AND deleted_at IS NULL`, id)
	if err != nil {
		return nil, fmt.Errorf("find staff member %d: %w", id, err)
	}
	if len(found) == 0 {
		return nil, nil //nolint:nilnil // a missing user is a valid result
	}
	return &found[0], nil
}
