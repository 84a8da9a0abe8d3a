import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { pendingChoices } from '../../ui/pending-choice'
import { ApiError, messageOf } from '../api/error'
import { notify } from '../dialog/notices'

export type FormOptions<V extends object, R> = {
  initial: V
  /** save sends all values (of a new record) or the changed ones, with the version they were loaded at. */
  save: (values: V, changed: Partial<V>, version: number | undefined) => Promise<R>
  /** Called after a save. By default, the notice is "Successfully updated!". */
  saved?: (result: R) => void
  version?: number
  /** The banner shown when fields are invalid. */
  invalidBanner?: string
  /** The names of the records that fields refer to at first, by field: pickers need not look these up. */
  names?: { [N in keyof V]?: Names }
}

type Names = Choice | null | undefined | readonly (Choice | null)[]

/** Choice is a record, or a word, that can be chosen. */
export type Choice = { id: number | string; name: string; hint?: string }

type Snapshot<V> = {
  values: V
  initial: V
  errors: Record<string, string[]>
  banner: string[]
  /** How many saves have been refused. */
  refusals: number
  busy: boolean
  /** The record as saved by someone else, in case of a conflict. */
  theirs: (V & { version?: number }) | null
}

/**
 * FieldHandle is one field of a form, for the component that shows it. R is the type that is read, W the type that may be written:
 * a component that writes any text does not accept a field that allows only certain texts.
 */
export type FieldHandle<R, W = R> = {
  readonly name: string
  readonly get: () => R
  readonly saved: () => R
  readonly set: (value: W) => void
  readonly errors: () => string[] | undefined
  readonly subscribe: (listener: () => void) => () => void
  /** register sets the label of the field for messages, and returns a function that removes it. */
  readonly register: (label: string, source?: string) => () => void
  readonly waitFor: (work: Promise<boolean>) => void
  /** setProblem keeps the form from being saved while the input can't be used, such as a text that is no date. Null removes the problem. */
  readonly setProblem: (message: string | null) => void
  /** known returns the choices of the field that were passed in with the form. */
  readonly known: () => Choice[]
}

const defaultInvalidBanner = 'Please check the fields highlighted in red.'

/** Form holds the values of a form. Fields subscribe to their own value, so that a key press rerenders one field only. */
export class Form<V extends object> {
  private snapshot: Snapshot<V>
  private listeners = new Set<() => void>()
  private options: FormOptions<V, unknown>
  /** The labels of the rendered fields, in the order of the screen. */
  readonly labels = new Map<string, string>()
  /** The lookups of the names of chosen records, for fields that hold ids. */
  readonly sources = new Map<string, string>()
  version: number | undefined
  private pending = new Set<Promise<boolean>>()
  private saving: Promise<boolean> = Promise.resolve(true)
  /** What keeps the form from being saved, by field. The fields show it themselves. */
  private problems = new Map<string, string>()
  private handles: { [N in keyof V]?: FieldHandle<V[N]> } = {}

  constructor(options: FormOptions<V, unknown>) {
    this.options = options
    this.version = options.version
    this.snapshot = { values: options.initial, initial: options.initial, errors: {}, banner: [], refusals: 0, busy: false, theirs: null }
  }

  setOptions(options: FormOptions<V, unknown>) {
    this.options = options
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  get state(): Snapshot<V> {
    return this.snapshot
  }

  get<N extends keyof V>(name: N): V[N] {
    return this.snapshot.values[name]
  }

  set = <N extends keyof V & string>(name: N, value: V[N]) => {
    this.fill({ [name]: value } as unknown as Partial<V>)
  }

  /** field returns the handle of a field, the same one every time. */
  field<N extends keyof V & string>(name: N): FieldHandle<V[N]> {
    const existing = this.handles[name]
    if (existing) return existing
    const handle: FieldHandle<V[N]> = {
      name,
      get: () => this.snapshot.values[name],
      saved: () => this.snapshot.initial[name],
      set: (value) => this.set(name, value),
      errors: () => this.snapshot.errors[name],
      subscribe: this.subscribe,
      register: (label, source) => {
        this.labels.set(name, label)
        if (source) this.sources.set(name, source)
        return () => this.labels.delete(name)
      },
      waitFor: (work) => this.waitFor(work),
      setProblem: (message) => this.setProblem(name, message),
      known: () => listOf(this.options.names?.[name]),
    }
    this.handles[name] = handle
    return handle
  }

  /** fill sets several fields at once, for example from a parsed page or a preset. */
  fill(values: Partial<V>) {
    for (const name of Object.keys(values)) this.problems.delete(name)
    this.change({ values: { ...this.snapshot.values, ...values }, ...this.withoutErrors(Object.keys(values)) })
  }

  /** withoutErrors returns the errors of the other fields. The banner about red fields disappears with the last of them. */
  private withoutErrors(names: string[]) {
    const { errors: before, banner } = this.snapshot
    const errors = Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name)))
    const anyRed = Object.keys(errors).some((name) => this.labels.has(name))
    return { errors, banner: anyRed || banner.length === 0 ? banner : banner.filter((line) => line !== this.invalidBanner) }
  }

  private setProblem(name: string, message: string | null) {
    if (message === null) this.problems.delete(name)
    else this.problems.set(name, message)
    if (name in this.snapshot.errors) this.change(this.withoutErrors([name]))
  }

  private get invalidBanner() {
    return this.options.invalidBanner ?? defaultInvalidBanner
  }

  get changed(): Partial<V> {
    const { values, initial } = this.snapshot
    const names = Object.keys(values) as (keyof V)[]
    return Object.fromEntries(names.filter((name) => !isEqual(values[name], initial[name])).map((name) => [name, values[name]])) as Partial<V>
  }

  get dirty(): boolean {
    return Object.keys(this.changed).length > 0
  }

  /** setBaseline makes the values the new initial ones, after a save or when changes are discarded. */
  setBaseline(values: V = this.snapshot.values, version = this.version) {
    this.version = version
    this.problems.clear()
    this.change({ values, initial: values, errors: {}, banner: [], theirs: null })
  }

  discard() {
    this.setBaseline(this.snapshot.initial)
  }

  /** adopt takes over values that were changed on the server. Other unsaved changes are kept. */
  adopt(values: Partial<V>, version = this.version) {
    this.version = version
    const { values: typed, initial } = this.snapshot
    this.change({ values: { ...typed, ...values }, initial: { ...initial, ...values } })
  }

  /** resolve saves the values that the user chose after a conflict. */
  resolve(values: V) {
    const { theirs } = this.snapshot
    this.version = theirs?.version ?? this.version
    this.change({ values, initial: theirs ?? this.snapshot.initial, theirs: null })
    return this.submit()
  }

  dismissConflict() {
    this.change({ theirs: null })
  }

  /** waitFor makes a save wait for pending work, such as an upload. If the work resolves to false, nothing is saved. */
  waitFor(work: Promise<boolean>) {
    this.pending.add(work)
    void work.then(() => this.pending.delete(work))
  }

  submit = (): Promise<boolean> => {
    if (this.snapshot.busy) return Promise.resolve(false) // ignore a second submit while the first is pending
    // The errors of the last save stay until this one has ended: if they made room now, a second click would hit something else.
    this.change({ busy: true })
    this.saving = this.save()
    return this.saving
  }

  /** settled resolves to whether the last save succeeded, after it has ended. */
  settled(): Promise<boolean> {
    return this.saving
  }

  private async save(): Promise<boolean> {
    const [finished] = await Promise.all([Promise.all(this.pending), ...pendingChoices])
    try {
      if (this.problems.size > 0)
        throw new ApiError(422, { errors: Object.fromEntries([...this.problems].map(([name, message]) => [name, [message]])) })
      if (finished.includes(false)) throw ApiError.cancelled() // whatever failed has shown why
      const result = await this.saveAgainstVersion()
      this.change({ busy: false })
      this.setBaseline()
      if (this.options.saved) this.options.saved(result)
      else notify.done('Successfully updated!')
      return true
    } catch (error) {
      this.handleError(error)
      return false
    }
  }

  /** saveAgainstVersion saves again if someone else has changed other fields of the record only: that is no conflict. */
  private async saveAgainstVersion(attempts = 3): Promise<unknown> {
    try {
      return await this.options.save(this.snapshot.values, this.changed, this.version)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409 || !error.item || attempts === 1) throw error
      const theirs = error.item as V & { version?: number }
      const { initial } = this.snapshot
      const names = Object.keys(initial) as (keyof V)[]
      if (theirs.version === undefined || names.some((name) => !isEqual(theirs[name], initial[name]))) throw error
      this.version = theirs.version
      return this.saveAgainstVersion(attempts - 1)
    }
  }

  private handleError(error: unknown) {
    if (error instanceof ApiError && error.status === 409 && error.item) {
      this.change({ busy: false, errors: {}, banner: [], theirs: error.item as V })
      return
    }
    if (error instanceof ApiError && error.cancelled) {
      this.change({ busy: false, errors: {}, banner: [] })
      return
    }
    const errors = error instanceof ApiError ? groupByField(error.errors, this.snapshot.values) : {}
    const withoutField = Object.keys(errors).filter((name) => !this.labels.has(name))
    const banner = Object.keys(errors).length > withoutField.length ? [this.invalidBanner] : withoutField.length > 0 ? [] : [messageOf(error)]
    const refusals = this.snapshot.refusals + 1
    this.change({ busy: false, refusals, errors, banner: [...banner, ...withoutField.flatMap((name) => errors[name] ?? [])] })
  }

  private change(change: Partial<Snapshot<V>>) {
    this.snapshot = { ...this.snapshot, ...change }
    for (const listener of this.listeners) listener()
  }
}

function listOf(names: Names): Choice[] {
  const list = Array.isArray(names) ? names : [names]
  return list.filter((choice) => choice !== null && choice !== undefined)
}

/** groupByField gathers the errors of a list's entries (code.0, code.2) under the list's own field, with the texts they are about. */
export function groupByField(errors: Record<string, string[]>, values: object = {}): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const [key, messages] of Object.entries(errors)) {
    const [name = key, index] = key.split('.')
    const entry: unknown = index === undefined ? undefined : (values as Record<string, unknown[] | undefined>)[name]?.[Number(index)]
    const about = (message: string) => (typeof entry === 'string' && !message.includes(entry) ? `“${entry}”: ${message}` : message)
    fields[name] = [...new Set([...(fields[name] ?? []), ...messages.map(about)])]
  }
  return fields
}

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

export function useForm<V extends object, R>(options: FormOptions<V, R>): Form<V> {
  const [form] = useState(() => new Form<V>(options as FormOptions<V, unknown>))
  useLayoutEffect(() => form.setOptions(options as FormOptions<V, unknown>))
  return form
}

/** useFormState returns a part of the form state, and rerenders when it changes. */
export function useFormState<S, T>(form: { subscribe: (listener: () => void) => () => void; readonly state: S }, select: (state: S) => T): T {
  return useSyncExternalStore(form.subscribe, () => select(form.state))
}

export function useDirty<V extends object>(form: Form<V>): boolean {
  return useSyncExternalStore(form.subscribe, () => form.dirty)
}

/** useField returns the value, setter and error of a field. */
export function useField<R, W>(field: FieldHandle<R, W>, label: string, source?: string) {
  const value = useSyncExternalStore(field.subscribe, field.get)
  const errors = useSyncExternalStore(field.subscribe, field.errors)
  useEffect(() => field.register(label, source), [field, label, source])
  return { value, set: field.set, error: errors?.join(' ') }
}
