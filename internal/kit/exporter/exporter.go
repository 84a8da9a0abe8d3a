// Package exporter knows the lists that can be exported.
package exporter

import (
	"context"
	"net/url"
)

// List is a list that can be read to its end, in its own order.
type List interface {
	// IDs returns the ids of all rows at a path that match the list's parameters, as of one moment.
	IDs(ctx context.Context, path string, query url.Values) ([]int64, error)
	// Rows returns the records with the given ids, as a slice of pointers to them, without those that no longer exist.
	Rows(ctx context.Context, path string, ids []int64) (any, error)
}

// Registry has the lists that can be exported, by the patterns of their paths.
type Registry struct{ byPattern map[string]List }

// NewRegistry returns an empty registry. Lists are added when they are mounted.
func NewRegistry() *Registry { return &Registry{map[string]List{}} }

// Add makes a list known. A nil registry ignores it.
func (r *Registry) Add(pattern string, list List) {
	if r != nil {
		r.byPattern[pattern] = list
	}
}

// At returns the list at a pattern, or nil. Hand-written lists are not included.
func (r *Registry) At(pattern string) List {
	if r == nil {
		return nil
	}
	return r.byPattern[pattern]
}
