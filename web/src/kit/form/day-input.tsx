import { Input, InputBase } from '@mantine/core'
import type { DatePickerInputProps } from '@mantine/dates'
import type { Ref } from 'react'
import { clearButton } from '../../ui/clear-button'
import { type FieldLook, fieldLook } from '../../ui/field-look'
import { loadedLater, useFirstUse } from '../../ui/first-use'
import { formatDay } from '../format/dates'

// The arrows above the calendar have no text.
const arrowLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}

export type Preset = { label: string; value: string }

type Props = FieldLook & { presets?: Preset[]; value: string | null; onChange: (day: string | null) => void }

const source = loadedLater<DatePickerInputProps>(() => import('../../ui/calendar').then((file) => file.DatePickerInput))
const formatDate = (day: string) => formatDay(day.slice(0, 10))

/** DayInput picks a date as YYYY-MM-DD, without time and time zone. The calendar is loaded on the first use. */
export function DayInput({ value, onChange, presets, ...props }: Props) {
  const { Loaded, field, firstUse } = useFirstUse(source)
  const name = props['aria-label']
  const look = {
    ...fieldLook({ inputWrapperOrder: ['label', 'input', 'error', 'description'], ...props }),
    // The field is a button: an aria-label without the value would hide the value from screen readers.
    'aria-label': name && (value ? `${name}: ${formatDate(value)}` : (props.placeholder ?? name)),
  }
  const clear = clearButton(props.label ?? name ?? 'date')
  if (!Loaded) {
    const { ref, onChange: _, ...handlers } = firstUse
    const { placeholder, ...rest } = look
    return (
      <InputBase
        {...rest}
        {...handlers}
        component="button"
        type="button"
        pointer
        multiline
        ref={ref as Ref<HTMLButtonElement>}
        __clearable={value !== null && !props.disabled}
        __clearSection={<Input.ClearButton {...clear} onClick={() => onChange(null)} />}
      >
        {value ? formatDate(value) : <Input.Placeholder>{placeholder}</Input.Placeholder>}
      </InputBase>
    )
  }
  return (
    <Loaded
      {...look}
      ref={field as Ref<HTMLButtonElement>}
      value={value}
      onChange={(day) => onChange(day as string | null)}
      presets={presets}
      valueFormatter={({ date }) => (typeof date === 'string' && date ? formatDate(date) : '')}
      clearable
      clearButtonProps={clear}
      firstDayOfWeek={1}
      weekendDays={[]} // red is reserved for destructive actions
      hideOutsideDates
      highlightToday
      ariaLabels={arrowLabels}
      popoverProps={{ shadow: 'md', withRoles: false }} // a dialog role would require a name
    />
  )
}
