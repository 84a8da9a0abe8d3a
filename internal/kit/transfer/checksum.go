package transfer

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// checksum is the sum of the hashes of all rows of a table. It doesn't depend on their order, which differs between the
// databases.
type checksum struct {
	rows  int64
	lanes [4]uint64
	row   []byte
}

// add adds a value of the current row.
func (c *checksum) add(text string) {
	c.row = binary.AppendUvarint(append(c.row, 1), uint64(len(text)))
	c.row = append(c.row, text...)
}

// addNull adds a missing value to the current row.
func (c *checksum) addNull() { c.row = append(c.row, 0) }

// endRow adds the current row.
func (c *checksum) endRow() {
	sum := sha256.Sum256(c.row)
	for i := range c.lanes {
		c.lanes[i] += binary.BigEndian.Uint64(sum[i*8:])
	}
	c.row, c.rows = c.row[:0], c.rows+1
}

func (c *checksum) String() string {
	sum := []byte{}
	for _, lane := range c.lanes {
		sum = binary.BigEndian.AppendUint64(sum, lane)
	}
	return hex.EncodeToString(sum)
}
