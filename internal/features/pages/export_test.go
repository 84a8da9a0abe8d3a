package pages

import (
	"context"
	"time"
)

// SetMaxOutage changes how long cached pages are sent during an outage.
func (s *Server) SetMaxOutage(limit time.Duration) { s.pages.MaxOutage = limit }

// SetFontSource makes fonts come from another server.
func (s *Server) SetFontSource(sheets, files string) { s.fonts.source, s.fonts.files = sheets, files }

// LoadFont fetches a font that a page has asked for.
func (s *Server) LoadFont(ctx context.Context) error { return s.fonts.load(ctx, <-s.fonts.waiting) }

// WantsFont reports whether a page has asked for a font.
func (s *Server) WantsFont(ctx context.Context) bool {
	select {
	case <-s.fonts.waiting:
		return true
	case <-ctx.Done():
		return false
	}
}
