package auth

import (
	"net/http"
	"strconv"
	"strings"

	"waymark/internal/kit/secret"
)

const (
	deviceCookie = "waymark_device"
	devicePeriod = 365 * 24 * 60 * 60 // seconds
	devicePart   = "device"
)

// Devices issues and recognises device cookies. A device cookie says that somebody has signed in to one account with
// this browser before. It is not a credential: it only gives the browser a limit of its own on wrong passwords, so that
// strangers who guess at an account don't lock its owner out. See
// https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies.
type Devices struct {
	Key    *secret.Key
	Secure bool // the console is served over https
}

// Issue returns a new device cookie for an account.
func (d Devices) Issue(userID int64) *http.Cookie {
	text := strconv.FormatInt(userID, 10) + "." + secret.Token()
	return newCookie(cookieName(deviceCookie, d.Secure), text+"."+d.Key.Sign(devicePart, text), devicePeriod, d.Secure)
}

// Find returns an identifier of the browser that sent the request, or "" if it has no valid device cookie for this
// account.
func (d Devices) Find(r *http.Request, userID int64) string {
	for _, cookie := range r.CookiesNamed(cookieName(deviceCookie, d.Secure)) {
		end := strings.LastIndexByte(cookie.Value, '.')
		if end < 0 || !d.Key.Verify(devicePart, cookie.Value[:end], cookie.Value[end+1:]) {
			continue
		}
		if account, device, _ := strings.Cut(cookie.Value[:end], "."); account == strconv.FormatInt(userID, 10) {
			return device
		}
	}
	return ""
}
