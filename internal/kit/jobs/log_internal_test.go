package jobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"waymark/internal/kit/unavailable"
)

// Not parallel: the default logger belongs to the whole process.
func TestRiverLogger(t *testing.T) {
	var lines bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&lines, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	logger := riverLogger()
	for name, c := range map[string]struct {
		log  func()
		want string
	}{
		"a start of a part": {func() { logger.Info("started") }, ""},
		"a warning":         {func() { logger.Warn("slow", "queue", "default") }, "msg=slow queue=default"},
		"an error": {
			func() { logger.Error("broken", "err", errors.New("no connection")) }, "no connection",
		},
		"an error because of stopping": {
			func() { logger.Error("broken", "err", fmt.Errorf("fetch: %w", context.Canceled)) }, "",
		},
	} {
		lines.Reset()
		riverSampler = unavailable.Sampler{}
		c.log()
		if got := lines.String(); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: logged %q, want %q", name, got, c.want)
		}
	}
	t.Run("logs one of many similar lines", func(t *testing.T) {
		lines.Reset()
		riverSampler = unavailable.Sampler{}
		for range 10 {
			logger.Error("broken")
		}
		if n := strings.Count(lines.String(), "\n"); n < 1 || n > 2 {
			t.Errorf("%d lines: %s", n, lines.String())
		}
	})
}
