package mail

import (
	"errors"
	"fmt"
	"net/textproto"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Messages is the metric of messages.
var Messages = prometheus.NewCounterVec(prometheus.CounterOpts{
	Name: "waymark_mail_messages_total",
	Help: "Number of attempts to send a message. Failed ones are retried; logged ones have no mail server.",
}, []string{"result"})

var (
	sentMessages   = Messages.WithLabelValues("sent")
	failedMessages = Messages.WithLabelValues("failed")
	heldMessages   = Messages.WithLabelValues("held")
	loggedMessages = Messages.WithLabelValues("logged")
)

// The modes of a sender.
const (
	ModeSMTP = "smtp" // messages are sent
	ModeHeld = "held" // messages are not sent
	ModeLog  = "log"  // there is no mail server
)

// Status describes a sender, as far as this process knows.
type Status struct {
	Mode     string
	SentAt   time.Time // when the last message was sent, or zero
	FailedAt time.Time // when a message could last not be sent, or zero
	Problem  string    // why, without the text of the mail server, which may name people
}

// StatusOf returns the status of a sender.
func StatusOf(s Sender) Status {
	switch sender := s.(type) {
	case smtpSender:
		return sender.results.status()
	case Held:
		return Status{Mode: ModeHeld}
	}
	return Status{Mode: ModeLog}
}

// results remembers the last results of a sender.
type results struct {
	lock sync.Mutex
	last Status
}

func (r *results) add(err error) {
	r.lock.Lock()
	defer r.lock.Unlock()
	if err == nil {
		sentMessages.Inc()
		r.last.SentAt = time.Now()
		return
	}
	failedMessages.Inc()
	r.last.FailedAt, r.last.Problem = time.Now(), "The mail server can't be reached."
	if reply := (*textproto.Error)(nil); errors.As(err, &reply) {
		r.last.Problem = fmt.Sprintf("The mail server refused a message with the code %d.", reply.Code)
	}
}

func (r *results) status() Status {
	r.lock.Lock()
	defer r.lock.Unlock()
	last := r.last
	last.Mode = ModeSMTP
	return last
}
