package app_test

import "waymark/internal/kit/db"

// checkCollections checks that every screen about collections has demo data.
func (h *harness) checkCollections() {
	h.t.Helper()
	for query, minimum := range map[string]int64{
		"SELECT count(*) FROM folders WHERE partner_id IS NOT NULL":                                    36,
		"SELECT count(*) FROM folders WHERE user_id IS NOT NULL":                                       1,
		"SELECT count(*) FROM folders WHERE collections_count > 0":                                     12,
		"SELECT count(*) FROM folders WHERE collections_count = 0":                                     5,
		"SELECT max(length(path) - length(replace(path, '/', ''))) FROM folders":                       3,
		"SELECT count(*) FROM collections WHERE code <> '[]'":                                          3,
		"SELECT count(*) FROM collections WHERE language_id <> 1":                                      1,
		"SELECT count(*) FROM shared_collections":                                                      40,
		"SELECT count(*) FROM shared_collections WHERE type = 'auto-accepted'":                         4,
		"SELECT count(*) FROM shared_collections WHERE partner_id IS NULL":                             1,
		"SELECT count(*) FROM shared_collections WHERE has_personal_message":                           10,
		"SELECT count(*) FROM shared_collections WHERE personalisations_count = 0":                     10,
		"SELECT max(shared_collections_count) FROM collections":                                        3,
		"SELECT count(*) FROM personalisations":                                                        30,
		"SELECT count(*) FROM collaborators":                                                           14,
		"SELECT count(*) FROM collaborators WHERE logo_id IS NULL":                                     3,
		"SELECT count(*) FROM collaborators WHERE length(api_key) = 24":                                14,
		"SELECT count(*) FROM collaborators WHERE extended_collection_versions_max_created_at IS NULL": 2,
		"SELECT count(*) FROM partners WHERE landing_page_domain LIKE 'trips.%.example'":               4,
		"SELECT count(*) FROM trash":                                                                   7,
	} {
		if got := h.count(query); got < minimum {
			h.t.Errorf("%s: %d, want %d or more", query, got, minimum)
		}
	}
	secrets, err := db.All[struct {
		Key    string `db:"api_key"`
		Sealed string `db:"api_secret"`
	}](h.t.Context(), h.DB.Read(), "SELECT api_key, api_secret FROM collaborators")
	if err != nil {
		h.t.Fatal(err)
	}
	for _, pair := range secrets {
		if plain, err := h.Key.Decrypt(pair.Sealed, pair.Key); err != nil || len(plain) != 40 {
			h.t.Errorf("a collaborator's secret is %q: %v", plain, err)
		}
	}
}
