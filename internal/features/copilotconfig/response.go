package copilotconfig

import (
	"time"

	"waymark/internal/kit/prepared"
	"waymark/internal/platform/changes"
)

// response is a configuration as it is sent.
type response struct {
	*prepared.Response
	unknownUser bool
	depends     []changes.Dependency
}

const (
	maxCacheBytes   = 64 << 20
	dependencyBytes = 24
)

// Depends returns the records whose changes change the response.
func (p *response) Depends() []changes.Dependency { return p.depends }

// Until returns zero: a response does not change by itself.
func (p *response) Until() time.Time { return time.Time{} }

// Size is the memory that the response takes.
func (p *response) Size() int { return p.Response.Size() + dependencyBytes*cap(p.depends) }
