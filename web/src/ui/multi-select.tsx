import { type MultiSelectProps, Pill, PillsInput } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'
import { Chevron } from './chevron'
import type { Searching } from './comboboxes'
import { type FieldLook, fieldLook } from './field-look'
import { type FirstUse, loadedLater, useFirstUse } from './first-use'
import type { OptionSearch } from './select'

const source = loadedLater<MultiSelectProps & Searching>(() => import('./comboboxes').then((file) => file.SearchMultiSelect))

type Props = FieldLook &
  OptionSearch & {
    data: { value: string; label: string }[]
    value: string[]
    onChange: (value: string[]) => void
    renderPill: (label: string, remove: () => void) => ReactNode
  }

/** MultiSelect chooses several options. The library's component is loaded on the first use; until then an input shows the choices. */
export function MultiSelect({ renderPill, ...props }: Props) {
  const { Loaded, field, firstUse } = useFirstUse(source, { onBackspace: () => props.onChange(props.value.slice(0, -1)) })
  if (Loaded) {
    return (
      <Loaded
        {...props}
        ref={field as Ref<HTMLInputElement>}
        hidePickedOptions={false}
        renderPill={({ option, value, onRemove }) => renderPill(option?.label ?? String(value), onRemove ?? (() => {}))}
      />
    )
  }
  const { data, value, onChange } = props
  const nameOf = (id: string) => data.find((option) => option.value === id)?.label ?? id
  return (
    <PillsField look={props} firstUse={firstUse} chevron>
      {value.map((id) => (
        <span key={id} style={{ display: 'contents' }}>
          {renderPill(nameOf(id), () => onChange(value.filter((other) => other !== id)))}
        </span>
      ))}
    </PillsField>
  )
}

/** PillsField looks like a field of the library that holds several values. */
export function PillsField(props: { look: FieldLook; firstUse: FirstUse; chevron?: boolean; children: ReactNode }) {
  const { placeholder, autoFocus, 'aria-label': label, 'aria-required': required, 'data-autofocus': first, ...wrapper } = fieldLook(props.look)
  const { ref, onClick, onPointerDown, onPointerEnter, ...input } = props.firstUse
  const press = { onPointerDown, onPointerEnter, onClick }
  const id = useId()
  return (
    <PillsInput {...wrapper} {...press} id={id} rightSectionPointerEvents="none" __defaultRightSection={props.chevron && <Chevron />}>
      <Pill.Group disabled={wrapper.disabled}>
        {props.children}
        <PillsInput.Field
          {...input}
          id={id}
          ref={ref as Ref<HTMLInputElement>}
          autoFocus={autoFocus}
          data-autofocus={first}
          aria-label={label}
          aria-required={required}
          placeholder={placeholder}
          disabled={wrapper.disabled}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={false}
          autoComplete="off"
        />
      </Pill.Group>
    </PillsInput>
  )
}
