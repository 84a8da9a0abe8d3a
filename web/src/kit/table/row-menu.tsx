import { MenuButton } from '../menu/menu-button'
import classes from './table.module.css'
import type { Action, Row } from './types'

/** RowMenu is the menu of a row's actions. Its button is a single element, because there is one in each row. */
export function RowMenu<R extends Row>({ row, actions }: { row: R; actions: readonly Action<R>[] }) {
  const offered = actions.filter((action) => action.show?.(row) ?? true)
  if (offered.length === 0) return null
  const entries = offered.map((action) => {
    const { label, icon, danger } = action
    const disabledReason = action.disabledReason?.(row)
    return { label, icon, danger, disabledReason, ...('href' in action ? { href: action.href(row) } : { run: () => action.run(row) }) }
  })
  return <MenuButton entries={entries}>{(props) => <button {...props} type="button" className={classes.dots} aria-label="Actions" />}</MenuButton>
}
