import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { TableControl } from './state'
import type { Row, Selected } from './types'

export type Selection = {
  ids: ReadonlySet<number>
  all: boolean
  count: number
  /** Selects or deselects a row. With `range`, also the rows between it and the row that was toggled last. */
  toggle: (id: number, range?: boolean) => void
  togglePage: (rows: readonly Row[]) => void
  selectAll: () => void
  clear: () => void
  selected: () => Selected
}

const none: ReadonlySet<number> = new Set()

/** useSelection keeps selected rows across pages. A change of tab, search or filters clears the selection, unless `keep` is set. */
export function useSelection(table: TableControl, matching: number, rows: readonly Row[], keep = false): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(none)
  const [all, setAll] = useState(false)
  const { page: _, per_page: __, sort: ___, counts: ____, ...filter } = table.params
  const view = JSON.stringify(filter)

  const clear = useCallback(() => {
    setIds(none)
    setAll(false)
  }, [])
  const cleared = keep || view
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the view clears the selection
  useEffect(clear, [cleared])

  // A row missing from a list that became shorter was deleted. In a list that became longer, it moved to another page.
  const last = useRef({ page: '', matching, rows })
  const page = JSON.stringify(table.params)
  useEffect(() => {
    const before = last.current
    last.current = { page, matching, rows }
    if (keep || before.page !== page || matching >= before.matching) return
    const currentIds = new Set(rows.map((row) => row.id))
    const deletedIds = new Set(before.rows.map((row) => row.id).filter((id) => !currentIds.has(id)))
    setIds((ids) => ([...ids].some((id) => deletedIds.has(id)) ? new Set([...ids].filter((id) => !deletedIds.has(id))) : ids))
  }, [page, matching, rows, keep])

  const order = useRef<number[]>([])
  order.current = rows.map((row) => row.id)
  const anchor = useRef(0)
  const toggle = useCallback((id: number, range?: boolean) => {
    const [from, to] = [order.current.indexOf(anchor.current), order.current.indexOf(id)]
    const changed = range && from >= 0 ? order.current.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
    anchor.current = id
    setAll(false)
    setIds((before) => {
      const next = new Set(before)
      for (const other of changed) before.has(id) ? next.delete(other) : next.add(other)
      return next
    })
  }, [])
  const togglePage = useCallback((rows: readonly Row[]) => {
    setAll(false)
    setIds((before) => {
      const next = new Set(before)
      const allSelected = rows.every((row) => before.has(row.id))
      for (const row of rows) allSelected ? next.delete(row.id) : next.add(row.id)
      return next
    })
  }, [])

  return useMemo(
    () => ({
      ids,
      all,
      count: all ? matching : ids.size,
      toggle,
      togglePage,
      selectAll: () => setAll(true),
      clear,
      selected: () => (all ? { filter: JSON.parse(view), count: matching } : { ids: [...ids], count: ids.size }),
    }),
    [ids, all, matching, toggle, togglePage, clear, view],
  )
}

/** selectionBody converts a selection to the body of a bulk call, which names ids in a field of its own. */
export const selectionBody = <F extends string>(selected: Selected, field: F) =>
  'ids' in selected ? ({ [field]: selected.ids } as { [K in F]: number[] }) : { filter: selected.filter }
