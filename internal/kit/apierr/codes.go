package apierr

import "net/http"

// The codes that do not follow from the status alone. Codes never change: programs depend on them.
const (
	CodeReauthenticationRequired = "reauthentication_required"
	CodeStaleVersion             = "stale_version"
	CodeInUse                    = "in_use"
	CodeReadOnly                 = "read_only"
	CodeUnknownOutcome           = "unknown_outcome"
)

// Code is a kind of error.
type Code struct {
	Code    string
	Status  int
	Meaning string
	// ConsoleOnly codes are not used by the public API.
	ConsoleOnly bool
}

// Codes are all codes. The first one of a status is that of errors without a more specific one.
var Codes = []Code{
	{Code: "bad_request", Status: http.StatusBadRequest, Meaning: "The body is not valid JSON, or not an object."},
	{Code: "unauthenticated", Status: http.StatusUnauthorized, Meaning: "Credentials are missing or wrong."},
	{
		Code: "forbidden", Status: http.StatusForbidden,
		Meaning: "The credentials are valid, but don't permit this request.",
	},
	{
		Code: CodeReauthenticationRequired, Status: http.StatusForbidden, ConsoleOnly: true,
		Meaning: "The user's password must be confirmed first.",
	},
	{
		Code: "not_found", Status: http.StatusNotFound,
		Meaning: "The path or the record doesn't exist, or the caller can't read it.",
	},
	{
		Code: "method_not_allowed", Status: http.StatusMethodNotAllowed,
		Meaning: "The path exists, but not with this method. The Allow header lists the methods.",
	},
	{Code: "request_timeout", Status: http.StatusRequestTimeout, Meaning: "The body took too long to arrive."},
	{Code: "conflict", Status: http.StatusConflict, Meaning: "The state of the record doesn't permit the change."},
	{
		Code: CodeStaleVersion, Status: http.StatusConflict, ConsoleOnly: true,
		Meaning: "The record has changed since it was read.",
	},
	{
		Code: CodeInUse, Status: http.StatusConflict, ConsoleOnly: true,
		Meaning: "The record can't be deleted, because others refer to it.",
	},
	{Code: "gone", Status: http.StatusGone, Meaning: "The record existed, but doesn't any more."},
	{Code: "too_large", Status: http.StatusRequestEntityTooLarge, Meaning: "The body is too large."},
	{
		Code: "unsupported_media_type", Status: http.StatusUnsupportedMediaType,
		Meaning: "The body is not JSON, or the Content-Type header is missing.",
	},
	{
		Code: "unknown_host", Status: http.StatusMisdirectedRequest,
		Meaning: "The server doesn't serve the host name in the URL.",
	},
	{
		Code: "invalid", Status: http.StatusUnprocessableEntity,
		Meaning: "Fields or parameters are invalid; errors names them.",
	},
	{
		Code: "rate_limited", Status: http.StatusTooManyRequests,
		Meaning: "Too many requests. Wait for the number of seconds in the Retry-After header.",
	},
	{
		Code: "internal", Status: http.StatusInternalServerError,
		Meaning: "An error of the server. Quote request_id when you report it.",
	},
	{
		Code: "unavailable", Status: http.StatusServiceUnavailable,
		Meaning: "The server is overloaded, or something it depends on is down. Retry after the number of seconds in the " +
			"Retry-After header.",
	},
	{
		Code: CodeReadOnly, Status: http.StatusServiceUnavailable,
		Meaning: "The operator allows no changes at the moment, for example during a move. Nothing was saved.",
	},
	{
		Code: CodeUnknownOutcome, Status: http.StatusServiceUnavailable,
		Meaning: "The database did not confirm the change. It may have been saved, so check before you repeat the request.",
	},
}

// codeOf returns the code of a status: that of the client or the server in general, if the status has none of its own.
func codeOf(status int) string {
	for _, code := range Codes {
		if code.Status == status {
			return code.Code
		}
	}
	if status < http.StatusInternalServerError {
		return "bad_request"
	}
	return "internal"
}
