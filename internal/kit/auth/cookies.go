package auth

import "net/http"

// hostPrefix makes browsers refuse the cookie unless it is Secure, has Path=/ and no Domain. Another host of the same
// domain therefore can't plant a cookie of that name. It needs https.
const hostPrefix = "__Host-"

func cookieName(name string, secure bool) string {
	if secure {
		return hostPrefix + name
	}
	return name
}

func newCookie(name, value string, maxAge int, secure bool) *http.Cookie {
	//nolint:gosec // Secure is left out only where the console is not served over https, or nobody could sign in there
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: maxAge, HttpOnly: true, Secure: secure,
		SameSite: http.SameSiteLaxMode,
	}
}
