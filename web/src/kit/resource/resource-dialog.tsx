import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, Suspense, useRef, useState } from 'react'
import { messageOf } from '../api/error'
import { type InputOf, type ListPath, type RowOf, reload } from '../api/lists'
import { Dialog } from '../dialog/dialog'
import { DeclaredField } from '../form/declared-field'
import { type Form, type FormOptions, useForm } from '../form/form'
import { MoreButton } from '../form/form-body'
import { FormDialog } from '../form/form-dialog'
import { historyOf } from '../history/record'
import { create, find, update } from './calls'
import { addLabelOf, type FormValuesOf, type Resource } from './define'
import { notifyDone } from './sentences'

export { loadFields } from '../form/declared-field'

type OpenForm<P extends ListPath> = { row: RowOf<P> | undefined; onClose: () => void }

type Props<P extends ListPath> = {
  resource: Resource<P>
  id: number | null
  /** The record, if the table contains it. Otherwise, for example after following a link, it is loaded. */
  row: RowOf<P> | undefined
  onClose: () => void
  /** A custom form, if the declared one is not sufficient. */
  form?: (form: OpenForm<P>) => ReactNode
}

/** ResourceDialog is the form of a new or existing record. */
export function ResourceDialog<P extends ListPath>({ resource, id, row, onClose, form }: Props<P>) {
  const found = useQuery({
    queryKey: [resource.path, 'one', id],
    queryFn: () => find(resource.path, id ?? 0),
    enabled: id !== null && !row,
    initialData: row,
    staleTime: 0,
    gcTime: 0,
  })
  const waiting = id !== null && (
    <Dialog onClose={onClose} title={`Edit ${resource.one.toLowerCase()}`}>
      {found.isError ? <p role="alert">{messageOf(found.error)}</p> : <Skeleton height={36} />}
    </Dialog>
  )
  if (id !== null && !found.data) return waiting
  if (!form) return <DeclaredDialog resource={resource} row={found.data} onClose={onClose} />
  // Over a row, the form alone takes the focus, so that it returns to where it was.
  return <Suspense fallback={!row && waiting}>{form({ row: found.data, onClose })}</Suspense>
}

/** DeclaredDialog is the declared form of a new or existing record. Records without a page can be created one after the other. */
export function DeclaredDialog<P extends ListPath>({ resource, row, onClose }: OpenForm<P> & { resource: Resource<P> }) {
  const another = useRef(false)
  const [created, setCreated] = useState(0)
  const form: Form<FormValuesOf<P>> = useResourceForm(resource, row, () => {
    if (!another.current) return onClose()
    form.setBaseline(resource.initial)
    setCreated(created + 1)
  })
  const one = resource.one.toLowerCase()
  const hasPage = resource.columns.some(({ opens }) => typeof opens === 'function') // the next step is on that page
  async function addAnother() {
    another.current = true
    await form.submit()
    another.current = false
  }
  return (
    <FormDialog
      title={row ? `Edit ${one}` : addLabelOf(resource)}
      form={form}
      submit={row ? 'Save' : `Create ${one}`}
      onClose={onClose}
      history={row && historyOf(resource, row)}
      more={!row && !hasPage && <MoreButton form={form} label="Create and add another" onClick={() => void addAnother()} />}
    >
      {/* The fields of the next record start anew: the first one gets the focus. */}
      <Fragment key={created}>
        {resource.form.map((field, i) => (
          <DeclaredField key={field.field} form={form} field={field} autoFocus={i === 0} />
        ))}
      </Fragment>
    </FormDialog>
  )
}

/** namesOf returns the names of related records that a record contains, by the fields with their ids. */
function namesOf<P extends ListPath>(resource: Resource<P>, row: RowOf<P>): FormOptions<FormValuesOf<P>, unknown>['names'] {
  type Related = { id: number; name: string; label?: string }
  const names = resource.form.flatMap((field) => {
    if (!('named' in field) || !field.named) return []
    const others = [row[field.named as keyof RowOf<P>] ?? []].flat() as Related[]
    return [[field.field, others.map(({ id, name, label }) => ({ id, name: label ?? name }))]]
  })
  return Object.fromEntries(names)
}

/** useResourceForm saves a record, shows a notice, reloads the list, and passes the saved record to onClose. */
export function useResourceForm<P extends ListPath>(
  resource: Resource<P>,
  row: RowOf<P> | undefined,
  onClose: (saved: RowOf<P>) => void,
  names?: FormOptions<FormValuesOf<P>, unknown>['names'],
) {
  const existing = row as (RowOf<P> & { id: number; version?: number }) | undefined
  return useForm<FormValuesOf<P>, RowOf<P>>({
    initial: (existing ? valuesOf(existing, resource) : resource.initial) as FormValuesOf<P>,
    version: existing?.version,
    names: { ...(existing && namesOf(resource, existing)), ...names },
    save(values, changed, version) {
      const hiddenFields = new Set<string>(resource.form.filter(({ when }) => when && !when(values)).map(({ field }) => field))
      const visible = Object.fromEntries(Object.entries(existing ? changed : values).filter(([name]) => !hiddenFields.has(name))) as InputOf<P>
      return existing
        ? update(resource.path, existing.id, visible, version)
        : create(resource.path, { ...resource.initial, ...(visible as object) } as InputOf<P>)
    },
    saved(saved) {
      notifyDone(resource, existing ? 'updated' : 'created', resource.name(saved), existing ? undefined : openAction(resource, saved))
      void reload(resource.path)
      if (resource.alsoReload) void reload(resource.alsoReload)
      onClose(saved)
    },
  })
}

/** openAction is the link of a notice to the page of a record, if it has one. */
function openAction<P extends ListPath>(resource: Resource<P>, row: RowOf<P>) {
  for (const { opens } of resource.columns) if (typeof opens === 'function') return { label: 'Open', to: opens(row) }
}

function valuesOf<P extends ListPath>(row: RowOf<P>, resource: Resource<P>) {
  return Object.fromEntries(Object.keys(resource.initial as object).map((name) => [name, row[name as keyof RowOf<P>]]))
}
