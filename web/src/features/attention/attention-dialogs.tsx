import { ApiError } from '../../kit/api/error'
import type { Updated } from '../../kit/api/schema.gen'
import { DateField, expiryPresets } from '../../kit/form/date-field'
import { TextField } from '../../kit/form/fields'
import { useForm } from '../../kit/form/form'
import { FormDialog } from '../../kit/form/form-dialog'
import { PickDialog } from '../../kit/form/pick-dialog'
import { addDays, addMonths, officeDay } from '../../kit/format/dates'
import { pluralise } from '../../kit/format/numbers'
import { selectionBody } from '../../kit/table/selection'
import type { Selected } from '../../kit/table/types'
import { type Fix, report, send } from './fixes'

export type DialogFix = Extract<Fix, 'snooze' | 'assign' | 'reschedule'>
type Props = { selected: Selected; onClose: (done: boolean) => void }

/** FixDialog asks for what a fix needs besides the rows. */
export function FixDialog({ fix, ...props }: Props & { fix: DialogFix }) {
  const Dialog = { snooze: SnoozeDialog, assign: AssignDialog, reschedule: RescheduleDialog }[fix]
  return <Dialog {...props} />
}

function finish(fix: Fix, result: Updated, onClose: (done: boolean) => void) {
  onClose(true)
  void report(fix, result)
}

function AssignDialog({ selected, onClose }: Props) {
  return (
    <PickDialog
      title="Assign"
      about="They get an e-mail, unless you assign to yourself."
      name="user_id"
      label="Member of staff"
      placeholder="Find by name"
      from="options/staff"
      submit={`Assign ${pluralise(selected.count, 'item')}`}
      save={(user_id) => send('assign', { ...selectionBody(selected, 'ids'), user_id })}
      saved={(result) => finish('assign', result, onClose)}
      onClose={() => onClose(false)}
    />
  )
}

const required = (name: string) => new ApiError(422, { errors: { [name]: ['This field is required.'] } })

function SnoozeDialog({ selected, onClose }: Props) {
  const today = officeDay(new Date())
  const form = useForm<{ until: string | null; note: string }, Updated>({
    initial: { until: null, note: '' },
    async save({ until, note }) {
      if (!until) throw required('until')
      return send('snooze', { ...selectionBody(selected, 'ids'), until, note })
    },
    saved: (result) => finish('snooze', result, onClose),
  })
  const presets = [
    { label: 'Tomorrow', value: addDays(today, 1) },
    { label: '1 week', value: addDays(today, 7) },
    { label: '1 month', value: addMonths(today, 1) },
    { label: '3 months', value: addMonths(today, 3) },
  ]
  return (
    <FormDialog title="Snooze" form={form} submit={`Snooze ${pluralise(selected.count, 'item')}`} size={440} onClose={() => onClose(false)}>
      <DateField field={form.field('until')} label="Until" presets={presets} required />
      <TextField field={form.field('note')} label="Note" description="Why it can wait." />
    </FormDialog>
  )
}

function RescheduleDialog({ selected, onClose }: Props) {
  const form = useForm<{ date: string | null }, Updated>({
    initial: { date: null },
    async save({ date }) {
      if (!date) throw required('date')
      return send('reschedule', { ...selectionBody(selected, 'ids'), date })
    },
    saved: (result) => finish('reschedule', result, onClose),
  })
  return (
    <FormDialog title="Reschedule" form={form} submit={`Reschedule ${pluralise(selected.count, 'item')}`} size={440} onClose={() => onClose(false)}>
      <DateField field={form.field('date')} label="Expires after" presets={expiryPresets()} required />
    </FormDialog>
  )
}
