import { Link, useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import classes from './page-tabs.module.css'

export type PageTab = {
  label: string
  to: string
  /** The number of records behind the tab, if known. */
  count?: string
}

/** PageTabs links to the pages of a record. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a phone not all tabs are in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path makes another tab the active one
  useLayoutEffect(() => {
    const active = nav.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (nav.current && active) nav.current.scrollLeft = active.offsetLeft - (nav.current.clientWidth - active.offsetWidth) / 2
  }, [pathname])
  return (
    <nav ref={nav} className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        // A tab is active for paths below it, unless another tab has a path below it.
        <Link
          key={tab.to}
          to={tab.to}
          className={classes.tab}
          activeOptions={{ exact: tabs.some((other) => other.to.startsWith(`${tab.to}/`)), includeSearch: false }}
        >
          {tab.label} {tab.count !== undefined && <span className={classes.count}>{tab.count}</span>}
        </Link>
      ))}
    </nav>
  )
}
