import { Pill } from '@mantine/core'
import { MultiSelect } from '../../ui/multi-select'
import type { Choice } from './form'
import { type PickerLook, useChoices } from './picker'

type Props = PickerLook & { from: string; value: number[]; onChange: (ids: number[]) => void; known?: readonly Choice[] }

/** Pickers chooses several records by searching. */
export function Pickers({ from, value, onChange, known, ...look }: Props) {
  const choices = useChoices(from, value, { known })
  return (
    <MultiSelect
      {...look}
      {...choices}
      value={value.map(String)}
      onChange={(next) => onChange(next.map(Number))}
      renderPill={(label, remove) => (
        <Pill className="chosen" title={label} withRemoveButton disabled={look.disabled} onRemove={remove}>
          {shortenPath(label)}
        </Pill>
      )}
    />
  )
}

/** shortenPath shortens a long path (Europe > United Kingdom > Scotland > Edinburgh) at its beginning. */
export function shortenPath(label: string): string {
  const parts = label.split(' > ')
  return parts.length > 2 && label.length > 28 ? `… > ${parts.slice(-2).join(' > ')}` : label
}
