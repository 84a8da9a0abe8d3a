package sheet

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// DateFormat is the order of day, month and year in dates.
type DateFormat string

// The formats of dates. Times and dates in ISO 8601 are read in any case.
const (
	ISODates    DateFormat = "iso"    // 2026-01-31
	DayFirst    DateFormat = "dmy"    // 31/01/2026
	MonthFirst  DateFormat = "mdy"    // 01/31/2026
	DottedDates DateFormat = "dotted" // 31.01.2026
)

// DateFormats are the formats of dates.
var DateFormats = []DateFormat{ISODates, DayFirst, MonthFirst, DottedDates}

// Example returns a date in the format.
func (f DateFormat) Example() string {
	switch f {
	case DayFirst:
		return "31/01/2026"
	case MonthFirst:
		return "01/31/2026"
	case DottedDates:
		return "31.01.2026"
	case ISODates:
	}
	return "2026-01-31"
}

var (
	slashed = regexp.MustCompile(`^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:[ T]+(\d{1,2}:\d{2}(?::\d{2})?))?$`)
	dotted  = regexp.MustCompile(`^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?:[ T]+(\d{1,2}:\d{2}(?::\d{2})?))?$`)
	isoTime = regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})[ T]+(\d{1,2}:\d{2}(?::\d{2})?)$`)
)

// DetectDates finds out the format of the dates among cells. A date such as 03/04/2026 does not tell whether the day or
// the month is first; the day is, unless another date decides it.
func DetectDates(cells []string) DateFormat {
	found := ISODates
	for _, cell := range cells {
		cell = strings.TrimSpace(cell)
		if dotted.MatchString(cell) {
			return DottedDates
		}
		match := slashed.FindStringSubmatch(cell)
		if match == nil {
			continue
		}
		first, _ := strconv.Atoi(match[1])
		second, _ := strconv.Atoi(match[2])
		if first > 12 {
			return DayFirst
		}
		if second > 12 {
			return MonthFirst
		}
		found = DayFirst
	}
	return found
}

// Parse reads a date or a time in the time zone of the office. It returns it as JSON fields of dates take it: a day
// (YYYY-MM-DD), or a time (RFC 3339).
func (f DateFormat) Parse(cell string, zone *time.Location) (string, bool) {
	if _, err := time.Parse(time.RFC3339, cell); err == nil {
		return cell, true
	}
	if _, err := time.Parse(time.DateOnly, cell); err == nil {
		return cell, true
	}
	if match := isoTime.FindStringSubmatch(cell); match != nil {
		return dayAndTime(match[1], match[2], match[3], match[4], zone)
	}
	shape := slashed
	if f == DottedDates {
		shape = dotted
	}
	match := shape.FindStringSubmatch(cell)
	if match == nil || f == ISODates {
		return "", false
	}
	day, month := match[1], match[2]
	if f == MonthFirst {
		day, month = month, day
	}
	return dayAndTime(match[3], month, day, match[4], zone)
}

func dayAndTime(year, month, day, clock string, zone *time.Location) (string, bool) {
	date := year + "-" + twoDigits(month) + "-" + twoDigits(day)
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return "", false
	}
	if clock == "" {
		return date, true
	}
	for _, layout := range []string{"15:04", "15:04:05"} {
		if at, err := time.ParseInLocation(time.DateOnly+" "+layout, date+" "+clock, zone); err == nil {
			return at.UTC().Format(time.RFC3339), true
		}
	}
	return "", false
}

func twoDigits(number string) string {
	if len(number) == 1 {
		return "0" + number
	}
	return number
}
