// Package uploads provides the endpoints that upload images, which forms then refer to.
package uploads

import (
	"context"
	"errors"
	"time"

	"waymark/internal/kit/admission"
	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/formfile"
	"waymark/internal/kit/media"
)

// Service implements the endpoints.
type Service struct {
	API     *api.API
	Library *media.Library
	// Stall is the time after which an upload without progress is cancelled.
	Stall time.Duration
}

const (
	stall  = 20 * time.Second
	limits = "JPEG, PNG, GIF or WebP, up to 10 MB. At most 16,000 pixels per side and 50 megapixels in total. " +
		"Decoding may use up to 96 MB of memory: about 25 megapixels of PNG, 12 at 16 bits, 13 of progressive JPEG. " +
		"Images are decoded one at a time; retry after a 503 response."
)

// UploadForm is the multipart form of an upload.
type UploadForm struct {
	File string `json:"file" format:"binary"`
}

// UploadURLInput contains the URL of an image to upload.
type UploadURLInput struct {
	URL string `json:"url"`
}

// Mount registers the endpoints.
func Mount(a *api.API, library *media.Library) {
	(&Service{API: a, Library: library, Stall: stall}).Mount()
}

// Mount registers the endpoints.
func (s *Service) Mount() {
	op := api.Op{
		Method: "POST", Path: "/api/admin/uploads", Tag: "Uploads", Status: 201, Summary: "Upload an image",
		Description: limits + " An upload that no record uses is deleted after a day. " +
			"An upload is cancelled after 20 seconds without progress.",
		Form: s.API.SchemaOf(UploadForm{}), Class: admission.Slow,
	}
	api.Handle(s.API, op, func(ctx context.Context, call *api.Call) (*api.Item[*media.Uploaded], error) {
		form, err := formfile.Open(call, formfile.Limits{Bytes: media.MaxBytes, Size: "10 MB", Stall: s.Stall})
		if err != nil {
			return nil, err
		}
		defer form.Close()
		file, _, err := form.File()
		if err != nil {
			return nil, err
		}
		uploaded, err := s.Library.AddFrom(ctx, "file", file)
		if err != nil {
			return nil, uploadError(form, err)
		}
		return &api.Item[*media.Uploaded]{Item: uploaded}, nil
	})
	s.mountFromURL()
}

// uploadError converts an error of adding a file to an API error.
func uploadError(form *formfile.Form, err error) error {
	if errors.Is(err, media.ErrTooLarge) {
		return form.TooLarge()
	}
	var source *media.SourceError
	if errors.As(err, &source) {
		return form.Error(source.Err)
	}
	return err
}

func (s *Service) mountFromURL() {
	op := api.Op{
		Method: "POST", Path: "/api/admin/uploads/from-url", Tag: "Uploads", Status: 201,
		Summary: "Upload an image from a URL",
		Description: "The server downloads the image. " + limits +
			" At most three downloads per person run at the same time; more are refused with 429.",
		Body: s.API.SchemaOf(UploadURLInput{}), Class: admission.Slow,
	}
	api.Handle(s.API, op, func(ctx context.Context, call *api.Call) (*api.Item[*media.Uploaded], error) {
		sent, err := api.Decode[UploadURLInput](call)
		if err != nil {
			return nil, err
		}
		if sent.URL == "" {
			return nil, apierr.Field("url", "This field is required.")
		}
		uploaded, err := s.Library.AddURL(ctx, "url", sent.URL)
		if err != nil {
			return nil, err
		}
		return &api.Item[*media.Uploaded]{Item: uploaded}, nil
	})
}
