import { Link } from '@tanstack/react-router'
import classes from './page-tabs.module.css'

export type PageTab = {
  label: string
  to: string
  /** How many there are behind it, where that is known. */
  count?: string
}

/** PageTabs are the parts of a record's page, each with an address of its own. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        // What is deeper than a tab belongs to it, unless another tab is deeper, too.
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
