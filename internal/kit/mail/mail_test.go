package mail_test

import (
	"context"
	"encoding/base64"
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"regexp"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/mail"
	"waymark/internal/kit/unavailable"
)

func send(t *testing.T, address string, message mail.Message) error {
	t.Helper()
	sender, err := mail.Open(address, "Waymark")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return sender.Send(ctx, message)
}

// deliver sends a message and returns what the server received.
func deliver(t *testing.T, message mail.Message) (commands []string, raw string, parsed *netmail.Message, text string) {
	t.Helper()
	s := listen(t, "127.0.0.1", nil)
	if err := send(t, "smtp://"+s.address+"?from=waymark@example.org", message); err != nil {
		t.Fatal(err)
	}
	commands, raw = <-s.commands, <-s.messages
	parsed, err := netmail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		t.Fatalf("not a message: %v\n%s", err, raw)
	}
	body := parsed.Body
	if parsed.Header.Get("Content-Transfer-Encoding") == "quoted-printable" {
		body = quotedprintable.NewReader(body)
	}
	content, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return commands, raw, parsed, string(content)
}

func TestOpen(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"mail.example.org", "http://mail.example.org?from=a@example.org", "smtp:mail.example.org?from=a@example.org",
		"smtp://?from=a@example.org", "smtp://:25?from=a@example.org",
		"smtp://mail.example.org", "smtp://mail.example.org?from=", "smtp://mail.example.org?from=nobody",
		"smtp://mail.example.org?from=a@example.org%0d%0aBcc:b@example.org",
		"smtp://mail.example.org:port?from=a@example.org", "smtp://user:hunter2@mail.example.org",
		"smtp://user:hunter2@mail.example.org:port?from=a@example.org",
	} {
		if _, err := mail.Open(address, "Waymark"); err == nil {
			t.Errorf("%s was opened", address)
		} else if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("the error contains the password: %v", err)
		}
	}
	for _, address := range []string{
		"", "smtp://mail.example.org?from=a@example.org", "smtps://user:p%40ss@mail.example.org:465?from=a@example.org",
		"smtp://[::1]:25?from=a@example.org",
	} {
		if _, err := mail.Open(address, "Waymark"); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestSend(t *testing.T) {
	t.Parallel()
	link := "https://waymark.example.org/reset?token=" + strings.Repeat("a1-_", 300) + "&lang=é"
	message := mail.Message{
		To:      netmail.Address{Name: "Zoë Łukasz, \"Editor\"", Address: "zoe@example.org"},
		Subject: "Ihr Paßwort für Waymark = neu?",
		Text:    "Hello Zoë,\n\n.a line with a dot\n..\n.\nFrom here = there\r\n" + link + "\n\nBye \t\n",
	}
	commands, raw, parsed, text := deliver(t, message)
	t.Run("delivers to the recipient and nobody else", func(t *testing.T) {
		for _, want := range []string{"MAIL FROM:<waymark@example.org>", "RCPT TO:<zoe@example.org>", "DATA", "QUIT"} {
			if n := strings.Count(strings.Join(commands, "\n")+"\n", want+"\n"); n != 1 {
				t.Errorf("%s was sent %d times: %q", want, n, commands)
			}
		}
		if len(commands) != 5 {
			t.Errorf("the server received %q", commands)
		}
		to, err := parsed.Header.AddressList("To")
		if err != nil || len(to) != 1 || *to[0] != message.To {
			t.Errorf("to %v (%v)", to, err)
		}
		from, err := parsed.Header.AddressList("From")
		if err != nil || len(from) != 1 || *from[0] != (netmail.Address{Name: "Waymark", Address: "waymark@example.org"}) {
			t.Errorf("from %v (%v)", from, err)
		}
	})
	t.Run("gives every message its own id", func(t *testing.T) {
		_, _, another, _ := deliver(t, message)
		id := parsed.Header.Get("Message-Id")
		if !regexp.MustCompile(`^<[0-9a-z]+@example\.org>$`).MatchString(id) || id == another.Header.Get("Message-Id") {
			t.Errorf("got %q and %q", id, another.Header.Get("Message-Id"))
		}
	})
	t.Run("delivers the subject and the date", func(t *testing.T) {
		if subject, err := new(mime.WordDecoder).DecodeHeader(parsed.Header.Get("Subject")); err != nil ||
			subject != message.Subject {
			t.Errorf("got %q (%v)", subject, err)
		}
		if date, err := parsed.Header.Date(); err != nil || time.Since(date).Abs() > time.Minute {
			t.Errorf("got %v (%v)", date, err)
		}
		if kind, params, err := mime.ParseMediaType(parsed.Header.Get("Content-Type")); err != nil || kind != "text/plain" ||
			params["charset"] != "utf-8" {
			t.Errorf("got %s %v (%v)", kind, params, err)
		}
	})
	t.Run("delivers the text unchanged", func(t *testing.T) {
		want := strings.ReplaceAll(strings.ReplaceAll(message.Text, "\r\n", "\n"), "\n", "\r\n")
		if strings.TrimRight(text, "\r\n") != strings.TrimRight(want, "\r\n") {
			t.Errorf("got %q\nwant %q", text, want)
		}
	})
	t.Run("sends short ASCII lines, which every server forwards unchanged", func(t *testing.T) {
		for line := range strings.SplitSeq(strings.TrimSuffix(raw, "\r\n"), "\r\n") {
			if len(line) > 998 {
				t.Errorf("a line has %d characters: %.60s…", len(line), line)
			}
			if strings.ContainsAny(line, "\r\n") {
				t.Errorf("a line break is not CR LF: %q", line)
			}
			if strings.IndexFunc(line, func(r rune) bool { return r > 126 }) >= 0 {
				t.Errorf("not ASCII: %q", line)
			}
		}
	})
}

func TestSend_ReplyTo(t *testing.T) {
	t.Parallel()
	message := mail.Message{
		To: netmail.Address{Address: "zoe@example.org"}, Subject: "x", Text: "Hello",
		ReplyTo: netmail.Address{Name: "Ana\r\nBcc: victim@example.org", Address: "ana@example.org"},
	}
	commands, raw, parsed, _ := deliver(t, message)
	replyTo, err := parsed.Header.AddressList("Reply-To")
	if err != nil || len(replyTo) != 1 || replyTo[0].Address != "ana@example.org" {
		t.Errorf("got %v (%v)", replyTo, err)
	}
	if parsed.Header.Get("Bcc") != "" || strings.Contains(strings.Join(commands, "\n"), "ana@") {
		t.Errorf("the server received %q:\n%s", commands, raw)
	}
	t.Run("is left out if there is none", func(t *testing.T) {
		t.Parallel()
		_, raw, parsed, _ := deliver(t, mail.Message{To: message.To, Subject: "x", Text: "Hello"})
		if _, ok := parsed.Header["Reply-To"]; ok {
			t.Errorf("got %s", raw)
		}
	})
	t.Run("refuses addresses that contain headers or several addresses", func(t *testing.T) {
		t.Parallel()
		for _, evil := range []string{
			"ana@example.org\r\nBcc: victim@example.org", "ana@example.org\nBcc: victim@example.org",
			"ana@example.org, victim@example.org", "Ana <ana@example.org>", "ana", "ana@example.org\r\n\r\nText",
		} {
			message := message
			message.ReplyTo = netmail.Address{Address: evil}
			if err := send(t, "smtp://127.0.0.1:1?from=waymark@example.org", message); err == nil ||
				!strings.Contains(err.Error(), "reply address") {
				t.Errorf("%q: got %v", evil, err)
			}
		}
	})
}

func TestSend_HeaderInjection(t *testing.T) {
	t.Parallel()
	for _, evil := range []string{
		"x\r\nBcc: victim@example.org", "x\nBcc: victim@example.org", "x\rBcc: victim@example.org",
		"x\r\n\r\nBcc: victim@example.org", "\"x\" <victim@example.org>\r\nBcc: victim@example.org",
		"é\r\nBcc: victim@example.org", "=?utf-8?q?x=0D=0ABcc:_victim@example.org?=",
	} {
		commands, raw, parsed, text := deliver(
			t, mail.Message{To: netmail.Address{Name: evil, Address: "zoe@example.org"}, Subject: evil, Text: "Hello"},
		)
		if strings.Contains(strings.Join(commands, "\n"), "victim") || parsed.Header.Get("Bcc") != "" ||
			strings.Contains(raw, "\r\nBcc") || strings.TrimSpace(text) != "Hello" {
			t.Errorf("%q got through:\n%s", evil, raw)
		}
		if n := len(parsed.Header); n != 8 {
			t.Errorf("%q: %d headers, want 8:\n%s", evil, n, raw)
		}
	}
	t.Run("refuses addresses that contain commands", func(t *testing.T) {
		t.Parallel()
		s := listen(t, "127.0.0.1", nil)
		for _, evil := range []string{"zoe@example.org\r\nRCPT TO:<victim@example.org>", "zoe@example.org>\nDATA"} {
			if err := send(
				t, "smtp://"+s.address+"?from=waymark@example.org",
				mail.Message{To: netmail.Address{Address: evil}, Subject: "x", Text: "x"},
			); err == nil {
				t.Errorf("the address %q was accepted", evil)
			}
			if commands := strings.Join(<-s.commands, "\n"); strings.Contains(commands, "victim") ||
				strings.Contains(commands, "DATA") {
				t.Errorf("the server received %q", commands)
			}
		}
	})
}

func TestSend_Authentication(t *testing.T) {
	t.Parallel()
	message := mail.Message{To: netmail.Address{Address: "zoe@example.org"}, Subject: "x", Text: "x"}
	withAuth := func(s *smtpServer) { s.extensions = []string{"AUTH PLAIN LOGIN"} }
	t.Run("signs in with the name and password of the address", func(t *testing.T) {
		t.Parallel()
		s := listen(t, "127.0.0.1", withAuth)
		if err := send(
			t, "smtp://user%40example.org:hunt%3Aer2@"+s.address+"?from=waymark@example.org", message,
		); err != nil {
			t.Fatal(err)
		}
		want := "AUTH PLAIN " + base64.StdEncoding.EncodeToString([]byte("\x00user@example.org\x00hunt:er2"))
		if commands := strings.Join(<-s.commands, "\n"); !strings.Contains(commands, want) {
			t.Errorf("the server received %q", commands)
		}
	})
	t.Run("sends no password unencrypted to another machine", func(t *testing.T) {
		t.Parallel()
		s := listen(t, "127.0.0.2", withAuth) // net/smtp treats only localhost, 127.0.0.1 and ::1 as this machine
		err := send(t, "smtp://user:hunter2@"+s.address+"?from=waymark@example.org", message)
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("got %v", err)
		}
		if commands := strings.Join(<-s.commands, "\n"); strings.Contains(commands, "AUTH") ||
			strings.Contains(commands, "MAIL") {
			t.Errorf("the server received %q", commands)
		}
	})
	t.Run("sends no password if the TLS that the server offers fails", func(t *testing.T) {
		t.Parallel()
		s := listen(t, "127.0.0.1", func(s *smtpServer) {
			s.extensions, s.refuse = []string{"STARTTLS", "AUTH PLAIN"}, "STARTTLS"
		})
		if err := send(t, "smtp://user:hunter2@"+s.address+"?from=waymark@example.org", message); err == nil {
			t.Error("the message was sent unencrypted")
		}
		if commands := strings.Join(<-s.commands, "\n"); strings.Contains(commands, "AUTH") ||
			strings.Contains(commands, "MAIL") {
			t.Errorf("the server received %q", commands)
		}
	})
}

func TestSend_Failure(t *testing.T) {
	t.Parallel()
	message := mail.Message{To: netmail.Address{Address: "zoe@example.org"}, Subject: "x", Text: "x"}
	for _, command := range []string{"MAIL", "RCPT", "DATA"} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			s := listen(t, "127.0.0.1", func(s *smtpServer) { s.refuse = command })
			if err := send(t, "smtp://"+s.address+"?from=waymark@example.org", message); err == nil ||
				!strings.Contains(err.Error(), "550") {
				t.Errorf("got %v", err)
			}
			if len(s.messages) != 0 {
				t.Error("the message was delivered nevertheless")
			}
		})
	}
	t.Run("a temporary refusal counts as an outage, a permanent one does not", func(t *testing.T) {
		t.Parallel()
		for refusal, want := range map[string]bool{"450 try again later": true, "550 no such user": false} {
			s := listen(t, "127.0.0.1", func(s *smtpServer) { s.refuse, s.refusal = "RCPT", refusal })
			err := send(t, "smtp://"+s.address+"?from=waymark@example.org", message)
			if err == nil || unavailable.Is(err) != want {
				t.Errorf("%s: got %v, which is an outage: %v", refusal, err, unavailable.Is(err))
			}
		}
	})
	t.Run("no server listens", func(t *testing.T) {
		t.Parallel()
		if err := send(t, "smtp://127.0.0.1:1?from=waymark@example.org", message); err == nil {
			t.Error("it was reported as sent")
		}
	})
	t.Run("stops waiting for a silent server when the context ends", func(t *testing.T) {
		t.Parallel()
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = listener.Close() }()
		sender, err := mail.Open("smtp://"+listener.Addr().String()+"?from=waymark@example.org", "Waymark")
		if err != nil {
			t.Fatal(err)
		}
		soon, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		started := time.Now()
		if err := sender.Send(soon, message); err == nil {
			t.Error("it was reported as sent")
		}
		if took := time.Since(started); took > 5*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}
