package db

// SQLiteDriver is a driver for SQLite that is registered with database/sql.
type SQLiteDriver struct {
	Name        string
	Description string // for the log
	// Code returns the extended result code of an error of this driver.
	Code func(error) (code int, message string, ok bool)
}

// UseSQLite makes Open use another driver. It exists for tests of the driver of builds without cgo, which would
// otherwise have to compile the whole program again.
func UseSQLite(driver SQLiteDriver) { sqlite = driver }
