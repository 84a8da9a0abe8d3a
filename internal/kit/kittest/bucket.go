package kittest

import (
	"io"
	"log"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// Bucket runs an S3 server in memory until the test ends, and returns the address of a bucket on it.
func Bucket(t testing.TB) string {
	t.Helper()
	address, stop, err := StartBucket()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return address
}

// StartBucket runs an S3 server in memory until stop is called, and returns the address of a bucket on it.
func StartBucket() (address string, stop func(), err error) {
	backend := s3mem.New()
	if err := backend.CreateBucket("waymark"); err != nil {
		return "", nil, err
	}
	server := httptest.NewUnstartedServer(gofakes3.New(backend, gofakes3.WithLogger(gofakes3.DiscardLog())).Server())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.Start()
	return "s3://KEY:SECRET@" + strings.TrimPrefix(server.URL, "http://") + "/waymark?insecure=1", server.Close, nil
}
