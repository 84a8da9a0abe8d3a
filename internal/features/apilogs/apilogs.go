// Package apilogs keeps what the public API was asked and how it answered.
package apilogs

import "waymark/internal/kit/resource"

// Mount adds the calls.
func Mount(_ resource.Kit) {}
