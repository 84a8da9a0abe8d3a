import { addDays, addMonths, officeDay } from '../format/dates'
import type { Preset } from './calendar-input'
import { DayInput } from './day-input'
import { Field, type FieldProps, inputProps } from './fields'
import { useField } from './form'
import classes from './form.module.css'

/** expiryPresets and publishPresets are the dates offered next to the calendar, relative to today in the office time zone. */
export function expiryPresets(today = officeDay(new Date())): Preset[] {
  return [
    { label: 'Today', value: today },
    { label: '1 month', value: addMonths(today, 1) },
    { label: '6 months', value: addMonths(today, 6) },
    { label: '1 year', value: addMonths(today, 12) },
    { label: '3 years', value: addMonths(today, 36) },
    { label: '5 years', value: addMonths(today, 60) },
  ]
}

export function publishPresets(today = officeDay(new Date())): Preset[] {
  return [
    { label: 'Yesterday', value: addDays(today, -1) },
    { label: 'Today', value: today },
  ]
}

/** DateField takes a date in the office time zone. A time from the server is shown as its date there. */
export function DateField(
  props: FieldProps<string, string | null> & { presets?: Preset[] /** Shown below it; the form can be saved. */; warning?: string },
) {
  const { value, set, error } = useField(props.field, props.label)
  const { presets } = props
  return (
    <Field name={props.field.name}>
      <DayInput
        {...inputProps(props, error)}
        presets={presets}
        value={value ? officeDay(value) : null}
        onChange={set}
        onProblem={props.field.setProblem}
      />
      <div role="status" className={classes.warning}>
        {props.warning}
      </div>
    </Field>
  )
}
