package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"text/tabwriter"
	"time"

	"waymark/internal/app"
)

type staff struct {
	Add           staffAdd   `cmd:"" help:"Add a member of staff."`
	List          staffList  `cmd:"" help:"List all staff."`
	ResetPassword staffReset `cmd:"" help:"Print a link for a member of staff to set a new password."`
	Role          staffRole  `cmd:"" help:"Change the role of a member of staff."`
	Deactivate    staffOff   `cmd:"" help:"Sign a member of staff out, and refuse to let them sign in."`
	Activate      staffOn    `cmd:"" help:"Let a deactivated member of staff sign in again."`
}

type staffAdd struct {
	Email    string `arg:"" help:"E-mail address."`
	First    string `help:"First name." default:"New"`
	Last     string `help:"Last name." default:"Colleague"`
	Role     string `help:"Role: admin or editor." enum:"admin,editor" default:"editor"`
	Password string `help:"Password. If not set, it is generated and printed." env:"WAYMARK_STAFF_PASSWORD"`
}

func (s staffAdd) Run(ctx context.Context, shared *settings) error {
	return withApp(ctx, shared, func(a *app.App) error {
		password, err := a.AddStaff(ctx, s.First, s.Last, s.Email, s.Role, s.Password)
		if err != nil {
			return err
		}
		fmt.Printf("Added %s.\n", s.Email)
		if s.Password == "" {
			fmt.Println("Password:", password)
		}
		return nil
	})
}

type staffList struct {
	JSON bool `name:"json" help:"Print a JSON array."`
}

func (s staffList) Run(ctx context.Context, shared *settings) error {
	return withApp(ctx, shared, func(a *app.App) error {
		members, err := a.ListStaff(ctx)
		if err != nil {
			return err
		}
		if s.JSON {
			list := []listedMember{}
			for _, m := range members {
				list = append(list, listedMember{
					m.ID, m.Email, m.FirstName, m.LastName, m.StaffRole, m.ActiveAt, m.DeactivatedAt,
				})
			}
			return json.NewEncoder(os.Stdout).Encode(list)
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		for _, m := range members {
			state := ""
			if m.DeactivatedAt != nil {
				state = "deactivated"
			}
			_, _ = fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\n", m.ID, m.FullName, m.Email, m.StaffRole, state)
		}
		return table.Flush()
	})
}

type staffReset struct {
	Email string `arg:"" help:"E-mail address of the member of staff."`
}

func (s staffReset) Run(ctx context.Context, shared *settings) error {
	return withApp(ctx, shared, func(a *app.App) error {
		link, err := a.PasswordLink(ctx, s.Email)
		if err != nil {
			return err
		}
		fmt.Println(link)
		return nil
	})
}

// listedMember is a member of staff as `staff list --json` prints it.
type listedMember struct {
	ID            int64      `json:"id"`
	Email         string     `json:"email"`
	FirstName     string     `json:"first_name"`
	LastName      string     `json:"last_name"`
	Role          string     `json:"role"`
	ActiveAt      *time.Time `json:"active_at"`
	DeactivatedAt *time.Time `json:"deactivated_at"`
}

type staffRole struct {
	Email string `arg:"" help:"E-mail address of the member of staff."`
	Role  string `arg:"" help:"Role: admin or editor." enum:"admin,editor"`
}

func (s staffRole) Run(ctx context.Context, shared *settings) error {
	return changeStaff(ctx, shared, s.Email, "staff_role", s.Role, "%s is an "+s.Role+" now.\n")
}

type staffOff struct {
	Email string `arg:"" help:"E-mail address of the member of staff."`
}

func (s staffOff) Run(ctx context.Context, shared *settings) error {
	return changeStaff(ctx, shared, s.Email, "deactivated_at", time.Now(), "%s has been deactivated.\n")
}

type staffOn struct {
	Email string `arg:"" help:"E-mail address of the member of staff."`
}

func (s staffOn) Run(ctx context.Context, shared *settings) error {
	return changeStaff(ctx, shared, s.Email, "deactivated_at", nil, "%s can sign in again.\n")
}

func changeStaff(ctx context.Context, shared *settings, email, field string, value any, done string) error {
	return withApp(ctx, shared, func(a *app.App) error {
		if err := a.ChangeStaff(ctx, email, map[string]any{field: value}); err != nil {
			return err
		}
		fmt.Printf(done, email)
		return nil
	})
}
