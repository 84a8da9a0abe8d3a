package resource_test

import (
	"context"
	"fmt"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
)

func TestEitherOfLooksEachTime(t *testing.T) {
	t.Parallel()
	times := 0
	changing := resource.Where{Look: func(context.Context, db.Conn) (resource.Where, error) {
		times++
		return resource.Where{SQL: fmt.Sprint("a = ", times), Among: &resource.Among{SQL: "SELECT 1 AS among"}}, nil
	}}
	either := resource.EitherOf(changing, resource.Ranged("widgets", "b = ?", 5))
	for time := 1; time <= 2; time++ {
		where, err := either.Look(t.Context(), db.Conn{})
		if err != nil || where.SQL != fmt.Sprintf("(a = %d) OR (b = ?)", time) || len(where.Args) != 1 {
			t.Errorf("the condition is %q: %v", where.SQL, err)
		}
	}
}
