import { api, queries } from '../api/client'
import { ApiError, messageOf } from '../api/error'
import { notify } from '../dialog/notices'
import { signedOut } from './session'

/** signOut ends the session, and resolves to whether it succeeded. */
export async function signOut(): Promise<boolean> {
  try {
    await api.POST('/api/auth/logout')
  } catch (error) {
    // If the request failed, the user is still signed in and must know it.
    if (!(error instanceof ApiError && error.status === 401)) {
      notify.failed(messageOf(error))
      return false
    }
  }
  signedOut()
  queries.clear()
  return true
}
