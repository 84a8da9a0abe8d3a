package media_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/kittest"
	"waymark/internal/kit/media"
)

// requests returns the request that a bucket receives from a storage with the given address.
func requests(t *testing.T, address func(host string) string) (path, authorization string, err error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, authorization = r.URL.Path, r.Header.Get("Authorization")
		w.WriteHeader(http.StatusOK)
	}))
	defer server.Close()
	storage, err := media.OpenStorage(address(strings.TrimPrefix(server.URL, "http://")))
	if err == nil {
		err = storage.Put(t.Context(), "abc/original.jpg", "image/jpeg", []byte("x"))
	}
	return path, authorization, err
}

func TestStorage_BucketAddress(t *testing.T) {
	t.Parallel()
	signed := func(secret string) string {
		t.Helper()
		_, authorization, err := requests(t, func(host string) string {
			return "s3://KEY:" + secret + "@" + host + "/waymark?insecure=1&region=eu-west-1"
		})
		if err != nil {
			t.Errorf("%s: %v", secret, err)
		}
		return authorization
	}
	t.Run("uses the region and the prefix", func(t *testing.T) {
		t.Parallel()
		path, authorization, err := requests(t, func(host string) string {
			return "s3://KEY:SECRET@" + host + "/waymark/some/part/?insecure=1&region=eu-west-1"
		})
		if err != nil || path != "/waymark/some/part/abc/original.jpg" ||
			!strings.Contains(authorization, "Credential=KEY/") || !strings.Contains(authorization, "/eu-west-1/s3/") {
			t.Errorf("got %s, %s (%v)", path, authorization, err)
		}
	})
	t.Run("accepts secrets with special characters, escaped or not", func(t *testing.T) {
		t.Parallel()
		for _, secret := range []string{
			"wJalrXUtnFEMI/K7MDENG/bPx+fiCY=", "a/b", "12/34", "a?b", "a#b", "a+b/c", "a:b", "a@b", "a%b/c", "a%2Fb",
			"a%40b%2Fc",
		} {
			if !strings.Contains(signed(secret), "Credential=KEY/") {
				t.Errorf("the secret %s was not accepted", secret)
			}
		}
	})
	t.Run("explains what to escape if it is ambiguous", func(t *testing.T) {
		t.Parallel()
		for _, address := range []string{
			"s3://KEY:a@b/hunter2@example.org/bucket", "s3://KEYhunter2/x@example.org/bucket",
			"s3://KEY:hunter2/x@exa mple.org/bucket",
		} {
			_, err := media.OpenStorage(address)
			if err == nil || !strings.Contains(err.Error(), "percent-encode") || !strings.Contains(err.Error(), "/ is %2F") ||
				strings.Contains(err.Error(), "hunter2") {
				t.Errorf("%s: %v", address, err)
			}
		}
	})
}

func TestOpenBucket(t *testing.T) {
	t.Parallel()
	t.Run("refuses addresses that are not buckets", func(t *testing.T) {
		t.Parallel()
		for _, address := range []string{"", "file:" + t.TempDir(), "s3://KEY:hunter2@example.org"} {
			if _, err := media.OpenBucket(address); err == nil || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("%s: got %v", address, err)
			}
		}
	})
	for name, address := range map[string]string{
		"bucket":           kittest.Bucket(t),
		"part of a bucket": strings.Replace(kittest.Bucket(t), "/waymark?", "/waymark/backups?", 1),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, err := media.OpenBucket(address)
			if err != nil {
				t.Fatal(err)
			}
			for _, key := range []string{"copy-1.tar.gz", "copy-2.tar.gz", "other.txt", "copy-3/part.tar.gz"} {
				put(t, b, key, "content")
			}
			want := func(prefix string, keys ...string) {
				t.Helper()
				if got, err := b.List(t.Context(), prefix); err != nil || !slices.Equal(got, keys) {
					t.Errorf("the keys with the prefix %q are %v (%v), want %v", prefix, got, err, keys)
				}
			}
			want("copy-", "copy-1.tar.gz", "copy-2.tar.gz")
			want("", "copy-1.tar.gz", "copy-2.tar.gz", "other.txt")
			for range 2 { // the second time the file does not exist
				if err := b.Remove(t.Context(), "copy-1.tar.gz"); err != nil {
					t.Fatal(err)
				}
			}
			want("copy-", "copy-2.tar.gz")
			wantFile(t, b, "copy-3/part.tar.gz", "content")
		})
	}
	t.Run("reports a bucket that does not exist", func(t *testing.T) {
		t.Parallel()
		b, err := media.OpenBucket(strings.Replace(kittest.Bucket(t), "/waymark?", "/other?", 1))
		if err != nil {
			t.Fatal(err)
		}
		if keys, err := b.List(t.Context(), ""); err == nil {
			t.Errorf("listed %v", keys)
		}
		if err := b.Remove(t.Context(), "copy-1.tar.gz"); err == nil {
			t.Error("a file was removed")
		}
	})
}
