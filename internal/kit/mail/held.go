package mail

import (
	"context"
	"log/slog"
)

// Held sends nothing. It is for copies of an installation, whose messages must not reach real people.
type Held struct{}

// Send logs that a message was held. Its text may contain a link that signs somebody in, so it is not logged.
func (Held) Send(ctx context.Context, m Message) error {
	slog.InfoContext(ctx, "mail held: not sent", "to", m.To.Address, "subject", m.Subject)
	return nil
}
