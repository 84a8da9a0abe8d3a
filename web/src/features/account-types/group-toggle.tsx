import { type KeyboardEventHandler, useEffect, useRef, useSyncExternalStore } from 'react'
import type { PermissionGroup, UserTemplate } from '../../kit/api/schema.gen'
import classes from './permissions.module.css'
import { type Loaded, saves } from './switching'

type Props = { group: PermissionGroup; template: UserTemplate; loaded: Loaded; mayEdit: boolean; onKeyDown: KeyboardEventHandler<HTMLInputElement> }

/** GroupToggle grants or revokes all permissions of a group to a user template. */
export function GroupToggle({ group, template, loaded, mayEdit, onKeyDown }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { permissions } = group
  const on = useSyncExternalStore(saves.subscribe, () => permissions.filter((permission) => saves.isOn(loaded, template, permission)).length)
  const all = on === permissions.length
  useEffect(() => {
    if (input.current) input.current.indeterminate = on > 0 && !all
  }, [on, all])
  function set(wanted: boolean) {
    for (const permission of permissions) {
      if (saves.isOn(loaded, template, permission) !== wanted) saves.set({ accountType: loaded.accountType, template, permission }, wanted)
    }
  }
  return (
    <label className={classes.pressGroup}>
      <input
        ref={input}
        type="checkbox"
        className={classes.all}
        aria-label={`All ${group.label} permissions for ${template.name}`}
        checked={all}
        disabled={!mayEdit}
        onChange={(event) => set(event.currentTarget.checked)}
        onKeyDown={onKeyDown}
      />
    </label>
  )
}
