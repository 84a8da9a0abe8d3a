import { readState, type TableSpec, type TableState, writeState } from './state'
import { missingFilters, searchOf, type ViewState } from './views'

/** viewParams returns what a view saves of the state: filters, tab, search and sort order, without defaults. */
export function viewParams(spec: TableSpec, state: TableState): Record<string, string> {
  const pageSize = spec.perPage ?? 25
  const search = writeState(spec, {}, { ...state, page: 1, perPage: pageSize, view: undefined, columns: undefined }, pageSize)
  return search as Record<string, string>
}

/** differs reports whether a table differs from a view, which is shown as edited. */
export function differs(spec: TableSpec, state: TableState, shown: readonly string[], all: readonly string[], view: ViewState): boolean {
  const saved = viewParams(spec, readState(spec, searchOf(spec, view), 25))
  const current = viewParams(spec, state)
  const names = new Set([...Object.keys(saved), ...Object.keys(current)])
  const columns = view.columns.filter((key) => all.includes(key))
  return (
    [...names].some((name) => saved[name] !== current[name]) ||
    missingFilters(spec, view).length > 0 ||
    (columns.length > 0 && all.some((key) => columns.includes(key) !== shown.includes(key)))
  )
}
