//go:build cgo && linux

package memory

/*
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

// limit_arenas makes C code allocate from few arenas. The GNU C library creates up to eight per processor, and memory
// that is freed in one is not used by the others: SQLite took four times what its caches contained. The limit must be
// set before the Go runtime starts threads, because each creates an arena. MALLOC_ARENA_MAX takes precedence.
__attribute__((constructor)) static void limit_arenas(void) {
#ifdef __GLIBC__
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	if (getenv("MALLOC_ARENA_MAX") == NULL) {
		mallopt(M_ARENA_MAX, processors < 2 ? 2 : processors > 8 ? 8 : processors);
	}
#endif
}

static void trim(void) {
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}
*/
import "C"

// trimNative returns what C code has freed to the operating system.
func trimNative() { C.trim() }
