import { dayAndTime } from './dates'
import { number } from './numbers'

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** written formats any value as text: lists in one line, objects line by line, empty values as an empty text. */
export function written(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return moment.test(value) ? dayAndTime(value) : value
  if (Array.isArray(value)) return listed(value)
  if (isObject(value)) return Object.entries(value).map(line).filter(Boolean).join('\n')
  return String(value)
}

const readable = 100

function listed(list: unknown[]): string {
  const text = list
    .slice(0, readable)
    .map(written)
    .join(list.some(isObject) ? '\n\n' : ', ')
  return list.length > readable ? `${text} and ${number(list.length - readable)} more` : text
}

function line([name, value]: [string, unknown]): string {
  const text = written(value)
  if (!text) return ''
  return isObject(value) || text.includes('\n') ? `${titled(name)}:\n${text.replace(/^(?=.)/gm, '  ')}` : `${titled(name)}: ${text}`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const capitals: Record<string, string> = { id: 'ID', ids: 'IDs', url: 'URL', pid: 'PID', uid: 'UID', email: 'e-mail' }

/** titled converts an identifier, such as call_to_action or convert-image, to a label. */
export function titled(name: string): string {
  const words = name.split(/[_\s-]+/).filter(Boolean)
  const text = words.map((word) => capitals[word] ?? word).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
