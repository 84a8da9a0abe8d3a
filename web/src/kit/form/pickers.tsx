import { Pill } from '@mantine/core'
import { MultiSelect } from '../../ui/multi-select'
import type { Choice } from './form'
import { type Look, useChoices } from './picker'

type Props = Look & { from: string; value: number[]; onChange: (ids: number[]) => void; known?: readonly Choice[] }

/** Pickers chooses several. */
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
          {ending(label)}
        </Pill>
      )}
    />
  )
}

/** ending shortens a long path (Europe > United Kingdom > Scotland > Edinburgh) at its beginning. */
export function ending(label: string): string {
  const parts = label.split(' > ')
  return parts.length > 2 && label.length > 28 ? `… > ${parts.slice(-2).join(' > ')}` : label
}
