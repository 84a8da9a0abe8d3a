import { api } from '../api/client'
import { messageOf } from '../api/error'
import type { SettingsInput } from '../api/schema.gen'
import { notify } from '../dialog/notices'
import { changeSettings, currentUser } from './session'

/** saveSettings shows a choice at once and keeps it on the server; a choice that can't be kept is taken back. */
export async function saveSettings(change: SettingsInput) {
  const user = currentUser()
  if (!user) return
  const before = user.settings
  changeSettings({ ...before, ...change } as typeof before)
  try {
    await api.PUT('/api/auth/settings', { body: change })
  } catch (error) {
    changeSettings(before)
    notify.failed(messageOf(error))
  }
}
