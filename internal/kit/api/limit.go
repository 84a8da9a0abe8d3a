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

// Refuse writes the response to a request that the limiter has refused with an error.
type Refuse func(w http.ResponseWriter, r *http.Request, err error)

// Limit handles requests as the limiter admits them. classOf returns 0 for requests that are not limited.
func Limit(
	limiter *admission.Limiter, classOf func(*http.Request) admission.Class, refuse Refuse, next http.Handler,
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
