import { QueryClient } from '@tanstack/react-query'
import createClient from 'openapi-fetch'
import { signInAgain } from '../session/session'
import { ApiError } from './error'
import type { paths } from './schema.gen'

/** api calls the server, typed by its own description. Every failure is thrown as an ApiError. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: patientFetch })

api.use({
  async onResponse({ response }) {
    if (!response.ok) throw await ApiError.from(response)
  },
})

/** queries is what is known of the server; keys begin with the address. */
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
 * patientFetch sends a request; when the session has ended meanwhile it waits until the person has signed in again, and
 * sends the same request once more. What was typed is still there, and what was asked for still happens.
 */
export async function patientFetch(request: Request): Promise<Response> {
  const again = request.clone()
  const response = await send(request)
  // Signing in and out have no session to wait for.
  if (response.status !== 401 || new URL(request.url).pathname.startsWith('/api/auth/log')) return response
  await signInAgain()
  return send(again)
}

async function send(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw ApiError.unreachable()
  }
}

/** bodyOf is the answer's body. A call that was refused has thrown before. */
export function bodyOf<T>(answer: { data?: T }): T {
  return answer.data as T
}
