import { fetchWithRecovery } from './client'
import { ApiError } from './error'

export type Params = Record<string, string | number | undefined>

type Options = { query?: Params; body?: object; signal?: AbortSignal }

async function send(method: string, path: string, { query = {}, body, signal }: Options): Promise<Response> {
  const url = new URL(`/api/admin/${path}`, location.origin)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  const headers = body && { 'Content-Type': 'application/json' }
  const response = await fetchWithRecovery(new Request(url, { method, headers, body: body && JSON.stringify(body), signal }))
  if (!response.ok) throw await ApiError.from(response)
  return response
}

const json = async <T>(response: Promise<Response>): Promise<T> => (await response).json()

/**
 * admin sends requests to paths of the admin API that are built at run time, such as those of declared entities; the caller names
 * the type of the response. Paths that are known in advance are called with `api`, which checks them.
 */
export const admin = {
  get: <T>(path: string, query?: Params, signal?: AbortSignal) => json<T>(send('GET', path, { query, signal })),
  post: <T>(path: string, body: object) => json<T>(send('POST', path, { body })),
  put: <T>(path: string, body: object) => json<T>(send('PUT', path, { body })),
  delete: async (path: string) => {
    await send('DELETE', path, {})
  },
}
