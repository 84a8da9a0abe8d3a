import { QueryClient } from '@tanstack/react-query'
import createClient from 'openapi-fetch'
import { ApiError } from './error'
import { confirmPassword, signInAgain } from './recovery'
import type { paths } from './schema.gen'

/** api calls the server, typed by its OpenAPI description. Every failure is thrown as an ApiError. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: fetchWithRecovery })

api.use({
  async onResponse({ response }) {
    if (!response.ok) throw await ApiError.from(response)
  },
})

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
  try {
    return await fetch(request)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw ApiError.unreachable()
  }
}

/** bodyOf returns the body of a response. Error responses have already thrown. */
export function bodyOf<T>(response: { data?: T }): T {
  return response.data as T
}
