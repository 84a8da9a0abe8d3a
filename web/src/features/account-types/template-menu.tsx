import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { Permission, UserTemplate } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { Rich } from '../../kit/format/rich'
import { MenuButton, type MenuEntry } from '../../kit/menu/menu-button'
import { type Loaded, saves } from './switching'

type Props = Loaded & { template: UserTemplate; templates: UserTemplate[]; permissions: Permission[] }

/** TemplateMenu grants or revokes all permissions of a user template, or copies those of another one. */
export function TemplateMenu({ template, templates, permissions, ...loaded }: Props) {
  const isOn = (of: UserTemplate, permission: Permission) => saves.isOn(loaded, of, permission)
  function apply(wanted: (permission: Permission) => boolean, text: string, values: Record<string, string> = {}) {
    const changed = permissions.filter((permission) => isOn(template, permission) !== wanted(permission))
    if (changed.length === 0) return notify.info('Nothing to change.')
    const set = (on: (permission: Permission) => boolean) => {
      for (const permission of changed) saves.set({ accountType: loaded.accountType, template, permission }, on(permission))
    }
    const undone = new Map(changed.map((permission) => [permission, isOn(template, permission)]))
    set(wanted)
    const undo = { label: 'Undo', run: () => set((permission) => undone.get(permission) === true) }
    notify.done(<Rich text={text} values={{ template: template.name, ...values }} />, undo)
  }
  const others = templates.filter(({ id }) => id !== template.id)
  const entries: MenuEntry[] = [
    { label: 'Grant all', run: () => apply(() => true, 'All permissions granted to **{template}**') },
    { label: 'Revoke all', run: () => apply(() => false, 'All permissions revoked from **{template}**') },
    ...(others.length > 0 ? (['line'] as const) : []),
    ...others.map((other) => ({
      label: `Copy permissions from ${other.name}`,
      run: () => apply((permission) => isOn(other, permission), 'Permissions of **{other}** copied to **{template}**', { other: other.name }),
    })),
  ]
  return (
    <MenuButton entries={entries}>
      {(props) => (
        <ActionIcon {...props} size="sm" aria-label={`Actions for ${template.name}`}>
          <IconDots size={16} />
        </ActionIcon>
      )}
    </MenuButton>
  )
}
