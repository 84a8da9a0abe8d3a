import { ActionIcon, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Meta } from '../api/schema.gen'
import { number, total } from '../format/numbers'
import { MenuButton, type MenuEntry } from '../menu/menu-button'
import classes from './bulk-bar.module.css'
import type { Selection } from './selection'
import type { BulkAction } from './types'

/** BulkBar floats over the table while rows are selected, with the bulk actions. On a phone, several actions are one menu. */
export function BulkBar({ selection, actions, meta }: { selection: Selection; actions: readonly BulkAction[]; meta: Meta | undefined }) {
  const [busy, setBusy] = useState<BulkAction | null>(null)
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const offered = actions.filter((action) => (!selection.all || action.all) && selection.count >= (action.atLeast ?? 1))
  const canSelectAll = !selection.all && actions.some((action) => action.all) && meta && (meta.total > selection.ids.size || meta.total_is_capped)

  async function run(action: BulkAction) {
    setBusy(action)
    const done = await action.run(selection.selected())
    setBusy(null)
    if (done) selection.clear()
  }

  const groups = groupsOf(offered)
  const single = narrow && offered.length > 1
  const menus = single ? [{ label: 'Actions', actions: groups.flatMap((group) => group.actions) }] : groups
  return (
    <div className={classes.bulk} role="toolbar" aria-label="Bulk actions" data-bar>
      <span className={classes.count} role="status">
        {selection.all && meta ? `All ${total(meta)} selected` : `${number(selection.count)} selected`}
      </span>
      <ActionIcon aria-label="Clear selection" onClick={selection.clear}>
        <IconX size={18} />
      </ActionIcon>
      {canSelectAll && (
        <Button variant="subtle" className={classes.all} onClick={selection.selectAll}>
          Select all {total(meta)} matching rows
        </Button>
      )}
      {menus.map(({ label, actions }) => {
        const [first] = actions
        if (!first) return null
        const look = {
          variant: 'subtle',
          color: 'gray',
          c: 'var(--text)',
          loading: busy !== null && actions.includes(busy),
          disabled: busy !== null && !actions.includes(busy),
        }
        if (label)
          return (
            <MenuButton key={label} entries={entriesOf(actions, (action) => void run(action))}>
              {(props) => (
                <Button {...look} {...props} rightSection={<IconChevronDown size={16} />}>
                  {label}
                </Button>
              )}
            </MenuButton>
          )
        const { danger, icon: Icon } = first
        return (
          <Button
            key={first.label}
            {...look}
            {...(danger && { color: 'red', c: undefined })}
            leftSection={Icon && <Icon size={16} />}
            onClick={() => void run(first)}
          >
            {first.label}
          </Button>
        )
      })}
    </div>
  )
}

type Group = { /** Without a label, the group is a single button. */ label?: string; actions: BulkAction[] }

/** groupsOf returns the actions in their order, those of a group together. */
function groupsOf(actions: readonly BulkAction[]): Group[] {
  const groups: Group[] = []
  for (const action of actions) {
    const group = action.group ? groups.find(({ label }) => label === action.group) : undefined
    if (group) group.actions.push(action)
    else groups.push({ label: action.group, actions: [action] })
  }
  return groups
}

/** entriesOf returns menu entries, with a line between groups. */
function entriesOf(actions: BulkAction[], run: (action: BulkAction) => void): MenuEntry[] {
  return actions.flatMap((action, index): MenuEntry[] => {
    const { label, icon, danger, group } = action
    const entry = { label, icon, danger, run: () => run(action) }
    const before = actions[index - 1]
    return before && before.group !== group ? ['line', entry] : [entry]
  })
}
