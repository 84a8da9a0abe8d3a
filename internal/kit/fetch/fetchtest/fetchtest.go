// Package fetchtest provides a DNS resolver and listeners that count connections, for tests of the guard.
package fetchtest

import (
	"bufio"
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// timeout ends connections without a request.
const timeout = 5 * time.Second

// Listener is a web server that counts its connections.
type Listener struct {
	At      netip.AddrPort
	reached atomic.Int32
}

// Listen starts a listener on an address like 127.0.0.1:0. It skips the test if the machine has no such address.
func Listen(t testing.TB, address string) *Listener {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", address)
	if err != nil {
		t.Skipf("can't listen on %s: %v", address, err)
	}
	counting := &Listener{At: netip.MustParseAddrPort(listener.Addr().String())}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			counting.reached.Add(1)
			go respond(connection)
		}
	}()
	t.Cleanup(func() {
		_ = listener.Close()
		<-done
	})
	return counting
}

// respond serves a page, so that a fetch which should have been refused succeeds and fails its test.
func respond(connection net.Conn) {
	defer func() { _ = connection.Close() }()
	_ = connection.SetDeadline(time.Now().Add(timeout))
	request, err := http.ReadRequest(bufio.NewReader(connection))
	if err != nil {
		return
	}
	_ = request.Body.Close()
	_, _ = io.WriteString(connection, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"+
		"<title>the inside</title>")
}

// Reached returns the number of connections.
func (i *Listener) Reached() int { return int(i.reached.Load()) }

// Resolver returns a resolver that answers with the addresses lookup returns for a name. No addresses mean that the
// name does not exist.
func Resolver(lookup func(name string) []string) *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go answer(server, lookup)
		return client, nil
	}}
}

// answer speaks DNS over a stream, where each message is preceded by its length.
func answer(stream net.Conn, lookup func(string) []string) {
	defer func() { _ = stream.Close() }()
	for {
		var size [2]byte
		if _, err := io.ReadFull(stream, size[:]); err != nil {
			return
		}
		question := make([]byte, binary.BigEndian.Uint16(size[:]))
		if _, err := io.ReadFull(stream, question); err != nil {
			return
		}
		var message dnsmessage.Message
		if message.Unpack(question) != nil || len(message.Questions) != 1 {
			return
		}
		reply(&message, lookup(strings.ToLower(strings.TrimSuffix(message.Questions[0].Name.String(), "."))))
		packed, err := message.AppendPack(make([]byte, 2))
		if err != nil {
			return
		}
		binary.BigEndian.PutUint16(packed, uint16(len(packed)-2))
		if _, err := stream.Write(packed); err != nil {
			return
		}
	}
}

func reply(message *dnsmessage.Message, addresses []string) {
	question := message.Questions[0]
	message.Response, message.Authoritative, message.RecursionAvailable, message.Additionals = true, true, true, nil
	if len(addresses) == 0 {
		message.RCode = dnsmessage.RCodeNameError
	}
	for _, text := range addresses {
		address := netip.MustParseAddr(text)
		resource := dnsmessage.Resource{Header: dnsmessage.ResourceHeader{
			Name: question.Name, Class: question.Class, Type: question.Type,
		}}
		switch {
		case address.Is4() && question.Type == dnsmessage.TypeA:
			resource.Body = &dnsmessage.AResource{A: address.As4()}
		case address.Is6() && question.Type == dnsmessage.TypeAAAA:
			resource.Body = &dnsmessage.AAAAResource{AAAA: address.As16()}
		default:
			continue
		}
		message.Answers = append(message.Answers, resource)
	}
}
