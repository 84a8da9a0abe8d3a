import { Fragment } from 'react'

type Values = Record<string, string | number>

/** Rich writes a sentence in which **…** is bold. Values are put in afterwards, so that a name with stars stays a name. */
export function Rich({ text, values = {} }: { text: string; values?: Values }) {
  return text.split('**').map((part, i) => {
    const words = fill(part, values)
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    return i % 2 ? <b key={i}>{words}</b> : <Fragment key={i}>{words}</Fragment>
  })
}

/** fill puts values in the places of a text: {name}. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}
