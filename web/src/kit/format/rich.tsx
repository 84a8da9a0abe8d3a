import { Fragment } from 'react'

type Values = Record<string, string | number>

/** Rich renders a sentence in which **…** is bold. Values are inserted afterwards, so that asterisks in a name are kept. */
export function Rich({ text, values = {} }: { text: string; values?: Values }) {
  return text.split('**').map((part, i) => {
    const words = fill(part, values)
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change order
    return i % 2 ? <b key={i}>{words}</b> : <Fragment key={i}>{words}</Fragment>
  })
}

/** fill replaces placeholders such as {name}. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}
