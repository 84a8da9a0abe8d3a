import { currentScheme } from '../../kit/session/scheme'
import { saveSettings } from '../../kit/session/settings'
import { paths } from '../../paths'
import { screens } from '../screens'
import type { Entry } from './palette-entry'
import { shortcutsShown } from './shortcuts'

const kind = 'Action'

/** actionsFor returns what the palette can do: create records, switch the theme, show the shortcuts, log out. */
export function actionsFor(admin: boolean): Entry[] {
  const scheme = currentScheme() === 'dark' ? 'light' : 'dark'
  const created = screens.flatMap<Entry>(({ path, create, admin: adminsOnly, adminsCreate }) => {
    if (!create || ((adminsOnly || adminsCreate) && !admin)) return []
    const to = path.endsWith('/new') ? path : `${path}?new=1`
    return [{ key: `new ${create}`, label: `New ${create}`, kind, also: ['add create'], to }]
  })
  return [
    ...created,
    { key: 'theme', label: `Switch to ${scheme} theme`, kind, also: ['colour scheme mode'], run: () => void saveSettings({ color_scheme: scheme }) },
    { key: 'shortcuts', label: 'Keyboard shortcuts', kind, also: ['help keys'], run: () => shortcutsShown.set(true) },
    { key: 'logout', label: 'Log out', kind, also: ['sign out logout'], to: paths.logout(), direct: true },
  ]
}
