import { Input, InputBase, type SelectProps } from '@mantine/core'
import type { Ref } from 'react'
import { Chevron } from './chevron'
import { clearButton } from './clear-button'
import type { Searching } from './comboboxes'
import { type FieldLook, fieldLook } from './field-look'
import { loadedLater, useFirstUse } from './first-use'

const source = loadedLater<SelectProps & Searching>(() => import('./comboboxes').then((file) => file.SearchSelect))

/** How a searchable select finds its options. */
export type OptionSearch = Pick<
  SelectProps,
  'filter' | 'renderOption' | 'nothingFoundMessage' | 'searchValue' | 'onSearchChange' | 'onDropdownOpen' | 'rightSection' | 'openOnFocus'
> &
  Searching & { searchable?: boolean }

type Props = FieldLook &
  OptionSearch & {
    data: { value: string; label: string }[]
    value: string | null
    onChange: (value: string | null) => void
    clearable?: boolean
    /** Opens the list above the field. */
    above?: boolean
  }

/** Select chooses one of several options. The library's component is loaded on the first use; until then an input shows the choice. */
export function Select({ above, ...props }: Props) {
  const { data, value, onChange, searchable, clearable } = props
  const label = data.find((option) => option.value === value)?.label ?? ''
  const { Loaded, field, firstUse } = useFirstUse(source, { onLoad: () => props.onSearchChange?.(label) })
  const clear = clearButton(props.label ?? props['aria-label'] ?? '')
  if (Loaded) {
    const ref = field as Ref<HTMLInputElement>
    return <Loaded {...props} ref={ref} clearButtonProps={clear} comboboxProps={above ? { position: 'top' } : undefined} />
  }
  return (
    <InputBase
      {...fieldLook(props)}
      {...firstUse}
      ref={firstUse.ref as Ref<HTMLInputElement>}
      key={label} // a changed choice replaces what was typed
      defaultValue={label}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      readOnly={!searchable}
      pointer={!searchable}
      rightSectionPointerEvents="none"
      __defaultRightSection={<Chevron />}
      __clearable={clearable && value !== null && !props.disabled}
      __clearSection={<Input.ClearButton {...clear} onClick={() => onChange(null)} />}
    />
  )
}
