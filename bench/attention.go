package main

import "net/http"

const attentionPath = "/api/admin/attention"

// attentionCases are about the list of what needs attention. The demo data has about two rows for each item.
var attentionCases = []useCase{
	{name: "attention, all", method: http.MethodGet, path: fixedPath(attentionPath), maxGrowth: 3},
	{
		name: "attention, one reason", method: http.MethodGet, path: fixedPath(attentionPath + "?reason=no_subject_area"),
		maxGrowth: 3,
	},
	{name: "attention, counts", method: http.MethodGet, path: fixedPath(attentionPath + "/counts"), maxGrowth: 3},
}
