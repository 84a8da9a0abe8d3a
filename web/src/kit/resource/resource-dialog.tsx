import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../api/error'
import { type InputOf, type ListPath, type RowOf, reload } from '../api/lists'
import { Dialog } from '../dialog/dialog'
import { DeclaredField } from '../form/declared-field'
import { useForm } from '../form/form'
import { FormDialog } from '../form/form-dialog'
import { seen } from '../form/picker'
import { create, find, update } from './calls'
import { type FormValuesOf, newWord, type Resource } from './define'
import { tell } from './sentences'

export { loadFields } from '../form/declared-field'

type Form<P extends ListPath> = { row: RowOf<P> | undefined; onClose: () => void }

type Props<P extends ListPath> = {
  resource: Resource<P>
  id: number | null
  /** The record, if the table contains it. Otherwise, for example after following a link, it is loaded. */
  row: RowOf<P> | undefined
  onClose: () => void
  /** A custom form, if the declared one is not sufficient. */
  form?: (form: Form<P>) => ReactNode
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
  if (id === null || found.data)
    return form ? form({ row: found.data, onClose }) : <DeclaredDialog resource={resource} row={found.data} onClose={onClose} />
  return (
    <Dialog onClose={onClose} title={`Edit ${resource.one.toLowerCase()}`}>
      {found.isError ? <p role="alert">{messageOf(found.error)}</p> : <Skeleton height={36} />}
    </Dialog>
  )
}

/** DeclaredDialog is the declared form of a new or existing record. */
export function DeclaredDialog<P extends ListPath>({ resource, row, onClose }: Form<P> & { resource: Resource<P> }) {
  const form = useResourceForm(resource, row, onClose)
  const one = resource.one.toLowerCase()
  useState(() => row && tellNames(resource, row))
  return (
    <FormDialog title={row ? `Edit ${one}` : newWord(resource)} form={form} submit={row ? 'Save' : `Create ${one}`} onClose={onClose}>
      {resource.form.map((field, i) => (
        <DeclaredField key={field.field} form={form} field={field} autoFocus={i === 0} />
      ))}
    </FormDialog>
  )
}

/** tellNames caches the names that are part of the record, so that the pickers show them immediately. */
function tellNames<P extends ListPath>(resource: Resource<P>, row: RowOf<P>) {
  type Other = { id: number; name: string; label?: string }
  for (const field of resource.form) {
    if (!('named' in field) || !field.named) continue
    const others = [row[field.named as keyof RowOf<P>] ?? []].flat() as Other[]
    const ids = [row[field.field as keyof RowOf<P>]].flat()
    const chosen = ids.map((id) => others.find((other) => other.id === id)).filter((other) => other !== undefined)
    seen(
      field.from,
      chosen.map(({ id, name, label }) => ({ id, name: label ?? name })),
    )
  }
}

/** useResourceForm saves a record, shows a notice, reloads the list, and passes the saved record to onClose. */
export function useResourceForm<P extends ListPath>(resource: Resource<P>, row: RowOf<P> | undefined, onClose: (saved: RowOf<P>) => void) {
  const there = row as (RowOf<P> & { id: number; version?: number }) | undefined
  return useForm<FormValuesOf<P>, RowOf<P>>({
    initial: (there ? pick(there, resource) : resource.initial) as FormValuesOf<P>,
    version: there?.version,
    save(values, changed, version) {
      const gone = new Set<string>(resource.form.filter(({ when }) => when && !when(values)).map(({ field }) => field))
      const kept = Object.fromEntries(Object.entries(there ? changed : values).filter(([name]) => !gone.has(name))) as InputOf<P>
      return there
        ? update(resource.path, there.id, kept, version)
        : create(resource.path, { ...resource.initial, ...(kept as object) } as InputOf<P>)
    },
    saved(saved) {
      tell(resource, there ? 'updated' : 'created', resource.name(saved))
      void reload(resource.path)
      if (resource.counted) void reload(resource.counted)
      onClose(saved)
    },
  })
}

function pick<P extends ListPath>(row: RowOf<P>, resource: Resource<P>) {
  return Object.fromEntries(Object.keys(resource.initial as object).map((name) => [name, row[name as keyof RowOf<P>]]))
}
