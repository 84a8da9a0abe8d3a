package main_test

import (
	"compress/gzip"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// collector is a server that receives spans with OTLP over HTTP.
type collector struct {
	url  string
	lock sync.Mutex
	list []*tracepb.Span
}

func startCollector(t *testing.T) *collector {
	t.Helper()
	c := &collector{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := io.Reader(r.Body)
		if r.Header.Get("Content-Encoding") == "gzip" {
			body, _ = gzip.NewReader(r.Body)
		}
		text, err := io.ReadAll(body)
		var sent tracepb.TracesData // has the same fields as a request to export it
		if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(text, &sent) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		c.lock.Lock()
		defer c.lock.Unlock()
		for _, resource := range sent.GetResourceSpans() {
			for _, scope := range resource.GetScopeSpans() {
				c.list = append(c.list, scope.GetSpans()...)
			}
		}
	}))
	t.Cleanup(server.Close)
	c.url = server.URL
	return c
}

// spans returns the spans with a name that have been received.
func (c *collector) spans(name string) []*tracepb.Span {
	c.lock.Lock()
	defer c.lock.Unlock()
	found := []*tracepb.Span{}
	for _, span := range c.list {
		if span.GetName() == name {
			found = append(found, span)
		}
	}
	return found
}

func (c *collector) await(t *testing.T, name string) []*tracepb.Span {
	t.Helper()
	waitFor(t, "the span "+name, func() bool { return len(c.spans(name)) > 0 })
	return c.spans(name)
}

func attributesOf(span *tracepb.Span) map[string]string {
	found := map[string]string{}
	for _, attribute := range span.GetAttributes() {
		found[attribute.GetKey()] = attribute.GetValue().String()
	}
	return found
}

func TestTraces(t *testing.T) {
	t.Setenv("OTEL_BSP_SCHEDULE_DELAY", "50") // milliseconds
	const trace, parent = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
	get := func(s *server, path string) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Traceparent", "00-"+trace+"-"+parent+"-01")
		request.Header.Set("Authorization", "Bearer the key of the app")
		response, err := s.client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
	}

	t.Run("continue the trace of a trusted proxy", func(t *testing.T) {
		c := startCollector(t)
		s := start(t, t.TempDir(), "--otlp-endpoint", c.url, "--trusted-proxies", "127.0.0.1", "--app-key",
			"the key of the app")
		get(s, "/api/v1/search/content?query=privateword")
		request := c.await(t, "/api/v1/search/content")[0]
		if got := hex.EncodeToString(request.GetTraceId()); got != trace {
			t.Errorf("the trace is %s, want %s", got, trace)
		}
		if got := hex.EncodeToString(request.GetParentSpanId()); got != parent {
			t.Errorf("the parent is %s, want %s", got, parent)
		}
		if got := attributesOf(request)["http.route"]; !strings.Contains(got, "/api/v1/search/content") {
			t.Errorf("the route is %s", got)
		}
		statements := c.await(t, "SELECT")
		inRequest := 0
		for _, statement := range statements {
			if string(statement.GetParentSpanId()) == string(request.GetSpanId()) {
				inRequest++
			}
			if attributesOf(statement)["db.query.text"] == "" {
				t.Errorf("a statement has no text: %v", statement)
			}
		}
		if inRequest == 0 {
			t.Errorf("none of %d statements is part of the request", len(statements))
		}
		job := c.await(t, "check-storage")[0]
		if job.GetKind() != tracepb.Span_SPAN_KIND_CONSUMER || len(job.GetParentSpanId()) != 0 {
			t.Errorf("got the job %v", job)
		}
		c.lock.Lock()
		defer c.lock.Unlock()
		for _, span := range c.list {
			if text := span.String(); strings.Contains(text, "privateword") || strings.Contains(text, "key of the app") {
				t.Errorf("a span contains data of the request: %s", text)
			}
		}
	})
	t.Run("ignore the trace of anybody else", func(t *testing.T) {
		c := startCollector(t)
		s := start(t, t.TempDir(), "--otlp-endpoint", c.url)
		get(s, "/readyz")
		request := c.await(t, "/readyz")[0]
		if hex.EncodeToString(request.GetTraceId()) == trace || len(request.GetParentSpanId()) != 0 {
			t.Errorf("got the trace %x and the parent %x", request.GetTraceId(), request.GetParentSpanId())
		}
	})
	t.Run("need a valid endpoint", func(t *testing.T) {
		for _, endpoint := range []string{"localhost:4318", "http://user:secret@localhost:4318", "ftp://localhost"} {
			runFailing(t, command(t, t.TempDir(), "serve", "--otlp-endpoint", endpoint), "--otlp-endpoint: use the address")
		}
	})
}
