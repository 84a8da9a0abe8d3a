import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../dialog/dialog'

import type { HistoryRecord } from '../history/record'
import { RecordTools } from '../resource/record-tools'
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
  /** The record that the form edits, for the button that opens its history. */
  history?: HistoryRecord
}

/** FormDialog is a form in a dialog. Closing it asks if there are unsaved changes. */
export function FormDialog<V extends object>({ title, form, submit, onClose, children, size = 560, more, history }: Props<V>) {
  async function close() {
    if (form.state.busy) return // the dialog closes when the changes are saved
    if (!(await confirmLeave(form))) return
    form.discard()
    onClose()
  }
  function reopen() {
    form.discard() // its values are no longer those of the record
    onClose()
  }
  const tools = history && <RecordTools record={history} icon mayLeave={() => confirmLeave(form)} onChanged={reopen} />
  return (
    <Dialog onClose={close} title={title} size={size} tools={tools}>
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
