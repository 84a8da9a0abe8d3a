import type { ChoicePath } from '../api/lists'
import { Field, type FieldLook, type FieldProps, inputProps } from './fields'
import { useField } from './form'
import { Picker } from './picker'
import { Pickers } from './pickers'

/** PickerField is a choice of one record among any number. */
export function PickerField(
  props: FieldProps<number, number | null> & {
    from: ChoicePath
    /** Called after a choice, for fields that depend on it. */
    onChoose?: () => void
    /** Records that can't be chosen. */
    without?: readonly number[]
  },
) {
  const { from, without } = props
  const { value, set, error } = useField(props.field, props.label, props.from)
  function choose(id: number | null) {
    set(id)
    props.onChoose?.()
  }
  return (
    <Field name={props.field.name}>
      <Picker
        {...look(props)}
        {...{ error, from, without }}
        clearable={!props.required}
        known={props.field.known()}
        value={value ?? null}
        onChange={choose}
      />
    </Field>
  )
}

/** PickersField is a choice of several records. */
export function PickersField(props: FieldProps<number[]> & { from: ChoicePath }) {
  const { value, set, error } = useField(props.field, props.label, props.from)
  return (
    <Field name={props.field.name}>
      <Pickers {...look(props)} error={error} from={props.from} known={props.field.known()} value={value ?? []} onChange={set} />
    </Field>
  )
}

// A field with autoFocus does not open its list when the form opens.
const look = (props: FieldLook) => ({ ...inputProps(props, undefined), openOnFocus: !props.autoFocus })
