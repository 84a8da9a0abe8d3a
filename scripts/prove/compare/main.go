// Command compare shows whether a change makes requests slower. It starts a server from each of two binaries, on
// databases with the same amount of demo data (50,000 items) and on both engines, and sends every kind of request that
// make bench measures to both in turn. Other load on the machine therefore affects both alike. It prints the median
// times, their ratio and the geometric mean of all ratios.
//
//	make prove compare OLD=path/to/waymark                # compared with bin/waymark
//	make prove compare OLD=path/to/waymark NEW=path/to/another
//
// BENCH_ONLY=word compares only the cases with that word in their name, and BENCH_ENGINE=sqlite or postgres only one
// engine.
package main

import "waymark/scripts/prove/internal/binaries"

func main() { binaries.Compare("compare") }
