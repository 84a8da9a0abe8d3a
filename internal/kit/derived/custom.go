package derived

import "waymark/internal/kit/db"

// Custom is an object with SQL of its own on each engine, for what the other kinds can't express.
type Custom struct {
	ID string
	// On are the tables that may not be written to while the object is created and rebuilt.
	On []string
	// SQLite and Postgres are the statements of the two engines.
	SQLite, Postgres Statements
	// Refresh are statements that correct existing rows, on both engines.
	Refresh []string
	// Differing is a query for the number of rows that Refresh would correct.
	Differing string
}

// Statements create an object and remove it.
type Statements struct{ Create, Drop []string }

// Name is the ID.
func (c Custom) Name() string { return c.ID }

// Tables are those of On.
func (c Custom) Tables() []string { return c.On }

func (c Custom) statements(engine db.Engine) Statements {
	if engine == db.Postgres {
		return c.Postgres
	}
	return c.SQLite
}

// Create returns the engine's own statements.
func (c Custom) Create(engine db.Engine) []string { return c.statements(engine).Create }

// Drop returns the engine's own statements.
func (c Custom) Drop(engine db.Engine) []string { return c.statements(engine).Drop }

// Rebuild returns the statements of Refresh.
func (c Custom) Rebuild(db.Engine) []string { return c.Refresh }

// Wrong returns the query in Differing.
func (c Custom) Wrong(db.Engine) string { return c.Differing }
