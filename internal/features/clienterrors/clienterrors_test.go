package clienterrors_test

import (
	"net/http"
	"strings"
	"testing"

	"waymark/internal/features/clienterrors"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
)

func TestClientErrors(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) { clienterrors.Mount(s.Kit.API) })
		report := func(change map[string]any) map[string]any {
			body := map[string]any{"code": "K7Q2M", "route": "/content/$id", "message": "TypeError: x is undefined"}
			for name, value := range change {
				body[name] = value
			}
			return body
		}
		admin, editor := s.Admin(), s.Editor()
		s.Anyone().Post("client-errors", report(nil)).Want(http.StatusUnauthorized)
		for name, change := range map[string]map[string]any{
			"no code":      {"code": ""},
			"long message": {"message": strings.Repeat("é", 301)},
			"long source":  {"source": strings.Repeat("x", 201)},
			"no text":      {"route": 7},
			"unknown":      {"cookies": "x"},
		} {
			if got := editor.Post("client-errors", report(change)).Status; got != http.StatusUnprocessableEntity {
				t.Errorf("%s: got %d", name, got)
			}
		}
		editor.Post("client-errors", report(map[string]any{"message": strings.Repeat("x", 5000)})).
			Want(http.StatusRequestEntityTooLarge)
		for range 10 {
			editor.Post("client-errors", report(nil)).Want(http.StatusNoContent)
		}
		refused := editor.Post("client-errors", report(nil)).Want(http.StatusTooManyRequests)
		if refused.Header.Get("Retry-After") == "" {
			t.Error("the refusal does not say when to try again")
		}
		admin.Post("client-errors", report(nil)).Want(http.StatusNoContent)
	})
}
