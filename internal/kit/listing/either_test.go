package listing_test

import (
	"context"
	"fmt"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
)

func TestEither_ResolvesEachTime(t *testing.T) {
	t.Parallel()
	times := 0
	changing := listing.Condition{Resolve: func(context.Context, db.Conn) (listing.Condition, error) {
		times++
		return listing.Condition{SQL: fmt.Sprint("a = ", times), IDs: &listing.IDSource{SQL: "SELECT 1 AS row_id"}}, nil
	}}
	either := listing.Either(changing, listing.Indexed("widgets", "b = ?", 5))
	for time := 1; time <= 2; time++ {
		where, err := either.Resolve(t.Context(), db.Conn{})
		if err != nil || where.SQL != fmt.Sprintf("(a = %d) OR (b = ?)", time) || len(where.Args) != 1 {
			t.Errorf("the condition is %q: %v", where.SQL, err)
		}
	}
}
