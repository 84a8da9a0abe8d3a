import type { Count } from '../api/schema.gen'

const plain = new Intl.NumberFormat('en')

export function number(value: number): string {
  return plain.format(value)
}

/** total formats a count, as 5,000+ if the server stopped counting. */
export function total(count: Pick<Count, 'total' | 'total_is_capped'>): string {
  return plain.format(count.total) + (count.total_is_capped ? '+' : '')
}

/** pluralise formats a number with its noun: 1 item, 2 items. */
export function pluralise(count: number, one: string, many = `${one}s`): string {
  return `${plain.format(count)} ${count === 1 ? one : many}`
}

/** pluraliseTotal does the same for a count that may be capped: 5,000+ items. */
export function pluraliseTotal(count: Pick<Count, 'total' | 'total_is_capped'>, one: string, many = `${one}s`): string {
  return `${total(count)} ${count.total === 1 && !count.total_is_capped ? one : many}`
}
