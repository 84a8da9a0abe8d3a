# All tasks of people and of CI. `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help

# Search on SQLite needs FTS5. mattn/go-sqlite3 includes it with this tag, modernc.org/sqlite always.
TAGS    := sqlite_fts5
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
TOOL    := go tool -modfile=tools/go.mod

# Compiled files do not contain the paths of this machine, and what was compiled in one folder need not be compiled again
# in another.
export GOFLAGS := $(GOFLAGS) -trimpath

.PHONY: help run dev build gen test test-go test-pure test-web test-browser check format bench prove release clean

help: ## list the tasks
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: build ## build and run with demo data on http://localhost:8080
	@bin/waymark serve --demo

dev: web/node_modules/.package-lock.json ## run the server on :8080 and the web app on :5173, which reloads when a file changes
	@$(MAKE) --no-print-directory build
	@bin/waymark serve --demo & trap "kill $$!" EXIT; cd web && npx vite

build: web/dist/app/index.html ## build bin/waymark
	@scripts/need go
	@go build -buildvcs=false -tags $(TAGS) -ldflags "-s -w -X main.version=$(VERSION)" -o bin/waymark ./cmd/waymark

# npm packages are installed if their list has changed, and the web app is built if one of its files has.
web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	@scripts/need npm
	@cd web && npm ci --no-progress --loglevel=error && touch node_modules/.package-lock.json

web/dist/app/index.html: web/node_modules/.package-lock.json $(shell find web/src web/public -type f 2>/dev/null) web/index.html web/vite.config.ts web/icons.ts
	@cd web && npx vite build --logLevel=warn
	@touch $@

gen: build web/tools/node_modules/.package-lock.json ## generate the API types of the web app, the minified scripts, the list of its screens, the names of icons and THIRD-PARTY-NOTICES.txt
	@scripts/icons >internal/kit/resource/icons.txt
	@scripts/gen
	@cd web && node minify.mjs
	@cd web && UPDATE=1 npx vitest run --silent --reporter=dot src/app/first-loads.test.ts
	@go run ./scripts/notices

web/tools/node_modules/.package-lock.json: web/tools/package.json web/tools/package-lock.json
	@scripts/need npm
	@cd web/tools && npm ci --no-progress --loglevel=error && touch node_modules/.package-lock.json

test: build ## run all tests: both databases, the SQLite driver without cgo, the binary, the web app, the browser
	@scripts/with-postgres $(MAKE) --no-print-directory test-go
	@$(MAKE) --no-print-directory --jobs=2 --output-sync test-pure test-web
	@scripts/with-postgres $(MAKE) --no-print-directory test-browser

test-web: web/node_modules/.package-lock.json
	@cd web && npx vitest run

# Browser tests against the binary with demo data. The headless shell of Chromium takes a quarter less time than
# Chromium itself, which is used if the shell is not available.
test-browser: build
	@scripts/need chromium-headless-shell || scripts/need chromium
	@cd web && CHROMIUM=$$(command -v chromium-headless-shell || command -v chromium) npx playwright test $(SPEC)

# Without debug information the tests are linked in a third of the time.
BARE = -ldflags='-s -w'

# go test repeats only the tests of packages that have changed, or depend on one that has. After `go clean -testcache` it
# repeats all.
#
# More packages and tests at once than there are cores, since tests wait for PostgreSQL and for timers. The tests of the
# app have dozens of installations in memory: collecting garbage as often as a server does takes a third of their time.
# The time limit of a package is for a busy machine.
test-go:
	@GOGC=400 go test -p 4 -parallel 4 -timeout 30m -vet=off -tags $(TAGS) $(BARE) ./...

# The SQLite driver of builds without cgo: the tests of the kit's queries, and those of the app that call every operation.
# test-go has already covered the features and PostgreSQL.
PURE = WAYMARK_TEST_SQLITE=pure WAYMARK_TEST_POSTGRES= WAYMARK_TEST_TEMPLATES= GOGC=400 go test -vet=off -tags $(TAGS) $(BARE)

test-pure:
	@$(PURE) ./internal/kit/db/ ./internal/kit/resource/ ./internal/kit/listing/
	@$(PURE) -run 'TestFuzz|TestTraffic|TestLookups|TestExports_Lists' ./internal/app/

check: build web/tools/node_modules/.package-lock.json ## check format, lint, types, import directions, migration folders, generated files and sizes
	@scripts/check

format: ## format the code
	@$(TOOL) gofumpt -w cmd internal migrations bench scripts web/embed.go
	@cd web && npx biome check --write .

bench: build ## run the benchmarks on both databases; BENCH=small uses less data, BENCH_ONLY=word selects cases
	@scripts/with-postgres go run -tags $(TAGS) ./bench

# A proof takes minutes and needs the whole machine, so it is not one of the tests. Example: make prove outages.
ifeq (prove,$(firstword $(MAKECMDGOALS)))
PROOF := $(word 2,$(MAKECMDGOALS))
$(eval $(PROOF):;@:)
endif

prove: build ## run a long proof: make prove NAME, where NAME is a folder in scripts/prove
	@test -n "$(PROOF)" -a -d "scripts/prove/$(PROOF)" || { echo "Usage: make prove NAME, where NAME is one of: $$(ls scripts/prove | grep -v internal | xargs)"; exit 1; }
	@scripts/need initdb
	@go run -tags $(TAGS) ./scripts/prove/$(PROOF)

# In `make prove release` it is the name of a proof.
ifneq (release,$(PROOF))
release: build ## build binaries, Debian packages, checksums, notices and an SBOM in dist/
	@scripts/release
endif

clean: ## remove all built files
	@rm -rf bin dist web/dist/app web/node_modules web/tools/node_modules
