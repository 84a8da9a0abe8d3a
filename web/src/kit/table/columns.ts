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
  const storageKey = `columns:${name}`
  const [hidden, setHidden] = useState(() => loadHidden(storageKey) ?? hiddenByDefault(all))
  const shown = useMemo(() => all.filter((column) => !hidden.has(column.key)), [all, hidden])

  function saveHidden(next: ReadonlySet<string>) {
    setHidden(next)
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
      setHidden(hiddenByDefault(all))
      localStorage.removeItem(storageKey)
    },
  }
}

function hiddenByDefault<R>(all: readonly Column<R>[]): ReadonlySet<string> {
  return new Set(all.filter((column) => column.extra).map((column) => column.key))
}

function loadHidden(storageKey: string): ReadonlySet<string> | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return Array.isArray(stored) ? new Set(stored.map(String)) : null
  } catch {
    return null
  }
}
