// All components with a list of options are loaded as one file on the first use of a picker.
import './overlays.css'
import '@mantine/core/styles/Combobox.layer.css'
import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'

export { Autocomplete, TagsInput } from '@mantine/core'

/** Searching says whether a text to search for was typed, and whether its results are still being loaded. */
export type Searching = { typed?: boolean; searching?: boolean }

export function SearchSelect({ typed, searching, comboboxProps, ...props }: SelectProps & Searching) {
  return <Select {...props} comboboxProps={{ offset: offsetFor(props.error), ...comboboxProps }} onKeyDown={useEnter(typed, searching)} />
}

export function SearchMultiSelect({ typed, searching, ...props }: MultiSelectProps & Searching) {
  return <MultiSelect {...props} comboboxProps={{ offset: offsetFor(props.error) }} onKeyDown={useEnter(typed, searching)} />
}

/** offsetFor leaves room for the error below a field: after a refused save the field has the focus, and its list is open. */
export const offsetFor = (error: unknown) => (error ? 28 : 8)

/** useEnter makes Enter choose the first match, as soon as it is loaded. While the list is open, Enter does not submit the form. */
function useEnter(typed = false, searching = false) {
  const waiting = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (searching || !waiting.current) return
    listOf(waiting.current)?.querySelector<HTMLElement>('[role=option]')?.click()
    waiting.current = null
  })
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    if (event.key.length === 1 || event.key === 'Backspace' || event.key === 'Escape') waiting.current = null
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || input.getAttribute('aria-expanded') !== 'true') return
    event.preventDefault()
    const list = listOf(input)
    if (!typed || list?.querySelector('[data-combobox-selected]')) return // the library chooses the option that the arrows have reached
    if (searching) waiting.current = input
    else list?.querySelector<HTMLElement>('[role=option]')?.click()
  }
}

const listOf = (input: HTMLInputElement) => document.getElementById(input.getAttribute('aria-controls') ?? '')
