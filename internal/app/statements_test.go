package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"waymark/internal/kit/auth"
	"waymark/internal/platform/changes"
)

// maxStatements limits the statements of a request, including that of its session, besides BEGIN and COMMIT.
var maxStatements = map[string]int64{
	"list content": 4,
	"read content": 3,
	// Changes have two more for their change set, so that they can be undone.
	"update content": 16,
	// Changing a reference takes the statements that link it, but none for its names.
	"change publisher": 14,
	"create content":   14,
	// The index reports a name that is taken, if nothing else can be wrong.
	"update publisher": 6,
	// The statement that inserts a record which shows no others also returns it.
	"create publisher": 6,
	// Of the public API, called by the app. Those of a partner have one more, for its key.
	"search content":             6,
	"search content, other page": 5,
	"search collections":         5,
	"read published content":     4,
	"read collection":            7,
	"list publishers":            3,
}

func TestStatements(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		admin := h.session(auth.Admin)
		create := func(path, body string) int64 {
			var answer struct{ Item struct{ ID int64 } }
			response := h.do("POST", "/api/admin/"+path, admin, body)
			text, err := io.ReadAll(response.Body)
			if err != nil || response.StatusCode != http.StatusCreated || json.Unmarshal(text, &answer) != nil {
				t.Fatalf("create %s: %d %s (%v)", path, response.StatusCode, text, err)
			}
			return answer.Item.ID
		}
		publisher := create("publishers", `{"name":"Harbour Press"}`)
		other := create("publishers", `{"name":"Quay Press"}`)
		tag := create("tags", `{"tag":"Rail"}`)
		fields := fmt.Sprintf(`"title":"By train","publisher_ids":[%d],"tag_ids":[%d]`, publisher, tag)
		content := create("content", `{"content_url":"https://a.example/",`+fields+`}`)
		number := 0
		for name, request := range map[string]func() (method, path, body string){
			"list content": func() (string, string, string) { return "GET", "content", "" },
			"read content": func() (string, string, string) { return "GET", fmt.Sprintf("content/%d", content), "" },
			"update content": func() (string, string, string) {
				return "PUT", fmt.Sprintf("content/%d", content), fmt.Sprintf(`{"title":"By train %d"}`, number)
			},
			"change publisher": func() (string, string, string) {
				publisher, other = other, publisher
				return "PUT", fmt.Sprintf("content/%d", content), fmt.Sprintf(`{"publisher_ids":[%d]}`, publisher)
			},
			"create content": func() (string, string, string) {
				return "POST", "content", fmt.Sprintf(`{"content_url":"https://a.example/%d",%s}`, number, fields)
			},
			"create publisher": func() (string, string, string) {
				return "POST", "publishers", fmt.Sprintf(`{"name":"Coast Press %d"}`, number)
			},
			"update publisher": func() (string, string, string) {
				return "PUT", fmt.Sprintf("publishers/%d", publisher), fmt.Sprintf(`{"name":"Harbour Press %d"}`, number)
			},
		} {
			var fewest int64
			for range 3 { // the first may load what is then cached
				number++
				method, path, body := request()
				before := h.DB.Statements()
				response := h.do(method, "/api/admin/"+path, admin, body)
				if _, err := io.Copy(io.Discard, response.Body); err != nil || response.StatusCode >= http.StatusBadRequest {
					t.Fatalf("%s: %d (%v)", name, response.StatusCode, err)
				}
				if n := h.DB.Statements() - before; fewest == 0 || n < fewest {
					fewest = n
				}
			}
			t.Logf("%s: %d statements", name, fewest)
			if fewest > maxStatements[name] {
				t.Errorf("%s: %d statements; the limit is %d", name, fewest, maxStatements[name])
			}
		}
	})
}

func TestStatements_PublicAPI(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		admin := h.session(auth.Admin)
		content := h.create(admin, "content", `{"content_url":"https://a.example/","title":"By train","library_ids":[1]}`)
		collection := h.create(admin, "collections", `{"name":"Trains","type":"partner","partner_id":1,"language_id":1}`)
		for _, statement := range []string{
			"UPDATE content SET published_at = created_at",
			"UPDATE collections SET alt_id = 'CTrains000'",
			fmt.Sprintf(`INSERT INTO collection_content (collection_id, content_id, added_at)
				SELECT %d, id, created_at FROM content`, collection),
		} {
			if _, err := h.DB.Writer().Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		h.create(admin, "publishers", `{"name":"Harbour Press"}`)
		h.checkAPIStatements("search content", "search/content?query=train&per_page={n}")
		h.checkAPIStatements("search collections", "search/collections?query=trains&per_page={n}")
		h.checkAPIStatements("read published content", fmt.Sprintf("content/%d", content))
		h.checkAPIStatements("read collection", "collections/CTrains000?per_page={n}")
		h.checkAPIStatements("list publishers", "publishers?per_page={n}")
		if _, err := changes.Number(t.Context(), h.DB); err != nil {
			t.Fatal(err)
		}
		h.checkAPIStatements("search content, other page", "search/content?query=train&per_page={n}")
	})
}

// checkAPIStatements counts the statements of a request by the app. Its path takes a number instead of {n}, so that no
// response comes from a cache.
func (h *harness) checkAPIStatements(name, path string) {
	h.t.Helper()
	var fewest int64
	for i := range 5 { // the log of calls is written at the same time
		before := h.DB.Statements()
		url := h.URL + "/api/v1/" + strings.ReplaceAll(path, "{n}", strconv.Itoa(90+i))
		request, err := http.NewRequestWithContext(h.t.Context(), http.MethodGet, url, nil)
		if err != nil {
			h.t.Fatal(err)
		}
		request.Host = ownHost
		asApp(request)
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			h.t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil || response.StatusCode != http.StatusOK || !strings.Contains(string(text), `"id"`) {
			h.t.Fatalf("%s: %d %s (%v)", name, response.StatusCode, text, err)
		}
		if n := h.DB.Statements() - before; fewest == 0 || n < fewest {
			fewest = n
		}
	}
	h.t.Logf("%s: %d statements", name, fewest)
	if fewest > maxStatements[name] {
		h.t.Errorf("%s: %d statements; the limit is %d", name, fewest, maxStatements[name])
	}
}
