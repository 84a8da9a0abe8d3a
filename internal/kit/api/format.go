package api

import (
	"encoding/json"
	"io"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/encode"
)

// maxKeptBuffer is the size up to which a buffer is used again. Few responses are larger.
const maxKeptBuffer = 256 << 10

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// jsonFormat writes a response with one call, after all of it was encoded.
var jsonFormat = huma.Format{
	Marshal: func(w io.Writer, value any) error {
		buffer := buffers.Get().(*[]byte) //nolint:forcetypeassert // the only type in the pool
		content, err := encode.JSON((*buffer)[:0], value)
		if err != nil {
			return err
		}
		content = append(content, '\n')
		if whole, ok := w.(*wholeWriter); ok {
			err = whole.writeWhole(content)
		} else {
			_, err = w.Write(content)
		}
		if cap(content) <= maxKeptBuffer {
			*buffer = content
			buffers.Put(buffer)
		}
		return err
	},
	Unmarshal: json.Unmarshal,
}
