import { type ComboboxParsedItem, Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldLook } from '../../ui/field-look'
import { Select } from '../../ui/select'
import { admin } from '../api/admin'
import { queries } from '../api/client'
import type { Choice } from './form'
import classes from './form.module.css'

/** useChoicesById loads records by their ids. Records that are known already are not requested. */
function useChoicesById(from: string, ids: (number | string)[], known: readonly Choice[] = []) {
  const items = ids.flatMap((id) => known.find((choice) => String(choice.id) === String(id)) ?? [])
  return useQuery<{ items: Choice[] }>({
    queryKey: [from, 'named', ids.join(',')],
    queryFn: ({ signal }) => admin.get(from, { ids: ids.join(','), per_page: 100 }, signal),
    initialData: items.length === ids.length ? { items } : undefined,
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  })
}

/** rememberNames stores the names of records, so that pickers do not request them. */
export function rememberNames(from: string, choices: readonly Choice[]) {
  queries.setQueryData([from, 'named', choices.map((choice) => choice.id).join(',')], { items: choices })
}

/** ChoiceOption is an entry of a list of choices. */
export function ChoiceOption({ checked, hint, children }: { checked?: boolean; hint?: string; children: string }) {
  return (
    <span className={classes.choice}>
      {children}
      {hint && <small className="dimmed truncate">{hint}</small>}
      {checked && <IconCheck className={classes.chosen} size={16} aria-hidden />}
    </span>
  )
}

/** Names shows the names of records by their ids. */
export function Names({ from, ids }: { from: string; ids: (number | string)[] }) {
  const choices = useChoicesById(from, ids)
  return (choices.data?.items ?? []).map((choice) => choice.name).join(', ') || '…'
}

type ChoiceOptions = {
  anyLabel?: string
  known?: readonly Choice[]
  /** Records that can't be chosen, such as the one that is moved. */
  without?: readonly number[]
}

/** useChoices finds records by name, ten at a time, and loads the names of the current choices. */
export function useChoices(from: string, chosen: (number | string)[], { anyLabel, known, without }: ChoiceOptions = {}) {
  const [text, setText] = useState('')
  const [opened, setOpened] = useState(false)
  const current = useChoicesById(from, chosen, known)
  // While the field shows the names of the current choices, nothing is searched.
  const names = new Map((current.data?.items ?? []).map((choice) => [String(choice.id), choice.name]))
  const showsCurrent = [...names.values()].includes(text) || chosen.map((id) => names.get(String(id))).join(', ') === text
  const typed = showsCurrent ? '' : text.trim()
  const [query] = useDebouncedValue(typed, 200)
  const found = useQuery<{ items: Choice[] }>({
    queryKey: [from, 'choices', query],
    queryFn: ({ signal }) => admin.get(from, { per_page: 10, ...(query && { query }) }, signal),
    placeholderData: keepPreviousData,
    enabled: opened,
  })
  const hits = [
    ...(anyLabel && !query ? [{ id: 'all', name: anyLabel }] : []),
    ...(found.data?.items ?? []).filter(({ id }) => !without?.includes(Number(id))),
  ]
  const hints = new Map(hits.map((choice) => [String(choice.id), choice.hint]))
  const byId = new Map<string, string>()
  for (const choice of [...(current.data?.items ?? []), ...hits]) byId.set(String(choice.id), choice.name)
  for (const id of chosen) if (!byId.has(String(id))) byId.set(String(id), '…')
  const offered = new Set(hits.map((choice) => String(choice.id)))
  return {
    data: [...byId].map(([value, label]) => ({ value, label })),
    // The server has searched. Current choices are in the data for their names only, and are not offered.
    filter: ({ options }: { options: ComboboxParsedItem[] }) => options.filter((option) => 'value' in option && offered.has(option.value)),
    renderOption: ({ option, checked }: { option: { value: string; label: string }; checked?: boolean }) => (
      <ChoiceOption checked={checked} hint={hints.get(option.value)}>
        {option.label}
      </ChoiceOption>
    ),
    nothingFoundMessage: found.isFetching ? 'Searching…' : found.isError ? 'Couldn’t load results' : 'No results',
    searchValue: text,
    onSearchChange: setText,
    onDropdownOpen: () => setOpened(true),
    searchable: true,
    typed: typed !== '',
    searching: typed !== query || found.isFetching,
    rightSection: found.isFetching && opened ? <Loader size={14} /> : undefined,
  }
}

export type PickerLook = FieldLook & { openOnFocus?: boolean }

type LookupProps = PickerLook & {
  from: string
  value: string | null
  onChange: (id: string | null) => void
  clearable?: boolean
  /** The label of the option `all`, if there is one. */
  anyLabel?: string
} & Pick<ChoiceOptions, 'known' | 'without'>

/** Lookup chooses one entry of a lookup. Its id is the one used in URLs: the number of a record, or a word. */
export function Lookup({ from, value, onChange, anyLabel, known, without, clearable = true, ...look }: LookupProps) {
  const choices = useChoices(from, value === null ? [] : [value], { anyLabel, known, without })
  return <Select {...look} {...choices} clearable={clearable} value={value} onChange={onChange} />
}

type LookupsProps = PickerLook & { from: string; value: string[]; onChange: (ids: string[]) => void }

/** Lookups chooses several entries of a lookup: a choice is ticked, and choosing it again removes it. The field shows their names. */
export function Lookups({ from, value, onChange, ...look }: LookupsProps) {
  const { data, renderOption, ...choices } = useChoices(from, value)
  const nameOf = (id: string) => data.find((option) => option.value === id)?.label ?? '…'
  const toggle = (id: string) => onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id])
  return (
    <Select
      {...look}
      {...choices}
      clearable
      data={value.length > 1 ? [...data, { value: value.join(), label: value.map(nameOf).join(', ') }] : data}
      renderOption={({ option }) => renderOption({ option, checked: value.includes(option.value) })}
      value={value.join() || null}
      onChange={(id) => (id === null ? onChange([]) : toggle(id))}
    />
  )
}

type PickerProps = Pick<LookupProps, 'from' | 'known' | 'without' | 'clearable'> &
  PickerLook & { value: number | null; onChange: (id: number | null) => void }

/** Picker chooses one of any number of records by searching. */
export function Picker({ value, onChange, ...rest }: PickerProps) {
  return <Lookup {...rest} value={value === null ? null : String(value)} onChange={(next) => onChange(next === null ? null : Number(next))} />
}
