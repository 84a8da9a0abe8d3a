import { TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { Field, type FieldProps, inputProps } from './fields'
import { useField } from './form'

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1 }

/** NumberField is a whole number. Text that is not a number is kept as typed, and the server reports the error. */
export function NumberField(props: FieldProps<number, number | null> & { suffix?: string }) {
  const { value, set, error } = useField(props.field, props.label)
  const handleInput = (text: string) => set(text === '' ? null : ((/^-?\d+$/.test(text) ? Number(text) : text) as number))
  function handleKeyDown(event: KeyboardEvent) {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    set((Number(value) || 0) + step)
  }
  return (
    <Field name={props.field.name}>
      <TextInput
        {...inputProps(props, error)}
        inputMode="numeric"
        autoComplete="off"
        rightSection={props.suffix}
        rightSectionWidth={props.suffix ? 'auto' : undefined}
        rightSectionProps={{ style: { paddingInlineEnd: 12 } }}
        value={value ?? ''}
        onKeyDown={handleKeyDown}
        onChange={(event) => handleInput(event.currentTarget.value.trim())}
      />
    </Field>
  )
}
