// Package apierr has the few words in which the API refuses something, and the one shape they are said in.
package apierr

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Error is a refusal. Its JSON is what the client gets; nothing of the inside is in it.
type Error struct {
	Message string              `json:"message" doc:"What went wrong, in a sentence for people."`
	Code    string              `json:"code,omitempty" doc:"What a program can recognise the refusal by, where it has to do something about it." enum:"reauthentication_required"`
	Errors  map[string][]string `json:"errors,omitempty" doc:"What is wrong with which field; entries of lists as field.0."`
	Item    any                 `json:"item,omitempty" doc:"With 409 after a stale save: the record as it is now."`
	Uses    []Use               `json:"uses,omitempty" doc:"With 409 for a record that is still needed: what uses it."`
	// RequestID finds the failure in the log.
	RequestID string `json:"request_id,omitempty" doc:"With 500: what to quote to the people who run the server."`

	status     int
	retryAfter time.Duration
}

// Use is something that keeps a record from being deleted.
type Use struct {
	Kind  string `json:"kind"`
	Count int64  `json:"count"`
	Path  string `json:"path,omitempty" doc:"Where the console lists them."`
}

func (e *Error) Error() string { return e.Message }

// GetStatus is the HTTP status, under the name huma asks for it.
func (e *Error) GetStatus() int { return e.status }

// GetHeaders are the headers that belong to the refusal, under the name huma asks for them.
func (e *Error) GetHeaders() http.Header {
	headers := http.Header{}
	if e.retryAfter > 0 {
		seconds := max(1, int((e.retryAfter+time.Second-1)/time.Second))
		headers.Set("Retry-After", strconv.Itoa(seconds))
	}
	return headers
}

// New is a refusal with a status and a sentence, for the rarer ones.
func New(status int, message string) *Error { return &Error{status: status, Message: message} }

// NotFound is for what is not there, or not under that parent.
func NotFound() *Error { return New(http.StatusNotFound, "Not found.") }

// SignInRequired is for requests without a session.
func SignInRequired() *Error { return New(http.StatusUnauthorized, "Please sign in.") }

// NotAllowed is for people whose role does not reach that far.
func NotAllowed(message string) *Error { return New(http.StatusForbidden, message) }

// NotAllowedFields is the same for single fields of a form: nothing is wrong when there are none.
func NotAllowedFields(message string, fields Fields) error {
	if len(fields) == 0 {
		return nil
	}
	return &Error{status: http.StatusForbidden, Message: message, Errors: fields}
}

// ReauthenticationRequired is for actions that need a session whose password was given recently.
func ReauthenticationRequired() *Error {
	return &Error{status: http.StatusForbidden, Message: "Confirm your password to continue.", Code: "reauthentication_required"}
}

// Conflict is for a change that the state of things forbids.
func Conflict(message string) *Error { return New(http.StatusConflict, message) }

// TooMany asks the client to wait.
func TooMany(message string, wait time.Duration) *Error {
	return &Error{status: http.StatusTooManyRequests, Message: message, retryAfter: wait}
}

// Overloaded asks the client to come back when there is room again.
func Overloaded() *Error {
	return &Error{status: http.StatusServiceUnavailable, Message: "The server is busy. Please try again.", retryAfter: 2 * time.Second}
}

// Unavailable is for an outage of something the server depends on: the database, the disk, the bucket.
func Unavailable() *Error {
	return &Error{
		status: http.StatusServiceUnavailable, retryAfter: 5 * time.Second,
		Message: "The service is temporarily unavailable. Please try again in a few seconds.",
	}
}

// Internal is what is said of a fault: nothing but where to look for it.
func Internal(requestID string) *Error {
	return &Error{status: http.StatusInternalServerError, Message: "Something went wrong.", RequestID: requestID}
}

// Stale is for a save that did not know of an earlier one. item is the record as it is now.
func Stale(item any) *Error {
	return &Error{status: http.StatusConflict, Message: "Someone else has changed this in the meantime.", Item: item}
}

// InUse is for a record that others need.
func InUse(message string, uses []Use) *Error {
	return &Error{status: http.StatusConflict, Message: message, Uses: uses}
}

// Field is one thing wrong with one field.
func Field(name, format string, args ...any) *Error {
	return fieldErrors(Fields{name: {fmt.Sprintf(format, args...)}})
}

// Fields gathers what is wrong with which field.
type Fields map[string][]string

// Add notes that something is wrong with a field.
func (f *Fields) Add(name, format string, args ...any) {
	if *f == nil {
		*f = Fields{}
	}
	(*f)[name] = append((*f)[name], fmt.Sprintf(format, args...))
}

// Err is the refusal with all that was gathered, or nil.
func (f Fields) Err() error {
	if len(f) == 0 {
		return nil
	}
	return fieldErrors(f)
}

// Join is one refusal of what several parts of a form say of their fields. Any other error goes first.
func Join(parts ...error) error {
	var all Fields
	for _, err := range parts {
		known, ok := As(err)
		if err != nil && (!ok || known.Errors == nil) {
			return err
		}
		if ok {
			for name, problems := range known.Errors {
				for _, problem := range problems {
					all.Add(name, "%s", problem)
				}
			}
		}
	}
	return all.Err()
}

func fieldErrors(f Fields) *Error {
	return &Error{status: http.StatusUnprocessableEntity, Message: "Please check the fields.", Errors: f}
}

// As finds a refusal in an error.
func As(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}
