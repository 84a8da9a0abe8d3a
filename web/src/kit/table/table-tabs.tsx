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
  const step: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

  function move(event: KeyboardEvent) {
    const by = step[event.key]
    if (!by) return
    event.preventDefault()
    const at = tabs.findIndex((tab) => tab.value === table.state.tab)
    const next = tabs[(at + by + tabs.length) % tabs.length]
    if (!next) return
    table.change({ tab: next.value })
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.value}"]`)?.focus()
  }

  return (
    <div className={classes.tabs} role="tablist" ref={list}>
      {tabs.map((tab) => {
        const on = tab.value === table.state.tab
        const count = counts?.[tab.value]
        return (
          <button
            key={tab.value}
            type="button"
            role="tab"
            data-tab={tab.value}
            aria-selected={on}
            tabIndex={on ? 0 : -1}
            className={classes.tab}
            onClick={() => table.change({ tab: tab.value })}
            onKeyDown={move}
          >
            {tab.label}
            <span className={classes.count}>{count ? total(count) : ''}</span>
          </button>
        )
      })}
    </div>
  )
}
