// Command fuzz runs the fuzz test of the API for longer than make test: 100,000 hostile requests on each database
// engine, with a random seed. It includes PostgreSQL if WAYMARK_TEST_POSTGRES is set.
//
//	make prove fuzz
//	WAYMARK_FUZZ_SEED=42 WAYMARK_FUZZ_REQUESTS=500000 scripts/with-postgres make prove fuzz
package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
)

func main() {
	if err := prove(); err != nil {
		fmt.Println("FAILED:", err)
		os.Exit(1)
	}
	fmt.Println("passed")
}

func prove() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	seed := cmp.Or(os.Getenv("WAYMARK_FUZZ_SEED"), strconv.Itoa(rand.IntN(1_000_000_000)))
	requests := cmp.Or(os.Getenv("WAYMARK_FUZZ_REQUESTS"), "100000")
	fmt.Printf("WAYMARK_FUZZ_SEED=%s WAYMARK_FUZZ_REQUESTS=%s\n", seed, requests)
	if os.Getenv("WAYMARK_TEST_POSTGRES") == "" {
		fmt.Println("On SQLite only: WAYMARK_TEST_POSTGRES is not set.")
	}
	test := exec.CommandContext(ctx, "go", "test", "-tags", "sqlite_fts5", "./internal/app", "-run", "^TestFuzz$", "-v",
		"-count=1", "-timeout", "60m")
	test.Env = append(os.Environ(), "WAYMARK_FUZZ_SEED="+seed, "WAYMARK_FUZZ_REQUESTS="+requests)
	test.Stdout, test.Stderr = os.Stdout, os.Stderr
	return test.Run()
}
