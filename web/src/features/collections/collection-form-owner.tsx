import { Button, CloseButton, TextInput } from '@mantine/core'
import { IconFolderPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../kit/api/error'
import { type ChoicePath, reload } from '../../kit/api/lists'
import type { Collection } from '../../kit/api/schema.gen'
import { SegmentedField } from '../../kit/form/fields'
import { type FieldHandle, type Form, useFormState } from '../../kit/form/form'
import { rememberNames } from '../../kit/form/picker'
import { PickerField } from '../../kit/form/picker-field'
import { create } from '../../kit/resource/calls'
import classes from './collections.module.css'

/** OwnerValues are the form values for the owner and folder of a collection. */
type OwnerValues = Partial<Pick<Collection, 'type' | 'partner_id' | 'user_id' | 'folder_id'>>

/** OwnerForm is any form that contains these values. */
type OwnerForm = Pick<Form<OwnerValues>, 'subscribe' | 'waitFor'> & {
  readonly state: { values: OwnerValues; busy: boolean }
  field(name: 'type'): FieldHandle<OwnerValues['type'], Collection['type']>
  field(name: 'partner_id' | 'user_id' | 'folder_id'): FieldHandle<number | null | undefined, number | null>
  set(name: 'folder_id', value: number | null): void
  fill(values: { partner_id: null; user_id: null; folder_id: null }): void
}

type Props = { form: OwnerForm }

const types = [
  { value: 'partner', label: 'Partner' },
  { value: 'personal', label: 'Personal' },
] as const

/** foldersOf returns the path of the selected owner's folders, or null if there is no owner yet. */
const foldersOf = ({ type, partner_id, user_id }: OwnerValues) => {
  const id = type === 'personal' ? user_id : partner_id
  return id ? (`${type === 'personal' ? 'users' : 'partners'}/${id}/folders` as const) : null
}

/** namesOf returns the records that a collection refers to, by field. */
export const namesOf = ({ type, folder, owner }: Collection) => ({
  partner_id: type === 'personal' ? null : owner,
  user_id: type === 'personal' ? owner : null,
  folder_id: folder && { id: folder.id, name: folder.label },
})

/** OwnerFields choose the type and owner. A change of the owner clears the folder. */
export function OwnerFields({ form, autoFocus }: Props & { autoFocus?: boolean }) {
  const type = useFormState(form, (state) => state.values.type)
  const clearFolder = () => form.set('folder_id', null)
  const { name, ...owner } =
    type === 'personal'
      ? ({ name: 'user_id', label: 'User', from: 'search/users', placeholder: 'Find a user by name or e-mail' } as const)
      : ({ name: 'partner_id', label: 'Partner', from: 'options/partners', placeholder: 'Find a partner by name' } as const)
  return (
    <>
      <SegmentedField
        field={form.field('type')}
        label="Type"
        options={types}
        onChoose={() => form.fill({ partner_id: null, user_id: null, folder_id: null })}
      />
      <PickerField key={name} {...owner} field={form.field(name)} onChoose={clearFolder} required autoFocus={autoFocus} />
    </>
  )
}

/** FolderField chooses one of the owner's folders, or creates one. */
export function FolderField({ form }: Props) {
  const [adding, setAdding] = useState<boolean>()
  const path = useFormState(form, (state) => foldersOf(state.values))
  const type = useFormState(form, (state) => state.values.type)
  return (
    <div>
      <PickerField
        key={path}
        field={form.field('folder_id')}
        label="Folder"
        from={`search/${path}` as ChoicePath}
        placeholder={path ? 'None' : `Choose a ${type === 'personal' ? 'user' : 'partner'} first`}
        disabled={path === null}
      />
      {path && !adding && (
        <Button
          variant="subtle"
          size="compact-xs"
          mt={4}
          ml={-6}
          leftSection={<IconFolderPlus size={14} />}
          autoFocus={adding === false} // the field that had the focus was removed
          onClick={() => setAdding(true)}
        >
          New folder
        </Button>
      )}
      {path && adding && <NewFolder key={path} form={form} path={path} onClose={() => setAdding(false)} />}
    </div>
  )
}

/** NewFolder creates a top-level folder of the owner, and selects it. */
function NewFolder({ form, path, onClose }: Props & { path: NonNullable<ReturnType<typeof foldersOf>>; onClose: () => void }) {
  const [name, setName] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const adding = useRef(false)
  // If the form is submitted while a name is typed here, the folder is created first.
  useEffect(() =>
    form.subscribe(() => {
      if (form.state.busy && name.trim()) createFolder()
    }),
  )

  function createFolder() {
    if (!adding.current) form.waitFor(saveFolder()) // the form waits for it before saving
  }

  async function saveFolder(): Promise<boolean> {
    adding.current = true
    setBusy(true)
    try {
      const folder = await create(path as 'partners/{partner_id}/folders', { name })
      rememberNames(`search/${path}`, [{ id: folder.id, name: folder.label }])
      void reload(path)
      form.set('folder_id', folder.id)
      onClose()
      return true
    } catch (failure) {
      setError((failure instanceof ApiError && failure.errors.name?.join(' ')) || messageOf(failure))
      adding.current = false
      setBusy(false)
      return false
    }
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter') return
    event.preventDefault() // do not submit the surrounding form
    createFolder()
  }

  return (
    <div className={classes.adding}>
      <TextInput
        aria-label="New folder name"
        placeholder="New folder name"
        autoFocus
        maxLength={500}
        data-mantine-stop-propagation // Escape leaves this field, not the dialog
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setError('')
        }}
        onKeyDown={handleKeyDown}
        rightSection={<CloseButton size="sm" aria-label="Cancel new folder" onClick={onClose} />}
      />
      <Button variant="default" loading={busy} onClick={createFolder}>
        Create folder
      </Button>
    </div>
  )
}
