package db

import (
	"math/bits"
	"strconv"
	"strings"
	"sync"
	"time"
)

// template is a query split at its arguments. Parsing a query takes longer than looking it up.
type template struct {
	parts []string // the text before each argument, and after the last
	kinds []argumentKind

	mu sync.RWMutex
	// texts are the bound queries, by the sizes of their lists and their limits. On PostgreSQL a list has one or many
	// elements. A statement is prepared for each text, so there should be few.
	texts map[string]string
}

// argumentKind is where an argument is.
type argumentKind int

const (
	plain argumentKind = iota
	// list is the argument of IN (?), which the parts do not contain.
	list
	// limit follows LIMIT.
	limit
	// offset follows OFFSET.
	offset
)

const (
	maxTemplates = 5000
	maxTexts     = 100
)

var templates = struct {
	sync.RWMutex
	byQuery map[string]*template
}{byQuery: map[string]*template{}}

// templateOf returns the parsed query. All are forgotten if there are too many: a program composes queries of parts,
// but not without end.
func templateOf(query string) *template {
	templates.RLock()
	t := templates.byQuery[query]
	templates.RUnlock()
	if t != nil {
		return t
	}
	t = parseTemplate(query)
	templates.Lock()
	defer templates.Unlock()
	if len(templates.byQuery) >= maxTemplates {
		clear(templates.byQuery)
	}
	templates.byQuery[query] = t
	return t
}

func parseTemplate(query string) *template {
	t := &template{texts: map[string]string{}}
	for {
		at := placeholder(query)
		if at < 0 {
			t.parts = append(t.parts, query)
			return t
		}
		before, kind := query[:at], plain
		query = query[at+1:]
		if column, ok := strings.CutSuffix(before, " IN ("); ok && strings.HasPrefix(query, ")") {
			before, query, kind = column, query[1:], list
		} else if strings.HasSuffix(before, "LIMIT ") {
			kind = limit
		} else if strings.HasSuffix(before, "OFFSET ") {
			kind = offset
		}
		t.parts, t.kinds = append(t.parts, before), append(t.kinds, kind)
	}
}

// placeholder returns the position of the next argument in a query, or -1. A question mark in a literal is none.
func placeholder(query string) int {
	quoted := false
	for i := range len(query) {
		switch query[i] {
		case '\'':
			quoted = !quoted
		case '?':
			if !quoted {
				return i
			}
		}
	}
	return -1
}

// bind replaces the arguments of a query by those of the engine.
func (c Conn) bind(query string, args []any) (string, []any) {
	if len(args) == 0 {
		return query, nil
	}
	t := templateOf(query)
	if c.Engine == Postgres {
		variant, bound := c.postgresArguments(t, args)
		return t.text(variant, t.writePostgres), bound
	}
	variant, bound := make([]byte, 0, 16), make([]any, 0, t.countBound(args))
	for i, arg := range args {
		switch n, isInt := toInt(arg); {
		case i >= len(t.kinds) || t.kinds[i] == plain || t.kinds[i] == offset:
			bound = append(bound, c.argument(arg))
		case t.kinds[i] == list:
			before := len(bound)
			bound = appendPadded(bound, arg)
			variant = append(strconv.AppendInt(variant, int64(len(bound)-before), 10), ' ')
		case isInt:
			variant = append(strconv.AppendInt(variant, n, 10), ' ')
		default: // anything but a number could be SQL
			bound, variant = append(bound, arg), append(variant, "? "...)
		}
	}
	return t.text(string(variant), t.writeSQLite), bound
}

// countBound returns how many arguments SQLite is given.
func (t *template) countBound(args []any) int {
	count := len(args)
	for i, arg := range args[:min(len(args), len(t.kinds))] {
		if t.kinds[i] != list {
			continue
		}
		switch v := arg.(type) {
		case []int64:
			count += paddedSize(len(v))
		case []string:
			count += paddedSize(len(v))
		}
	}
	return count
}

// postgresArguments returns the arguments for PostgreSQL, and which text they need. A plan for any arguments assumes
// lists of ten elements, and limits and offsets of a tenth of the rows, so that PostgreSQL would plan a statement with
// smaller ones at every call. Lists of a single element are therefore compared with =, and limits are part of the text,
// as is the offset of a first page.
func (c Conn) postgresArguments(t *template, args []any) (variant string, bound []any) {
	bound = make([]any, 0, len(args)+1)
	text := append(make([]byte, 0, 16), '$')
	for i, arg := range args {
		kind := plain
		if i < len(t.kinds) {
			kind = t.kinds[i]
		}
		switch n, isInt := toInt(arg); {
		case kind == list:
			element, single := onlyElement(arg)
			if single {
				arg = element
			}
			bound, text = append(bound, arg), append(strconv.AppendBool(text, single), ' ')
		case isInt && (kind == limit || (kind == offset && n == 0)):
			text = append(strconv.AppendInt(text, n, 10), ' ')
		case kind == limit || kind == offset:
			bound, text = append(bound, arg), append(text, "? "...)
		default:
			bound = append(bound, c.argument(arg))
		}
	}
	return string(text), bound
}

// onlyElement returns the element of a list that has only one.
func onlyElement(arg any) (any, bool) {
	switch v := arg.(type) {
	case []int64:
		if len(v) == 1 {
			return v[0], true
		}
		return nil, false
	case []string:
		if len(v) == 1 {
			return v[0], true
		}
		return nil, false
	}
	return arg, true // not a list
}

// appendPadded appends the elements of a list. It repeats the last one until their number is a power of two, so that
// lists of similar lengths share a prepared statement. An empty list becomes NULL, which equals nothing.
func appendPadded(bound []any, arg any) []any {
	switch v := arg.(type) {
	case []int64:
		return appendList(bound, v)
	case []string:
		return appendList(bound, v)
	}
	return append(bound, arg)
}

func appendList[T any](bound []any, list []T) []any {
	if len(list) == 0 {
		return append(bound, nil)
	}
	for _, v := range list {
		bound = append(bound, v)
	}
	for range paddedSize(len(list)) - len(list) {
		bound = append(bound, bound[len(bound)-1])
	}
	return bound
}

// paddedSize returns the number of arguments of a list with the given length.
func paddedSize(length int) int {
	if length == 0 {
		return 1
	}
	return min(1<<bits.Len(uint(length-1)), max(maxSQLiteArguments, length))
}

// maxSQLiteArguments is half of what SQLite permits.
const maxSQLiteArguments = 1 << 14

func toInt(arg any) (int64, bool) {
	switch n := arg.(type) {
	case int:
		return int64(n), true
	case int64:
		return n, true
	}
	return 0, false
}

// text returns the bound query for the sizes of its lists and its limits.
func (t *template) text(variant string, write func(b *strings.Builder, variant string)) string {
	t.mu.RLock()
	text, ok := t.texts[variant]
	t.mu.RUnlock()
	if ok {
		return text
	}
	var b strings.Builder
	write(&b, variant)
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.texts) >= maxTexts {
		clear(t.texts)
	}
	t.texts[variant] = b.String()
	return b.String()
}

// writePostgres writes the query for PostgreSQL, which takes a list as one argument.
func (t *template) writePostgres(b *strings.Builder, variant string) {
	variant, next := variant[1:], 0
	argument := func() string {
		next++
		return "$" + strconv.Itoa(next)
	}
	for i, part := range t.parts {
		b.WriteString(part)
		if i == len(t.kinds) {
			break
		}
		if t.kinds[i] == plain {
			b.WriteString(argument())
			continue
		}
		var word string
		word, variant, _ = strings.Cut(variant, " ")
		switch word {
		case "true":
			b.WriteString(" = " + argument())
		case "false":
			b.WriteString(" = ANY(" + argument() + ")")
		case "?":
			b.WriteString(argument())
		default:
			b.WriteString(word)
		}
	}
}

// writeSQLite writes the query for SQLite. It plans a statement again whenever its limit is bound, which may take
// longer than running it, so limits are part of the text.
func (t *template) writeSQLite(b *strings.Builder, variant string) {
	for i, part := range t.parts {
		b.WriteString(part)
		switch {
		case i == len(t.kinds):
		case t.kinds[i] == plain || t.kinds[i] == offset:
			b.WriteByte('?')
		default:
			var number string
			number, variant, _ = strings.Cut(variant, " ")
			if t.kinds[i] == limit { // a number or a question mark
				b.WriteString(number)
				continue
			}
			n, _ := strconv.Atoi(number)
			b.WriteString(" IN (?" + strings.Repeat(",?", n-1) + ")")
		}
	}
}

func (c Conn) argument(arg any) any {
	switch v := arg.(type) {
	case IDs:
		if c.Engine == Postgres {
			return []int64(v)
		}
		return JSON([]int64(v))
	case time.Time:
		return c.timeArgument(v)
	case *time.Time:
		if v == nil {
			return nil
		}
		return c.timeArgument(*v)
	}
	return arg
}

// timeArgument converts a time for storage. SQLite has no type for times; an integer of microseconds since 1970 sorts
// and compares correctly.
func (c Conn) timeArgument(t time.Time) any {
	t = t.UTC().Truncate(time.Microsecond)
	if c.Engine == SQLite {
		return t.UnixMicro()
	}
	return t
}
