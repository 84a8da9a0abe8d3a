package media

import "testing"

func TestParseBucket(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bucketAddress{
		"KEY:SECRET@example.org/bucket": {
			key: "KEY", secret: "SECRET", host: "example.org", bucket: "bucket",
		},
		"KEY:SECRET@example.org:9000/bucket/a/b/?insecure=1": {
			key: "KEY", secret: "SECRET", host: "example.org:9000", bucket: "bucket", prefix: "a/b/", insecure: true,
		},
		"KEY:a/b+c=@example.org/bucket?region=eu-west-1": {
			key: "KEY", secret: "a/b+c=", host: "example.org", bucket: "bucket", region: "eu-west-1",
		},
		"KEY:12/34@example.org/bucket": {
			key: "KEY", secret: "12/34", host: "example.org", bucket: "bucket",
		},
		"KEY:a%2Fb%40c@example.org/bucket": {
			key: "KEY", secret: "a/b@c", host: "example.org", bucket: "bucket",
		},
		"KEY:a%2Fb/c@example.org/bucket": {
			key: "KEY", secret: "a/b/c", host: "example.org", bucket: "bucket",
		},
		"KEY:50%/off@example.org/bucket": {
			key: "KEY", secret: "50%/off", host: "example.org", bucket: "bucket",
		},
		"KEY:a:b@example.org/bucket": {
			key: "KEY", secret: "a:b", host: "example.org", bucket: "bucket",
		},
		"KEY:a?b#c@example.org/bucket?region=r": {
			key: "KEY", secret: "a?b#c", host: "example.org", bucket: "bucket", region: "r",
		},
		"KEY:SECRET@example.org/bucket/with@sign?region=us-east-1": {
			key: "KEY", secret: "SECRET", host: "example.org", bucket: "bucket", prefix: "with@sign/", region: "us-east-1",
		},
	} {
		got, err := parseBucket(address)
		if err != nil || *got != want {
			t.Errorf("%s: got %+v (%v), want %+v", address, got, err, want)
		}
	}
}
