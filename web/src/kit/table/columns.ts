import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { TableControl } from './state'
import type { Column } from './types'

export type Columns<R> = {
  all: readonly Column<R>[]
  shown: readonly Column<R>[]
  hidden: ReadonlySet<string>
  toggle: (key: string) => void
  reset: () => void
}

/** useColumns stores the visible columns of a table in this browser, or in the URL while it shows a view that has columns. */
export function useColumns<R>(name: string, all: readonly Column<R>[], { state, change }: Pick<TableControl, 'state' | 'change'>): Columns<R> {
  const storageKey = `columns:${name}`
  const wide = useMediaQuery('(min-width: 1440px)', undefined, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState(() => loadHidden(storageKey))
  const initial = useMemo(() => hiddenByDefault(all, wide), [all, wide])
  const inUrl = useMemo(() => hiddenBy(all, state.columns), [all, state.columns])
  const hidden = inUrl ?? chosen ?? initial
  const shown = useMemo(() => all.filter((column) => !hidden.has(column.key)), [all, hidden])

  function saveHidden(next: ReadonlySet<string>) {
    if (inUrl) return change({ columns: keysOf(all.filter(({ key }) => !next.has(key))).join() }, { replace: true })
    setChosen(next)
    localStorage.setItem(storageKey, JSON.stringify([...next]))
  }
  return {
    all,
    shown,
    hidden,
    toggle(key) {
      const next = new Set(hidden)
      if (!next.delete(key)) next.add(key)
      saveHidden(next)
    },
    reset() {
      if (inUrl) return saveHidden(initial)
      setChosen(null)
      localStorage.removeItem(storageKey)
    },
  }
}

/** choosableOf returns the columns that can be hidden. */
export const choosableOf = <R>({ all }: Pick<Columns<R>, 'all'>) => all.filter((column) => !column.fixed)

export const keysOf = <R>(columns: readonly Column<R>[]) => columns.map(({ key }) => key)

/** hiddenBy returns the columns that a list of visible ones hides. It is ignored if it has none of the table's columns. */
function hiddenBy<R>(all: readonly Column<R>[], visible: string | undefined): ReadonlySet<string> | null {
  const keys = visible?.split(',') ?? []
  if (!all.some(({ key }) => keys.includes(key))) return null
  return new Set(all.filter(({ key, fixed }) => !fixed && !keys.includes(key)).map(({ key }) => key))
}

function hiddenByDefault<R>(all: readonly Column<R>[], wide: boolean): ReadonlySet<string> {
  return new Set(all.filter(({ extra }) => extra === true || (extra === 'narrow' && !wide)).map(({ key }) => key))
}

function loadHidden(storageKey: string): ReadonlySet<string> | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return Array.isArray(stored) ? new Set(stored.map(String)) : null
  } catch {
    return null
  }
}
