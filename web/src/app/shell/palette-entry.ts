import { fold } from '../../kit/format/fold'

/** Entry is a line of the palette: a screen, a record or an action. */
export type Entry = {
  key: string
  label: string
  hint?: string
  /** What it is, shown at the end of the line. */
  kind: string
  /** Further words by which it is found. */
  also?: string[]
} & ({ to: string /** Log out without asking. */; direct?: true } | { run: () => void })

/** matchOf returns how well a name matches, from 0 (equal) to 4 (only by other words), or undefined. The server ranks records alike. */
export function matchOf(typed: string, name: string, ...others: string[]): number | undefined {
  const text = fold(typed).replace(/\s+/g, ' ').trim()
  const words = text.split(' ')
  const key = fold(name)
  const spaced = ` ${key}`
  if (key === text) return 0
  if (key.startsWith(text)) return 1
  if (words.every((word) => spaced.includes(` ${word}`))) return 2
  if (words.every((word) => key.includes(word))) return 3
  const all = fold([name, ...others].join(' '))
  return words.every((word) => all.includes(word)) ? 4 : undefined
}
