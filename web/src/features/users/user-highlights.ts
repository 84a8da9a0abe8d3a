import { api, bodyOf } from '../../kit/api/client'

/** highlights are figures of the last thirty days and of those before. A change of a user reads all that is known of users again, and so these. */
export const highlights = {
  queryKey: ['users', 'highlights'],
  queryFn: async () => bodyOf(await api.GET('/api/admin/users/highlights')),
}
