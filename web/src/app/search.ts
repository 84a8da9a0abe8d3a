import type { fetchList, ListPath, RowOf } from '../kit/api/lists'

export type SearchResult = { key: string; label: string; hint?: string; to: string }

/** Search finds records for the palette by name or id. The caller passes in the API, because the list of screens is plain data. */
export type Search = (fetch: typeof fetchList, query: string, signal: AbortSignal) => Promise<SearchResult[]>

const limit = 5

/** search returns the search of a list. With `byId`, a lookup that takes ids, a number also finds the record with that id. */
export function search<P extends ListPath>(path: P, toResult: (row: RowOf<P>) => Omit<SearchResult, 'key'>, byId?: ListPath): Search {
  return async (fetch, query, signal) => {
    const [byNumber, byName] = await Promise.all([
      byId && /^\d+$/.test(query) ? fetch(byId, { ids: query }, signal) : undefined,
      fetch(path, { query, per_page: limit }, signal),
    ])
    const rows = [...(byNumber?.items ?? []), ...byName.items] as RowOf<P>[]
    const results = rows.map((row) => ({ ...toResult(row), key: `${path}/${(row as { id: number }).id}` }))
    return [...new Map(results.map((result) => [result.key, result])).values()].slice(0, limit)
  }
}
