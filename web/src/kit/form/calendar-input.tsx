import { type FormEvent, type Ref, useEffect, useState } from 'react'
import { DateInput } from '../../ui/calendar'
import type { clearButton } from '../../ui/clear-button'
import type { FieldLook } from '../../ui/field-look'
import { formatDay } from '../format/dates'
import { parseDay } from '../format/parse-day'

// The arrows above the calendar have no text.
const arrowLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}

const noDate = 'Enter a date such as 24 Dec 2026.'

export type Preset = { label: string; value: string }

export type CalendarProps = {
  look: FieldLook
  clear: ReturnType<typeof clearButton>
  presets?: Preset[]
  value: string | null
  onChange: (day: string | null) => void
  /** Called with a message while the text is no date. Without it, such a text is replaced by the last date. */
  onProblem?: (message: string | null) => void
  ref?: Ref<HTMLInputElement>
}

/** CalendarInput is a text field for a date, with a calendar below it for the mouse. It also takes the words of the presets. */
export function CalendarInput({ look, clear, presets, value, onChange, onProblem, ref }: CalendarProps) {
  const [open, setOpen] = useState(false)
  const [invalid, setInvalid] = useState(false)
  const [left, setLeft] = useState(false) // whoever is still typing is not corrected
  useEffect(() => {
    if (value !== null) setInvalid(false) // another date was chosen
  }, [value])

  const parse = (text: string) => presets?.find(({ label }) => label.toLowerCase() === text.trim().toLowerCase())?.value ?? parseDay(text)

  const error = (invalid && left && onProblem && noDate) || look.error

  function handleInput({ currentTarget: { value: text } }: FormEvent<HTMLInputElement>) {
    const problem = text.trim() !== '' && parse(text) === null
    setInvalid(problem)
    setLeft(false)
    onProblem?.(problem ? noDate : null)
  }
  return (
    <DateInput
      {...look}
      ref={ref}
      data-mantine-stop-propagation={open} // Escape closes the calendar, not the dialog
      error={error}
      value={value}
      onChange={onChange}
      onInput={handleInput}
      onBlur={() => setLeft(true)}
      dateParser={parse}
      valueFormat={(day) => formatDay(day.slice(0, 10))}
      fixOnBlur={!invalid || !onProblem}
      presets={presets}
      clearable
      clearButtonProps={clear}
      firstDayOfWeek={1}
      weekendDays={[]} // red is reserved for destructive actions
      hideOutsideDates
      highlightToday
      ariaLabels={arrowLabels}
      popoverProps={{ shadow: 'md', offset: error ? 28 : 8, onOpen: () => setOpen(true), onClose: () => setOpen(false) }}
    />
  )
}
