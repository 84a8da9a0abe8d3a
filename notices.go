// Package waymark holds what belongs to the product as a whole.
package waymark

import _ "embed"

// ThirdPartyNotices names what others made, with the licences. It is written by make gen.
//
//go:embed THIRD-PARTY-NOTICES.txt
var ThirdPartyNotices string
