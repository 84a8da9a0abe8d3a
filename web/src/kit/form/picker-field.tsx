import type { ChoicePath } from '../api/lists'
import { Field, type FieldProps, shared } from './fields'
import { useField } from './form'
import { Picker } from './picker'
import { Pickers } from './pickers'

/** PickerField is a choice of one record among any number. */
export function PickerField<V extends object>(
  props: FieldProps<V, number> & { from: ChoicePath /** What else a choice changes. */; onChoose?: () => void },
) {
  const { value, set, error } = useField<V, number | null>(props.form, props.name, props.label, props.from)
  function choose(id: number | null) {
    set(id)
    props.onChoose?.()
  }
  return (
    <Field name={props.name}>
      <Picker {...look(props as never)} error={error} from={props.from} value={value ?? null} onChange={choose} />
    </Field>
  )
}

/** PickersField is a choice of several. */
export function PickersField<V extends object>(props: FieldProps<V, number[]> & { from: ChoicePath }) {
  const { value, set, error } = useField<V, number[] | null>(props.form, props.name, props.label, props.from)
  return (
    <Field name={props.name}>
      <Pickers {...look(props as never)} error={error} from={props.from} value={value ?? []} onChange={set} />
    </Field>
  )
}

// The field a form begins in waits with its list until somebody asks for it.
const look = (props: FieldProps<object, unknown>) => ({ ...shared(props, undefined), openOnFocus: !props.autoFocus })
