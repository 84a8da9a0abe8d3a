import { dayAndTime } from './dates'
import { number } from './numbers'

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** formatValue formats any value as text: lists in one line, objects line by line, empty values as an empty text. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return timestamp.test(value) ? dayAndTime(value) : value
  if (Array.isArray(value)) return formatList(value)
  if (isObject(value)) return Object.entries(value).map(formatEntry).filter(Boolean).join('\n')
  return String(value)
}

const maxListed = 100

function formatList(list: unknown[]): string {
  const text = list
    .slice(0, maxListed)
    .map(formatValue)
    .join(list.some(isObject) ? '\n\n' : ', ')
  return list.length > maxListed ? `${text} and ${number(list.length - maxListed)} more` : text
}

function formatEntry([name, value]: [string, unknown]): string {
  const text = formatValue(value)
  if (!text) return ''
  return isObject(value) || text.includes('\n') ? `${labelOf(name)}:\n${text.replace(/^(?=.)/gm, '  ')}` : `${labelOf(name)}: ${text}`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const specialWords: Record<string, string> = { id: 'ID', ids: 'IDs', url: 'URL', pid: 'PID', uid: 'UID', email: 'e-mail', color: 'colour' }

/** labelOf converts an identifier, such as call_to_action or convert-image, to a label. */
export function labelOf(name: string): string {
  const words = name.split(/[_\s-]+/).filter(Boolean)
  const text = words.map((word) => specialWords[word] ?? word).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
