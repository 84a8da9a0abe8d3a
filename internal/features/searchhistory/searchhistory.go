// Package searchhistory keeps what was searched for through the public API, and what was found.
package searchhistory

import "waymark/internal/kit/resource"

// Mount adds the calls.
func Mount(_ resource.Kit) {}
