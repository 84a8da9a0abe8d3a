import { useMemo, useState } from 'react'
import type { Column } from './types'

export type Columns<R> = {
  all: readonly Column<R>[]
  shown: readonly Column<R>[]
  hidden: ReadonlySet<string>
  toggle: (key: string) => void
  reset: () => void
}

/** useColumns stores the visible columns of a table in this browser. */
export function useColumns<R>(name: string, all: readonly Column<R>[]): Columns<R> {
  const place = `columns:${name}`
  const [hidden, setHidden] = useState(() => recall(place) ?? initially(all))
  const shown = useMemo(() => all.filter((column) => !hidden.has(column.key)), [all, hidden])

  function keep(next: ReadonlySet<string>) {
    setHidden(next)
    localStorage.setItem(place, JSON.stringify([...next]))
  }
  return {
    all,
    shown,
    hidden,
    toggle(key) {
      const next = new Set(hidden)
      if (!next.delete(key)) next.add(key)
      keep(next)
    },
    reset() {
      setHidden(initially(all))
      localStorage.removeItem(place)
    },
  }
}

function initially<R>(all: readonly Column<R>[]): ReadonlySet<string> {
  return new Set(all.filter((column) => column.extra).map((column) => column.key))
}

function recall(place: string): ReadonlySet<string> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? 'null')
    return Array.isArray(kept) ? new Set(kept.map(String)) : null
  } catch {
    return null
  }
}
