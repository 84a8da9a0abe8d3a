package users_test

import (
	"strings"
	"testing"

	"waymark/internal/features/users"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

func TestAUserIsShownWithoutTheirPassword(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(users.Mount))
		editor, now := s.Editor(), clock.Now()
		s.Exec(`INSERT INTO users (id, first_name, last_name, email, alt_id, partner_id, password_hash, created_at, updated_at, deleted_at) VALUES
			(91, 'Ana', 'Lopes', 'ana@x.example', 'UAna000000', 1, 'the hash', ?, ?, NULL), (92, '', '', 'tom@x.example', 'UTom000000', NULL, '', ?, ?, NULL), (93, '', '', 'gone@x.example', 'UGone00000', NULL, '', ?, ?, ?)`,
			now, now, now, now, now, now, now)
		ana := editor.Get("users/91").Want(200)
		if ana.String("data.full_name") != "Ana Lopes" || ana.String("data.initials") != "AL" || ana.String("data.partner.name") != "House" || strings.Contains(ana.Text, "the hash") {
			t.Errorf("got %s", ana.Text)
		}
		if tom := editor.Get("users/92").Want(200); tom.String("data.full_name") != "" || tom.String("data.called") != "tom@x.example" || tom.Value("data.partner") != nil {
			t.Errorf("without a name: %s", tom.Text)
		}
		for _, missing := range []string{"users/93", "users/999", "users/x"} {
			editor.Get(missing).Want(404)
		}
		s.Anyone().Get("users/91").Want(401)
	})
}
