import { QueryClient } from '@tanstack/react-query'
import { noteChange } from './changes'
import { ApiError } from './error'
import { takeFirstRequest } from './first-request'
import { addPosition, notePosition } from './position'
import { confirmPassword, signInAgain } from './recovery'
import type { paths } from './schema.gen'

type Method = 'get' | 'post' | 'put' | 'delete'
type PathOf<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths]
type OperationAt<P extends keyof paths, M extends Method> = P extends unknown ? (paths[P] extends Record<M, infer O> ? O : never) : never

type Json<T> = T extends { content: { 'application/json': infer B } } ? B : never
type ResultOf<O> = O extends { responses: infer R } ? Json<R[keyof R & (200 | 201 | 202)]> : never
type Optional<K extends string, T> = Partial<T> extends T ? { [N in K]?: T } : { [N in K]: T }
type OptionsOf<O> = { signal?: AbortSignal } & (O extends { parameters: infer P } ? Optional<'params', P> : { params?: never }) &
  (O extends { requestBody: infer B } ? { body: Json<B> } : O extends { requestBody?: infer B } ? { body?: Json<NonNullable<B>> } : { body?: never })
type Arguments<O> = Partial<OptionsOf<O>> extends OptionsOf<O> ? [options?: OptionsOf<O>] : [options: OptionsOf<O>]

type Sent = { params?: { path?: Record<string, unknown>; query?: Record<string, unknown> }; body?: unknown; signal?: AbortSignal }

function call<M extends Method>(method: M) {
  return async <P extends PathOf<M>>(path: P, ...args: Arguments<OperationAt<P, M>>): Promise<{ data?: ResultOf<OperationAt<P, M>> }> => {
    const { params, body, signal } = (args as unknown as [Sent?])[0] ?? {}
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.path?.[name])))
    const response = await request(method, filled, { query: params?.query, body, signal })
    return { data: response.status === 204 ? undefined : await response.json() }
  }
}

/** api calls the server, typed by its OpenAPI description. Every failure is thrown as an ApiError. */
export const api = { GET: call('get'), POST: call('post'), PUT: call('put'), DELETE: call('delete') }

/** queries is the query cache; keys begin with the path. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
      refetchOnWindowFocus: true,
    },
  },
})

type RequestOptions = { query?: Record<string, unknown>; body?: unknown; signal?: AbortSignal }

/** request sends a request to any path, and throws an ApiError if it fails. Parameters that are undefined are not sent. */
export async function request(method: Method, path: string, { query = {}, body, signal }: RequestOptions): Promise<Response> {
  const url = new URL(path, location.origin)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  const json = body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetchWithRecovery(new Request(url, { method, signal, ...json }))
  if (!response.ok) throw await ApiError.from(response)
  noteChange(response)
  return response
}

/**
 * fetchWithRecovery sends a request. If the session has expired, it waits until the user has signed in again, and if the server
 * requires a password confirmation, it asks for it; then it repeats the request. No input is lost.
 */
export async function fetchWithRecovery(request: Request): Promise<Response> {
  let retryRequest = request.clone()
  let sentAt = performance.now()
  let response = await send(request)
  // Sign-in and sign-out do not wait for a session.
  if (response.status === 401 && !new URL(request.url).pathname.startsWith('/api/auth/log')) {
    await signInAgain()
    const secondRequest = retryRequest
    retryRequest = secondRequest.clone()
    sentAt = performance.now()
    response = await send(secondRequest)
  }
  if (!(await requiresPassword(response))) return response
  if (!(await confirmPassword(sentAt))) throw ApiError.cancelled()
  return send(retryRequest)
}

async function requiresPassword(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string }
  return code === 'reauthentication_required'
}

async function send(request: Request): Promise<Response> {
  addPosition(request)
  try {
    const response = await (takeFirstRequest(request) ?? fetch(request))
    notePosition(response)
    return response
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw ApiError.unreachable()
  }
}

/** bodyOf returns the body of a response. Error responses have already thrown. */
export function bodyOf<T>(response: { data?: T }): T {
  return response.data as T
}
