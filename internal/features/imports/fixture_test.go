package imports_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"io/fs"
	"mime/multipart"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/accounttypes"
	"waymark/internal/features/activity"
	"waymark/internal/features/content"
	"waymark/internal/features/countries"
	"waymark/internal/features/destinations"
	"waymark/internal/features/imports"
	"waymark/internal/features/publishers"
	"waymark/internal/features/users"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/media"
)

// fixture is a server with some of the records that can be imported.
type fixture struct {
	*kittest.Server
	t             *testing.T
	folder        string
	admin, editor *kittest.Client
}

func newFixture(t *testing.T, d *db.DB, jobTime ...time.Duration) *fixture {
	t.Helper()
	f := &fixture{t: t, folder: t.TempDir()}
	storage, err := media.OpenStorage("file:" + f.folder)
	if err != nil {
		t.Fatal(err)
	}
	f.Server = kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
		s.Kit.Media.Storage = storage
		publishers.Mount(s.Kit)
		content.Mount(s.Kit)
		users.Mount(s.Kit)
		countries.Mount(s.Kit)
		destinations.Mount(s.Kit)
		accounttypes.Mount(s.Kit)
		activity.Mount(s.Kit, kittest.Undoer(s))
		service := &imports.Service{Kit: s.Kit}
		if len(jobTime) > 0 {
			service.JobTime = jobTime[0]
		}
		service.Mount()
		service.Jobs(set)
	})
	f.admin, f.editor = f.Admin(), f.Editor()
	return f
}

// upload sends a file.
func (f *fixture) upload(client *kittest.Client, path, name string, file []byte) *kittest.Response {
	f.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		f.t.Fatal(err)
	}
	_, _ = part.Write(file)
	if err := form.Close(); err != nil {
		f.t.Fatal(err)
	}
	return client.With("Content-Type", form.FormDataContentType()).Do("POST", "imports?path="+path, body.Bytes())
}

// uploaded uploads a CSV file and returns the path of the import.
func (f *fixture) uploaded(path, file string) string {
	f.t.Helper()
	return address(f.upload(f.admin, path, "rows.csv", []byte(file)).Want(201))
}

func address(response *kittest.Response) string {
	return fmt.Sprint("imports/", response.Int("item.id"))
}

// check checks an import and returns the result.
func (f *fixture) check(path string) *kittest.Response {
	f.t.Helper()
	f.admin.Post(path+"/check", nil).Want(202)
	f.RunJobs()
	return f.admin.Get(path).Want(200)
}

// start imports a file that was checked, and returns the result.
func (f *fixture) start(path, rows string) *kittest.Response {
	f.t.Helper()
	f.admin.Post(path+"/start", map[string]any{"rows": rows}).Want(202)
	f.RunJobs()
	return f.admin.Get(path).Want(200)
}

// imported imports a CSV file.
func (f *fixture) imported(path, file string) *kittest.Response {
	f.t.Helper()
	at := f.uploaded(path, file)
	f.check(at)
	return f.start(at, "valid")
}

// counts returns the state of an import, and how many rows were created, changed, left as they are and rejected.
func counts(r *kittest.Response) string {
	return fmt.Sprintf("%s %d %d %d %d", r.String("item.state"), r.Int("item.created"), r.Int("item.changed"),
		r.Int("item.unchanged"), r.Int("item.rejected"))
}

// problems returns the problems of rejected rows.
func problems(r *kittest.Response) string {
	list, _ := r.Value("item.rejections").([]any)
	texts := []string{}
	for _, one := range list {
		entry, _ := one.(map[string]any)
		texts = append(texts, fmt.Sprintf("%v %v: %v", entry["row"], entry["field"], entry["message"]))
	}
	return strings.Join(texts, "\n")
}

func (f *fixture) expect(r *kittest.Response, wantCounts string, wantProblems ...string) {
	f.t.Helper()
	if got := counts(r); got != wantCounts {
		f.t.Errorf("got %s, want %s: %s %s", got, wantCounts, problems(r), r.String("item.problem"))
	}
	if got, want := problems(r), strings.Join(wantProblems, "\n"); got != want {
		f.t.Errorf("got the problems\n%s\nwant\n%s", got, want)
	}
}

// files returns the stored files.
func (f *fixture) files() []string {
	files := []string{}
	_ = filepath.WalkDir(filepath.Join(f.folder, "imports"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, path)
		}
		return nil
	})
	return files
}

// workbook makes an XLSX file with the given rows of a sheet, as XML.
func workbook(rows string, parts ...string) []byte {
	contents := map[string]string{
		"xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="Hidden" state="hidden" r:id="rId9"/>` +
			`<sheet name="Rows" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>` +
			`</Relationships>`,
		"xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\.mm\.yyyy"/></numFmts>` +
			`<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
		"xl/sharedStrings.xml": `<sst><si><t>Name</t></si><si><r><t>Caf</t></r><r><t>&#233; &amp; Co</t></r>` +
			`<rPh><t>ignored</t></rPh></si></sst>`,
		"xl/worksheets/sheet1.xml": `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`,
	}
	for i := 0; i+1 < len(parts); i += 2 {
		contents[parts[i]] = parts[i+1]
	}
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for name, text := range contents {
		part, _ := archive.Create(name)
		_, _ = part.Write([]byte(text))
	}
	_ = archive.Close()
	return out.Bytes()
}

// parseCSV reads a file that the server has sent.
func parseCSV(t *testing.T, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
