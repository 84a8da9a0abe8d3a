package main

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"

	"waymark/internal/app"
)

type staff struct {
	Add           staffAdd   `cmd:"" help:"Add a member of staff."`
	List          staffList  `cmd:"" help:"List all staff."`
	ResetPassword staffReset `cmd:"" help:"Print a link for a member of staff to set a new password."`
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

type staffList struct{}

func (staffList) Run(ctx context.Context, shared *settings) error {
	return withApp(ctx, shared, func(a *app.App) error {
		members, err := a.ListStaff(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		for _, m := range members {
			_, _ = fmt.Fprintf(table, "%d\t%s\t%s\t%s\n", m.ID, m.FullName, m.Email, m.StaffRole)
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
