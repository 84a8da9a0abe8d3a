# Everything a person or a machine does with Waymark. `make help` lists it.
SHELL := /bin/bash
.DEFAULT_GOAL := help

# SQLite needs FTS5, which mattn/go-sqlite3 builds in under this tag; modernc.org/sqlite has it always.
TAGS    := sqlite_fts5
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
TOOL    := go tool -modfile=tools/go.mod

.PHONY: help run dev build gen test test-go test-pure test-web test-browser check format bench prove clean

help: ## what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: build ## build and start with demo data on http://localhost:8080
	@bin/waymark serve --demo

dev: web/node_modules/.package-lock.json ## the server on :8080 and the web app on :5173, reloading as its files change
	@$(MAKE) --no-print-directory build
	@bin/waymark serve --demo & trap "kill $$!" EXIT; cd web && npx vite

build: web/dist/app/index.html ## make bin/waymark
	@scripts/need go
	@go build -buildvcs=false -tags $(TAGS) -ldflags "-s -w -X main.version=$(VERSION)" -o bin/waymark ./cmd/waymark

# npm packages are installed when their list changes, the web app is built when a file of it does.
web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	@scripts/need npm
	@cd web && npm ci --no-progress --loglevel=error && touch node_modules/.package-lock.json

web/dist/app/index.html: web/node_modules/.package-lock.json $(shell find web/src web/public -type f 2>/dev/null) web/index.html web/vite.config.ts web/icons.ts
	@cd web && npx vite build --logLevel=warn
	@touch $@

gen: build web/tools/node_modules/.package-lock.json ## write the types of the API for the web app, and THIRD-PARTY-NOTICES.txt
	@scripts/gen
	@go run ./scripts/notices

web/tools/node_modules/.package-lock.json: web/tools/package.json web/tools/package-lock.json
	@scripts/need npm
	@cd web/tools && npm ci --no-progress --loglevel=error && touch node_modules/.package-lock.json

test: build ## every test: both databases, the driver without cgo, the binary, the web app's parts, the browser
	@scripts/with-postgres $(MAKE) --no-print-directory test-go test-pure test-web test-browser

test-web: web/node_modules/.package-lock.json
	@cd web && npx vitest run

# Journeys in a real browser, against the real binary with demo data. The chromium that has no windows at all takes a quarter less
# time; where it can't be had, the usual one does.
test-browser: build
	@scripts/need chromium-headless-shell || scripts/need chromium
	@cd web && CHROMIUM=$$(command -v chromium-headless-shell || command -v chromium) npx playwright test

# Without what only debuggers read, the tests are linked in a third of the time.
BARE = -ldflags='-s -w'

test-go:
	@go test -tags $(TAGS) $(BARE) ./...

# The driver without cgo gets the kit and the features' own tests. PostgreSQL has had them.
test-pure:
	@WAYMARK_TEST_POSTGRES= CGO_ENABLED=0 go test -vet=off $(BARE) ./internal/kit/db/ ./internal/kit/resource/ ./internal/features/...

check: build web/tools/node_modules/.package-lock.json ## format, lint, types, import directions, migration folders, generated files, sizes
	@scripts/check

format: ## write the code in its one format
	@$(TOOL) gofumpt -w cmd internal migrations bench scripts web/embed.go
	@cd web && npx biome check --write .

bench: build ## measure against the ceilings, on both databases; BENCH=small for a quick look, BENCH_ONLY=word for some cases
	@scripts/with-postgres go run -tags $(TAGS) ./bench

# A proof takes minutes and needs the whole machine, so it is no part of the tests: make prove outages.
ifeq (prove,$(firstword $(MAKECMDGOALS)))
PROOF := $(word 2,$(MAKECMDGOALS))
$(eval $(PROOF):;@:)
endif

prove: build ## run a long proof: make prove NAME, with the name of a folder in scripts/prove
	@test -n "$(PROOF)" -a -d "scripts/prove/$(PROOF)" || { echo "Which one? $$(ls scripts/prove | xargs)"; exit 1; }
	@scripts/need initdb
	@go run -tags $(TAGS) ./scripts/prove/$(PROOF)

clean: ## remove what was built
	@rm -rf bin web/dist/app web/node_modules web/tools/node_modules
