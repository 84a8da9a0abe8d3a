// Package apierr defines the errors that the API returns and their JSON form.
package apierr

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Error is an error that is meant for the client. Its JSON is the response body, so it must not contain internal
// details.
type Error struct {
	Message string              `json:"message" doc:"Human-readable description of the error." example:"Not found."`
	Code    string              `json:"code" doc:"Machine-readable kind of the error, such as not_found." example:"not_found"`
	Errors  map[string][]string `json:"errors,omitempty" doc:"Errors by field. List entries are named field.0, field.1 and so on."`
	Item    any                 `json:"item,omitempty" doc:"With 409 after saving an outdated version: the current record."`
	Uses    []Use               `json:"uses,omitempty" doc:"With 409 for a record that is in use: the records that use it."`
	// MergedInto is the record that one which is not found was merged into.
	MergedInto int64 `json:"merged_into,omitempty" doc:"With 404 for a record that was merged into another: the id of the other." example:"42"`
	// Conflicts are the values that an undo would overwrite.
	Conflicts []ChangedValue `json:"conflicts,omitempty" doc:"With 409 for an undo: the values that have changed since, at most 100."`
	// ConflictCount is the number of all conflicts.
	ConflictCount int64 `json:"conflict_count,omitempty" doc:"With 409 for an undo: number of values that have changed since." example:"1"`
	// RequestID identifies the failure in the server log.
	RequestID string `json:"request_id,omitempty" doc:"With 500: the request id to quote when you report the error." example:"b1946ac92492d234"`

	status     int
	retryAfter time.Duration
}

// Use counts records of one kind that prevent a deletion.
type Use struct {
	Kind  string `json:"kind" doc:"Kind of the records." example:"record"`
	Count int64  `json:"count" doc:"Number of records." example:"3"`
	Path  string `json:"path,omitempty" doc:"Path in the console that lists them." example:"/records"`
}

// ChangedValue is a value that can't be set back, because it has changed since.
type ChangedValue struct {
	Kind     string          `json:"kind" doc:"Kind of the record." example:"publisher"`
	RecordID int64           `json:"record_id" doc:"Id of the record." example:"12"`
	Name     string          `json:"name" doc:"Name of the record." example:"Harbour Press"`
	Field    string          `json:"field" doc:"Field of the record; empty if it is about the record itself." example:"name"`
	Expected json.RawMessage `json:"expected" doc:"Value that the change left."`
	Now      json.RawMessage `json:"now" doc:"Present value."`
	Reason   string          `json:"reason" doc:"Why it can't be set back." example:"It has been changed since."`
}

func (e *Error) Error() string { return e.Message }

// GetStatus returns the HTTP status. Huma calls it by this name.
func (e *Error) GetStatus() int { return e.status }

// GetHeaders returns the headers of the response. Huma calls it by this name.
func (e *Error) GetHeaders() http.Header {
	headers := http.Header{}
	if e.retryAfter > 0 {
		seconds := max(1, int((e.retryAfter+time.Second-1)/time.Second))
		headers.Set("Retry-After", strconv.Itoa(seconds))
	}
	return headers
}

// New returns an error for which there is no function below. Its code follows from the status.
func New(status int, message string) *Error {
	return &Error{status: status, Message: message, Code: codeOf(status)}
}

// NotFound is for a record that does not exist, or not under the parent in the path.
func NotFound() *Error { return New(http.StatusNotFound, "Not found.") }

// Merged is NotFound for a record that was merged into another.
func Merged(into int64) *Error {
	e := NotFound()
	e.MergedInto = into
	return e
}

// ReferenceDeleted is for a change that refers to a record which another request has just deleted.
func ReferenceDeleted() *Error { return Conflict("Something this refers to has just been deleted.") }

// SignInRequired is for requests without a session.
func SignInRequired() *Error { return New(http.StatusUnauthorized, "Please sign in.") }

// NotAllowed is for people whose role does not permit the request.
func NotAllowed(message string) *Error { return New(http.StatusForbidden, message) }

// NotAllowedFields is NotAllowed for single fields of a form. It returns nil if there are none.
func NotAllowedFields(message string, fields Fields) error {
	if len(fields) == 0 {
		return nil
	}
	e := NotAllowed(message)
	e.Errors = fields
	return e
}

// ReauthenticationRequired is for actions that need a recently confirmed password.
func ReauthenticationRequired() *Error {
	e := NotAllowed("Confirm your password to continue.")
	e.Code = CodeReauthenticationRequired
	return e
}

// Conflict is for a change that the current state of the record does not permit.
func Conflict(message string) *Error { return New(http.StatusConflict, message) }

// TooMany is for a client that has exceeded a limit and may retry after wait.
func TooMany(message string, wait time.Duration) *Error {
	e := New(http.StatusTooManyRequests, message)
	e.retryAfter = wait
	return e
}

// Overloaded is for requests that the server has no capacity for at the moment.
func Overloaded() *Error {
	return unavailable("The server is busy. Please try again.", 2*time.Second)
}

// Unavailable is for an outage of something the server depends on: the database, the disk, the bucket.
func Unavailable() *Error {
	return unavailable("The service is temporarily unavailable. Please try again in a few seconds.", 5*time.Second)
}

// UnknownOutcome is for a change of which the database has not said whether it is saved.
func UnknownOutcome() *Error {
	e := unavailable("The database did not confirm the change, so it may have been saved. "+
		"Please check whether it was before you try again.", 5*time.Second)
	e.Code = CodeUnknownOutcome
	return e
}

// ReadOnly is for changes while the operator allows none, such as during a move to another database.
func ReadOnly() *Error {
	e := unavailable("The service is read-only at the moment. Nothing was saved. Please try again later.", time.Minute)
	e.Code = CodeReadOnly
	return e
}

func unavailable(message string, retryAfter time.Duration) *Error {
	e := New(http.StatusServiceUnavailable, message)
	e.retryAfter = retryAfter
	return e
}

// Internal is for unexpected errors. The client gets only the id under which the error was logged.
func Internal(requestID string) *Error {
	e := New(http.StatusInternalServerError, "Something went wrong.")
	e.RequestID = requestID
	return e
}

// Stale is for a save based on an outdated version of the record. item is the current one.
func Stale(item any) *Error {
	e := Conflict("Someone else saved changes while you were editing.")
	e.Code, e.Item = CodeStaleVersion, item
	return e
}

// InUse is for a record that can't be deleted because others refer to it.
func InUse(message string, uses []Use) *Error {
	e := Conflict(message)
	e.Code, e.Uses = CodeInUse, uses
	return e
}

// Changed is for an undo that would overwrite later changes: the first of them, and how many there are.
func Changed(first []ChangedValue, count int64) *Error {
	e := Conflict("Some of this has changed since. Nothing was undone.")
	e.Conflicts, e.ConflictCount = first, count
	return e
}

// fieldNouns are the nouns of fields that are not named like what they hold.
var fieldNouns = map[string]string{"email": "e-mail address", "alpha2": "code", "alpha3": "code"}

// AlreadyInUse returns the message for a value that another record has and that must be unique.
func AlreadyInUse(field string) string {
	if noun, ok := strings.CutSuffix(field, "_id"); ok {
		return "This " + strings.ReplaceAll(noun, "_", " ") + " has already been added."
	}
	return "This " + cmp.Or(fieldNouns[field], strings.ReplaceAll(field, "_", " ")) + " is already in use."
}

// Field is a validation error of a single field.
func Field(name, format string, args ...any) *Error {
	return fieldErrors(Fields{name: {fmt.Sprintf(format, args...)}})
}

// Fields collects validation errors by field name. Its zero value is ready to use.
type Fields map[string][]string

// Add adds an error of a field.
func (f *Fields) Add(name, format string, args ...any) {
	if *f == nil {
		*f = Fields{}
	}
	(*f)[name] = append((*f)[name], fmt.Sprintf(format, args...))
}

// Err returns one error with all collected ones, or nil if there are none.
func (f Fields) Err() error {
	if len(f) == 0 {
		return nil
	}
	return fieldErrors(f)
}

// Join merges the field errors of several parts of a form. If a part failed with any other error, Join returns the
// first such error.
func Join(parts ...error) error {
	var all Fields
	for _, err := range parts {
		if err == nil {
			continue
		}
		known, ok := As(err)
		if !ok || known.Errors == nil {
			return err
		}
		for name, messages := range known.Errors {
			for _, message := range messages {
				all.Add(name, "%s", message)
			}
		}
	}
	return all.Err()
}

func fieldErrors(f Fields) *Error {
	e := New(http.StatusUnprocessableEntity, "Please check the fields.")
	e.Errors = f
	return e
}

// As finds an Error in the chain of err.
func As(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}
