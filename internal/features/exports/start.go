package exports

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/write"
)

// parameters parses the parameters of a list. Values may be texts, numbers, booleans or null. It drops parameters that
// select a page.
func parameters(raw json.RawMessage) (url.Values, error) {
	values := url.Values{}
	if len(raw) == 0 {
		return values, nil
	}
	var sent map[string]any
	reader := json.NewDecoder(bytes.NewReader(raw))
	reader.UseNumber()
	if reader.Decode(&sent) != nil {
		return nil, apierr.Field("query", "Must be the parameters of a list.")
	}
	var problems apierr.Fields
	for name, value := range sent {
		text := fmt.Sprint(value)
		switch value.(type) {
		case nil:
			continue
		case string, json.Number, bool:
		default:
			problems.Add("query."+name, "Must be text.")
			continue
		}
		if !api.Storable(name + text) {
			problems.Add("query", "Contains characters that can't be read.")
			continue
		}
		if text != "" && name != "page" && name != "per_page" && name != "counts" {
			values.Set(name, text)
		}
	}
	if len(values.Encode()) > maxQuery {
		problems.Add("query", "Is too long.")
	}
	return values, problems.Err()
}

const maxQuery = 4000

// prefixQuery moves field errors about parameters of a list below query, where the request has them.
func prefixQuery(err error) error {
	refused, ok := apierr.As(err)
	if !ok || refused.GetStatus() != http.StatusUnprocessableEntity {
		return err
	}
	var problems apierr.Fields
	for name, messages := range refused.Errors {
		if name != "path" {
			name = "query." + name
		}
		problems.Add(name, "%s", messages[0])
	}
	return problems.Err()
}

// pageMeta is the part of a list response that contains the total.
type pageMeta struct {
	Meta struct {
		Total         int64 `json:"total"`
		TotalIsCapped bool  `json:"total_is_capped"`
	} `json:"meta"`
}

// open finds a list and requests one row from it as the current user, so that the list itself refuses missing
// permissions, a missing parent record and invalid parameters. The total is nil if the list does not count that far.
func (s *Service) open(ctx context.Context, listPath string, query url.Values) (api.List, *int64, error) {
	list, ok := s.Kit.API.ListAt(listPath)
	if !ok || len(listPath) > maxQuery {
		return list, nil, apierr.Field("path", "This table doesn't exist.")
	}
	if err := list.MayExport(ctx); err != nil {
		return list, nil, err
	}
	first := url.Values{}
	for name, values := range query {
		first[name] = values
	}
	if list.Paged {
		first.Set("per_page", "1")
	}
	body, err := s.Kit.API.Get(ctx, listPath, first)
	if err != nil {
		return list, nil, err
	}
	var page pageMeta
	if err := json.Unmarshal(body, &page); err != nil {
		return list, nil, fmt.Errorf("decode response of %s: %w", listPath, err)
	}
	if page.Meta.TotalIsCapped {
		return list, nil, nil
	}
	return list, &page.Meta.Total, nil
}

// start stores an export and enqueues its job, unless the user already has an unfinished export of the same table and
// parameters: then it returns that one.
func (s *Service) start(ctx context.Context, listPath, query string) (started row, err error) {
	err = s.Kit.Store.Do(ctx, func(tx *write.Tx) error {
		actor := write.ActorOf(ctx)
		// The lock serialises requests of the same user.
		_, err := db.All[int64](ctx, tx.Conn, "SELECT id FROM users WHERE id = ?"+tx.ForUpdate(), actor.UserID)
		if err != nil {
			return fmt.Errorf("lock user %d: %w", actor.UserID, err)
		}
		working, err := loadExports(ctx, tx.Conn, "user_id = ? AND finished_at IS NULL ORDER BY id", actor.UserID)
		if err != nil {
			return err
		}
		for _, r := range working {
			if r.Path == listPath && r.Query == query {
				started = r
				return nil
			}
		}
		if len(working) >= maxWorking {
			return apierr.TooMany(fmt.Sprintf("%d of your exports are still being written. "+
				"Please wait until one of them has finished.", len(working)), 30*time.Second)
		}
		file := folder + "/" + secret.RandomString(24, "0123456789abcdefghijklmnopqrstuvwxyz") + "/" + fileName
		started = row{
			Name: sheet.PathTitle(listPath), Path: listPath, Query: query, File: file, UserID: &actor.UserID, CreatedAt: tx.Now,
		}
		started.ID, err = tx.Insert(ctx,
			`INSERT INTO exports (name, path, query, file, user_id, request_id, ip_address, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			started.Name, listPath, query, file, actor.UserID, actor.RequestID, actor.IP, tx.Now)
		if err != nil {
			return fmt.Errorf("insert export: %w", err)
		}
		return tx.Enqueue(ctx, WriteExport{Export: started.ID})
	})
	return started, err
}
