import { Button } from '@mantine/core'
import { ApiError } from '../api/error'
import type { ChoicePath } from '../api/lists'
import { Dialog } from '../dialog/dialog'
import { useForm } from './form'
import { FormBody, SubmitButton } from './form-body'
import { PickerField } from './picker-field'

type Props<A> = {
  title: string
  /** What will happen, above the field. */
  about?: string
  /** The name of the field in the API, its label, and the lookup that finds records by name. */
  name: string
  label: string
  placeholder: string
  from: ChoicePath
  /** Records that can't be the target. */
  without?: readonly number[]
  submit: string
  save: (id: number) => Promise<A>
  saved: (result: A) => void
  onClose: () => void
}

/** PickDialog asks for the target record of an action. */
export function PickDialog<A>({ title, about, name, label, placeholder, from, without, submit, save, saved, onClose }: Props<A>) {
  const form = useForm<Record<string, number | null>, A>({
    initial: { [name]: null },
    async save({ [name]: id }) {
      if (typeof id !== 'number') throw new ApiError(422, { errors: { [name]: ['This field is required.'] } })
      return save(id)
    },
    saved,
  })
  return (
    <Dialog title={title} size={440} onClose={onClose}>
      <FormBody
        form={form}
        unguarded
        footer={
          <>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton form={form}>{submit}</SubmitButton>
          </>
        }
      >
        {about && <p className="flat">{about}</p>}
        <PickerField field={form.field(name)} label={label} placeholder={placeholder} {...{ from, without }} required autoFocus />
      </FormBody>
    </Dialog>
  )
}
