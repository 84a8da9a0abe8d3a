package gate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"waymark/internal/kit/apierr"
)

// The endpoints that Copilot calls from partners' pages. Its requests need no preflight: they send the key as a
// parameter, or in a body that is declared as text.
const (
	CopilotConfigPath = "/api/v1/copilot/config"
	CopilotEventsPath = "/api/v1/copilot/events"

	// MaxEventsBody is the size of a body with events.
	MaxEventsBody = 4 << 20
	bodyTimeout   = time.Minute
)

func isCopilot(r *http.Request) bool {
	return r.URL.Path == CopilotConfigPath || r.URL.Path == CopilotEventsPath
}

// copilotKey returns the key that a page sends with a request of Copilot, or "". The endpoint gets the text of a body
// as the JSON that it is.
func copilotKey(w http.ResponseWriter, r *http.Request) (next *http.Request, key string, err error) {
	switch {
	case r.Method == http.MethodGet && r.URL.Path == CopilotConfigPath:
		return r, r.URL.Query().Get("key"), nil
	case r.Method == http.MethodPost && r.URL.Path == CopilotEventsPath && isText(r):
		return textBody(w, r)
	}
	return r, "", nil
}

func isText(r *http.Request) bool {
	mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && mediaType == "text/plain"
}

func textBody(w http.ResponseWriter, r *http.Request) (next *http.Request, key string, err error) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout)) // tests have no connection
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxEventsBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return r, "", apierr.New(http.StatusRequestEntityTooLarge, "The request is too large.")
	case err != nil:
		return r, "", apierr.New(http.StatusBadRequest, "The request could not be read.")
	}
	var sent struct {
		Key string `json:"key"`
	}
	_ = json.Unmarshal(body, &sent) // the endpoint reports what is wrong with the body
	next = r.WithContext(r.Context())
	next.Header = r.Header.Clone()
	next.Header.Set("Content-Type", "application/json")
	next.Body, next.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return next, sent.Key, nil
}

// IdentifyPage returns the id of the partner whose page asks for the configuration of Copilot.
func (g *Gate) IdentifyPage(ctx context.Context, key, origin string) (int64, error) {
	if key == "" {
		return 0, errWrongKey
	}
	caller, _, err := g.identifyBrowser(ctx, key, origin, true)
	return caller.PartnerID, err
}

// LimitRefused limits how many requests per minute an address may make with a wrong key or from a wrong site. It
// returns the error of a refused request, or that the address has made too many of them.
func (g *Gate) LimitRefused(ctx context.Context, err error) error {
	if refused, ok := apierr.As(err); ok && refused.GetStatus() < http.StatusInternalServerError {
		return g.limitWrongKeys(ctx, err)
	}
	return err
}

// LimitUnknown limits how many requests per minute an address may make for users who don't exist.
func (g *Gate) LimitUnknown(ctx context.Context) error {
	return g.limitWrong(ctx, "api unknown user ", "Too many requests for users who don't exist.")
}
