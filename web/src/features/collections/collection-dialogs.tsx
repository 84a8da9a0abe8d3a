import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { api, bodyOf } from '../../kit/api/client'
import { reload } from '../../kit/api/lists'
import type { Collection } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { TextField } from '../../kit/form/fields'
import { useForm } from '../../kit/form/form'
import { FieldRow } from '../../kit/form/form-body'
import { FormDialog } from '../../kit/form/form-dialog'
import { PickerField } from '../../kit/form/picker-field'
import { TagsField } from '../../kit/form/tags-field'
import { historyOf } from '../../kit/history/record'
import { lazyComponent } from '../../kit/lazy'
import { useResourceForm } from '../../kit/resource/resource-dialog'
import { FolderField, namesOf, OwnerFields } from './collection-form-owner'
import { collections } from './list-definition'

const dates = import('./collection-dialog-dates').then((file) => file.CollectionDates)
const CollectionDates = lazyComponent(() => dates)

/** CollectionDialog is the form of a new or existing collection. */
export function CollectionDialog({ collection, onClose }: { collection?: Collection; onClose: (saved?: Collection) => void }) {
  const names = collection && { ...namesOf(collection), language_id: collection.language }
  const form = useResourceForm(collections, collection, onClose, names)
  return (
    <FormDialog
      title={collection ? 'Edit collection' : 'New collection'}
      form={form}
      submit={collection ? 'Save' : 'Create collection'}
      onClose={() => onClose()}
      history={collection && historyOf(collections, collection)}
    >
      <OwnerFields form={form} autoFocus={!collection} />
      <TextField field={form.field('name')} label="Name" required autoFocus={Boolean(collection)} />
      <FolderField form={form} />
      <PickerField field={form.field('language_id')} label="Language" from="options/languages" required />
      <TagsField field={form.field('code')} label="Internal codes" />
      {collection && <TagsField field={form.field('tags')} label="Tags" from="global-tags" />}
      <Suspense
        fallback={
          <>
            <FieldRow>
              <Skeleton height={61} />
              <Skeleton height={61} />
            </FieldRow>
            <Skeleton height={61} />
          </>
        }
      >
        <CollectionDates form={form} />
      </Suspense>
    </FormDialog>
  )
}

const maxNameLength = 160 // the limit of the server
const copySuffix = ' (copy)'

/** DuplicateDialog asks for the owner and name of the copy, and passes the copy to onClose. */
export function DuplicateDialog({ collection, onClose }: { collection: Collection; onClose: (copy?: Collection) => void }) {
  const { id, name, type, partner_id, user_id, folder_id } = collection
  const form = useForm({
    names: namesOf(collection),
    initial: { type, partner_id, user_id, name: `${name.slice(0, maxNameLength - copySuffix.length)}${copySuffix}`, folder_id },
    save: async (body) => bodyOf(await api.POST('/api/admin/collections/{id}/duplicate', { params: { path: { id: String(id) } }, body })).item,
    saved(copy) {
      notify.done('Collection successfully duplicated')
      void reload('collections')
      onClose(copy)
    },
  })
  return (
    <FormDialog title="Duplicate collection" form={form} submit="Duplicate" onClose={() => onClose()}>
      <OwnerFields form={form} />
      <TextField field={form.field('name')} label="Name" required autoFocus />
      <FolderField form={form} />
    </FormDialog>
  )
}
