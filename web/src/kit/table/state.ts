import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { Params } from '../api/lists'
import { useSession } from '../session/session'

export type TableSpec = {
  /** The order when none is chosen. */
  sort?: string
  /** Parameters of the list that the table offers as filters, by the names of the API. */
  filters?: readonly string[]
  /** What some of them are at first, where that is not nothing. */
  initial?: Record<string, string>
  /** The parameter whose values are the tabs, and the first of them. */
  tab?: { name: string; initial: string }
  /** What is asked for in every view: the list is a part of a longer one. */
  fixed?: Params
  /** Rows per page where the person's own choice does not count: pickers and insights. */
  perPage?: number
  /** What its words in the address begin with, where a page has several tables: `redirects.`. */
  prefix?: string
}

export type TableState = { page: number; perPage: number; sort: string; query: string; tab: string; filters: Record<string, string> }

export type TableChange = Partial<Omit<TableState, 'filters'>> & { filters?: Record<string, string> }

export type TableControl = {
  spec: TableSpec
  state: TableState
  /** What to ask the server for. */
  params: Params
  filtered: boolean
  change: (change: TableChange, how?: { replace?: boolean }) => void
  clear: () => void
  /** Back to how the table was at first. */
  reset: () => void
}

type Search = Record<string, string | undefined>

/** readState finds the table's state in the address; what the address does not say is as it is at first. */
export function readState(spec: TableSpec, search: Search, pageSize: number): TableState {
  const filters: Record<string, string> = {}
  const said = (name: string) => search[(spec.prefix ?? '') + name]
  for (const name of spec.filters ?? []) {
    const value = said(name) || spec.initial?.[name]
    if (value) filters[name] = value
  }
  return {
    page: Math.max(1, Math.trunc(Number(said('page'))) || 1),
    perPage: Math.min(100, Math.max(1, Math.trunc(Number(said('per_page'))) || spec.perPage || pageSize)),
    sort: said('sort') || spec.sort || '',
    query: said('query') ?? '',
    tab: (spec.tab && said(spec.tab.name)) || spec.tab?.initial || '',
    filters,
  }
}

/** writeState puts the state into the address, without what is as at first, and leaves the rest of it alone. */
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
  return next
}

/** paramsOf is what the server is asked for. */
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

/** useTable keeps a table's whole state in the address: a link, a reload and the back button bring the same view. */
export function useTable(spec: TableSpec): TableControl {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const router = useRouter()
  const pageSize = useSession().user?.settings.page_size ?? 25
  const key = JSON.stringify(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search is a new object on every navigation; its text says whether it changed
  const state = useMemo(() => readState(spec, search, pageSize), [key, pageSize, spec])

  const change = useCallback<TableControl['change']>(
    (next, how) => {
      // What was typed a moment ago must not follow somebody who is on the way to another page.
      if (router.state.resolvedLocation && router.latestLocation.pathname !== router.state.resolvedLocation.pathname) return
      const update = (before: Search) => writeState(spec, before, changed(readState(spec, before, pageSize), next), pageSize)
      void navigate({ to: '.', search: update, replace: how?.replace, resetScroll: next.page !== undefined && !spec.prefix })
    },
    [navigate, router, pageSize, spec],
  )
  const reset = useCallback(() => {
    // Another table's words stay.
    const others = (before: Search) => Object.fromEntries(Object.entries(before).filter(([name]) => spec.prefix && !name.startsWith(spec.prefix)))
    void navigate({ to: '.', search: others })
  }, [navigate, spec])
  return useControl(spec, state, change, reset)
}

/** changed is the next state. Another view of the rows begins on its first page. */
function changed(now: TableState, { filters, ...rest }: TableChange): TableState {
  const page = rest.page ?? (rest.perPage || rest.sort || rest.tab || filters || rest.query !== undefined ? 1 : now.page)
  return { ...now, ...rest, page, filters: { ...now.filters, ...filters } }
}

function useControl(spec: TableSpec, state: TableState, change: TableControl['change'], reset: () => void): TableControl {
  const clear = useCallback(() => change({ query: '', filters: Object.fromEntries((spec.filters ?? []).map((name) => [name, ''])) }), [change, spec])
  const params = useMemo<Params>(() => paramsOf(spec, state), [state, spec])
  const filtered = state.query !== '' || Object.entries(state.filters).some(([name, value]) => value !== spec.initial?.[name])
  return { spec, state, params, filtered, change, clear, reset }
}

/** useHeldTable keeps the state of a table in a dialog, beside the address: that one belongs to the table behind it. */
export function useHeldTable(spec: TableSpec & { perPage: number }): TableControl {
  const first = () => readState(spec, {}, spec.perPage)
  const [state, setState] = useState(first)
  const change = useCallback<TableControl['change']>((next) => setState((now) => changed(now, next)), [])
  return useControl(spec, state, change, () => setState(first))
}
