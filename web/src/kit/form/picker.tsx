import { type ComboboxParsedItem, Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clearButton } from '../../ui/clear-button'
import { queries } from '../api/client'
import { type ChoicePath, fetchList } from '../api/lists'
import classes from './form.module.css'

type Choice = { id: number | string; name: string; hint?: string }

/** useNamed loads the names of records by their ids. */
function useNamed(from: string, ids: (number | string)[]) {
  return useQuery({
    queryKey: [from, 'named', ids.join(',')],
    queryFn: ({ signal }) => fetchList(from as ChoicePath, { ids: ids.join(','), per_page: 100 }, signal),
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  })
}

/** seen caches the names of chosen records that are already known, so that they are not requested. */
export function seen(from: string, choices: readonly Choice[]) {
  queries.setQueryData([from, 'named', choices.map((choice) => choice.id).join(',')], { items: choices })
}

/** Names shows the names of records by their ids. */
export function Names({ from, ids }: { from: string; ids: (number | string)[] }) {
  const named = useNamed(from, ids)
  return ((named.data?.items ?? []) as Choice[]).map((choice) => choice.name).join(', ') || '…'
}

/** useChoices finds records by name, ten at a time, and loads the names of the chosen ones. */
export function useChoices(from: string, chosen: (number | string)[], any?: string) {
  const [text, setText] = useState('')
  const [opened, setOpened] = useState(false)
  const named = useNamed(from, chosen)
  // While the field shows the name of the chosen record, it is not a search.
  const resting = ((named.data?.items ?? []) as Choice[]).some((choice) => choice.name === text)
  const [query] = useDebouncedValue(resting ? '' : text.trim(), 200)
  const path = from as ChoicePath
  const found = useQuery({
    queryKey: [from, 'choices', query],
    queryFn: ({ signal }) => fetchList(path, { per_page: 10, ...(query && { query }) }, signal),
    placeholderData: keepPreviousData,
    enabled: opened,
  })
  const hits = [...(any && !query ? [{ id: 'all', name: any }] : []), ...((found.data?.items ?? []) as Choice[])]
  const hints = new Map(hits.map((choice) => [String(choice.id), choice.hint]))
  const known = new Map<string, string>()
  for (const choice of [...((named.data?.items ?? []) as Choice[]), ...hits]) known.set(String(choice.id), choice.name)
  for (const id of chosen) if (!known.has(String(id))) known.set(String(id), '…')
  const offered = new Set(hits.map((choice) => String(choice.id)))
  return {
    data: [...known].map(([value, label]) => ({ value, label })),
    // The server has searched: options that only provide names of chosen records are not offered.
    filter: ({ options }: { options: ComboboxParsedItem[] }) => options.filter((option) => 'value' in option && offered.has(option.value)),
    renderOption: ({ option, checked }: { option: { value: string; label: string }; checked?: boolean }) => (
      <span className={classes.choice}>
        {option.label}
        {hints.get(option.value) && <small>{hints.get(option.value)}</small>}
        {checked && <IconCheck className={classes.chosen} size={16} aria-hidden />}
      </span>
    ),
    nothingFoundMessage: found.isFetching ? 'Searching…' : found.isError ? 'Couldn’t load results' : 'No results',
    searchValue: text,
    onSearchChange: setText,
    onDropdownOpen: () => setOpened(true),
    searchable: true,
    rightSection: found.isFetching && opened ? <Loader size={14} /> : undefined,
  }
}

export type Look = { 'aria-label'?: string; label?: string; placeholder?: string; className?: string; error?: string; disabled?: boolean }

type LookupProps = Look & {
  from: string
  value: string | null
  onChange: (id: string | null) => void
  clearable?: boolean
  /** The label of the option `all`, if there is one. */
  any?: string
}

/** Lookup chooses one entry of a lookup. Its id is a text, as in URLs: a number or a word. */
export function Lookup({ from, value, onChange, any, clearable = true, ...look }: LookupProps) {
  const choices = useChoices(from, value === null ? [] : [value], any)
  const name = look.label ?? look['aria-label'] ?? ''
  return <Select {...look} {...choices} clearable={clearable} clearButtonProps={clearButton(name)} value={value} onChange={onChange} />
}

type PickerProps = Look & { from: string; value: number | null; onChange: (id: number | null) => void }

/** Picker chooses one of any number of records by searching. */
export function Picker({ value, onChange, ...rest }: PickerProps) {
  return <Lookup {...rest} value={value === null ? null : String(value)} onChange={(next) => onChange(next === null ? null : Number(next))} />
}
