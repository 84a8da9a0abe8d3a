// Command rates shows how much faster requests have become. It starts a server from each of two binaries, on databases
// with 100,000 items and on both engines, and sends the requests of 16 connections to one and then to the other, in
// turn. It prints the requests per second and their ratio, and fails if a ratio is too low. PostgreSQL waits for the
// disk.
//
//	make prove rates OLD=path/to/waymark                # compared with bin/waymark
//
// BENCH_ONLY=word compares only the cases with that word in their name, and BENCH_ENGINE=sqlite or postgres only one
// engine.
package main

import "waymark/scripts/prove/internal/binaries"

func main() { binaries.Compare("rates", "DURABLE=1") }
