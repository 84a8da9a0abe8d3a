import { api } from '../api/client'
import { messageOf } from '../api/error'
import type { SettingsInput } from '../api/schema.gen'
import { notify } from '../dialog/notices'
import { changeMe, currentUser } from './session'

/** saveSettings applies a setting immediately and saves it; a failure reverts it. It resolves to whether it was saved. */
export async function saveSettings(change: SettingsInput): Promise<boolean> {
  const user = currentUser()
  if (!user) return false
  const before = user.settings
  changeMe({ settings: { ...before, ...change } as typeof before })
  try {
    await api.PUT('/api/auth/settings', { body: change })
    return true
  } catch (error) {
    changeMe({ settings: before })
    notify.failed(messageOf(error))
    return false
  }
}
