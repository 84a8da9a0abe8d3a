package mail

import (
	"context"
	"log/slog"
)

// Held is a Sender that sends nothing. Copies of an installation use it, because their messages must not reach people.
type Held struct{}

// Send logs that a message was not sent. The text is not logged because it may contain a link that signs someone in.
func (Held) Send(ctx context.Context, m Message) error {
	heldMessages.Inc()
	slog.InfoContext(ctx, "mail held, not sent", "to", m.To.Address, "subject", m.Subject)
	return nil
}
