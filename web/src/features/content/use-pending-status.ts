import { useState } from 'react'
import type { Content } from '../../kit/api/schema.gen'
import { type Form, useFormState } from '../../kit/form/form'
import { officeDay } from '../../kit/format/dates'
import type { SelectableStatus } from '../../kit/format/status-badge'
import type { Values } from './content-values'

type Dates = Pick<Values, 'published_at' | 'expires_at'>

/** hasPassed reports whether a time has passed. A picked date passes at its end. */
const hasPassed = (at: string, now: Date) => (at.length === 10 ? at < officeDay(now) : new Date(at) <= now)

/** datesFor returns the dates that give an item a status, like the server. Dates that agree with it are kept. */
export function datesFor(status: SelectableStatus, { published_at, expires_at }: Dates, now = new Date()): Dates {
  const expired = expires_at !== null && hasPassed(expires_at, now)
  const current = now.toISOString()
  return {
    published_at: status === 'draft' ? null : status === 'published' && !(published_at && new Date(published_at) <= now) ? current : published_at,
    expires_at: status === 'expired' ? (expired ? expires_at : current) : expired ? null : expires_at,
  }
}

export type PendingStatus = ReturnType<typeof usePendingStatus>

/**
 * usePendingStatus holds a status that was chosen while the form has unsaved changes, and is saved together with them: an expired
 * item must not be published before its new URL is saved. Other dates, set by hand, replace it.
 */
export function usePendingStatus(form: Form<Values>, item: Content) {
  const [chosen, setChosen] = useState<(Dates & { status: SelectableStatus }) | null>(null)
  const agrees = ({ values }: { values: Dates }) =>
    chosen !== null && values.published_at === chosen.published_at && values.expires_at === chosen.expires_at && form.dirty
  const status = useFormState(form, (state) => (chosen && agrees(state) ? chosen.status : null))
  return {
    status,
    choose(next: SelectableStatus) {
      const dates = datesFor(next, next === item.status ? item : form.state.values)
      form.fill(dates)
      setChosen({ status: next, ...dates })
    },
    /** read returns the status that a save has to set. */
    read: () => (chosen && agrees(form.state) ? chosen.status : null),
  }
}
