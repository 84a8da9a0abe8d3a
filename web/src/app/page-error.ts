import { ApiError } from '../kit/api/error'
import type { ClientError } from '../kit/api/schema.gen'
import { currentUser } from '../kit/session/session'

/** What browsers say when a file of the app can't be downloaded: Chromium, Firefox, WebKit, and Vite for styles. */
const missing =
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/i

/** isMissingFile reports whether an error means that a file of the app could not be downloaded. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && missing.test(error.message)
}

const codes = new Map<unknown, string>()

/** codeOf returns the code of an error for support: the id of the request that failed, or one of its own. */
export function codeOf(error: unknown): string {
  if (error instanceof ApiError && error.requestId) return error.requestId
  const known = codes.get(error)
  if (known) return known
  const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  const code = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => letters[byte % letters.length]).join('')
  codes.set(error, code)
  return code
}

/** explain says in a sentence what happened. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return `This page stopped because of a mistake in the program${error instanceof Error ? ` (${error.name})` : ''}. What you have saved is safe.`
}

/** sourceOf returns the first file and line of the app in the stack of an error. */
function sourceOf(error: unknown): string {
  const found = /(\/(?:assets|src)\/[\w./-]+(?:\?[^:\s]*)?:\d+:\d+)/.exec((error instanceof Error && error.stack) || '')
  return found?.[1]?.slice(0, 200) ?? ''
}

/** reportOf describes an error for the server's log. */
export function reportOf(error: unknown, route: string): ClientError {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : 'Something that is no error was thrown.'
  return { code: codeOf(error), route: route.slice(0, 100) || '/', message: message.slice(0, 300), source: sourceOf(error) }
}

const reported = new Set<string>()

/**
 * report sends an error to the server's log, once. It does not use the API client, which would ask for the password if the session
 * has ended: a report is not worth a question.
 */
export function report(error: unknown, route: string) {
  const body = reportOf(error, route)
  if (!currentUser() || reported.has(body.code)) return
  reported.add(body.code)
  const headers = { 'Content-Type': 'application/json' }
  fetch('/api/admin/client-errors', { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }).catch(() => {})
}
