import base64
import json
import os
import pathlib
import urllib.parse
import urllib.request
import uuid

API_URL = os.environ["API_URL"] + "/api/v1/"
CREDENTIALS = base64.b64encode(f"{os.environ['API_KEY']}:{os.environ['API_SECRET']}".encode()).decode()


def call(path, query=None, body=None):
    """Send a request to the API: POST with a body, GET without."""
    url = API_URL + path + ("?" + urllib.parse.urlencode(query) if query else "")
    headers = {"Authorization": "Basic " + CREDENTIALS}
    if body is not None:
        headers["Content-Type"] = "application/json"
        body = json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=30) as response:
        return json.load(response)


# Whose key is this?
me = call("me")["item"]
print("Partner:", me["partner"]["name"])

# Search the content that you may use.
results = call("search/content", {"query": "lisbon", "per_page": 5})
print("Results:", results["meta"]["total"])
for item in results["items"]:
    print("-", item["title"])

# Keep a copy of the content in sync. The first run reads everything, each later run only what has changed.
file = pathlib.Path("copy.json")
copy = json.loads(file.read_text()) if file.exists() else {"cursor": "", "items": {}}
while True:
    page = call("content", {"cursor": copy["cursor"], "limit": 500})
    for entry in page["items"]:
        if entry.get("removed"):
            copy["items"].pop(str(entry["id"]), None)
        else:
            copy["items"][str(entry["id"])] = entry
    copy["cursor"] = page["next_cursor"]
    file.write_text(json.dumps(copy))
    if not page["has_more"]:
        break
print("Copy:", len(copy["items"]), "items")

# Record that a visitor has viewed a page. With the same id again, the event would not be counted twice.
event = {"id": str(uuid.uuid4()), "kind": "view", "source_url": "https://www.example.com/lisbon"}
print("Recorded:", call("copilot/events", body={"events": [event]})["accepted"])
