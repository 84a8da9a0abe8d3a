import { MultiSelect } from '@mantine/core'
import { type Look, useChoices } from './picker'

/** Pickers chooses several. */
export function Pickers({ from, value, onChange, ...look }: Look & { from: string; value: number[]; onChange: (ids: number[]) => void }) {
  const choices = useChoices(from, value)
  return <MultiSelect {...look} {...choices} hidePickedOptions={false} value={value.map(String)} onChange={(next) => onChange(next.map(Number))} />
}
