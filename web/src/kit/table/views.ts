import type { DefaultView } from '../api/schema.gen'

export type Search = Record<string, string | undefined>

/** The parameters of a table, as in its spec. */
type Params = { tab?: { name: string }; filters?: readonly string[] }

/** ViewState is the part of a saved view that is in the URL of its table. */
export type ViewState = Pick<DefaultView, 'id' | 'params' | 'columns'>

/** The value of the `view` parameter of a table that is shown without a view, though it has a default. */
export const noView = 'none'

const isKnown = (spec: Params, name: string) =>
  name === 'sort' || name === 'query' || name === spec.tab?.name || Boolean(spec.filters?.includes(name))

/** missingFilters returns the parameters of a view that its table does not have, or no longer. */
export const missingFilters = (spec: Params, { params }: ViewState) => Object.keys(params).filter((name) => !isKnown(spec, name))

/** searchOf returns the URL parameters of a view. Parameters that the table does not have are ignored. */
export function searchOf(spec: Params, { id, params, columns }: ViewState): Search {
  const known = Object.entries(params).filter(([name]) => isKnown(spec, name))
  return { ...Object.fromEntries(known), columns: columns.join() || undefined, view: String(id) }
}

/** withDefault returns the parameters of the default view for a URL without parameters. */
export function withDefault(spec: Params, search: Search, view: ViewState | undefined): Search {
  return view && Object.values(search).every((value) => value === undefined) ? searchOf(spec, view) : search
}

/** withoutDefault marks a URL whose last parameter was removed, because without parameters it would open the default view. */
export function withoutDefault(search: Search, view: ViewState | undefined): Search {
  return view && Object.values(search).every((value) => value === undefined || value === '') ? { view: noView } : search
}

/** missingFiltersText is the notice about a view whose filters no longer exist. */
export function missingFiltersText(names: readonly string[]): string {
  return names.length === 1
    ? `This view uses a filter that no longer exists: ${names[0]}`
    : `This view uses filters that no longer exist: ${names.join(', ')}`
}
