import { type AutocompleteProps, type ComboboxParsedItem, Input, InputBase } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useRef, useState } from 'react'
import { clearButton } from '../../ui/clear-button'
import { loadedLater, useFirstUse } from '../../ui/first-use'
import { fetchList, type ListPath } from '../api/lists'

const maxSuggestions = 10

const source = loadedLater<AutocompleteProps>(() => import('../../ui/comboboxes').then((file) => file.Autocomplete))

/** useSuggestions finds names of records while typing. Nothing is requested before the field has had the focus. */
export function useSuggestions(from: string | undefined, text: string, enabled: boolean): string[] {
  const [query] = useDebouncedValue(text.trim(), 200)
  const found = useQuery({
    queryKey: [from, 'suggested', query],
    queryFn: ({ signal }) => fetchList(from as ListPath, { per_page: maxSuggestions, ...(query && { query }) }, signal),
    placeholderData: keepPreviousData,
    enabled: enabled && from !== undefined,
  })
  return ((found.data?.items ?? []) as { name: string }[]).map(({ name }) => name)
}

/** keepAllOptions disables filtering in the browser, because the server has already searched. */
export const keepAllOptions = ({ options }: { options: ComboboxParsedItem[] }) => options

type Props = { 'aria-label': string; placeholder?: string; className?: string; from: string; value: string; onChange: (word: string) => void }

/** WordInput is a text field with suggestions. It applies a value on selection, Enter or blur. */
export function WordInput({ from, value, onChange, ...look }: Props) {
  const [text, setText] = useState(value)
  const [focused, setFocused] = useState(false)
  const words = useSuggestions(from, text === value ? '' : text, focused)
  const applied = useRef(value)
  useEffect(() => {
    applied.current = value
    setText(value)
  }, [value])

  function apply(word: string) {
    const next = word.trim()
    if (next === applied.current) return
    applied.current = next
    onChange(next)
  }
  const { Loaded, field, firstUse } = useFirstUse(source)
  const clear = clearButton(look['aria-label'])
  if (!Loaded) {
    return (
      <InputBase
        {...look}
        {...firstUse}
        ref={firstUse.ref as Ref<HTMLInputElement>}
        key={value}
        defaultValue={value}
        maxLength={200}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        autoComplete="off"
        __clearable={value !== ''}
        __clearSection={<Input.ClearButton {...clear} onClick={() => apply('')} />}
      />
    )
  }
  return (
    <Loaded
      {...look}
      ref={field as Ref<HTMLInputElement>}
      data={words}
      filter={keepAllOptions}
      value={text}
      onChange={setText}
      onFocus={() => setFocused(true)}
      onOptionSubmit={apply}
      onBlur={() => apply(text)}
      onKeyUp={(event) => event.key === 'Enter' && apply(event.currentTarget.value)} // on key up, after Enter has selected a suggestion
      maxLength={200}
      clearable
      clearButtonProps={clear}
      onClear={() => apply('')}
    />
  )
}
