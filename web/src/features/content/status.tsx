import { IconCalendarOff, IconPencilMinus, IconSend } from '@tabler/icons-react'
import { api, bodyOf, queries } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import { type Page, reload } from '../../kit/api/lists'
import type { ItemRow, StatusAnswer } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { formatDay, officeDay } from '../../kit/format/dates'
import { Rich } from '../../kit/format/rich'
import { type ItemStatus, type SelectableStatus, StatusBadge, selectableStatuses, statusTexts } from '../../kit/format/status-badge'
import { MenuButton } from '../../kit/menu/menu-button'
import type { Action } from '../../kit/table/types'
import { tooltip } from '../../ui/tooltip'
import classes from './content.module.css'

/** Item are the fields needed to change the status. */
type Item = Pick<ItemRow, 'id' | 'title' | 'status' | 'published_at' | 'expires_at'>

const statusWord = (status: ItemStatus) => statusTexts[status].label

type Props = { item: Item; onSwitch?: (response: StatusAnswer) => void }

/** StatusMenu is the status badge as a button that opens a menu of statuses. */
export function StatusMenu({ item, onSwitch }: Props) {
  async function choose(status: SelectableStatus) {
    if (status === item.status) return
    const response = await switchStatus(item, status)
    if (response) onSwitch?.(response)
  }
  const entries = selectableStatuses.map((status) => ({
    label: statusWord(status),
    checked: status === item.status,
    run: () => void choose(status),
  }))
  const plan = item.status === 'scheduled' && item.published_at ? `Will be published on ${formatDay(officeDay(item.published_at))}` : undefined
  return (
    <MenuButton entries={entries} heading={plan}>
      {(props) => (
        <button
          {...props}
          {...(plan && tooltip(plan))}
          type="button"
          className={classes.status}
          aria-label={`Status: ${statusWord(item.status)}`}
          aria-description={plan}
        >
          <StatusBadge status={item.status} />
        </button>
      )}
    </MenuButton>
  )
}

/** updateCached updates an item in all cached lists. */
function updateCached({ id }: Item, known: Partial<ItemRow>) {
  queries.setQueriesData<Page<ItemRow>>(
    { queryKey: ['content', 'list'] },
    (page) => page && { ...page, items: page.items.map((row) => (row.id === id ? { ...row, ...known } : row)) },
  )
}

const switching = new Set<number>()

/** switchStatus shows the new status immediately. If the request fails, it reverts it and shows a notice. */
export async function switchStatus(item: Item, status: SelectableStatus): Promise<StatusAnswer | null> {
  if (switching.has(item.id)) return null // ignore a second click while the first request is pending
  switching.add(item.id)
  await queries.cancelQueries({ queryKey: ['content', 'list'] }) // an older response must not overwrite the new status
  updateCached(item, { status })
  try {
    const response = bodyOf(await api.PUT('/api/admin/content/{id}/status', { params: { path: { id: String(item.id) } }, body: { status } }))
    updateCached(item, response)
    notify.done(<Rich text="**{name}** is now {status}" values={{ name: item.title, status: statusTexts[response.status].is }} />)
    return response
  } catch (error) {
    updateCached(item, { status: item.status })
    notify.failed(
      <Rich text="**{name}** is still {status}. {why}" values={{ name: item.title, status: statusTexts[item.status].is, why: messageOf(error) }} />,
    )
    return null
  } finally {
    switching.delete(item.id)
    void reload('content')
  }
}

const statusAction = (label: string, icon: Action<ItemRow>['icon'], to: SelectableStatus, show: (row: ItemRow) => boolean): Action<ItemRow> => ({
  label,
  icon,
  show,
  run: (row) => void switchStatus(row, to),
})

/** statusActions are the status changes in the row menu. */
export const statusActions: Action<ItemRow>[] = [
  statusAction('Publish', IconSend, 'published', ({ status }) => status === 'draft' || status === 'scheduled'),
  statusAction('Publish again', IconSend, 'published', ({ status }) => status === 'expired'),
  statusAction('Revert to draft', IconPencilMinus, 'draft', ({ status }) => status !== 'draft'),
  statusAction('Expire', IconCalendarOff, 'expired', ({ status }) => status !== 'expired'),
]
