import { Button } from '@mantine/core'
import { type FocusEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { queries } from '../../kit/api/client'
import { type Page, useList } from '../../kit/api/lists'
import type { PartnerLanguage } from '../../kit/api/schema.gen'
import { DeclaredField } from '../../kit/form/declared-field'
import { FormDialog } from '../../kit/form/form-dialog'
import { PickerField } from '../../kit/form/picker-field'
import { historyOf } from '../../kit/history/record'
import { addLabelOf, type Resource } from '../../kit/resource/define'
import { useResourceForm } from '../../kit/resource/resource-dialog'
import classes from './partner-details.module.css'

const variables = ['%advisorName%', '%partnerName%', '%pageTitle%', '%pageUrl%']

type Path = 'partners/{partner_id}/languages'
type Props = { resource: Resource<Path>; row: PartnerLanguage | undefined; onClose: () => void }

type Input = HTMLInputElement | HTMLTextAreaElement

/** LanguageDialog edits a partner's texts in one language, with buttons that insert variables. */
export function LanguageDialog({ resource, row, onClose }: Props) {
  const list = useList(resource.path, { per_page: 100, sort: resource.sort })
  // Until all are loaded, those in the table are known.
  const shown = queries.getQueriesData<Page<PartnerLanguage>>({ queryKey: [resource.path, 'list'], type: 'active' })
  const added = (list.isFetchedAfterMount && list.data?.items) || shown.flatMap(([, page]) => page?.items ?? [])
  const taken = added.flatMap(({ language_id: id }) => (id === null || id === row?.language_id ? [] : [id]))
  // English is the default, unless it was added already.
  const initial = { ...resource.initial, language_id: taken.includes(Number(resource.initial.language_id)) ? null : resource.initial.language_id }
  const form = useResourceForm({ ...resource, initial }, row, onClose, { language_id: row?.language })
  const mail = useRef<HTMLDivElement>(null)
  const last = useRef<Input>(null)
  const [subject, body, label] = resource.form
    .slice(1)
    .map((field, i) => <DeclaredField key={field.field} form={form} field={field} autoFocus={i === 0 && Boolean(row)} />)

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
    <FormDialog
      title={row ? 'Edit language' : addLabelOf(resource)}
      form={form}
      submit={row ? 'Save' : 'Create language'}
      onClose={onClose}
      history={row && historyOf(resource, row)}
    >
      <PickerField field={form.field('language_id')} label="Language" from="options/languages" without={taken} required autoFocus={!row} />
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
