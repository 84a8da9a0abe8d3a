package mail_test

import (
	"bytes"
	"log/slog"
	netmail "net/mail"
	"strings"
	"testing"

	"waymark/internal/kit/mail"
)

// captureLog redirects the default logger to a buffer until the test ends.
func captureLog(t *testing.T) *bytes.Buffer {
	t.Helper()
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	return &log
}

// Not parallel: the default logger belongs to the whole process.
func TestSend_ToLog(t *testing.T) {
	log := captureLog(t)
	err := send(
		t, "",
		mail.Message{
			To: netmail.Address{Name: "Zoë", Address: "zoe@example.org"}, Subject: "Your password",
			Text: "https://example.org/reset?token=abc",
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"level=WARN", "zoe@example.org", "Your password", "https://example.org/reset?token=abc",
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%s is not in the log: %s", want, log.String())
		}
	}
}

// Not parallel: the default logger belongs to the whole process.
func TestHeld(t *testing.T) {
	log := captureLog(t)
	message := mail.Message{To: netmail.Address{Address: "zoe@example.org"}, Subject: "Your password", Text: "token=abc"}
	if err := (mail.Held{}).Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "zoe@example.org") || !strings.Contains(log.String(), "Your password") {
		t.Errorf("the log does not name the message: %s", log)
	}
	if strings.Contains(log.String(), "token=abc") {
		t.Errorf("the text is in the log: %s", log)
	}
}
