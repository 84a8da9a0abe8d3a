package api

import (
	"net/http"

	"waymark/internal/kit/admission"
)

// ClassOf returns the class of a request. One that no call matches is a read.
func (a *API) ClassOf(r *http.Request) admission.Class {
	if _, pattern := a.mux.Handler(r); a.classes[pattern] != 0 {
		return a.classes[pattern]
	}
	return admission.Read
}

// Limit handles requests as the limiter admits them. classOf returns 0 for requests that are not limited. refuse writes
// the response of those that the limiter refuses.
func Limit(
	limiter *admission.Limiter, classOf func(*http.Request) admission.Class,
	refuse func(http.ResponseWriter, *http.Request, error), next http.Handler,
) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		class := classOf(r)
		if class == 0 {
			next.ServeHTTP(w, r)
			return
		}
		slot, err := limiter.Acquire(r.Context(), class, "")
		if err != nil {
			refuse(w, r, err)
			return
		}
		defer slot.Release()
		w, r = slot.Wrap(w, r)
		next.ServeHTTP(w, r)
	})
}
