import { existsSync, readFileSync, writeFileSync } from "node:fs";

const { API_URL, API_KEY, API_SECRET } = process.env;

// Sends a request to the API: POST with a body, GET without.
async function call<T>(path: string, query: Record<string, string> = {}, body?: object): Promise<T> {
  const response = await fetch(`${API_URL}/api/v1/${path}?${new URLSearchParams(query)}`, {
    method: body ? "POST" : "GET",
    headers: {
      Authorization: "Basic " + btoa(`${API_KEY}:${API_SECRET}`),
      ...(body && { "Content-Type": "application/json" }),
    },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

type Item = { id: number; title: string };
type Removed = { id: number; removed: true };
type Results = { items: Item[]; meta: { total: number } };
type Changes = { items: (Item | Removed)[]; next_cursor: string; has_more: boolean };
type Copy = { cursor: string; items: Record<number, Item> };

// Whose key is this?
const { item: me } = await call<{ item: { partner: { name: string } | null } }>("me");
console.log("Partner:", me.partner?.name);

// Search the content that you may use.
const results = await call<Results>("search/content", { query: "lisbon", per_page: "5" });
console.log("Results:", results.meta.total);
for (const item of results.items) console.log("-", item.title);

// Keep a copy of the content in sync. The first run reads everything, each later run only what has changed.
const file = "copy.json";
const copy: Copy = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { cursor: "", items: {} };
for (let more = true; more; ) {
  const page = await call<Changes>("content", { cursor: copy.cursor, limit: "500" });
  for (const entry of page.items) {
    if ("removed" in entry) delete copy.items[entry.id];
    else copy.items[entry.id] = entry;
  }
  copy.cursor = page.next_cursor;
  writeFileSync(file, JSON.stringify(copy));
  more = page.has_more;
}
console.log("Copy:", Object.keys(copy.items).length, "items");

// Record that a visitor has viewed a page. With the same id again, the event would not be counted twice.
const event = { id: crypto.randomUUID(), kind: "view", source_url: "https://www.example.com/lisbon" };
const recorded = await call<{ accepted: number }>("copilot/events", {}, { events: [event] });
console.log("Recorded:", recorded.accepted);
