package exports

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/media"
	"waymark/internal/kit/write"
)

// serveStored sends the file of an export to its owner, if they still have permission.
func (s *Service) serveStored(w http.ResponseWriter, r *http.Request, user *auth.User, id int64) {
	ctx := r.Context()
	found, err := loadExports(ctx, s.Kit.Store.DB.Read(),
		"id = ? AND user_id = ? AND finished_at IS NOT NULL AND problem = '' AND file <> ''", id, user.ID)
	if err == nil && len(found) == 0 {
		err = apierr.NotFound()
	}
	if err == nil {
		if list, ok := s.Kit.API.ListAt(found[0].Path); ok {
			err = list.MayExport(ctx)
		}
	}
	var file io.ReadSeekCloser
	if err == nil {
		if file, err = s.Kit.Media.Storage.Open(ctx, found[0].File); errors.Is(err, media.ErrNoFile) {
			err = apierr.NotFound()
		}
	}
	if err != nil {
		api.WriteError(w, r, err)
		return
	}
	defer func() { _ = file.Close() }()
	export := found[0]
	change := write.Change{ID: id, Name: export.Name, After: map[string]any{
		"path": export.Path, "query": export.Query, "rows": export.Done,
	}}
	// The length lets the client notice an incomplete file.
	w.Header().Set("Content-Length", strconv.FormatInt(export.Bytes, 10))
	s.send(w, r, change, strings.ReplaceAll(export.Path, "/", "-"), func(out http.ResponseWriter) error {
		control := http.NewResponseController(out)
		for {
			if err := extendDeadline(control); err != nil {
				return err
			}
			if _, err := io.CopyN(out, file, partSize); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return fmt.Errorf("send %s: %w", path.Base(export.File), err)
			}
		}
	})
}

const partSize = 1 << 20
