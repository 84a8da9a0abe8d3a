package media

import (
	"encoding/json"
	"fmt"
	"sync"
)

// conversions are those of an upload, as they are stored. They are shared by everyone who reads them, so nobody
// changes them.
type conversions []Conversion

// maxDecoded limits how many uploads are remembered. One takes about two kilobytes.
const maxDecoded = 2000

// decoded has the conversions by their JSON. Decoding them again for each list took a tenth of its time.
var decoded = struct {
	sync.RWMutex
	byText map[string]conversions
}{byText: map[string]conversions{}}

// Scan reads the JSON of a column.
func (c *conversions) Scan(src any) error {
	var text string
	switch v := src.(type) {
	case string:
		text = v
	case []byte:
		text = string(v)
	default:
		return fmt.Errorf("read conversions from %T", src)
	}
	decoded.RLock()
	known, ok := decoded.byText[text]
	decoded.RUnlock()
	if ok {
		*c = known
		return nil
	}
	var list conversions
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return fmt.Errorf("read conversions: %w", err)
	}
	decoded.Lock()
	defer decoded.Unlock()
	if len(decoded.byText) >= maxDecoded {
		clear(decoded.byText)
	}
	decoded.byText[text] = list
	*c = list
	return nil
}
