package webpage

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// maxDuration is longer than any video or recording.
const maxDuration = 100 * 24 * time.Hour

var iso = regexp.MustCompile(`^\s*(?i:P(?:(\d{1,6}(?:[.,]\d{1,9})?)D)?` +
	`(?:T(?:(\d{1,6}(?:[.,]\d{1,9})?)H)?(?:(\d{1,8}(?:[.,]\d{1,9})?)M)?(?:(\d{1,9}(?:[.,]\d{1,9})?)S)?)?)\s*$`)

// isoDuration parses an ISO 8601 duration like PT1H30M. It returns 0 if the text is not one.
func isoDuration(text string) time.Duration {
	if len(text) > 64 {
		return 0
	}
	parts := iso.FindStringSubmatch(text)
	if parts == nil {
		return 0
	}
	total := 0.0
	for i, unit := range []float64{24 * 3600, 3600, 60, 1} {
		if parts[i+1] != "" {
			n, _ := strconv.ParseFloat(strings.ReplaceAll(parts[i+1], ",", "."), 64)
			total += n * unit
		}
	}
	return plausibleDuration(total)
}

// seconds parses a number of seconds. It returns 0 if the text is not one.
func seconds(text string) time.Duration {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0
	}
	return plausibleDuration(n)
}

// plausibleDuration returns 0 for durations that no recording has.
func plausibleDuration(seconds float64) time.Duration {
	if !(seconds > 0 && seconds < maxDuration.Seconds()) { // written like this, it is also true for NaN
		return 0
	}
	return time.Duration(seconds * float64(time.Second))
}
