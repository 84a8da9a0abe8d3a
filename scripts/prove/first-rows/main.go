// Command first-rows measures how long a browser without a cache takes from the navigation to the rows of a list, with
// the number of requests and bytes. It fails if the median is above 800 ms, or if there are more than 20 requests. It
// needs a quiet machine.
//
// ALSO="URL …" measures other servers in turn with it, such as an older version with demo data.
package main

import "waymark/scripts/prove/internal/browser"

func main() { browser.Measure("first-rows.spec.ts") }
