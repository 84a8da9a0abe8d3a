// Package uploads takes images in before the form they are for is saved.
package uploads

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/media"
)

// The form around the file may take some room of its own.
const overhead = 64 << 10

// Mount adds the call.
func Mount(a *api.API, library *media.Library) {
	op := api.Op{
		Method: "POST", Path: "/api/admin/uploads", Tag: "Uploads", Status: 201, Summary: "Upload an image",
		Description: "At most 10 MB; JPEG, PNG, GIF or WebP. An upload that no record shows is deleted after a day.",
		Form: &huma.Schema{Type: huma.TypeObject, Required: []string{"file"}, Properties: map[string]*huma.Schema{
			"file": {Type: huma.TypeString, Format: "binary"},
		}},
	}
	api.Handle(a, op, func(ctx context.Context, call *api.Call) (*api.Item[*media.Uploaded], error) {
		content, err := file(call)
		if err != nil {
			return nil, err
		}
		uploaded, err := library.Take(ctx, "file", content)
		if err != nil {
			return nil, err
		}
		return &api.Item[*media.Uploaded]{Item: uploaded}, nil
	})
	mountFromURL(a, library)
}

func mountFromURL(a *api.API, library *media.Library) {
	op := api.Op{
		Method: "POST", Path: "/api/admin/uploads/from-url", Tag: "Uploads", Status: 201, Summary: "Take an image from an address",
		Description: "Fetched by the server; the same limits as for a file.",
		Body:        &huma.Schema{Type: huma.TypeObject, Required: []string{"url"}, Properties: map[string]*huma.Schema{"url": {Type: huma.TypeString}}},
	}
	api.Handle(a, op, func(ctx context.Context, call *api.Call) (*api.Item[*media.Uploaded], error) {
		sent, err := api.Decode[struct {
			URL string `json:"url"`
		}](call)
		if err != nil {
			return nil, err
		}
		if sent.URL == "" {
			return nil, apierr.Field("url", "This field is required.")
		}
		uploaded, err := library.TakeURL(ctx, "url", sent.URL)
		if err != nil {
			return nil, err
		}
		return &api.Item[*media.Uploaded]{Item: uploaded}, nil
	})
}

// file reads the part called file, in memory and never more than is allowed.
func file(call *api.Call) ([]byte, error) {
	r, w := call.Request()
	r.Body = http.MaxBytesReader(w, r.Body, media.MaxBytes+overhead)
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, apierr.New(http.StatusUnsupportedMediaType, "The request must be a form with a file.")
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, apierr.Field("file", "This field is required.")
		}
		if err != nil {
			return nil, unreadable(err)
		}
		if part.FormName() != "file" {
			continue
		}
		content, err := io.ReadAll(io.LimitReader(part, media.MaxBytes+1))
		if err != nil {
			return nil, unreadable(err)
		}
		if len(content) > media.MaxBytes {
			return nil, tooLarge()
		}
		if len(content) == 0 {
			return nil, apierr.Field("file", "This field is required.")
		}
		return content, nil
	}
}

func tooLarge() error {
	return apierr.New(http.StatusRequestEntityTooLarge, "The file is larger than 10 MB.")
}

func unreadable(err error) error {
	var limit *http.MaxBytesError
	if errors.As(err, &limit) {
		return tooLarge()
	}
	return apierr.New(http.StatusBadRequest, "The form could not be read.")
}
