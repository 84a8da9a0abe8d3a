const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']
const number = String.raw`(\d{1,2})(?:st|nd|rd|th)?`
const word = String.raw`([a-z]{3,9})\.?`
const year = String.raw`(\d{4}|\d{2})`

/** The orders in which people write dates: numbers as in Europe, day first. */
const formats: [pattern: RegExp, order: (parts: string[]) => [year: string, month: string, day: string]][] = [
  [/^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/, ([y = '', m = '', d = '']) => [y, m, d]],
  [new RegExp(String.raw`^(\d{1,2}) ?[-./ ] ?(\d{1,2}) ?[-./ ] ?${year}$`), ([d = '', m = '', y = '']) => [y, m, d]],
  [new RegExp(`^${number}[-. ]*${word}[-, ]*${year}$`), ([d = '', m = '', y = '']) => [y, m, d]],
  [new RegExp(`^${word} ?${number},? ${year}$`), ([m = '', d = '', y = '']) => [y, m, d]],
]

/** monthOf returns the number of a month that is given as a number, a name or its beginning. */
function monthOf(text: string): number {
  if (/^\d/.test(text)) return Number(text)
  return months.findIndex((name) => name.startsWith(text)) + 1
}

/** parseDay reads a date as people type it (24.12.2026, 24 Dec 2026, 2026-12-24), and returns YYYY-MM-DD, or null. */
export function parseDay(text: string): string | null {
  const typed = text.trim().toLowerCase().replace(/\s+/g, ' ')
  for (const [pattern, order] of formats) {
    const parts = pattern.exec(typed)?.slice(1)
    if (!parts) continue
    const [y, m, d] = order(parts)
    const [fullYear, month, day] = [y.length === 2 ? 2000 + Number(y) : Number(y), monthOf(m), Number(d)]
    const date = new Date(Date.UTC(fullYear, month - 1, day))
    const exists = fullYear >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    return exists ? date.toISOString().slice(0, 10) : null
  }
  return null
}
