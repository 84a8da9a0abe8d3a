import { type ComboboxParsedItem, TextInput } from '@mantine/core'
import type { FieldLook } from '../../ui/field-look'
import { Select } from '../../ui/select'
import { DayInput } from '../form/day-input'
import { ChoiceOption, Lookup, Lookups, Names } from '../form/picker'
import { WordInput } from '../form/suggestions'
import { formatDay } from '../format/dates'
import type { TableControl } from './state'
import classes from './table.module.css'
import type { Filter } from './types'

type Props = { filter: Filter; table: TableControl /** In the panel, the name is above the field. */; inPanel?: boolean }

/** FilterField is the field of a filter. While it has a value, its name is in front of it: "Media type: Article". */
export function FilterField({ filter, table, inPanel }: Props) {
  const value = table.state.filters[filter.name] ?? ''
  const set = (next: string | null) => table.change({ filters: { [filter.name]: next ?? '' } })
  const placeholder = filter.anyLabel ?? (inPanel ? 'Any' : filter.label)
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: every input has a control
    <label className={inPanel ? undefined : classes.filter} data-applied={(value && value !== filter.initial) || undefined}>
      {(inPanel || value) && (
        <span className={inPanel ? 'label' : classes.filterName} aria-hidden>
          {inPanel ? filter.label : `${filter.label}:`}
        </span>
      )}
      <FilterInput filter={filter} value={value} set={set} look={{ 'aria-label': filter.label, placeholder, className: 'grow' }} />
    </label>
  )
}

type InputProps<F = Filter> = {
  filter: F
  value: string
  set: (next: string | null) => void
  look: FieldLook & { 'aria-label': string }
}

function FilterInput({ filter, value, set, look }: InputProps) {
  const clearable = filter.initial === undefined
  if (filter.as === 'select') return <Options filter={filter} value={value} set={set} look={look} />
  if (filter.as === 'picker') {
    // `all` means no filter, but must be sent explicitly if the filter has another default.
    const choose = (id: string | null) => set(id === 'all' && clearable ? null : id)
    if (filter.several || value.includes(','))
      return <Lookups {...look} from={filter.from} value={split(value)} onChange={(ids) => choose(ids.includes('all') ? 'all' : ids.join())} />
    return <Lookup {...look} anyLabel={filter.anyLabel} clearable={clearable} from={filter.from} value={value || null} onChange={choose} />
  }
  if (filter.as === 'date') return <DayInput {...look} value={value || null} onChange={set} />
  if (filter.from) return <WordInput {...look} from={filter.from} value={value} onChange={set} />
  return (
    <TextInput
      {...look}
      defaultValue={value}
      key={value}
      onBlur={(event) => event.currentTarget.value !== value && set(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && set(event.currentTarget.value)}
    />
  )
}

const split = (value: string) => (value ? value.split(',') : [])

/** Options chooses one of a few options, or several: a choice is ticked, and choosing it again removes it. */
function Options({ filter, value, set, look }: InputProps<Filter & { as: 'select' }>) {
  const chosen = split(value)
  const toggle = (one: string) => set((chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]).join())
  const several = filter.several && {
    renderOption: ({ option }: { option: { value: string; label: string } }) => (
      <ChoiceOption checked={chosen.includes(option.value)}>{option.label}</ChoiceOption>
    ),
    onChange: (next: string | null) => (next === null ? set(null) : toggle(next)),
  }
  return (
    <Select
      {...look}
      clearable={filter.initial === undefined}
      data={chosen.length > 1 ? [...filter.options, { value, label: labelsOf(filter.options, value) }] : [...filter.options]}
      // Several choices are in the data for their names only, and are not offered.
      filter={({ options }: { options: ComboboxParsedItem[] }) => options.filter((option) => 'value' in option && !option.value.includes(','))}
      value={value || null}
      onChange={set}
      {...several}
    />
  )
}

/** FilterValue shows the value of a filter in a chip. */
export function FilterValue({ filter, value }: { filter: Filter; value: string }) {
  if (filter.as === 'picker') return <Names from={filter.from} ids={value.split(',')} />
  if (filter.as === 'date') return formatDay(value)
  return filter.as === 'select' ? labelsOf(filter.options, value) : value
}

/** labelsOf returns the labels of options: a value may be several, separated by commas. */
function labelsOf(options: readonly { value: string; label: string }[], value: string): string {
  const labelOf = (one: string) => options.find((option) => option.value === one)?.label ?? one
  return value.split(',').map(labelOf).join(', ')
}
