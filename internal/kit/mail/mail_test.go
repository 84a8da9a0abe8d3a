package mail_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"io"
	"log/slog"
	"mime"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"regexp"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/mail"
)

// post is a small SMTP server that takes one connection at a time and keeps what it is told.
type post struct {
	address    string
	extensions []string
	refuse     string // a command that is answered with 550
	heard      chan []string
	letters    chan string
}

func listen(t *testing.T, host string, change func(*post)) *post {
	t.Helper()
	listener, err := net.Listen("tcp", host+":0")
	if err != nil {
		t.Skipf("no %s here: %v", host, err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	p := &post{address: listener.Addr().String(), heard: make(chan []string, 10), letters: make(chan string, 10)}
	if change != nil {
		change(p)
	}
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			p.talk(connection)
		}
	}()
	return p
}

func (p *post) talk(connection net.Conn) {
	defer func() { _ = connection.Close() }()
	_ = connection.SetDeadline(time.Now().Add(10 * time.Second))
	lines := bufio.NewReader(connection)
	say := func(line string) { _, _ = io.WriteString(connection, line+"\r\n") }
	heard := []string{}
	defer func() { p.heard <- heard }()
	say("220 post.test ESMTP")
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimSuffix(line, "\r\n")
		heard = append(heard, line)
		verb, _, _ := strings.Cut(strings.ToUpper(line), " ")
		switch {
		case p.refuse != "" && strings.HasPrefix(verb, p.refuse):
			say("550 no such thing here")
		case verb == "EHLO":
			say("250-post.test")
			for _, extension := range p.extensions {
				say("250-" + extension)
			}
			say("250 HELP")
		case verb == "AUTH":
			say("235 welcome")
		case verb == "DATA":
			say("354 go on")
			var letter strings.Builder
			for {
				line, err := lines.ReadString('\n')
				if err != nil {
					return
				}
				if line == ".\r\n" {
					break
				}
				letter.WriteString(strings.TrimPrefix(line, "."))
			}
			p.letters <- letter.String()
			say("250 taken")
		case verb == "QUIT":
			say("221 bye")
			return
		default:
			say("250 fine")
		}
	}
}

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

// delivered sends a message and reads what the server was given.
func delivered(t *testing.T, message mail.Message) (commands []string, raw string, parsed *netmail.Message, text string) {
	t.Helper()
	p := listen(t, "127.0.0.1", nil)
	if err := send(t, "smtp://"+p.address+"?from=waymark@example.org", message); err != nil {
		t.Fatal(err)
	}
	commands, raw = <-p.heard, <-p.letters
	parsed, err := netmail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		t.Fatalf("no message: %v\n%s", err, raw)
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

func TestOnlyAddressesOfMailServersOpen(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"mail.example.org", "http://mail.example.org?from=a@example.org", "smtp:mail.example.org?from=a@example.org", "smtp://?from=a@example.org", "smtp://:25?from=a@example.org",
		"smtp://mail.example.org", "smtp://mail.example.org?from=", "smtp://mail.example.org?from=nobody", "smtp://mail.example.org?from=a@example.org%0d%0aBcc:b@example.org",
		"smtp://mail.example.org:port?from=a@example.org", "smtp://user:hunter2@mail.example.org", "smtp://user:hunter2@mail.example.org:port?from=a@example.org",
	} {
		if _, err := mail.Open(address, "Waymark"); err == nil {
			t.Errorf("%s was opened", address)
		} else if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("the complaint tells the password: %v", err)
		}
	}
	for _, address := range []string{"", "smtp://mail.example.org?from=a@example.org", "smtps://user:p%40ss@mail.example.org:465?from=a@example.org", "smtp://[::1]:25?from=a@example.org"} {
		if _, err := mail.Open(address, "Waymark"); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestAMessageArrivesAsItWasWritten(t *testing.T) {
	t.Parallel()
	link := "https://waymark.example.org/reset?token=" + strings.Repeat("a1-_", 300) + "&lang=é"
	message := mail.Message{
		To:      netmail.Address{Name: "Zoë Łukasz, \"Editor\"", Address: "zoe@example.org"},
		Subject: "Ihr Paßwort für Waymark = neu?",
		Text:    "Hello Zoë,\n\n.a line with a dot\n..\n.\nFrom here = there\r\n" + link + "\n\nBye \t\n",
	}
	commands, raw, parsed, text := delivered(t, message)
	t.Run("to whom it is for, and nobody else", func(t *testing.T) {
		for _, want := range []string{"MAIL FROM:<waymark@example.org>", "RCPT TO:<zoe@example.org>", "DATA", "QUIT"} {
			if n := strings.Count(strings.Join(commands, "\n")+"\n", want+"\n"); n != 1 {
				t.Errorf("%d times %s in %q", n, want, commands)
			}
		}
		if len(commands) != 5 {
			t.Errorf("the server was told %q", commands)
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
	t.Run("with an id of its own", func(t *testing.T) {
		_, _, another, _ := delivered(t, message)
		id := parsed.Header.Get("Message-Id")
		if !regexp.MustCompile(`^<[0-9a-z]+@example\.org>$`).MatchString(id) || id == another.Header.Get("Message-Id") {
			t.Errorf("got %q and %q", id, another.Header.Get("Message-Id"))
		}
	})
	t.Run("with its subject and date", func(t *testing.T) {
		if subject, err := new(mime.WordDecoder).DecodeHeader(parsed.Header.Get("Subject")); err != nil || subject != message.Subject {
			t.Errorf("got %q (%v)", subject, err)
		}
		if date, err := parsed.Header.Date(); err != nil || time.Since(date).Abs() > time.Minute {
			t.Errorf("got %v (%v)", date, err)
		}
		if kind, params, err := mime.ParseMediaType(parsed.Header.Get("Content-Type")); err != nil || kind != "text/plain" || params["charset"] != "utf-8" {
			t.Errorf("got %s %v (%v)", kind, params, err)
		}
	})
	t.Run("with its text", func(t *testing.T) {
		want := strings.ReplaceAll(strings.ReplaceAll(message.Text, "\r\n", "\n"), "\n", "\r\n")
		if strings.TrimRight(text, "\r\n") != strings.TrimRight(want, "\r\n") {
			t.Errorf("got %q\nwant %q", text, want)
		}
	})
	t.Run("in a form every server hands on", func(t *testing.T) {
		for line := range strings.SplitSeq(strings.TrimSuffix(raw, "\r\n"), "\r\n") {
			if len(line) > 998 {
				t.Errorf("a line has %d characters: %.60s…", len(line), line)
			}
			if strings.ContainsAny(line, "\r\n") {
				t.Errorf("a line end is half of one: %q", line)
			}
			if strings.IndexFunc(line, func(r rune) bool { return r > 126 }) >= 0 {
				t.Errorf("not plain ASCII, as the header says: %q", line)
			}
		}
	})
}

func TestNamesAndSubjectsCantAddHeaders(t *testing.T) {
	t.Parallel()
	for _, evil := range []string{
		"x\r\nBcc: victim@example.org", "x\nBcc: victim@example.org", "x\rBcc: victim@example.org", "x\r\n\r\nBcc: victim@example.org", "\"x\" <victim@example.org>\r\nBcc: victim@example.org",
		"é\r\nBcc: victim@example.org", "=?utf-8?q?x=0D=0ABcc:_victim@example.org?=",
	} {
		commands, raw, parsed, text := delivered(t, mail.Message{To: netmail.Address{Name: evil, Address: "zoe@example.org"}, Subject: evil, Text: "Hello"})
		if strings.Contains(strings.Join(commands, "\n"), "victim") || parsed.Header.Get("Bcc") != "" || strings.Contains(raw, "\r\nBcc") || strings.TrimSpace(text) != "Hello" {
			t.Errorf("%q got through:\n%s", evil, raw)
		}
		if n := len(parsed.Header); n != 8 {
			t.Errorf("%q: %d headers, want 8:\n%s", evil, n, raw)
		}
	}
	t.Run("nor addresses", func(t *testing.T) {
		t.Parallel()
		p := listen(t, "127.0.0.1", nil)
		for _, evil := range []string{"zoe@example.org\r\nRCPT TO:<victim@example.org>", "zoe@example.org>\nDATA"} {
			if err := send(t, "smtp://"+p.address+"?from=waymark@example.org", mail.Message{To: netmail.Address{Address: evil}, Subject: "x", Text: "x"}); err == nil {
				t.Errorf("%q was sent to", evil)
			}
			if commands := strings.Join(<-p.heard, "\n"); strings.Contains(commands, "victim") || strings.Contains(commands, "DATA") {
				t.Errorf("the server was told %q", commands)
			}
		}
	})
}

func TestTheServerIsToldWhoWeAre(t *testing.T) {
	t.Parallel()
	message := mail.Message{To: netmail.Address{Address: "zoe@example.org"}, Subject: "x", Text: "x"}
	withAuth := func(p *post) { p.extensions = []string{"AUTH PLAIN LOGIN"} }
	t.Run("with the name and password of the address", func(t *testing.T) {
		t.Parallel()
		p := listen(t, "127.0.0.1", withAuth)
		if err := send(t, "smtp://user%40example.org:hunt%3Aer2@"+p.address+"?from=waymark@example.org", message); err != nil {
			t.Fatal(err)
		}
		want := "AUTH PLAIN " + base64.StdEncoding.EncodeToString([]byte("\x00user@example.org\x00hunt:er2"))
		if commands := strings.Join(<-p.heard, "\n"); !strings.Contains(commands, want) {
			t.Errorf("the server was told %q", commands)
		}
	})
	t.Run("but not over an open line to another machine", func(t *testing.T) {
		t.Parallel()
		p := listen(t, "127.0.0.2", withAuth) // counts as another machine, and is none
		err := send(t, "smtp://user:hunter2@"+p.address+"?from=waymark@example.org", message)
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("got %v", err)
		}
		if commands := strings.Join(<-p.heard, "\n"); strings.Contains(commands, "AUTH") || strings.Contains(commands, "MAIL") {
			t.Errorf("the server was told %q", commands)
		}
	})
	t.Run("and not without TLS where it offers TLS", func(t *testing.T) {
		t.Parallel()
		p := listen(t, "127.0.0.1", func(p *post) { p.extensions, p.refuse = []string{"STARTTLS", "AUTH PLAIN"}, "STARTTLS" })
		if err := send(t, "smtp://user:hunter2@"+p.address+"?from=waymark@example.org", message); err == nil {
			t.Error("it was sent in the open")
		}
		if commands := strings.Join(<-p.heard, "\n"); strings.Contains(commands, "AUTH") || strings.Contains(commands, "MAIL") {
			t.Errorf("the server was told %q", commands)
		}
	})
}

func TestWhatTheServerRefusesIsAnError(t *testing.T) {
	t.Parallel()
	message := mail.Message{To: netmail.Address{Address: "zoe@example.org"}, Subject: "x", Text: "x"}
	for _, command := range []string{"MAIL", "RCPT", "DATA"} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			p := listen(t, "127.0.0.1", func(p *post) { p.refuse = command })
			if err := send(t, "smtp://"+p.address+"?from=waymark@example.org", message); err == nil || !strings.Contains(err.Error(), "550") {
				t.Errorf("got %v", err)
			}
			if len(p.letters) != 0 {
				t.Error("something was delivered all the same")
			}
		})
	}
	t.Run("nobody listens", func(t *testing.T) {
		t.Parallel()
		if err := send(t, "smtp://127.0.0.1:1?from=waymark@example.org", message); err == nil {
			t.Error("it was sent")
		}
	})
	t.Run("a server that says nothing is left when nobody waits any more", func(t *testing.T) {
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
			t.Error("it was sent")
		}
		if took := time.Since(started); took > 5*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

// Not parallel: the log is everybody's.
func TestWithoutAServerMessagesGoToTheLog(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)
	err := send(t, "", mail.Message{To: netmail.Address{Name: "Zoë", Address: "zoe@example.org"}, Subject: "Your password", Text: "https://example.org/reset?token=abc"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"level=WARN", "zoe@example.org", "Your password", "https://example.org/reset?token=abc"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%s is not in the log: %s", want, log.String())
		}
	}
}
