import {
  type Icon,
  IconArrowBackUp,
  IconBookmark,
  IconBookmarkOff,
  IconDeviceFloppy,
  IconLock,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, Suspense, useState } from 'react'
import { messageOf } from '../api/error'
import type { SavedView } from '../api/schema.gen'
import { confirm } from '../dialog/confirm'
import { notify } from '../dialog/notices'
import { Rich } from '../format/rich'
import { lazyComponent } from '../lazy'
import { OpenMenu } from '../menu/menu'
import type { MenuEntry } from '../menu/menu-button'
import { useIsAdmin, useUser } from '../session/session'
import { type Columns, keysOf } from './columns'
import type { TableControl } from './state'
import { deleteView, updateView, type ViewInput } from './view-calls'
import { viewParams } from './view-state'
import { missingFilters, missingFiltersText, type Search, searchOf, withoutDefault } from './views'

const ViewDialog = lazyComponent(() => import('./view-dialog').then((file) => file.ViewDialog))

type MenuProps<R> = {
  name: string
  table: TableControl
  columns: Columns<R>
  views: Pick<UseQueryResult<SavedView[]>, 'data' | 'isError' | 'refetch'>
  edited: boolean
  button: ReactElement
  opened: boolean
  onChange: (opened: boolean) => void
  onRun: () => void
}

/** ViewsMenu lists the views of a table, with the actions for the current one. */
export function ViewsMenu<R>({ name, table, columns, views, edited, button, opened, onChange, onRun }: MenuProps<R>) {
  const { spec, state } = table
  const [dialog, setDialog] = useState<'save' | 'rename' | null>(null)
  const navigate = useNavigate()
  const defaultView = useUser((user) => user?.default_views?.[name])
  const list = views.data ?? []
  const current = list.find((view) => view.id === Number(state.view))
  const shown = { params: viewParams(spec, state), columns: keysOf(columns.shown) }

  const go = (search: Search, replace = false) => void navigate({ to: '.', search, replace, resetScroll: false })
  function open(view: SavedView) {
    const missing = missingFilters(spec, view)
    if (missing.length > 0) notify.info(missingFiltersText(missing), 8_000)
    go(searchOf(spec, view))
  }
  function leave(view: SavedView) {
    go(withoutDefault({ ...shown.params, columns: state.columns }, view.default ? undefined : defaultView), true)
  }
  const actionsOf = useActions({ edited, shown, open, leave, rename: () => setDialog('rename'), onFailed: () => void views.refetch() })

  const entryOf = (view: SavedView): MenuEntry => {
    const notes = [view === current && edited && 'edited', view.default && 'default'].filter(Boolean)
    return { id: view.id, label: view.name, checked: view === current, note: notes.join(', '), run: () => open(view) }
  }
  const group = (heading: string, shared: boolean): MenuEntry[] => {
    const entries = list.filter((view) => view.shared === shared).map(entryOf)
    return entries.length > 0 ? [{ heading }, ...entries] : []
  }
  const none: MenuEntry = { label: 'No view', checked: !current, run: () => go(withoutDefault({}, defaultView)) }
  const entries: MenuEntry[] = [
    ...group('My views', false),
    ...group('Shared views', true),
    ...(list.length > 0 ? (['line', none, 'line'] as const) : []),
    { label: 'Save as view…', icon: IconPlus, run: () => setDialog('save') },
    ...(current ? actionsOf(current) : []),
  ]

  return (
    <>
      <OpenMenu button={button} opened={opened} onChange={onChange} onRun={onRun} entries={entries} width={260} />
      <Suspense>
        {dialog && (
          <ViewDialog
            table={name}
            view={dialog === 'rename' ? current : undefined}
            shown={shown}
            onClose={() => setDialog(null)}
            onSaved={(view) => {
              setDialog(null)
              if (dialog === 'save') go(searchOf(spec, view), true)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

type Actions = {
  edited: boolean
  shown: Required<Pick<ViewInput, 'params' | 'columns'>>
  open: (view: SavedView) => void
  /** Called after the view was deleted. */
  leave: (view: SavedView) => void
  rename: () => void
  onFailed: () => void
}

/** useActions returns a function that lists the actions for the current view. Only admins can change a shared view. */
function useActions({ edited, shown, open, leave, rename, onFailed }: Actions) {
  const admin = useIsAdmin()
  async function update(view: SavedView, input: ViewInput, done: string) {
    try {
      await updateView(view, input)
      notify.done(<Rich text={done} values={{ name: view.name }} />)
    } catch (error) {
      notify.failed(messageOf(error))
      onFailed()
    }
  }
  const change = (view: SavedView, label: string, icon: Icon, input: ViewInput, done: string): MenuEntry => ({
    label,
    icon,
    run: () => void update(view, input, done),
  })
  const remove = (view: SavedView) =>
    confirm({
      title: 'Delete view',
      text: (
        <Rich
          text={`Are you sure you want to delete **{name}**?${view.shared ? ' It is shared: nobody will be able to use it any more.' : ''}`}
          values={{ name: view.name }}
        />
      ),
      action: 'Delete view',
      danger: true,
      async run() {
        await deleteView(view)
        leave(view)
        notify.done(<Rich text="View **{name}** deleted" values={{ name: view.name }} />)
      },
    })

  return (view: SavedView): MenuEntry[] => {
    const mayChange = admin || !view.shared
    const { version } = view
    const actions: (MenuEntry | false)[] = [
      edited && mayChange && change(view, 'Update view', IconDeviceFloppy, { ...shown, version }, 'View **{name}** updated'),
      edited && { label: 'Discard edits', icon: IconArrowBackUp, run: () => open(view) },
      mayChange && { label: 'Rename…', icon: IconPencil, run: rename },
      view.default
        ? change(view, 'Clear default', IconBookmarkOff, { default: false }, '**{name}** is no longer your default')
        : change(view, 'Make default', IconBookmark, { default: true }, 'This table now opens with **{name}**'),
      admin &&
        (view.shared
          ? change(view, 'Make private', IconLock, { shared: false, version }, 'Only you can see **{name}** now')
          : change(view, 'Share with all staff', IconUsers, { shared: true, version }, '**{name}** is shared with all staff')),
      mayChange && { label: 'Delete view', icon: IconTrash, danger: true, run: () => void remove(view) },
    ]
    return actions.filter((action) => action !== false)
  }
}
