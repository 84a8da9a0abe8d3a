package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"

	"waymark/internal/kit/auth"
)

// maxStatements limits the statements of a request, including that of its session, besides BEGIN and COMMIT.
var maxStatements = map[string]int64{
	"list content":     7,
	"read content":     6,
	"update content":   14,
	"create content":   12,
	"update publisher": 5,
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
			"create content": func() (string, string, string) {
				return "POST", "content", fmt.Sprintf(`{"content_url":"https://a.example/%d",%s}`, number, fields)
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
