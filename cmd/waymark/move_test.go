package main_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"
)

const itemCount = 1500

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

// countItems returns the number of items in a collection. The counter and the list must agree.
func (s *server) countItems(id int) int {
	s.t.Helper()
	path := fmt.Sprintf("/api/admin/collections/%d", id)
	item, _ := s.get(path)["item"].(map[string]any)
	ids, _ := s.get(path + "/content/ids")["ids"].([]any)
	if counted, _ := item["contents_count"].(float64); int(counted) != len(ids) {
		s.t.Fatalf("collection %d counts %v items and lists %d", id, counted, len(ids))
	}
	return len(ids)
}

// countMoves returns the number of moves in the audit log.
func (s *server) countMoves() int {
	s.t.Helper()
	meta, _ := s.get("/api/admin/activity?kind=collection&action=removed+from")["meta"].(map[string]any)
	total, _ := meta["total"].(float64)
	return int(total)
}

func TestCollections_MoveKilled(t *testing.T) {
	t.Parallel()
	for name, flags := range databases(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			args := append([]string{"demo", "--content", fmt.Sprint(itemCount)}, flags...)
			if output, err := command(t, folder, args...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, output)
			}
			s := start(t, folder, flags...)
			s.signIn()
			ids := [2]int{}
			for i := range ids {
				status, created, err := s.post("/api/admin/collections", map[string]any{
					"name":       fmt.Sprint("Collection ", i),
					"partner_id": 1,
				})
				if err != nil || status != http.StatusCreated {
					t.Fatalf("%d %v %v", status, created, err)
				}
				item, _ := created["item"].(map[string]any)
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
			started := time.Now()
			if status, err := move(ids[0], ids[1]); err != nil || status != http.StatusOK {
				t.Fatalf("%d %v", status, err)
			}
			took := time.Since(started)
			from, to, moves, interrupted := ids[1], ids[0], 1, 0
			// The first move takes longest, so the early ones interrupt the others.
			shares := []float64{0.05, 0.15, 0.4, 0.8}
			if s.countItems(from) != itemCount || s.countItems(to) != 0 {
				t.Fatalf("the first move left %d and %d", s.countItems(from), s.countItems(to))
			}
			for _, share := range shares {
				answered := make(chan error, 1)
				go func() {
					_, err := move(from, to)
					answered <- err
				}()
				time.Sleep(time.Duration(share * float64(took))) // Kill it in the middle of the move.
				_ = s.Process.Kill()
				acknowledged := <-answered == nil
				<-s.ended
				s = start(t, folder, flags...)
				s.signIn()
				remaining, arrived := s.countItems(from), s.countItems(to)
				if remaining+arrived != itemCount || (remaining != 0 && arrived != 0) {
					t.Fatalf("killed after %.0f %%: %d items remain and %d have arrived", share*100, remaining, arrived)
				}
				if acknowledged && arrived != itemCount {
					t.Fatalf("killed after %.0f %%: an acknowledged move was lost", share*100)
				}
				if !acknowledged {
					interrupted++
				}
				if arrived == itemCount {
					from, to, moves = to, from, moves+1
				}
				if got := s.countMoves(); got != moves {
					t.Fatalf("killed after %.0f %%: got %d moves in the audit log, want %d", share*100, got, moves)
				}
			}
			if interrupted == 0 {
				t.Error("every move finished before the server was killed, so nothing was tested")
			}
			t.Logf("%d of %d moves of %d items were interrupted; one takes %v", interrupted, len(shares), itemCount, took)
		})
	}
}
