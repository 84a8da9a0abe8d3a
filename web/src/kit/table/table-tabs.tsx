import { type KeyboardEvent, useRef } from 'react'
import type { Meta } from '../api/schema.gen'
import { total } from '../format/numbers'
import type { TableControl } from './state'
import classes from './table.module.css'
import type { Tab } from './types'

type Props = { tabs: readonly Tab[]; table: TableControl; counts: Meta['counts'] }

/** TableTabs are views of one list with their row counts. */
export function TableTabs({ tabs, table, counts }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

  function handleKeyDown(event: KeyboardEvent) {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const index = tabs.findIndex((tab) => tab.value === table.state.tab)
    const next = tabs[(index + step + tabs.length) % tabs.length]
    if (!next) return
    table.change({ tab: next.value })
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.value}"]`)?.focus()
  }

  return (
    <div className={classes.tabs} role="tablist" ref={list}>
      {tabs.map((tab) => {
        const selected = tab.value === table.state.tab
        const count = counts?.[tab.value]
        return (
          <button
            key={tab.value}
            type="button"
            role="tab"
            data-tab={tab.value}
            aria-selected={selected}
            tabIndex={selected ? 0 : -1}
            className={classes.tab}
            onClick={() => table.change({ tab: tab.value })}
            onKeyDown={handleKeyDown}
          >
            {tab.label}
            <span className={classes.count}>{count ? total(count) : ''}</span>
          </button>
        )
      })}
    </div>
  )
}
