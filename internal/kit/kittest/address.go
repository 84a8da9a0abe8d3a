package kittest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
)

// FreeAddress returns an address for a server that a test starts in another process. Its port is not one of those that
// the system gives to outgoing connections: one of the many connections of other tests could take it before the server
// does.
func FreeAddress(t testing.TB) string {
	t.Helper()
	const first, count = 20_000, 12_000 // Linux uses 32768 and above, other systems 49152 and above
	for range 100 {
		address := fmt.Sprintf("127.0.0.1:%d", first+rand.N(count))
		listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", address)
		if err != nil {
			continue // in use
		}
		if err := listener.Close(); err != nil {
			t.Fatal(err)
		}
		return address
	}
	t.Fatal("no free port")
	return ""
}
