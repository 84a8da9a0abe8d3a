import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reload } from '../../kit/api/lists'
import type { BrowserItem } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { Field, TextField } from '../../kit/form/fields'
import { type Form, useField, useForm } from '../../kit/form/form'
import { FormDialog } from '../../kit/form/form-dialog'
import { Rich } from '../../kit/format/rich'
import { SearchSelect } from '../../ui/comboboxes'
import classes from './folder-browser.module.css'
import { createFolder, findFolders, foldersKey, moveCollection, type Owner, reloadFolders, updateFolder } from './folders'

type Props = { owner: Owner; onClose: () => void }

/** FolderDialog creates a folder inside another one, or renames one. */
export function FolderDialog({ owner, row, parent, onClose }: Props & { row?: BrowserItem; parent: number | null }) {
  const form = useForm({
    initial: { name: row?.name ?? '' },
    version: row?.version,
    save: ({ name }, _, version) => (row ? updateFolder(row.id, { name, version }) : createFolder(owner, { name, parent_id: parent })),
    saved({ name }) {
      notify.done(<Rich text={`Folder **{name}** successfully ${row ? 'updated' : 'created'}`} values={{ name }} />)
      void reloadFolders(owner)
      onClose()
    },
  })
  return (
    <FormDialog
      title={row ? 'Rename folder' : 'New folder'}
      form={form}
      submit={row ? 'Save' : 'Create folder'}
      onClose={onClose}
      size={440}
      history={row && { kind: 'folder', id: row.id, name: row.name }}
    >
      <TextField field={form.field('name')} label="Name" required autoFocus />
    </FormDialog>
  )
}

/** FolderLocation is a folder with its path, or the top level. */
export type FolderLocation = { id: number | null; label: string }

type LocationValues = { parent_id: number | null }

/** MoveDialog moves a folder or a collection within its owner's folders. */
export function MoveDialog({ owner, row, from, onClose }: Props & { row: BrowserItem; from: FolderLocation }) {
  const folder = row.entity === 'folder'
  const form = useForm<LocationValues, unknown>({
    initial: { parent_id: from.id },
    // Without a version: only the location changes, so concurrent edits do not conflict.
    save: ({ parent_id }) => (folder ? updateFolder(row.id, { parent_id }) : moveCollection(row.id, parent_id)),
    saved() {
      notify.done(<Rich text={`${folder ? 'Folder' : 'Collection'} **{name}** successfully updated`} values={{ name: row.name }} />)
      void reloadFolders(owner)
      if (!folder) void reload('collections')
      onClose()
    },
  })
  return (
    <FormDialog
      title={folder ? 'Move folder' : 'Move to folder'}
      form={form}
      submit={folder ? 'Move folder' : 'Move collection'}
      onClose={onClose}
      size={440}
    >
      <div>
        <Rich text="Choose a new location for **{name}**." values={{ name: row.name }} />
      </div>
      <FolderField owner={owner} form={form} from={from} moved={folder ? row : undefined} />
    </FormDialog>
  )
}

const topLevel = { value: 'top', label: 'Top level' }

type FolderFieldProps = {
  owner: Owner
  form: Form<LocationValues>
  from: FolderLocation /** A folder can't be moved into itself. */
  moved?: BrowserItem
}

/** FolderField chooses one of the owner's folders, by any word of its path. */
function FolderField({ owner, form, from, moved }: FolderFieldProps) {
  const { value, set, error } = useField(form.field('parent_id'), 'Folder')
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(from.label)
  const typed = text === chosen || text === topLevel.label ? '' : text.trim().replaceAll('>', ' ')
  const [query] = useDebouncedValue(typed, 200)
  const found = useQuery({
    queryKey: [foldersKey(owner), 'found', query],
    queryFn: ({ signal }) => findFolders(owner, query, signal),
    placeholderData: keepPreviousData,
  })
  const inside = moved && `${[from.label, moved.name].filter(Boolean).join(' > ')} > `
  const folders = (found.data ?? [])
    .filter(({ id, label }) => !inside || (id !== moved.id && !label.startsWith(inside)))
    .map(({ id, label }) => ({ value: String(id), label }))
  const known = value === null || folders.some((option) => option.value === String(value))
  const data = [
    ...(topLevel.label.toLowerCase().includes(query.toLowerCase()) ? [topLevel] : []),
    ...folders,
    ...(known ? [] : [{ value: String(value), label: chosen }]),
  ]
  return (
    <Field name="parent_id">
      <SearchSelect
        label="Folder"
        error={error}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={data}
        // The server has searched. The current folder is in the data for its name only.
        filter={({ options }) => options.filter((option) => known || !('value' in option) || option.value !== String(value))}
        searchable
        openOnFocus={false} // after an error the field has the focus, and the list would cover the message
        typed={typed !== ''}
        searching={typed !== query || found.isFetching}
        searchValue={text}
        onSearchChange={setText}
        nothingFoundMessage={found.isFetching ? 'Searching…' : 'No results'}
        value={value === null ? topLevel.value : String(value)}
        onChange={(next, option) => {
          setChosen(option?.label ?? '')
          set(next === null || next === topLevel.value ? null : Number(next))
        }}
        renderOption={({ option, checked }) => <FolderOption label={option.label} checked={checked} />}
      />
    </Field>
  )
}

/** FolderOption shows the name of a folder, followed by its path. */
function FolderOption({ label, checked }: { label: string; checked?: boolean }) {
  const names = label.split(' > ')
  const path = names.slice(0, -1).join(' > ')
  return (
    <span className={classes.option}>
      <span>{names.at(-1)}</span>
      {path && <small className="dimmed truncate">{`in ${path}`}</small>}
      {checked && <IconCheck size={16} aria-hidden />}
    </span>
  )
}
