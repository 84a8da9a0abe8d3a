import { DatePickerInput } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { clearButton } from '../../ui/clear-button'
import { dayName } from '../format/dates'

// The arrows above the calendar have no text.
const arrows = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}

export type Preset = { label: string; value: string }

type Props = {
  'aria-label'?: string
  label?: string
  description?: React.ReactNode
  placeholder?: string
  className?: string
  error?: string
  disabled?: boolean
  presets?: Preset[]
  value: string | null
  onChange: (day: string | null) => void
}

/** DayInput picks a date as YYYY-MM-DD, without time and time zone. */
export function DayInput({ value, onChange, presets, ...look }: Props) {
  const name = look['aria-label']
  return (
    <DatePickerInput
      {...look}
      // The field is a button: an aria-label without the value would hide the value from screen readers.
      aria-label={name && (value ? `${name}: ${dayName(value.slice(0, 10))}` : (look.placeholder ?? name))}
      value={value}
      onChange={(day) => onChange(day as string | null)}
      presets={presets}
      valueFormatter={({ date }) => (typeof date === 'string' && date ? dayName(date.slice(0, 10)) : '')}
      clearable
      clearButtonProps={clearButton(look.label ?? look['aria-label'] ?? 'date')}
      firstDayOfWeek={1}
      weekendDays={[]} // red is reserved for destructive actions
      hideOutsideDates
      highlightToday
      ariaLabels={arrows}
      popoverProps={{ shadow: 'md', withRoles: false }} // a dialog role would require a name
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    />
  )
}
