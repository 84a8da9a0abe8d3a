package gate

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// Person is a user that a call refers to.
type Person struct {
	ID            int64      `db:"id"`
	UID           string     `db:"alt_id"`
	FirstName     string     `db:"first_name"`
	LastName      string     `db:"last_name"`
	Email         string     `db:"email"`
	PartnerID     *int64     `db:"partner_id"`
	Internal      bool       `db:"internal"`
	DeactivatedAt *time.Time `db:"deactivated_at"`
}

const personColumns = "id, alt_id, first_name, last_name, email, partner_id, internal, deactivated_at"

// As returns a context in which changes are attributed to a user, together with the calling program.
func (v *Visit) As(ctx context.Context, p Person) context.Context {
	actor, program := write.ActorOf(ctx), v.displayName()
	if v.Kind == App {
		program = "the app"
	}
	actor.UserID, actor.Name = p.ID, cmp.Or(auth.FullName(p.FirstName, p.LastName), p.Email)+", through "+program
	return write.WithActor(ctx, actor)
}

// UserScope is the set of users that a partner's call may refer to.
type UserScope int

// The scopes of users.
const (
	OwnUsers         UserScope = iota // the partner's own users
	UsersAndAdvisors                  // the partner's own users and all advisors
)

// FindPeople finds users by their UIDs. It returns those that the call may refer to, and a message for each of the
// others, both by UID.
func (v *Visit) FindPeople(
	ctx context.Context, c db.Conn, uids []string, scope UserScope,
) (found map[string]Person, problems map[string]string, err error) {
	found, problems = map[string]Person{}, map[string]string{}
	if len(uids) == 0 {
		return found, problems, nil
	}
	storable := slices.DeleteFunc(slices.Clone(uids), func(uid string) bool { return !api.Storable(uid) })
	query := "SELECT " + personColumns + " FROM users WHERE alt_id IN (?) AND deleted_at IS NULL"
	people, err := db.All[Person](db.FromPrimary(ctx), c, query, storable) // who may be named is a right
	if err != nil {
		return nil, nil, fmt.Errorf("find users by UID: %w", err)
	}
	for _, p := range people {
		found[p.UID] = p
	}
	for _, uid := range uids {
		p, ok := found[uid]
		if problem := v.problem(p, ok, scope); problem != "" {
			problems[uid] = problem
			delete(found, uid)
		}
	}
	return found, problems, nil
}

// problem explains why a call may not refer to a user. A user outside the scope is reported as missing, so that callers
// can't find out which users exist.
func (v *Visit) problem(p Person, ok bool, scope UserScope) string {
	if ok && v.Kind != App {
		ok = (p.PartnerID == nil && scope == UsersAndAdvisors) || (p.PartnerID != nil && *p.PartnerID == v.PartnerID)
	}
	switch {
	case !ok || p.Internal:
		return "This user doesn't exist."
	case p.DeactivatedAt != nil:
		return "This user is deactivated."
	}
	return ""
}

// FindPerson finds the user that a call refers to and logs that they were active.
func (v *Visit) FindPerson(ctx context.Context, c db.Conn, uid string, scope UserScope) (Person, error) {
	if uid == "" {
		return Person{}, apierr.Field("uid", "This field is required.")
	}
	people, problems, err := v.FindPeople(ctx, c, []string{uid}, scope)
	if err != nil {
		return Person{}, err
	}
	if problem := problems[uid]; problem != "" {
		return Person{}, apierr.Field("uid", "%s", problem)
	}
	v.AddPeople(people[uid])
	return people[uid], nil
}

// FindPersonByPath finds the user whose UID is in the path of a call. A user that the call may not refer to is not
// found.
func (v *Visit) FindPersonByPath(ctx context.Context, c db.Conn, uid string) (Person, error) {
	people, problems, err := v.FindPeople(ctx, c, []string{uid}, OwnUsers)
	if err != nil {
		return Person{}, err
	}
	if problems[uid] != "" {
		return Person{}, apierr.NotFound()
	}
	v.SetSubject(people[uid])
	return people[uid], nil
}

// SetSubject logs which user a call is about, who was not active.
func (v *Visit) SetSubject(p Person) { v.entry.subject = &p }

// AddPeople logs that users were active. The log names the user of a call if there is exactly one.
func (v *Visit) AddPeople(people ...Person) {
	v.entry.people = append(v.entry.people, people...)
}
