import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { confirm } from '../dialog/confirm'
import { lazyComponent } from '../lazy'
import { type Form, useDirty, useFormState } from './form'
import classes from './form.module.css'
import { saveByKeyboard } from './save-by-keyboard'

const StaleDialog = lazyComponent(() => import('./stale-dialog').then((file) => file.StaleDialog))

/** confirmLeave asks before unsaved changes are lost. While they are being saved it waits instead, and stays if that fails. */
export function confirmLeave<V extends object>(form: Form<V>): Promise<boolean> {
  if (form.state.busy) return form.settled()
  if (!form.dirty) return Promise.resolve(true)
  return confirm({
    title: 'Leave without saving?',
    text: 'Your changes have not been saved.',
    action: 'Leave',
    cancel: 'Stay',
    danger: true,
  })
}

type RouteLocation = { pathname: string; search: object }

/** openDialogs returns the parameters of dialogs that are open over a page. */
const openDialogs = ({ search }: RouteLocation) =>
  Object.entries(search)
    .filter(([name]) => /(^|\.)(edit|new)$/.test(name))
    .join()

/** closesForm reports whether a navigation closes the form. Paging the table behind it does not. */
function closesForm(from: RouteLocation, to: RouteLocation): boolean {
  return from.pathname !== to.pathname || openDialogs(from) !== openDialogs(to)
}

type Props<V extends object> = {
  form: Form<V>
  children: ReactNode
  /** The buttons, if the form can be saved already. */
  footer: ReactNode
  /** On a page the buttons stay in view: at the end of their card, or in a bar below several cards. */
  onPage?: boolean | 'bar'
  /** No confirmation on leaving, for forms such as sign-in. */
  unguarded?: boolean
  /** Enter in a field does not save: only the button and the shortcuts do. */
  explicit?: boolean
}

/** FormBody is the form itself: banner, fields, buttons, and the guard against losing unsaved changes. */
export function FormBody<V extends object>({ form, children, footer, onPage, unguarded, explicit }: Props<V>) {
  const root = useRef<HTMLFormElement>(null)
  const banner = useFormState(form, (state) => state.banner)
  const refusals = useFormState(form, (state) => state.refusals)
  const stale = useFormState(form, (state) => state.theirs !== null)
  const dirty = useDirty(form)
  useBlocker({
    shouldBlockFn: async ({ current, next }) => closesForm(current, next) && !(await confirmLeave(form)),
    enableBeforeUnload: () => form.dirty,
    disabled: unguarded || !dirty,
  })
  // Once per refused save: whoever corrects another field first is not interrupted.
  useEffect(() => {
    if (refusals > 0) focusFirst(root.current, form.state.errors)
  }, [form, refusals])
  useEffect(() => saveByKeyboard(root, form), [form])
  // A link can open a form at one of its fields.
  useEffect(() => {
    if (location.hash) focusFirst(root.current, { [location.hash.slice(1)]: [location.hash] })
  }, [])

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation() // React bubbles events of a dialog to the form that opened it
    void form.submit()
  }

  return (
    <form ref={root} onSubmit={submit} onKeyDown={explicit ? ignoreEnter : undefined} noValidate>
      {banner.length > 0 && (
        <div className={classes.banner} role="alert">
          <IconAlertCircle size={20} aria-hidden />
          <div>
            {banner.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </div>
      )}
      <div className="stack">{children}</div>
      {footer && (
        <div
          className={`${classes.foot} ${onPage === 'bar' ? classes.bar : onPage ? classes.pageFoot : ''}`}
          data-foot
          data-bar={onPage === 'bar' || undefined}
        >
          {footer}
        </div>
      )}
      <Suspense>{stale && <StaleDialog form={form} />}</Suspense>
    </form>
  )
}

function ignoreEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

const inputs = 'input:not([type=hidden]):not([type=file]):not([disabled]), textarea:not([disabled])'
const focusable = 'button:not([disabled]):not([tabindex="-1"]), [tabindex="0"]'

function focusFirst(root: HTMLElement | null, errors: Record<string, string[]>) {
  const fields = [...(root?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
  const first = fields.find((field) => (errors[field.dataset.field ?? ''] ?? []).length > 0)
  const target = first?.querySelector<HTMLElement>(inputs) ?? first?.querySelector<HTMLElement>(focusable)
  target?.focus()
}

/** SubmitButton submits the surrounding form. */
export function SubmitButton<V extends object>({ form, children }: { form: Form<V>; children: ReactNode }) {
  const busy = useFormState(form, (state) => state.busy)
  return (
    <Button type="submit" loading={busy}>
      {children}
    </Button>
  )
}

/** MoreButton is a second button that saves the form. */
export function MoreButton<V extends object>({ form, label, onClick }: { form: Form<V>; label: string; onClick: () => void }) {
  const busy = useFormState(form, (state) => state.busy)
  return (
    <Button variant="default" className={classes.more} disabled={busy} onClick={onClick}>
      {label}
    </Button>
  )
}

/** FieldRow places two fields side by side if there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>
}
