package api

import (
	"context"
	"net/http"
	"strings"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// guard checks who calls and what they ask by, before anything of the request is read.
func (a *API) guard(op Op) func(huma.Context, func(huma.Context)) {
	known := map[string]bool{}
	for _, p := range op.Query {
		known[p.Name] = true
	}
	places := inBraces.FindAllStringSubmatch(op.Path, -1)
	return func(ctx huma.Context, next func(huma.Context)) {
		if problem := allowed(ctx.Context(), op.Access); problem != nil {
			a.refuse(ctx, problem)
			return
		}
		if r, _ := humago.Unwrap(ctx); r.ContentLength != 0 && r.Header.Get("Content-Type") == "" {
			a.refuse(ctx, ofStatus(ctx.Context(), http.StatusUnsupportedMediaType))
			return
		}
		for _, place := range places {
			if !Storable(ctx.Param(place[1])) { // nothing has such a name
				a.refuse(ctx, apierr.NotFound())
				return
			}
		}
		target := ctx.URL()
		if target.RawQuery != "" {
			var problems apierr.Fields
			for name, values := range target.Query() {
				if !known[name] {
					problems.Add(strings.ToValidUTF8(name, "?"), "Is not a parameter of this call.")
				} else if !Storable(strings.Join(values, " ")) {
					problems.Add(name, "Has characters that can't be read.")
				}
			}
			if err, ok := apierr.As(problems.Err()); ok {
				a.refuse(ctx, err)
				return
			}
		}
		next(ctx)
	}
}

func allowed(ctx context.Context, access Access) *apierr.Error {
	if access == Public {
		return nil
	}
	user := auth.Current(ctx)
	if user == nil {
		return apierr.SignInRequired()
	}
	if access == Admins && user.Role != auth.Admin {
		return apierr.NotAllowed("Only admins can do this.")
	}
	return nil
}

func (a *API) refuse(ctx huma.Context, problem *apierr.Error) {
	for name, values := range problem.GetHeaders() {
		ctx.SetHeader(name, values[0])
	}
	ctx.SetHeader("Content-Type", "application/json")
	ctx.SetStatus(problem.GetStatus())
	_ = a.huma.Marshal(ctx.BodyWriter(), "application/json", problem) // the client may be gone
}
