// All components with a list of options are loaded as one file on the first use of a picker.
import './overlays.css'
import '@mantine/core/styles/Combobox.layer.css'
import { type ComboboxItem, MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react'
import { addPendingChoice } from './pending-choice'

export { Autocomplete, TagsInput } from '@mantine/core'

/** Searching says whether a text to search for was typed, and whether its results are still being loaded. */
export type Searching = { typed?: boolean; searching?: boolean }

export function SearchSelect({ typed, searching, comboboxProps, ...props }: SelectProps & Searching) {
  const choose = (option: ComboboxItem) => props.onChange?.(option.value, option)
  const onEnter = useEnter({ typed, searching, choose, ...props })
  return <Select {...props} {...onEnter} comboboxProps={{ offset: offsetFor(props.error), ...comboboxProps }} />
}

export function SearchMultiSelect({ typed, searching, ...props }: MultiSelectProps & Searching) {
  const choose = ({ value }: ComboboxItem) => props.onChange?.([...new Set([...(props.value ?? []), value])])
  const onEnter = useEnter({ typed, searching, choose, ...props })
  return <MultiSelect {...props} {...onEnter} comboboxProps={{ offset: offsetFor(props.error) }} />
}

/** offsetFor leaves room for the error below a field: after a refused save the field has the focus, and its list is open. */
export const offsetFor = (error: unknown) => (error ? 28 : 8)

type EnterOptions = Searching & Pick<SelectProps, 'data' | 'filter' | 'onSearchChange'> & { choose: (option: ComboboxItem) => void }

/**
 * useEnter makes Enter choose the first match, as soon as it is loaded, even if the field has lost the focus by then. While the list is
 * open, Enter does not submit the form.
 */
function useEnter({ typed = false, searching = false, data, filter, onSearchChange, choose }: EnterOptions) {
  const waiting = useRef<{ input: HTMLInputElement; stop: () => void }>(null)
  const cancel = useCallback(() => {
    waiting.current?.stop()
    waiting.current = null
  }, [])
  useEffect(() => {
    if (searching || !waiting.current) return
    const option = listOf(waiting.current.input)?.querySelector<HTMLElement>('[role=option]')
    const options = (data ?? []) as ComboboxItem[]
    const [first] = filter?.({ options, search: '', limit: options.length }) ?? options
    if (option)
      option.click() // closes the list as well
    else if (first && 'value' in first) choose(first)
    cancel()
  })
  useEffect(() => cancel, [cancel])
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const input = event.currentTarget
    if (event.key.length === 1 || event.key === 'Backspace' || event.key === 'Escape') cancel()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || input.getAttribute('aria-expanded') !== 'true') return
    event.preventDefault()
    const list = listOf(input)
    if (!typed || list?.querySelector('[data-combobox-selected]')) return // the library chooses the option that the arrows have reached
    if (searching) waiting.current ??= { input, stop: addPendingChoice() }
    else list?.querySelector<HTMLElement>('[role=option]')?.click()
  }
  return {
    onKeyDown,
    onPaste: cancel,
    // When the field loses the focus, the library discards the text. What was searched for must stay until it is found.
    onSearchChange: (text: string) => waiting.current === null && onSearchChange?.(text),
  }
}

const listOf = (input: HTMLInputElement) => document.getElementById(input.getAttribute('aria-controls') ?? '')
