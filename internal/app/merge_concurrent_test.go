package app_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"waymark/internal/app"
	"waymark/internal/kit/auth"
)

// concurrentMerges sends merges and saves of the same records at the same time.
type concurrentMerges struct {
	*linkWalker
	publishers, destinations, content []int64
}

// TestMerge_Concurrent merges records in both directions while others save what refers to them. On PostgreSQL their
// locks are in conflict; a request may be refused because of another, but must not fail.
func TestMerge_Concurrent(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		c := &concurrentMerges{linkWalker: &linkWalker{h, h.session(auth.Admin)}}
		c.add()
		var running sync.WaitGroup
		for worker := range 6 {
			running.Go(func() {
				random := rand.New(rand.NewPCG(uint64(worker), 1))
				for range 12 {
					c.send(c.request(random))
				}
			})
		}
		running.Wait()
		if got := h.count("SELECT count(*) FROM merged_records"); got == 0 {
			t.Error("no merge was successful")
		}
		const chains = `SELECT count(*) FROM merged_records AS first JOIN merged_records AS second
			ON second.kind = first.kind AND second.old_id = first.new_id`
		if got := h.count(chains); got != 0 {
			t.Errorf("got %d merged ids that point to other merged ids", got)
		}
		if err := app.VerifyDerived(t.Context(), h.DB); err != nil {
			t.Error(err)
		}
	})
}

func (c *concurrentMerges) add() {
	c.t.Helper()
	for i := range 24 {
		c.publishers = append(c.publishers, c.create(c.token, "publishers", fmt.Sprintf(`{"name": "Publisher %d"}`, i)))
		parent := "null"
		if i%3 > 0 {
			parent = fmt.Sprint(c.destinations[len(c.destinations)-1])
		}
		c.destinations = append(c.destinations, c.create(c.token, "destinations",
			fmt.Sprintf(`{"name": "Place %d", "parent_id": %s}`, i, parent)))
	}
	for i := range 12 {
		c.content = append(c.content, c.create(c.token, "content", fmt.Sprintf(`{"title": "Item %d",
			"content_url": "https://merges.example/%[1]d", "type_id": 2, "publisher_ids": [%d, %d],
			"destination_ids": [%d, %d]}`, i, c.publishers[i], c.publishers[i+12], c.destinations[i], c.destinations[i+12])))
	}
}

// request returns a random merge or save.
func (c *concurrentMerges) request(random *rand.Rand) (method, path, body string) {
	some := func(ids []int64, n int) []int64 {
		picked := []int64{}
		for _, i := range random.Perm(len(ids))[:n] {
			picked = append(picked, ids[i])
		}
		return picked
	}
	list := func(ids []int64) string { return strings.ReplaceAll(fmt.Sprint(ids), " ", ",") }
	switch random.IntN(5) {
	case 0:
		ids := some(c.publishers, 3)
		return "POST", fmt.Sprintf("publishers/%d/merge", ids[0]), `{"ids": ` + list(ids[1:]) + `}`
	case 1:
		ids := some(c.destinations, 3)
		return "POST", fmt.Sprintf("destinations/%d/merge", ids[0]), `{"ids": ` + list(ids[1:]) + `}`
	case 2:
		ids := some(c.destinations, 2)
		return "PUT", fmt.Sprintf("destinations/%d", ids[0]), fmt.Sprintf(`{"parent_id": %d}`, ids[1])
	}
	return "PUT", fmt.Sprintf("update-content/%d", some(c.content, 1)[0]), `{"publisher_ids": ` +
		list(some(c.publishers, 4)) + `, "destination_ids": ` + list(some(c.destinations, 4)) + `}`
}

func (c *concurrentMerges) send(method, path, body string) {
	c.t.Helper()
	response := c.do(method, "/api/admin/"+path, c.token, body)
	if !slices.Contains([]int{
		http.StatusOK, http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity,
	}, response.StatusCode) {
		c.t.Errorf("%s %s %s: got %d", method, path, body, response.StatusCode)
	}
}
