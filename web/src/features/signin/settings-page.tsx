import { useRef } from 'react'
import type { SettingsInput } from '../../kit/api/schema.gen'
import { dismiss, notify } from '../../kit/dialog/notices'
import { useMe } from '../../kit/session/session'
import { saveSettings } from '../../kit/session/settings'
import { Card, PageLayout } from '../../ui/page-layout'
import { SegmentedControl } from '../../ui/segmented-control'
import classes from './settings-page.module.css'

type Setting = Exclude<keyof SettingsInput, 'attention_email'>
type Choice = { name: Setting; label: string; about: string; options: { value: string; label: string }[] }

const choices: Choice[] = [
  {
    name: 'color_scheme',
    label: 'Theme',
    about: 'Light, dark, or your system setting.',
    options: [
      { value: 'auto', label: 'System' },
      { value: 'light', label: 'Light' },
      { value: 'dark', label: 'Dark' },
    ],
  },
  {
    name: 'sidebar_style',
    label: 'Sidebar',
    about: 'Compact shows one icon per group. Applies to wide screens.',
    options: [
      { value: 'default', label: 'Default' },
      { value: 'compact', label: 'Compact' },
    ],
  },
  {
    name: 'density',
    label: 'Density',
    about: 'Row height',
    options: [
      { value: 'comfortable', label: 'Comfortable' },
      { value: 'compact', label: 'Compact' },
    ],
  },
  {
    name: 'page_size',
    label: 'Rows per page',
    about: 'Default number of rows in tables.',
    options: ['10', '25', '50', '100'].map((size) => ({ value: size, label: size })),
  },
]

/** SettingsPage edits personal settings. Each change is saved immediately. */
export function SettingsPage() {
  const { settings } = useMe()
  const noticeId = useRef(0)

  async function choose(name: Setting, value: string) {
    const saved = await saveSettings({ [name]: name === 'page_size' ? Number(value) : value })
    if (!saved) return
    dismiss(noticeId.current) // arrow keys change the choice quickly: show only one notice
    noticeId.current = notify.done('Successfully updated!')
  }

  return (
    <PageLayout title="Settings" about="How the console looks for you, on every device" narrow>
      <Card>
        <div>
          {choices.map(({ name, label, about, options }) => (
            <div key={name} className={classes.choice}>
              <div>
                <h2 className={classes.label}>{label}</h2>
                <p className={classes.about}>{about}</p>
              </div>
              <SegmentedControl
                aria-label={label}
                fullWidth
                data={options}
                value={String(settings[name])}
                onChange={(value) => void choose(name, value)}
              />
            </div>
          ))}
        </div>
      </Card>
    </PageLayout>
  )
}
