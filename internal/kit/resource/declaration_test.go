package resource_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
)

// Screw is a record for declarations with mistakes.
type Screw struct {
	resource.Row
	Name    string `json:"name"`
	Size    int64  `json:"size"`
	Drawer  string `json:"drawer"`
	private string
}

// TestDeclaration_Mistakes makes one mistake after the other in a correct declaration. Each stops the program.
func TestDeclaration_Mistakes(t *testing.T) {
	t.Parallel()
	filters := []listing.Filter{listing.ChoiceFilter("state", []string{"on"}, func(string) listing.Condition {
		return listing.Condition{SQL: "size > 0"}
	})}
	correct := func() resource.Definition[Screw] {
		return resource.Definition[Screw]{
			Path: "screws", Label: "Screw", Sort: "-size,name", Filters: filters,
			Tabs: &listing.Tabs{Filter: "state", Values: []string{"on"}},
			Fields: func(s *Screw) resource.Fields {
				return resource.Fields{
					resource.Text(&s.Name, resource.Sortable), resource.Int(&s.Size, resource.Sortable), resource.Attached(&s.Drawer),
				}
			},
			Attach: func(context.Context, db.Conn, []*Screw) error { return nil },
		}
	}
	if message := stopped(correct()); message != "" {
		t.Fatalf("the correct declaration stops the program: %s", message)
	}
	// with declares other fields than the correct ones.
	with := func(fields func(*Screw) resource.Fields) func(*resource.Definition[Screw]) {
		return func(d *resource.Definition[Screw]) { d.Fields = fields }
	}
	outside := &Screw{}
	for name, c := range map[string]struct {
		mistake func(*resource.Definition[Screw])
		message string
	}{
		"an order that the list does not have": {
			func(d *resource.Definition[Screw]) { d.Sort = "colour" }, `can't sort by "colour"`,
		},
		"a tie-break that the list does not have": {
			func(d *resource.Definition[Screw]) { d.Sort = "-size,colour" }, `can't break ties by "colour"`,
		},
		"a position in another column than order": {
			with(func(s *Screw) resource.Fields {
				return resource.Fields{
					resource.Text(&s.Name, resource.Sortable), resource.Position(&s.Size), resource.Attached(&s.Drawer),
				}
			}), `field "size" is a Position, but its column is not called order`,
		},
		"a search without searchable fields": {
			func(d *resource.Definition[Screw]) { d.Search.URLColumn = "name" }, "there is a Search, but no field is searchable",
		},
		"tabs of an unknown filter": {
			func(d *resource.Definition[Screw]) { d.Tabs = &listing.Tabs{Filter: "colour"} },
			`the tabs use the filter "colour", which the list does not have`,
		},
		"a tab that the filter does not have": {
			func(d *resource.Definition[Screw]) { d.Tabs = &listing.Tabs{Filter: "state", Values: []string{"off"}} },
			`the filter "state" of the tabs has no value "off"`,
		},
		"a name that is not a text": {
			func(d *resource.Definition[Screw]) { d.Name = "size" }, `there is no text field "size" to name records by`,
		},
		"a lookup that does not name the parents": {
			func(d *resource.Definition[Screw]) { d.Options = []string{"boxes/{box_id}/screws"} },
			"the lookup boxes/{box_id}/screws does not name the parents of its records",
		},
		"uniqueness on a number": {
			with(func(s *Screw) resource.Fields {
				return resource.Fields{resource.Text(&s.Name), resource.Int(&s.Size, resource.Unique), resource.Attached(&s.Drawer)}
			}),
			`the rule Unique does not apply to the number field "size"`,
		},
		"a rule that does not apply to its field": {
			with(func(s *Screw) resource.Fields {
				return resource.Fields{
					resource.Text(&s.Name, resource.EndOfDay), resource.Int(&s.Size),
					resource.Attached(&s.Drawer),
				}
			}),
			`the rule EndOfDay does not apply to the text field "name"`,
		},
		"an undeclared field next to Attach": {
			with(func(s *Screw) resource.Fields {
				return resource.Fields{resource.Text(&s.Name, resource.Sortable), resource.Int(&s.Size, resource.Sortable)}
			}),
			`field "drawer" of resource_test.Screw is not declared`,
		},
		"an attached field without Attach": {
			func(d *resource.Definition[Screw]) { d.Attach = nil }, `field "drawer" is Attached, but there is no Attach`,
		},
		"a field that is declared twice": {
			with(func(s *Screw) resource.Fields {
				return resource.Fields{resource.Text(&s.Name), resource.Code(&s.Name), resource.Int(&s.Size)}
			}),
			`field "name" is declared twice`,
		},
		"a field of something else": {
			with(func(*Screw) resource.Fields { return resource.Fields{resource.Text(&outside.Name)} }),
			"a text field does not point into resource_test.Screw",
		},
		"a field that is made from something else": {
			with(func(s *Screw) resource.Fields { return resource.Fields{resource.Slug(&s.Name, &outside.Name)} }),
			`the field "name" is made from something outside of resource_test.Screw`,
		},
		"a field without a name": {
			with(func(s *Screw) resource.Fields { return resource.Fields{resource.Text(&s.private)} }),
			"a text field of resource_test.Screw has neither a JSON name nor a db tag",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			def := correct()
			c.mistake(&def)
			if message := stopped(def); !strings.HasPrefix(message, "resource screws: ") || !strings.HasSuffix(message,
				c.message) {
				t.Errorf("the program stops with %q, not with %q", message, c.message)
			}
		})
	}
	t.Run("a type without a Row", func(t *testing.T) {
		t.Parallel()
		type bare struct{}
		if message := stopped(resource.Definition[bare]{Path: "bare"}); !strings.HasSuffix(message,
			"must embed resource.Row or resource.LogRow") {
			t.Errorf("the program stops with %q", message)
		}
	})
}

// stopped returns the message with which a declaration stops the program, or nothing.
func stopped[T any](def resource.Definition[T]) (message string) {
	defer func() {
		if problem := recover(); problem != nil {
			message = fmt.Sprint(problem)
		}
	}()
	resource.New(resource.Kit{}, def)
	return ""
}
