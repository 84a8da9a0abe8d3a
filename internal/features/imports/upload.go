package imports

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/admission"
	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/formfile"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/write"
)

const (
	maxBytes    = 100 << 20
	maxOpen     = 50 // imports per person
	maxFileName = 200
	// The path of a file is imports/<24 characters>/rows.
	folder   = "imports"
	fileName = "rows"
)

var uploadLimits = formfile.Limits{Bytes: maxBytes, Size: "100 MB", Stall: 20 * time.Second}

// ImportForm is the multipart form of an upload.
type ImportForm struct {
	File string `json:"file" format:"binary"`
}

func (s *Service) mountUpload() {
	op := api.Op{
		Method: "POST", Path: base, Tag: tag, Status: http.StatusCreated, Summary: "Upload a file to import", NoUndo: noUndo,
		Description: "CSV or XLSX, up to 100 MB and 1,000,000 rows. The first row has the headings. Nothing is imported " +
			"yet: assign the columns, check the file and start the import. It is deleted after seven days.",
		Query: []*huma.Param{api.TextParam("path", "Path of the list of the records, such as publishers.")},
		Form:  s.Kit.API.SchemaOf(ImportForm{}), Class: admission.Slow,
	}
	api.Handle(s.Kit.API, op, func(ctx context.Context, call *api.Call) (*api.Item[*Import], error) {
		listPath := call.Query().Get("path")
		if _, _, err := s.recordAt(ctx, listPath); err != nil {
			return nil, err
		}
		form, err := formfile.Open(call, uploadLimits)
		if err != nil {
			return nil, err
		}
		defer form.Close()
		content, name, err := form.File()
		if err != nil {
			return nil, err
		}
		file, size, err := spool(content)
		if err != nil {
			return nil, uploadError(form, err)
		}
		defer func() { _ = file.Close() }()
		stored, err := s.store(ctx, listPath, name, file, size)
		if err != nil {
			return nil, err
		}
		return &api.Item[*Import]{Item: s.toImport(stored)}, nil
	})
}

var errTooLarge = errors.New("the file is too large")

// sourceError is an error of the connection, not of this machine.
type sourceError struct{ error }

// spool copies a reader to a temporary file, which is gone when it is closed or the process ends.
func spool(from io.Reader) (*os.File, int64, error) {
	file, err := os.CreateTemp("", "waymark-import-*")
	if err != nil {
		return nil, 0, err
	}
	_ = os.Remove(file.Name()) // the file stays readable
	source := &trackedReader{Reader: from}
	size, err := io.Copy(file, io.LimitReader(source, maxBytes+1))
	switch {
	case source.err != nil:
		err = sourceError{source.err}
	case err == nil && size > maxBytes:
		err = errTooLarge
	}
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, size, nil
}

// trackedReader keeps the error of a reader apart from those of the writer.
type trackedReader struct {
	io.Reader
	err error
}

func (r *trackedReader) Read(buffer []byte) (int, error) {
	n, err := r.Reader.Read(buffer)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

func uploadError(form *formfile.Form, err error) error {
	var source sourceError
	switch {
	case errors.Is(err, errTooLarge):
		return form.TooLarge()
	case errors.As(err, &source):
		return form.Error(source.error)
	}
	return err
}

// store detects the format of a file, and stores it.
func (s *Service) store(ctx context.Context, listPath, name string, file *os.File, size int64) (row, error) {
	record, _, err := s.recordAt(ctx, listPath)
	if err != nil {
		return row{}, err
	}
	actor := write.ActorOf(ctx)
	r := row{
		Name: sheet.PathTitle(listPath), Path: listPath, FileName: cleanFileName(name), Bytes: size, State: ready,
		File:   folder + "/" + secret.RandomString(24, "0123456789abcdefghijklmnopqrstuvwxyz") + "/" + fileName,
		UserID: actor.UserID, RequestID: actor.RequestID, IP: actor.IP,
	}
	if err := checkFileName(r.FileName); err != nil {
		return row{}, err
	}
	format, err := sheet.Detect(file, size)
	if err != nil {
		return row{}, fileProblem(err)
	}
	r.Type, r.Encoding, r.Separator = format.Type, format.Encoding, format.Separator
	if err := r.analyse(ctx, file, record); err != nil {
		return row{}, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return row{}, err
	}
	if _, err := s.Kit.Media.Storage.PutFrom(ctx, r.File, "application/octet-stream", file); err != nil {
		return row{}, err
	}
	return r, s.Kit.Store.Do(ctx, func(tx *write.Tx) error {
		if err := s.checkOpen(ctx, tx, actor.UserID); err != nil {
			return err
		}
		return r.insert(ctx, tx)
	})
}

// cleanFileName returns the last part of a name, without what can't be stored.
func cleanFileName(name string) string {
	name = strings.ToValidUTF8(strings.ReplaceAll(name, "\x00", ""), "")
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	if runes := []rune(name); len(runes) > maxFileName {
		name = string(runes[len(runes)-maxFileName:])
	}
	return name
}

// checkFileName refuses files that are not named like tables.
func checkFileName(name string) error {
	switch strings.ToLower(path.Ext(name)) {
	case ".csv", ".tsv", ".txt", ".xlsx":
		return nil
	case ".xls", ".xlsm", ".ods", ".numbers":
		return apierr.Field("file", "Please save the table as CSV or XLSX.")
	}
	return apierr.Field("file", "Choose a CSV, TSV or XLSX file.")
}

// fileProblem makes a defect of the file a problem of the form.
func fileProblem(err error) error {
	if message, ok := sheet.AsFileError(err); ok {
		return apierr.Field("file", "%s", message)
	}
	return err
}
