package signin

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	kitmail "waymark/internal/kit/mail"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
)

const linkLifetime = 24 * time.Hour

// ForgotInput requests a password link for an e-mail address.
type ForgotInput struct {
	Email string `json:"email"`
}

// forgot has the same response and response time whether or not the address exists.
func (s *Service) forgot(ctx context.Context, call *api.Call) (api.None, error) {
	in, err := api.Decode[ForgotInput](call)
	if err != nil {
		return api.None{}, err
	}
	email := auth.NormaliseEmail(in.Email)
	if problem := auth.EmailProblem(email); problem != "" {
		return api.None{}, apierr.Field("email", "%s", problem)
	}
	// Known browsers need no separate limit here, since every counted request has sent a link to the owner of the account.
	limit := auth.Limit{Key: "forgot " + secret.Hash(email), Allowed: perClient, Per: window}
	if err := s.count(ctx, s.addressLimit(ctx), limit); err != nil {
		return api.None{}, err
	}
	job := people.SendLink{Email: email, Request: api.RequestID(ctx), IP: api.ClientIP(ctx)}
	return api.None{}, s.Store.Do(ctx, func(tx *write.Tx) error { return tx.Enqueue(ctx, job) })
}

// Sweep is the job that deletes expired sessions, links and limits.
type Sweep struct{}

// Kind returns the name of the job.
func (Sweep) Kind() string { return "sweep-sessions" }

// Jobs registers the jobs.
func (s *Service) Jobs(set *jobs.Set) {
	jobs.Add(set, jobs.Default, s.sendLink)
	jobs.Add(set, jobs.Default, s.sweep)
	set.Every(time.Hour, Sweep{})
}

func (s *Service) sweep(ctx context.Context, _ jobs.Job[Sweep]) error {
	return errors.Join(s.Sessions.Sweep(ctx), people.DeleteExpiredLinks(ctx, s.Store.DB.Writer()))
}

type recipient struct {
	ID        int64  `db:"id"`
	FirstName string `db:"first_name"`
	LastName  string `db:"last_name"`
}

func (s *Service) sendLink(ctx context.Context, job jobs.Job[people.SendLink]) error {
	user, err := db.One[recipient](ctx, s.Store.DB.Read(), `
		SELECT id, first_name, last_name
		FROM users
		WHERE email = ? AND internal AND deactivated_at IS NULL AND deleted_at IS NULL`, job.Args.Email)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find recipient of password link: %w", err)
	}
	link, err := NewLink(ctx, s.Store, s.PublicURL, user.ID)
	if err != nil {
		return err
	}
	err = s.Mail.Send(ctx, kitmail.Message{
		To:      mail.Address{Name: auth.FullName(user.FirstName, user.LastName), Address: job.Args.Email},
		Subject: "Set your " + s.Product + " password",
		Text: fmt.Sprintf("Hello %s,\n\nTo set your password for %s, open this link:\n\n%s\n\n"+
			"The link works once and expires after one day. If you didn't request it, you can ignore this message.",
			user.FirstName, s.Product, link),
	})
	if err != nil || job.Args.Request == "" {
		return err
	}
	// The request is recorded here, since recording it in the endpoint would make responses for known addresses slower.
	return s.Store.Do(ctx, func(tx *write.Tx) error {
		anonymous := write.WithActor(ctx, write.Actor{Name: "Anonymous", RequestID: job.Args.Request, IP: job.Args.IP})
		owner := account{ID: user.ID, FirstName: user.FirstName, LastName: user.LastName}
		if err := owner.record(anonymous, tx, requestedLink); err != nil {
			return err
		}
		return job.Complete(ctx, tx.Tx)
	})
}

// NewLink creates a link with which a user can set a password once.
func NewLink(ctx context.Context, store *write.Store, publicURL string, userID int64) (string, error) {
	token := secret.Token()
	err := store.Do(ctx, func(tx *write.Tx) error {
		_, err := tx.Exec(ctx, `
			INSERT INTO password_resets (token_hash, user_id, created_at, expires_at)
			VALUES (?, ?, ?, ?)`,
			secret.Hash(token), userID, tx.Now, tx.Now.Add(linkLifetime))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("create password link: %w", err)
	}
	return strings.TrimSuffix(publicURL, "/") + "/reset-password/" + token, nil
}

// ResetInput sets a password with the token of a link.
type ResetInput struct {
	Token string `json:"token"`
	auth.NewPassword
}

func (s *Service) reset(ctx context.Context, call *api.Call) (api.None, error) {
	in, err := api.Decode[ResetInput](call)
	if err != nil {
		return api.None{}, err
	}
	reset := auth.Limit{Key: "reset " + auth.AddressKey(api.ClientIP(ctx)), Allowed: perClient, Per: window}
	if err := s.count(ctx, s.addressLimit(ctx), reset); err != nil {
		return api.None{}, err
	}
	hash, err := in.Hash(ctx)
	if err != nil {
		return api.None{}, err
	}
	var owner account
	err = s.Store.Do(ctx, func(tx *write.Tx) error {
		// A single statement finds and deletes the token, so that it can't be used by two requests.
		const takeToken = "DELETE FROM password_resets WHERE token_hash = ? AND expires_at > ? RETURNING user_id"
		userID, err := db.Value[int64](ctx, tx.Conn, takeToken, secret.Hash(in.Token), tx.Now)
		if errors.Is(err, sql.ErrNoRows) {
			return apierr.Field("token", "This link has expired or has already been used. Please request a new one.")
		}
		if err != nil {
			return fmt.Errorf("reset password: %w", err)
		}
		const findOwner = "SELECT id, first_name, last_name, session_epoch, password_hash FROM users WHERE id = ?"
		if owner, err = db.One[account](ctx, tx.Conn, findOwner, userID); err != nil {
			return fmt.Errorf("reset password: %w", err)
		}
		if err := owner.record(ctx, tx, usedLink); err != nil {
			return err
		}
		_, err = people.SetHash(ctx, tx, userID, hash)
		return err
	})
	if err != nil {
		return api.None{}, err
	}
	// Reading the e-mail proves ownership of the account, so the browser is known from now on and can sign in even while
	// attempts by others exhaust the limits.
	setCookie(call, s.devices().Issue(owner.ID))
	return api.None{}, nil
}
