import { Input, InputBase } from '@mantine/core'
import type { Ref } from 'react'
import { clearButton } from '../../ui/clear-button'
import { type FieldLook, fieldLook } from '../../ui/field-look'
import { loadedLater, useFirstUse } from '../../ui/first-use'
import { formatDay } from '../format/dates'
import type { CalendarProps } from './calendar-input'

type Props = FieldLook & Pick<CalendarProps, 'presets' | 'value' | 'onChange' | 'onProblem'>

const source = loadedLater<CalendarProps>(() => import('./calendar-input').then((file) => file.CalendarInput))

/** DayInput takes a date as YYYY-MM-DD, without time and time zone, typed or from a calendar. The calendar is loaded on the first use. */
export function DayInput({ value, onChange, presets, onProblem, ...props }: Props) {
  const { Loaded, field, firstUse } = useFirstUse(source)
  const look = fieldLook({ inputWrapperOrder: ['label', 'input', 'error', 'description'], ...props })
  const clear = clearButton(props.label ?? props['aria-label'] ?? 'date')
  if (Loaded) return <Loaded {...{ look, clear, value, onChange, presets, onProblem }} ref={field as Ref<HTMLInputElement>} />
  return (
    <InputBase
      {...look}
      {...firstUse}
      ref={firstUse.ref as Ref<HTMLInputElement>}
      key={value}
      defaultValue={value ? formatDay(value) : ''}
      autoComplete="off"
      __clearable={value !== null && !props.disabled}
      __clearSection={<Input.ClearButton {...clear} onClick={() => onChange(null)} />}
    />
  )
}
