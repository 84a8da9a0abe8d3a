# Everything a person or a machine does with Waymark. `make help` lists it.
SHELL := /bin/bash
.DEFAULT_GOAL := help

# SQLite needs FTS5, which mattn/go-sqlite3 builds in under this tag; modernc.org/sqlite has it always.
TAGS    := sqlite_fts5
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
TOOL    := go tool -modfile=tools/go.mod

.PHONY: help run build test test-go test-pure check format bench clean

help: ## what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: build ## build and start with demo data on http://localhost:8080
	@bin/waymark serve --demo

build: ## make bin/waymark
	@scripts/need go
	@go build -buildvcs=false -tags $(TAGS) -ldflags "-s -w -X main.version=$(VERSION)" -o bin/waymark ./cmd/waymark

test: build ## every test: both databases, the driver without cgo, the binary
	@scripts/with-postgres $(MAKE) --no-print-directory test-go test-pure

test-go:
	@go test -tags $(TAGS) ./...

# The driver without cgo gets the kit and the features' own tests.
test-pure:
	@CGO_ENABLED=0 go test ./internal/kit/db/ ./internal/kit/resource/ ./internal/features/...

check: ## format, lint, vet, dependency arrows, migration folders
	@scripts/check

format: ## write the code in its one format
	@$(TOOL) gofumpt -w cmd internal migrations bench

bench: build ## measure against the ceilings, on both databases; BENCH=small for a quick look
	@scripts/with-postgres go run -tags $(TAGS) ./bench

clean: ## remove what was built
	@rm -rf bin
