package mail_test

import (
	"bufio"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// smtpServer is a small SMTP server that serves one connection at a time and records the commands and messages it gets.
type smtpServer struct {
	address    string
	extensions []string
	refuse     string // a command that is refused
	refusal    string // the reply to it, "550 refused" by default
	commands   chan []string
	messages   chan string
}

func listen(t *testing.T, host string, configure func(*smtpServer)) *smtpServer {
	t.Helper()
	listener, err := net.Listen("tcp", host+":0")
	if err != nil {
		t.Skipf("no %s here: %v", host, err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	s := &smtpServer{
		address: listener.Addr().String(), refusal: "550 refused",
		commands: make(chan []string, 10), messages: make(chan string, 10),
	}
	if configure != nil {
		configure(s)
	}
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			s.serve(connection)
		}
	}()
	return s
}

func (s *smtpServer) serve(connection net.Conn) {
	defer func() { _ = connection.Close() }()
	_ = connection.SetDeadline(time.Now().Add(10 * time.Second))
	lines := bufio.NewReader(connection)
	reply := func(line string) { _, _ = io.WriteString(connection, line+"\r\n") }
	commands := []string{}
	defer func() { s.commands <- commands }()
	reply("220 mail.test ESMTP")
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimSuffix(line, "\r\n")
		commands = append(commands, line)
		verb, _, _ := strings.Cut(strings.ToUpper(line), " ")
		switch {
		case s.refuse != "" && strings.HasPrefix(verb, s.refuse):
			reply(s.refusal)
		case verb == "EHLO":
			reply("250-mail.test")
			for _, extension := range s.extensions {
				reply("250-" + extension)
			}
			reply("250 HELP")
		case verb == "AUTH":
			reply("235 welcome")
		case verb == "DATA":
			reply("354 go on")
			message, ok := readMessage(lines)
			if !ok {
				return
			}
			s.messages <- message
			reply("250 accepted")
		case verb == "QUIT":
			reply("221 bye")
			return
		default:
			reply("250 ok")
		}
	}
}

// readMessage reads a message up to the line with a single dot that ends it.
func readMessage(lines *bufio.Reader) (message string, ok bool) {
	var text strings.Builder
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return "", false
		}
		if line == ".\r\n" {
			return text.String(), true
		}
		text.WriteString(strings.TrimPrefix(line, "."))
	}
}
