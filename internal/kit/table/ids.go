package table

import "slices"

// fewIDs is how many ids are compared with each other faster than a map is filled.
const fewIDs = 32

// UniqueIDs returns each id once, in the order of their first occurrences.
func UniqueIDs(ids []int64) []int64 {
	if len(ids) <= fewIDs {
		once := make([]int64, 0, len(ids))
		for _, id := range ids {
			if !slices.Contains(once, id) {
				once = append(once, id)
			}
		}
		return once
	}
	once, seen := make([]int64, 0, len(ids)), make(map[int64]bool, len(ids))
	for _, id := range ids {
		if !seen[id] {
			once, seen[id] = append(once, id), true
		}
	}
	return once
}
