package app_test

import "fmt"

// checkSums checks that the figures of all screens agree: each table's rows and its unattributed figures add up to
// its total, which is that of the tiles for the overview, and that of the row in the overview for a partner or user.
func (s *simulation) checkSums(about string) {
	s.t.Helper()
	tiles, _ := s.request("GET", "users/highlights", nil)["now"].(object)
	all := parseFigures(tiles)
	partners, users := s.addUp(about, "views-by-partner", all), s.addUp(about, "views-by-user", all)
	advisorsSeen := int64(0)
	for id, row := range partners {
		path := fmt.Sprintf("partner/%d/", id)
		advisors := int64(0)
		for _, user := range s.addUp(about, path+"views-by-user", parseFigures(row)) {
			if user["user"].(object)["partner"] == nil {
				advisors++
			}
		}
		s.addUp(about, path+"views-by-page", parseFigures(row))
		s.check(about+": advisors of "+partnerName(row), int64(row["advisors_count"].(float64)), advisors)
		advisorsSeen = max(advisorsSeen, advisors)
	}
	for id, row := range users {
		path := fmt.Sprintf("user/%d/", id)
		shown := s.addUp(about, path+"views-by-partner", parseFigures(row))
		s.addUp(about, path+"views-by-page", parseFigures(row))
		s.check(about+": partners of "+userName(row), int64(row["partners_count"].(float64)), int64(len(shown)))
	}
	if total := int64(tiles["advisors_count"].(float64)); advisorsSeen > total {
		s.t.Errorf("%s: a partner has %d advisors, but the tile says %d", about, advisorsSeen, total)
	}
}

// addUp checks the sums of a table and returns its rows by the id of their record.
func (s *simulation) addUp(about, path string, total figures) map[int64]object {
	s.t.Helper()
	rows, page := map[int64]object{}, s.request("GET", "copilot-insights/"+path+"?per_page=100", nil)
	sum := parseFigures(page["unattributed"].(object))
	items, _ := page["items"].([]any)
	for i, item := range items {
		row, _ := item.(object)
		for kind, n := range parseFigures(row) {
			sum[kind] += n
		}
		id := float64(-i) // Pages have no id.
		for _, of := range []string{"partner", "user"} {
			if record, ok := row[of].(object); ok {
				id, _ = record["id"].(float64)
			}
		}
		rows[int64(id)] = row
	}
	if stated := parseFigures(page["total"].(object)); sum != total || stated != total {
		s.t.Errorf("%s: %s adds up to %v and states %v, want %v", about, path, sum, stated, total)
	}
	return rows
}

// deletePeople deletes users and moves one to a partner, and checks the sums after each step.
func (s *simulation) deletePeople() {
	s.t.Helper()
	s.checkSums("with everybody")
	advisor, own, moved := s.advisors[0], s.partners[0].users[0], s.advisors[1]
	s.request("DELETE", fmt.Sprintf("users/%d", advisor.id), nil)
	s.checkSums("with an advisor in the trash")
	s.request("DELETE", fmt.Sprintf("users/%d", own.id), nil)
	s.checkSums("with a partner's user in the trash")
	s.request("PUT", fmt.Sprintf("users/%d", moved.id), object{"partner_id": s.partners[1].id})
	s.checkSums("with an advisor who joined a partner")
	for name, id := range map[string]int64{"an advisor": advisor.id, "a user": own.id} {
		entry := s.h.count("SELECT trash_id FROM users WHERE id = ?", id)
		s.request("DELETE", fmt.Sprintf("trash/%d", entry), nil)
		s.check("rows of "+name+" deleted permanently", s.h.count("SELECT count(*) FROM users WHERE id = ?", id), 0)
		s.checkSums("with " + name + " deleted permanently")
	}
}
