import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Params } from '../api/lists'
import { notify } from '../dialog/notices'
import { useUser } from '../session/session'
import { missingFilters, missingFiltersText, type Search, withDefault, withoutDefault } from './views'

export type TableSpec = {
  /** The name under which views of the table are saved. A table without one, such as one of several on a page, has no views. */
  name?: string
  /** The default sort order. */
  sort?: string
  /** The parameters of the API that are offered as filters. */
  filters?: readonly string[]
  /** The default values of filters. */
  initial?: Record<string, string>
  /** The parameter whose values are the tabs, and its default. */
  tab?: { name: string; initial: string }
  /** Parameters that are always sent. */
  fixed?: Params
  /** A fixed page size, independent of the user's setting: pickers and insights. */
  perPage?: number
  /** The prefix of its URL parameters, if a page has several tables: `redirects.`. */
  prefix?: string
}

export type TableState = {
  page: number
  perPage: number
  sort: string
  query: string
  tab: string
  filters: Record<string, string>
  /** The id of the saved view, or `none`. */
  view?: string
  /** The visible columns, separated by commas. Without them, those that the user chose in this browser. */
  columns?: string
}

export type TableChange = Partial<Omit<TableState, 'filters'>> & { filters?: Record<string, string> }

export type TableControl = {
  spec: TableSpec
  state: TableState
  /** The parameters of the request. */
  params: Params
  filtered: boolean
  change: (change: TableChange, options?: { replace?: boolean }) => void
  clear: () => void
  /** Resets the table to its defaults. */
  reset: () => void
}

/** readState reads the state of a table from the URL, with defaults for missing parameters. */
export function readState(spec: TableSpec, search: Search, pageSize: number): TableState {
  const filters: Record<string, string> = {}
  const param = (name: string) => search[(spec.prefix ?? '') + name]
  for (const name of spec.filters ?? []) {
    const value = param(name) || spec.initial?.[name]
    if (value) filters[name] = value
  }
  return {
    page: Math.max(1, Math.trunc(Number(param('page'))) || 1),
    perPage: Math.min(100, Math.max(1, Math.trunc(Number(param('per_page'))) || spec.perPage || pageSize)),
    sort: param('sort') || spec.sort || '',
    query: param('query') ?? '',
    tab: (spec.tab && param(spec.tab.name)) || spec.tab?.initial || '',
    filters,
    view: (spec.name && param('view')) || undefined,
    columns: (spec.name && param('columns')) || undefined,
  }
}

/** writeState writes the state to the URL without defaults, and keeps other parameters. */
export function writeState(spec: TableSpec, search: Search, state: TableState, pageSize: number): Search {
  const next: Search = { ...search }
  const put = (word: string, value: string | number, initial: string | number) => {
    const name = (spec.prefix ?? '') + word
    if (value === initial || value === '') delete next[name]
    else next[name] = String(value)
  }
  put('page', state.page, 1)
  put('per_page', state.perPage, spec.perPage ?? pageSize)
  put('sort', state.sort, spec.sort ?? '')
  put('query', state.query, '')
  if (spec.tab) put(spec.tab.name, state.tab, spec.tab.initial)
  for (const name of spec.filters ?? []) put(name, state.filters[name] ?? '', spec.initial?.[name] ?? '')
  if (spec.name) {
    put('columns', state.columns ?? '', '')
    put('view', state.view ?? '', '')
  }
  return next
}

/** paramsOf returns the parameters of the request. */
export function paramsOf(spec: TableSpec, state: TableState): Params {
  return {
    page: state.page,
    per_page: state.perPage,
    ...(state.sort && { sort: state.sort }),
    ...(state.query && { query: state.query }),
    ...(spec.tab && { [spec.tab.name]: state.tab, counts: 1 }),
    ...state.filters,
    ...spec.fixed,
  }
}

/** useTable keeps the state of a table in the URL, so that links, reload and the back button restore it. */
export function useTable(spec: TableSpec): TableControl {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const router = useRouter()
  const pageSize = useUser((user) => user?.settings.page_size ?? 25)
  const defaultView = useUser((user) => (spec.name ? user?.default_views?.[spec.name] : undefined))
  const effective = withDefault(spec, search, defaultView)
  const key = JSON.stringify(effective)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search is a new object on every navigation; its JSON detects changes
  const state = useMemo(() => readState(spec, effective, pageSize), [key, pageSize, spec])

  // The table shows the default view at once; the URL follows, so that it can be copied.
  const applied = effective === search ? undefined : defaultView
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each default view that is applied
  useEffect(() => {
    if (!applied) return
    const missing = missingFilters(spec, applied)
    if (missing.length > 0) notify.info(missingFiltersText(missing), 8_000)
    void navigate({ to: '.', search: effective, replace: true, resetScroll: false })
  }, [applied])

  const change = useCallback<TableControl['change']>(
    (next, options) => {
      // A debounced search must not be applied during the navigation to another page.
      if (router.state.resolvedLocation && router.latestLocation.pathname !== router.state.resolvedLocation.pathname) return
      const update = (url: Search) => {
        const before = withDefault(spec, url, defaultView)
        return withoutDefault(writeState(spec, before, applyChange(readState(spec, before, pageSize), next), pageSize), defaultView)
      }
      void navigate({ to: '.', search: update, replace: options?.replace, resetScroll: next.page !== undefined && !spec.prefix })
    },
    [navigate, router, pageSize, spec, defaultView],
  )
  const reset = useCallback(() => {
    // Keep the parameters of other tables.
    const others = (before: Search) => Object.fromEntries(Object.entries(before).filter(([name]) => spec.prefix && !name.startsWith(spec.prefix)))
    void navigate({ to: '.', search: (before: Search) => withoutDefault(others(before), defaultView) })
  }, [navigate, spec, defaultView])
  return useControl(spec, state, change, reset)
}

/** applyChange returns the next state. A change of the view starts on the first page. */
function applyChange(now: TableState, { filters, ...rest }: TableChange): TableState {
  const page = rest.page ?? (rest.perPage || rest.sort || rest.tab || filters || rest.query !== undefined ? 1 : now.page)
  return { ...now, ...rest, page, filters: { ...now.filters, ...filters } }
}

function useControl(spec: TableSpec, state: TableState, change: TableControl['change'], reset: () => void): TableControl {
  const clear = useCallback(() => change({ query: '', filters: Object.fromEntries((spec.filters ?? []).map((name) => [name, ''])) }), [change, spec])
  const params = useMemo<Params>(() => paramsOf(spec, state), [state, spec])
  const filtered = state.query !== '' || Object.entries(state.filters).some(([name, value]) => value !== spec.initial?.[name])
  return { spec, state, params, filtered, change, clear, reset }
}

/** useLocalTable keeps the state of a table in a dialog outside of the URL, which belongs to the table behind it. */
export function useLocalTable(spec: TableSpec & { perPage: number }): TableControl {
  const initialState = () => readState(spec, {}, spec.perPage)
  const [state, setState] = useState(initialState)
  const change = useCallback<TableControl['change']>((next) => setState((now) => applyChange(now, next)), [])
  return useControl(spec, state, change, () => setState(initialState))
}
