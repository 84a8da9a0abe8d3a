#!/usr/bin/env bash
set -euo pipefail

# Sends a request to the API: call PATH [OPTIONS OF CURL].
call() {
  curl --silent --show-error --fail-with-body --user "$API_KEY:$API_SECRET" "$API_URL/api/v1/$1" "${@:2}"
}

# Whose key is this?
call me

# Search the content that you may use.
call search/content --get --data-urlencode "query=lisbon" --data-urlencode "per_page=5"

# Keep a copy of the content in sync. The first run reads everything, each later run only what has changed.
cursor=$(cat cursor.txt 2>/dev/null || true)
while true; do
  page=$(call content --get --data-urlencode "cursor=$cursor" --data-urlencode "limit=500")
  printf '%s\n' "$page" >>changes.jsonl # replace this with an update of your copy
  cursor=$(sed 's/.*"next_cursor":"\([^"]*\)".*/\1/' <<<"$page")
  printf '%s' "$cursor" >cursor.txt # only after the page has been stored
  [[ $page == *'"has_more":true'* ]] || break
done

# Record that a visitor has viewed a page. With the same id again, the event would not be counted twice.
call copilot/events --json '{"events": [{"id": "'"$(date +%s)-$RANDOM$RANDOM"'", "kind": "view",
  "source_url": "https://www.example.com/lisbon"}]}'
