import { request } from './client'

export type Params = Record<string, string | number | undefined>

const json = async <T>(response: Promise<Response>): Promise<T> => (await response).json()

/**
 * admin sends requests to paths of the admin API that are built at run time, such as those of declared entities; the caller names
 * the type of the response. Paths that are known in advance are called with `api`, which checks them.
 */
export const admin = {
  get: <T>(path: string, query?: Params, signal?: AbortSignal) => json<T>(request('get', `/api/admin/${path}`, { query, signal })),
  post: <T>(path: string, body: object) => json<T>(request('post', `/api/admin/${path}`, { body })),
  put: <T>(path: string, body: object) => json<T>(request('put', `/api/admin/${path}`, { body })),
  delete: async (path: string) => {
    await request('delete', `/api/admin/${path}`, {})
  },
}
