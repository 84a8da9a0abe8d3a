import { Button } from '@mantine/core'
import { ApiError } from '../../kit/api/error'
import type { ScheduledEvent } from '../../kit/api/schema.gen'
import { Dialog } from '../../kit/dialog/dialog'
import { DateField } from '../../kit/form/date-field'
import { useForm } from '../../kit/form/form'
import { FormBody, SubmitButton } from '../../kit/form/form-body'
import { officeDay } from '../../kit/format/dates'
import { officeTime } from './days'
import { eventKinds } from './events'
import { useMove } from './use-move'

/** MoveDialog asks for the day to which an event is moved. */
export function MoveDialog({ event, onClose }: { event: ScheduledEvent; onClose: () => void }) {
  const move = useMove()
  const form = useForm<{ day: string | null }, boolean>({
    initial: { day: officeDay(event.at) },
    async save({ day }) {
      if (!day) throw new ApiError(422, { errors: { day: ['This field is required.'] } })
      if (day < officeDay(new Date())) throw new ApiError(422, { errors: { day: ['Choose today or a later day.'] } })
      return move(event, day)
    },
    saved: (moved) => moved && onClose(),
  })
  return (
    <Dialog title={`Move ${event.name}`} size={440} onClose={onClose}>
      <FormBody
        form={form}
        unguarded
        footer={
          <>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton form={form}>Move</SubmitButton>
          </>
        }
      >
        <p className="flat">
          It {eventKinds[event.event].verb} at {officeTime(event.at)} on the day you choose.
        </p>
        <DateField field={form.field('day')} label="Day" required />
      </FormBody>
    </Dialog>
  )
}
