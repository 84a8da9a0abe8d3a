import { TextInput } from '@mantine/core'
import { Field, type FieldProps, inputProps } from '../../kit/form/fields'
import { useField } from '../../kit/form/form'
import { luminanceOf } from '../../kit/format/contrast'
import classes from './customizations.module.css'
import { expandHex } from './customizations-values'

/** ColourField is a text field for a colour, with a swatch that opens the browser's colour picker. */
export function ColourField({ derived, ...props }: FieldProps<string> & { /** The CSS colour while the field is empty. */ derived?: string }) {
  const { value, set, error } = useField(props.field, props.label)
  // An empty field shows its default colour, if there is one.
  const shown = [value?.trim(), props.placeholder].find((colour) => colour && luminanceOf(colour) !== undefined)
  return (
    <Field name={props.field.name}>
      <TextInput
        {...inputProps(props, error)}
        classNames={{ input: classes.colourText }}
        autoComplete="off"
        spellCheck={false}
        value={value ?? ''}
        onChange={(event) => set(event.currentTarget.value)}
        inputContainer={(input) => (
          <div className={classes.colour}>
            {input}
            <span
              className={classes.swatch}
              data-none={(shown ?? derived) === undefined || undefined}
              style={{ background: shown ?? derived }}
              aria-hidden
            />
            <input
              type="color"
              aria-label={`Pick ${props.label.toLowerCase()}`}
              value={shown ? expandHex(shown) : '#000000'}
              onChange={(event) => set(event.currentTarget.value)}
            />
          </div>
        )}
      />
    </Field>
  )
}
