// Package mail sends messages by SMTP, or writes them to the log where no server is configured.
package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"net/smtp"
	"net/textproto"
	"net/url"
	"strings"
	"time"

	"waymark/internal/kit/secret"
	"waymark/internal/kit/unavailable"
)

// Message is a plain text message.
type Message struct {
	To      mail.Address
	ReplyTo mail.Address // who gets the replies; the sender if its address is empty
	Subject string
	Text    string
}

// Sender sends messages.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// Open returns a sender for `smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS` (or smtps://) whose messages have name as the
// sender's name. Without an address, messages are written to the log for the operator.
func Open(address, name string) (Sender, error) {
	if address == "" {
		return logSender{}, nil
	}
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "" ||
		!isAddress(u.Query().Get("from")) {
		return nil, errors.New("--smtp-url: use smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS")
	}
	from := mail.Address{Name: name, Address: u.Query().Get("from")}
	return smtpSender{address: u, from: from, results: &results{}}, nil
}

func isAddress(text string) bool {
	parsed, err := mail.ParseAddress(text)
	return err == nil && parsed.Address == text
}

type logSender struct{}

func (logSender) Send(ctx context.Context, m Message) error {
	loggedMessages.Inc()
	slog.WarnContext(
		ctx, "mail not sent: no mail server is configured", "to", m.To.Address, "subject", m.Subject, "text",
		m.Text,
	)
	return nil
}

type smtpSender struct {
	address *url.URL
	from    mail.Address
	results *results
}

// timeout is the time limit for sending a message, and for connecting before that.
const timeout = 30 * time.Second

func (s smtpSender) Send(ctx context.Context, m Message) error {
	err := s.send(ctx, m)
	s.results.add(err)
	if err == nil {
		return nil
	}
	if reply := (*textproto.Error)(nil); errors.As(err, &reply) && reply.Code < 500 { // 4xx means "try again later"
		err = unavailable.Mark(err)
	}
	return fmt.Errorf("send mail: %w", err)
}

func (s smtpSender) send(ctx context.Context, m Message) error {
	if m.ReplyTo.Address != "" && !isAddress(m.ReplyTo.Address) { // it could contain further headers
		return errors.New("the reply address is not an e-mail address")
	}
	host, port := s.address.Hostname(), s.address.Port()
	if port == "" {
		port = map[string]string{"smtp": "587", "smtps": "465"}[s.address.Scheme]
	}
	dialer := &net.Dialer{Timeout: timeout}
	connection, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(host, port))
	if err != nil {
		return err
	}
	plain := connection
	defer func() { _ = plain.Close() }()
	_ = plain.SetDeadline(time.Now().Add(timeout))
	defer context.AfterFunc(ctx, func() { _ = plain.SetDeadline(time.Now()) })()
	if s.address.Scheme == "smtps" {
		connection = tls.Client(connection, &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12})
	}
	client, err := smtp.NewClient(connection, host)
	if err != nil {
		return err
	}
	if ok, _ := client.Extension("STARTTLS"); ok && s.address.Scheme == "smtp" {
		if err := client.StartTLS(&tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}); err != nil {
			return err
		}
	}
	if user := s.address.User; user != nil {
		password, _ := user.Password()
		if err := client.Auth(smtp.PlainAuth("", user.Username(), password, host)); err != nil {
			return err
		}
	}
	return deliver(client, s.from, m)
}

func deliver(client *smtp.Client, from mail.Address, m Message) error {
	if err := client.Mail(from.Address); err != nil {
		return err
	}
	if err := client.Rcpt(m.To.Address); err != nil {
		return err
	}
	body, err := client.Data()
	if err != nil {
		return err
	}
	headers := []string{
		"From: " + from.String(), "To: " + m.To.String(), "Message-ID: " + messageID(from.Address),
		"Subject: " + mime.QEncoding.Encode("utf-8", m.Subject),
		"Date: " + time.Now().Format(time.RFC1123Z), "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
		"Content-Transfer-Encoding: quoted-printable",
	}
	if m.ReplyTo.Address != "" {
		headers = append(headers, "Reply-To: "+m.ReplyTo.String())
	}
	headers = append(headers, "", "")
	// Servers may break long lines and damage non-ASCII letters. This encoding has neither.
	text := quotedprintable.NewWriter(body)
	_, errHeaders := io.WriteString(body, strings.Join(headers, "\r\n"))
	_, errText := io.WriteString(text, m.Text)
	if err := errors.Join(errHeaders, errText, text.Close(), body.Close()); err != nil {
		return err
	}
	return client.Quit()
}

// messageID returns a unique Message-ID. Mail servers trace messages by it, and mail programs build threads from it.
func messageID(from string) string {
	_, domain, _ := strings.Cut(from, "@")
	return "<" + secret.RandomString(24, "0123456789abcdefghijklmnopqrstuvwxyz") + "@" + domain + ">"
}
