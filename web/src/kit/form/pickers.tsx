import { MultiSelect, Pill } from '@mantine/core'
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
      hidePickedOptions={false}
      value={value.map(String)}
      onChange={(next) => onChange(next.map(Number))}
      renderPill={({ option, value: id, onRemove, disabled }) => (
        <Pill className="chosen" title={option?.label} withRemoveButton disabled={disabled} onRemove={onRemove}>
          {ending(option?.label ?? String(id))}
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
