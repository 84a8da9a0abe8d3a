import { ActionIcon, Button, Group } from '@mantine/core'
import {
  IconExternalLink,
  IconFolderFilled,
  IconFolderOpen,
  IconFolderPlus,
  IconFolderSymlink,
  IconLink,
  IconPencil,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { ApiError } from '../../kit/api/error'
import type { BrowserItem, BrowserPage } from '../../kit/api/schema.gen'
import { confirm } from '../../kit/dialog/confirm'
import { copyText } from '../../kit/dialog/copy'
import { notify } from '../../kit/dialog/notices'
import { pluralise } from '../../kit/format/numbers'
import { Rich } from '../../kit/format/rich'
import { lazyComponent } from '../../kit/lazy'
import { Trail } from '../../kit/page/trail'
import { Pager } from '../../kit/table/pager'
import { EmptyRows, FailedRows, SkeletonRows } from '../../kit/table/placeholders'
import { RowMenu } from '../../kit/table/row-menu'
import { useTable } from '../../kit/table/state'
import type { Action } from '../../kit/table/types'
import { paths } from '../../paths'
import classes from './folder-browser.module.css'
import { browse, foldersKey, levelPath, type Owner, reloadFolders, removeFolder } from './folders'

const FolderDialog = lazyComponent(() => import('./folder-dialogs').then((file) => file.FolderDialog))
const MoveDialog = lazyComponent(() => import('./folder-dialogs').then((file) => file.MoveDialog))

const ExportButton = lazyComponent(() => import('../../kit/table/export-button').then((file) => file.ExportButton))

type Open = { dialog: 'new' } | { dialog: 'rename' | 'move'; row: BrowserItem }

const spec = {}

/** FolderBrowser shows the folders and collections of a partner or a user, one level at a time. */
export function FolderBrowser({ owner }: { owner: Owner }) {
  const { folder_id } = useParams({ strict: false }) as { folder_id?: string }
  const validId = folder_id === undefined || /^[1-9]\d{0,14}$/.test(folder_id)
  const folder = validId && folder_id !== undefined ? Number(folder_id) : null
  const table = useTable(spec)
  const { page, perPage } = table.state
  const level = useQuery({
    queryKey: [foldersKey(owner), 'level', folder, page, perPage],
    queryFn: ({ signal }) => browse(owner, folder, { page, per_page: perPage }, signal),
    placeholderData: keepPreviousData,
    enabled: validId,
  })
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  if (!validId || (level.error instanceof ApiError && level.error.status === 404)) return <Navigate to={paths.notFound()} replace />

  const addButton = (
    <Button variant="default" leftSection={<IconFolderPlus size={16} />} onClick={() => setOpen({ dialog: 'new' })}>
      New folder
    </Button>
  )
  const actions = (
    <Group gap="xs" wrap="nowrap">
      <Suspense fallback={<ActionIcon disabled aria-hidden />}>
        <ExportButton from={levelPath(owner, folder)} label="Collections" params={{}} />
      </Suspense>
      {addButton}
    </Group>
  )
  const { data } = level
  return (
    <div className={classes.browser} aria-busy={level.isFetching}>
      {data && (folder !== null || data.items.length > 0) && <Head owner={owner} folder={data.folder} action={data.items.length > 0 && actions} />}
      {data ? (
        <div className={level.isPlaceholderData ? 'waiting' : undefined}>
          {data.items.length > 0 ? (
            <Level owner={owner} items={data.items} onOpen={setOpen} />
          ) : (
            <EmptyRows table={table} empty={{ ...emptyState(owner, folder), action: addButton }} />
          )}
        </div>
      ) : level.isError ? (
        <FailedRows error={level.error} table={table} onRetry={() => void level.refetch()} />
      ) : (
        <SkeletonRows count={6} columns={2} />
      )}
      {data && (data.meta.total > Math.min(10, perPage) || page > 1) && <Pager table={table} meta={data.meta} shown={data.items.length} />}
      <Suspense>
        {open?.dialog === 'move' && data && (
          <MoveDialog owner={owner} row={open.row} from={{ id: folder, label: folderPath(data.folder) }} onClose={close} />
        )}
        {open?.dialog === 'rename' && <FolderDialog owner={owner} row={open.row} parent={folder} onClose={close} />}
        {open?.dialog === 'new' && <FolderDialog owner={owner} parent={folder} onClose={close} />}
      </Suspense>
    </div>
  )
}

/** folderPath formats the path of a folder like its label. */
const folderPath = ({ breadcrumbs }: BrowserPage['folder']) =>
  breadcrumbs
    .slice(1)
    .map((step) => step.name)
    .join(' > ')

const emptyState = ({ name }: Owner, folder: number | null) =>
  folder === null
    ? { icon: IconFolderOpen, title: 'No collections yet', text: `Collections of ${name} appear here. Create a folder to organise them.` }
    : { icon: IconFolderOpen, title: 'This folder is empty', text: 'Create a folder here, or move collections into it.' }

/** Head shows the name of the open folder, with breadcrumbs below the top level. */
function Head({ owner, folder, action }: { owner: Owner; folder: BrowserPage['folder']; action: ReactNode }) {
  const parents = folder.breadcrumbs.filter((step) => !step.last)
  return (
    <div className={classes.head}>
      <div className="shrink">
        {parents.length > 0 && (
          <Trail label="Folders" to={parents.map(({ id, name }) => ({ label: name, to: owner.urlOf(id) }))}>
            {folder.name}
          </Trail>
        )}
        <h2 className={classes.title}>{folder.name}</h2>
      </div>
      {action}
    </div>
  )
}

type LevelProps = { owner: Owner; items: readonly BrowserItem[]; onOpen: (open: Open) => void }

function Level({ owner, items, onOpen }: LevelProps) {
  const move: Action<BrowserItem> = { label: 'Move', icon: IconFolderSymlink, run: (row) => onOpen({ dialog: 'move', row }) }
  const folderActions: Action<BrowserItem>[] = [
    { label: 'Rename', icon: IconPencil, run: (row) => onOpen({ dialog: 'rename', row }) },
    move,
    { label: 'Delete', icon: IconTrash, danger: true, run: (row) => void askToDelete(owner, row) },
  ]
  const collectionActions: Action<BrowserItem>[] = [
    { label: 'View Live', icon: IconExternalLink, run: (row) => void window.open(row.landing_page_url, '_blank', 'noopener') },
    { label: 'Copy Link', icon: IconLink, run: (row) => void copyText(row.landing_page_url) },
    { ...move, label: 'Move to folder' },
  ]
  const folders = items.filter((item) => item.entity === 'folder')
  const collections = items.filter((item) => item.entity === 'collection')
  return (
    <>
      {folders.length > 0 && (
        <EntryList label="Folders" className={classes.folders}>
          {folders.map((item) => (
            <Entry key={item.id} item={item} to={owner.urlOf(item.id)} summary={contentSummary(item)} actions={folderActions} />
          ))}
        </EntryList>
      )}
      {collections.length > 0 && (
        <EntryList label="Collections" className={classes.collections}>
          {collections.map((item) => (
            <Entry
              key={item.id}
              item={item}
              to={paths.collection(item.id)}
              summary={pluralise(item.contents_count, 'item')}
              actions={collectionActions}
            />
          ))}
        </EntryList>
      )}
    </>
  )
}

function EntryList({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  const id = useId()
  return (
    <>
      <h3 className={classes.label} id={id}>
        {label}
      </h3>
      <ul className={className} aria-labelledby={id}>
        {children}
      </ul>
    </>
  )
}

type EntryProps = { item: BrowserItem; to: string; summary: string; actions: readonly Action<BrowserItem>[] }

/** Entry is a folder or a collection. All of it except its menu is the link. */
function Entry({ item, to, summary, actions }: EntryProps) {
  const Icon = item.entity === 'folder' ? IconFolderFilled : IconStack2
  return (
    <li className={classes.entry}>
      <span className={`tile ${classes.icon}`} data-entity={item.entity} aria-hidden>
        <Icon size={20} />
      </span>
      <span className={classes.entryWords}>
        <Link to={to} className={classes.name} title={item.name}>
          {item.name}
        </Link>
        <span className={classes.says}>{summary}</span>
      </span>
      <span className={classes.menu}>
        <RowMenu row={item} actions={actions} />
      </span>
    </li>
  )
}

/** contentSummary describes the direct content of a folder, without zero counts. */
function contentSummary({ folders_count, collections_count }: BrowserItem): string {
  const parts = [folders_count > 0 && pluralise(folders_count, 'folder'), collections_count > 0 && pluralise(collections_count, 'collection')]
  return parts.filter(Boolean).join(', ') || 'Empty'
}

function askToDelete(owner: Owner, { id, name }: BrowserItem) {
  return confirm({
    title: 'Delete folder',
    text: <Rich text="Are you sure you want to delete **{name}**?" values={{ name }} />,
    action: 'Delete',
    danger: true,
    async run() {
      await removeFolder(id)
      notify.done(<Rich text="Folder **{name}** successfully deleted" values={{ name }} />)
      await reloadFolders(owner)
    },
  })
}
