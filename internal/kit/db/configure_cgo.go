//go:build cgo && linux

package db

/*
// SQLite is compiled with its driver. The declaration is weak because this package is also linked without the driver,
// when cgo looks for the libraries that it needs. Other linkers than that of Linux don't accept it.
extern int sqlite3_config(int option, ...) __attribute__((weak));

#define CONFIG_MEMSTATUS 9

static int result = -1;

// configure runs before main, because SQLite can be configured only before it is first used.
__attribute__((constructor)) static void configure(void) {
	if (sqlite3_config) {
		// Counting the allocated memory takes a lock of all connections for each allocation.
		result = sqlite3_config(CONFIG_MEMSTATUS, 0);
	}
}

static int configured(void) { return result; }
*/
import "C"

// isConfigured reports whether SQLite has accepted the configuration.
func isConfigured() bool { return C.configured() == 0 }
