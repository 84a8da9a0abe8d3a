package main_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"
)

const many = 5000

func (s *server) get(path string) map[string]any {
	s.t.Helper()
	response, err := s.client.Get(s.url + path)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	answer := map[string]any{}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || response.StatusCode != http.StatusOK {
		s.t.Fatalf("%s: %d %v %v", path, response.StatusCode, answer, err)
	}
	return answer
}

// held is how many items a collection holds. What it counts and what it lists must agree.
func (s *server) held(id int) int {
	s.t.Helper()
	at := fmt.Sprintf("/api/admin/collections/%d", id)
	item, _ := s.get(at)["item"].(map[string]any)
	ids, _ := s.get(at + "/content/ids")["ids"].([]any)
	if counted, _ := item["contents_count"].(float64); int(counted) != len(ids) {
		s.t.Fatalf("collection %d counts %v and lists %d", id, counted, len(ids))
	}
	return len(ids)
}

// moved is how many moves the audit log tells of.
func (s *server) moved() int {
	s.t.Helper()
	meta, _ := s.get("/api/admin/activity?kind=collection&action=removed+from")["meta"].(map[string]any)
	total, _ := meta["total"].(float64)
	return int(total)
}

func TestAMoveOfManyThatIsKilledIsDoneOrNotBegun(t *testing.T) {
	t.Parallel()
	for name, flags := range databases(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			if output, err := command(t, folder, append([]string{"demo", "--content", fmt.Sprint(many)}, flags...)...).
				CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, output)
			}
			s := start(t, folder, flags...)
			s.signIn()
			ids := [2]int{}
			for i := range ids {
				status, made, err := s.post("/api/admin/collections", map[string]any{
					"name":       fmt.Sprint("Collection ", i),
					"partner_id": 1,
				})
				if err != nil || status != http.StatusCreated {
					t.Fatalf("%d %v %v", status, made, err)
				}
				item, _ := made["item"].(map[string]any)
				id, _ := item["id"].(float64)
				ids[i] = int(id)
			}
			if status, answer, err := s.post(fmt.Sprintf("/api/admin/collections/%d/content", ids[0]),
				map[string]any{"filter": map[string]any{}}); err != nil || status != http.StatusOK {
				t.Fatalf("%d %v %v", status, answer, err)
			}
			move := func(from, to int) (int, error) {
				status, _, err := s.post(fmt.Sprintf("/api/admin/collections/%d/content/move", from),
					map[string]any{"collection_id": to, "filter": map[string]any{}})
				return status, err
			}
			began := time.Now()
			if status, err := move(ids[0], ids[1]); err != nil || status != http.StatusOK {
				t.Fatalf("%d %v", status, err)
			}
			took := time.Since(began)
			from, to, told, cut := ids[1], ids[0], 1, 0
			if s.held(from) != many || s.held(to) != 0 {
				t.Fatalf("the first move left %d and %d", s.held(from), s.held(to))
			}
			for _, share := range []float64{0.3, 0.6, 0.9} {
				answered := make(chan error, 1)
				go func() {
					_, err := move(from, to)
					answered <- err
				}()
				time.Sleep(time.Duration(share * float64(took))) // into the middle of it
				_ = s.Process.Kill()
				acknowledged := <-answered == nil
				<-s.ended
				s = start(t, folder, flags...)
				s.signIn()
				left, arrived := s.held(from), s.held(to)
				if left+arrived != many || (left != 0 && arrived != 0) {
					t.Fatalf("killed after %.0f %%: %d are left and %d have arrived", share*100, left, arrived)
				}
				if acknowledged && arrived != many {
					t.Fatalf("killed after %.0f %%: it was acknowledged and is lost", share*100)
				}
				if !acknowledged {
					cut++
				}
				if arrived == many {
					from, to, told = to, from, told+1
				}
				if got := s.moved(); got != told {
					t.Fatalf("killed after %.0f %%: the audit log tells of %d moves, and %d were done", share*100, got, told)
				}
			}
			if cut == 0 {
				t.Error("every move was through before it was killed: nothing was tried")
			}
			t.Logf("%d of 3 moves of %d items were cut off; one takes %v", cut, many, took)
		})
	}
}
