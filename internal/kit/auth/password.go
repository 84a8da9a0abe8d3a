package auth

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/memory"
	"waymark/internal/kit/slots"
)

// cost is OWASP's minimum for argon2id. A sign-in takes less than a tenth of a second on two cores.
var cost = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// UseCheapHashes makes new hashes cheap and weak. It is for tests, which hash hundreds of passwords.
func UseCheapHashes() {
	cost = &argon2id.Params{Memory: 64, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32}
}

const (
	minPassword = 8
	maxPassword = 200
	queueFor    = 3 * time.Second
)

// Each hash takes 19 MiB and a core, so running more than there are cores would only cost memory.
var hashing = slots.New(max(2, runtime.NumCPU()), queueFor)

// decoy is compared with if there is no such user, so that both responses take the same time.
var decoy = sync.OnceValues(func() (string, error) { return argon2id.CreateHash("nobody has this password", cost) })

// HashPassword hashes a password for storage.
func HashPassword(ctx context.Context, password string) (string, error) {
	release, err := takeSlot(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	hash, err := argon2id.CreateHash(password, cost)
	if err != nil {
		return "", fmt.Errorf("hash the password: %w", err)
	}
	return hash, nil
}

// CheckPassword compares a password with a stored hash. An empty hash matches nothing, in the same time.
func CheckPassword(ctx context.Context, password, hash string) (bool, error) {
	release, err := takeSlot(ctx)
	if err != nil {
		return false, err
	}
	defer release()
	known := hash != ""
	if !known {
		if hash, err = decoy(); err != nil {
			return false, fmt.Errorf("compare the password: %w", err)
		}
	}
	match, err := argon2id.ComparePasswordAndHash(password, hash)
	if err != nil {
		return false, fmt.Errorf("compare the password: %w", err)
	}
	return match && known, nil
}

func takeSlot(ctx context.Context) (release func(), err error) {
	free, err := hashing.Acquire(ctx, "")
	if err != nil {
		return nil, err
	}
	return func() {
		free()
		memory.FreeSoon()
	}, nil
}

// NewPassword is a new password and its confirmation, as forms send them.
type NewPassword struct {
	Password             string `json:"password"`
	PasswordConfirmation string `json:"password_confirmation"`
}

// Check adds its problems to the others.
func (p NewPassword) Check(problems *apierr.Fields) {
	switch length := utf8.RuneCountInString(p.Password); {
	case length == 0:
		problems.Add("password", "This field is required.")
	case length < minPassword:
		problems.Add("password", "Must have at least %d characters.", minPassword)
	case length > maxPassword:
		problems.Add("password", "Must have at most %d characters.", maxPassword)
	case p.PasswordConfirmation == "":
		problems.Add("password_confirmation", "This field is required.")
	case p.Password != p.PasswordConfirmation:
		problems.Add("password_confirmation", "Does not match the password.")
	}
}

// Hash checks the password and hashes it for storage.
func (p NewPassword) Hash(ctx context.Context) (string, error) {
	var problems apierr.Fields
	p.Check(&problems)
	if err := problems.Err(); err != nil {
		return "", err
	}
	return HashPassword(ctx, p.Password)
}
