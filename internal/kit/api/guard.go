package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
)

// guard checks access, path and query parameters before the body is read.
func (a *API) guard(op Op) func(huma.Context, func(huma.Context)) {
	known := map[string]bool{}
	for _, p := range op.Query {
		known[p.Name] = true
	}
	params := pathParams.FindAllStringSubmatch(op.Path, -1)
	return func(ctx huma.Context, next func(huma.Context)) {
		if op.Authorise != nil {
			if err := op.Authorise(ctx.Context()); err != nil {
				a.writeError(ctx, toAPIError(ctx.Context(), err))
				return
			}
		}
		if problem := allowed(ctx.Context(), op.Access); problem != nil {
			a.writeError(ctx, problem)
			return
		}
		if a.RefuseChanges && op.Method != http.MethodGet && !op.ReadOnly {
			a.writeError(ctx, apierr.ReadOnly())
			return
		}
		if r, _ := humago.Unwrap(ctx); r.ContentLength != 0 && r.Header.Get("Content-Type") == "" {
			a.writeError(ctx, statusError(ctx.Context(), http.StatusUnsupportedMediaType))
			return
		}
		for _, param := range params {
			if !Storable(ctx.Param(param[1])) { // no record has such a name
				a.writeError(ctx, apierr.NotFound())
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
					problems.Add(name, "Contains characters that can't be read.")
				}
			}
			if err, ok := apierr.As(problems.Err()); ok {
				a.writeError(ctx, err)
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

func (a *API) writeError(ctx huma.Context, problem *apierr.Error) {
	problem = report(ctx.Context(), problem)
	for name, values := range problem.GetHeaders() {
		ctx.SetHeader(name, values[0])
	}
	ctx.SetHeader("Content-Type", "application/json")
	ctx.SetStatus(problem.GetStatus())
	_ = a.huma.Marshal(ctx.BodyWriter(), "application/json", problem) // the client may be gone
}
