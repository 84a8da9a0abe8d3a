import { api, bodyOf } from '../../kit/api/client'

/** highlights is the query for figures of the last thirty days and the thirty days before. Its key is reloaded together with users. */
export const highlights = {
  queryKey: ['users', 'highlights'],
  queryFn: async () => bodyOf(await api.GET('/api/admin/users/highlights')),
}
