package transfer

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgtype"
)

// valueType converts the values of a column. It depends on the column's type in PostgreSQL.
type valueType struct {
	// fromSQLite returns a value that SQLite has as a text, which is the same for both databases, and as an argument of
	// COPY.
	fromSQLite func(value any) (text string, argument any, err error)
	// read is the expression that returns the text from PostgreSQL. $ is the column.
	read string
	// normalise changes a text of PostgreSQL into the same text. It is nil where nothing has to be changed.
	normalise func(text string) (string, error)
	// inJSON converts a value that SQLite has written as part of a JSON object. It is nil where both write the same.
	inJSON func(value any) (any, error)
}

// valueTypes are those of the columns, by PostgreSQL's name of the type. Enumerations are texts.
var valueTypes = map[string]valueType{
	"int2":        {fromSQLite: fromInteger, read: "$"},
	"int4":        {fromSQLite: fromInteger, read: "$"},
	"int8":        {fromSQLite: fromInteger, read: "$"},
	"float8":      {fromSQLite: fromFloat, read: "$", normalise: normaliseFloat, inJSON: floatInJSON},
	"bool":        {fromSQLite: fromBool, read: "$::int", inJSON: boolInJSON},
	"text":        {fromSQLite: fromText, read: "$"},
	"varchar":     {fromSQLite: fromText, read: "$"},
	"bytea":       {fromSQLite: fromBytes, read: "encode($, 'hex')"},
	"timestamptz": {fromSQLite: fromTime, read: "(extract(epoch FROM $) * 1000000)::bigint", inJSON: timeInJSON},
	"jsonb":       {fromSQLite: fromJSON, read: "$", normalise: normaliseJSON, inJSON: jsonInJSON},
	"bit":         {fromSQLite: fromBits, read: "$::int"},
	"_text":       {fromSQLite: fromTextArray, read: "to_jsonb($)", normalise: normaliseJSON},
	"_varchar":    {fromSQLite: fromTextArray, read: "to_jsonb($)", normalise: normaliseJSON},
	"_jsonb":      {fromSQLite: fromJSONArray, read: "to_jsonb($)", normalise: normaliseJSON},
}

func unexpected(value any) error {
	return fmt.Errorf("a value of type %T was not expected here", value)
}

func fromInteger(value any) (string, any, error) {
	n, ok := value.(int64)
	if !ok {
		return "", nil, unexpected(value)
	}
	return strconv.FormatInt(n, 10), n, nil
}

func fromFloat(value any) (string, any, error) {
	n, ok := value.(float64)
	if whole, isWhole := value.(int64); isWhole {
		n, ok = float64(whole), true
	}
	if !ok {
		return "", nil, unexpected(value)
	}
	return formatFloat(n), n, nil
}

func formatFloat(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }

func normaliseFloat(text string) (string, error) {
	n, err := strconv.ParseFloat(text, 64)
	return formatFloat(n), err
}

// isTrue converts a truth value, which is a number unless the driver knows the type of the column.
func isTrue(value any) (bool, error) {
	switch v := value.(type) {
	case bool:
		return v, nil
	case int64:
		return v != 0, nil
	}
	return false, unexpected(value)
}

func fromBool(value any) (string, any, error) {
	is, err := isTrue(value)
	if is {
		return "1", is, err
	}
	return "0", is, err
}

// errCharacters is for texts that PostgreSQL can't store.
var errCharacters = errors.New("contains a zero byte or is not valid UTF-8, which PostgreSQL can't store")

func textOf(value any) (string, error) {
	text, ok := value.(string)
	if bytes, isBytes := value.([]byte); isBytes {
		text, ok = string(bytes), true
	}
	if !ok {
		return "", unexpected(value)
	}
	if !utf8.ValidString(text) || strings.Contains(text, "\x00") {
		return "", errCharacters
	}
	return text, nil
}

func fromText(value any) (string, any, error) {
	text, err := textOf(value)
	return text, text, err
}

func fromBytes(value any) (string, any, error) {
	content, ok := value.([]byte)
	if text, isText := value.(string); isText {
		content, ok = []byte(text), true
	}
	if !ok {
		return "", nil, unexpected(value)
	}
	return hex.EncodeToString(content), content, nil
}

// timeOf converts a time. Waymark's are microseconds; those of the job queue are texts, which one driver parses.
func timeOf(value any) (time.Time, error) {
	switch v := value.(type) {
	case int64:
		return time.UnixMicro(v).UTC(), nil
	case time.Time:
		return v.UTC().Truncate(time.Microsecond), nil
	case string:
		for _, layout := range []string{time.DateTime, time.RFC3339Nano} {
			if at, err := time.ParseInLocation(layout, v, time.UTC); err == nil {
				return at.UTC().Truncate(time.Microsecond), nil
			}
		}
		return time.Time{}, fmt.Errorf("%q is not a time", v)
	}
	return time.Time{}, unexpected(value)
}

func fromTime(value any) (string, any, error) {
	at, err := timeOf(value)
	return strconv.FormatInt(at.UnixMicro(), 10), at, err
}

func fromBits(value any) (string, any, error) {
	n, ok := value.(int64)
	if !ok || n < 0 || n > 255 {
		return "", nil, unexpected(value)
	}
	return strconv.FormatInt(n, 10), pgtype.Bits{Bytes: []byte{byte(n)}, Len: 8, Valid: true}, nil
}

func fromJSON(value any) (string, any, error) {
	text, err := textOf(value)
	if err != nil {
		return "", nil, err
	}
	normal, err := normaliseJSON(text)
	return normal, text, err
}

func fromTextArray(value any) (string, any, error) {
	normal, elements, err := arrayOf[string](value)
	return normal, elements, err
}

func fromJSONArray(value any) (string, any, error) {
	normal, elements, err := arrayOf[json.RawMessage](value)
	texts := make([]string, len(elements))
	for i, element := range elements {
		texts[i] = string(element)
	}
	return normal, texts, err
}

func arrayOf[T any](value any) (normal string, elements []T, err error) {
	text, err := textOf(value)
	if err != nil {
		return "", nil, err
	}
	if err := json.Unmarshal([]byte(text), &elements); err != nil {
		return "", nil, err
	}
	if elements == nil { // The job queue writes an empty list as null.
		return "[]", []T{}, nil
	}
	normal, err = normaliseJSON(text)
	return normal, elements, err
}

// normaliseJSON returns the same text for the same JSON value: PostgreSQL stores neither white space nor the order of
// keys, and writes numbers in its own way.
func normaliseJSON(text string) (string, error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return "", fmt.Errorf("invalid JSON: %w", err)
	}
	out := &bytes.Buffer{}
	if err := writeJSON(out, value); err != nil {
		return "", err
	}
	return out.String(), nil
}

func writeJSON(out *bytes.Buffer, value any) error {
	switch v := value.(type) {
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		out.WriteByte('{')
		for _, name := range names {
			fmt.Fprintf(out, "%q:", name)
			if err := writeJSON(out, v[name]); err != nil {
				return err
			}
			out.WriteByte(',')
		}
		out.WriteByte('}')
	case []any:
		out.WriteByte('[')
		for _, element := range v {
			if err := writeJSON(out, element); err != nil {
				return err
			}
			out.WriteByte(',')
		}
		out.WriteByte(']')
	case json.Number:
		return writeNumber(out, v.String())
	default:
		encoded, err := json.Marshal(v)
		out.Write(encoded)
		return err
	}
	return nil
}

func writeNumber(out *bytes.Buffer, number string) error {
	if !strings.ContainsAny(number, ".eE") && number != "-0" {
		out.WriteString(number)
		return nil
	}
	exact, ok := new(big.Rat).SetString(number)
	if !ok {
		return fmt.Errorf("%q is not a number", number)
	}
	out.WriteString(exact.RatString())
	return nil
}
