import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../dialog/dialog'
import type { Form } from './form'
import { confirmLeave, FormBody, SubmitButton } from './form-body'

type Props<V extends object> = {
  title: string
  form: Form<V>
  submit: string
  onClose: () => void
  children: ReactNode
  size?: number
  /** Another button next to the submit button. */
  more?: ReactNode
}

/** FormDialog is a form in a dialog. Closing it asks if there are unsaved changes. */
export function FormDialog<V extends object>({ title, form, submit, onClose, children, size = 560, more }: Props<V>) {
  async function close() {
    if (form.state.busy) return // the dialog closes when the changes are saved
    if (!(await confirmLeave(form))) return
    form.discard()
    onClose()
  }
  return (
    <Dialog onClose={close} title={title} size={size}>
      <FormBody
        form={form}
        footer={
          <>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            {more}
            <SubmitButton form={form}>{submit}</SubmitButton>
          </>
        }
      >
        {children}
      </FormBody>
    </Dialog>
  )
}
