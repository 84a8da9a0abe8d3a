import { Button } from '@mantine/core'
import { type FocusEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { PartnerLanguage } from '../../kit/api/schema.gen'
import { DeclaredField } from '../../kit/form/declared-field'
import { FormDialog } from '../../kit/form/form-dialog'
import { addLabelOf, type Resource } from '../../kit/resource/define'
import { useResourceForm } from '../../kit/resource/resource-dialog'
import classes from './partner-details.module.css'

const variables = ['%advisorName%', '%partnerName%', '%pageTitle%', '%pageUrl%']

type Path = 'partners/{partner_id}/languages'
type Props = { resource: Resource<Path>; row: PartnerLanguage | undefined; onClose: () => void }

type Input = HTMLInputElement | HTMLTextAreaElement

/** LanguageDialog edits a partner's texts in one language, with buttons that insert variables. */
export function LanguageDialog({ resource, row, onClose }: Props) {
  const form = useResourceForm(resource, row, onClose, { language_id: row?.language })
  const mail = useRef<HTMLDivElement>(null)
  const last = useRef<Input>(null)
  const [language, subject, body, label] = resource.form.map((field, i) => (
    <DeclaredField key={field.field} form={form} field={field} autoFocus={i === (row ? 1 : 0)} />
  ))

  /** insert inserts a variable at the last cursor position in the subject or body. */
  function insert(variable: string) {
    const input = last.current ?? mail.current?.querySelector('textarea')
    const name = input?.closest<HTMLElement>('[data-field]')?.dataset.field as 'advisor_email_subject' | 'advisor_email_body' | undefined
    if (!input || !name) return
    const { selectionStart, selectionEnd, value } = input
    const from = selectionStart ?? value.length
    flushSync(() => form.set(name, value.slice(0, from) + variable + value.slice(selectionEnd ?? from)))
    input.focus()
    input.setSelectionRange(from + variable.length, from + variable.length)
  }

  return (
    <FormDialog title={row ? 'Edit language' : addLabelOf(resource)} form={form} submit={row ? 'Save' : 'Create language'} onClose={onClose}>
      {language}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has its own border */}
      <div
        role="group"
        aria-label="Advisor e-mail"
        ref={mail}
        className="stack"
        onFocus={({ target }: FocusEvent) => {
          if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) last.current = target
        }}
      >
        {subject}
        {body}
        <div className="row wrap gap-6 hint">
          <span>Variables, replaced when the e-mail is written:</span>
          {variables.map((variable) => (
            <Button
              key={variable}
              className={classes.variable}
              variant="default"
              size="compact-xs"
              title={`Insert ${variable}`}
              onMouseDown={(event) => event.preventDefault()} // keeps the cursor in the field
              onClick={() => insert(variable)}
            >
              {variable}
            </Button>
          ))}
        </div>
      </div>
      {label}
    </FormDialog>
  )
}
